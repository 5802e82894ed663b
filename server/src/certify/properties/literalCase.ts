import type { Json, Message } from '../../../../protocol/conversation.ts';
import { assistant, user, type Call } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import { faultProperty } from './faultProperty.ts';

export interface LiteralFault {
  /** As JSON says it, and as the template prints it. */
  readonly json: string;
  readonly printed: string;
  /** Printed as the keyword argument of a Python call, where Python's spelling is right. */
  readonly pythonic: boolean;
}

const pythons: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

const messagesWith = (values: readonly Json[]): readonly Message[] => {
  const [yes, no, nothing] = values as [Json, Json, Json];
  const call: Call = {
    id: 'call00001',
    name: 'zfunctionz',
    arguments: { zflagz: yes, zoffz: no, znothingz: nothing },
  };
  return [user('go'), assistant({ calls: [call] })];
};

export const literalCase = faultProperty<LiteralFault>({
  id: 'literal.case',
  title: 'Scalars are printed as JSON',
  definition:
    'true, false and null in the arguments of a call stand in R(M) as in JSON, not as True, False, None',
  explanation: `Arguments that are printed one by one, by \`{{ value }}\`, come out as Python prints them: \`True\`, \`None\`. The
model is then taught another spelling than that of the calls it is asked to write, and other engines print \`true\` and
nothing at all from the same template.`,
  examine({ subject, dialect }, examination) {
    const request = (values: readonly Json[]) => ({
      conversation: {
        messages: dialect.spell(messagesWith(values)),
        tools: null,
        documents: null,
        kwargs: {},
      },
      addGenerationPrompt: false,
    });
    const words = examination.text(request(['zonez', 'ztwoz', 'zthreez']));
    const scalars = request([true, false, null]);
    const text = examination.text(scalars);
    if (words === null || text === null) return;
    if (!words.includes('zonez'))
      return examination.doesNotApply('the template prints no arguments of calls');
    for (const run of tracedText(subject, scalars).trace.runs()) {
      const printed = text.slice(run.start, run.end);
      for (const [python, json] of Object.entries(pythons)) {
        if (!new RegExp(`\\b${python}\\b`).test(printed) || words.includes(python)) continue;
        const before = text.slice(0, run.start + printed.indexOf(python));
        examination.fault(
          {
            trajectory: 'scalar arguments',
            request: scalars,
            at: { start: before.length, end: before.length + python.length },
            detail: `${json} is printed as ${python}`,
          },
          run.site,
          { json, printed: python, pythonic: /[\w"']=$/.test(before) && !/<\w+=$/.test(before) },
        );
      }
    }
  },
});
