import { appendCuts, laterToolCuts, toolBatchCuts } from '../../conversation/cuts.ts';
import { conversationOf } from '../../conversation/suite.ts';
import { concatRule, type JunctionRule } from '../../tokenizer/index.ts';
import { siteAt } from '../blame/siteAt.ts';
import { faultProperty } from './faultProperty.ts';

export interface ConcatFault {
  readonly rule: JunctionRule;
  readonly removed: readonly number[];
  readonly inserted: readonly number[];
}

export const deltaConcat = faultProperty<ConcatFault>({
  id: 'delta.concat',
  title: 'Deltas add up',
  definition:
    'ids of the prefix | ids of the delta = ids of the whole, as it is or cut after the last stop token',
  explanation: `What an append adds is encoded by itself and put behind the ids that are there. Where the ids of the whole text
are others, tokens merge over the junction. Two rules are sound: the plain one, and cutting what stands behind the last
stop token and encoding it again with the delta. Where neither helps, ids that were sampled would have to be replaced.
Needs a tokenizer.`,
  examine({ subject, dialect }, examination) {
    const { tokenizer } = subject;
    if (tokenizer === null) {
      examination.cannotJudge('a tokenizer is needed');
      return;
    }
    examination.comparedTokens();
    const needed = new Map<JunctionRule, number>();
    for (const trajectory of subject.suite) {
      const messages = dialect.spell(trajectory.messages);
      const request = (end: number, addGenerationPrompt: boolean) => ({
        conversation: conversationOf(trajectory, {}, messages.slice(0, end)),
        addGenerationPrompt,
      });
      const cuts = [toolBatchCuts(messages), laterToolCuts(messages), appendCuts(messages, 'user')].flat();
      for (const { before, after } of cuts) {
        const prefix = examination.text(request(before, false));
        const whole = examination.text(request(after, true));
        if (prefix === null || whole === null || !whole.startsWith(prefix)) continue;
        const { rule, removed, inserted } = concatRule(tokenizer, prefix, whole, tokenizer.eosIds);
        needed.set(rule, (needed.get(rule) ?? 0) + 1);
        if (rule !== 'seam-repair') continue;
        const detail = `at the junction ids ${[...removed].join(', ')} would have to become ${[...inserted].join(', ')}`;
        examination.fault(
          {
            trajectory: trajectory.id,
            request: request(after, true),
            at: { start: prefix.length, end: prefix.length },
            detail,
          },
          siteAt(subject, request(after, true), Math.max(prefix.length - 1, 0)),
          { rule, removed: [...removed], inserted: [...inserted] },
          'tokens',
        );
      }
    }
    if (needed.has('trimmed-to-stop')) examination.note(toldRules(needed));
  },
});

function toldRules(needed: ReadonlyMap<JunctionRule, number>): string {
  const all = [...needed.values()].reduce((sum, count) => sum + count, 0);
  return `in ${needed.get('trimmed-to-stop')} of ${all} appends, what stands behind the last stop token has to be encoded again with the delta`;
}
