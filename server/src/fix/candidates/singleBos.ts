/** One BOS (CT301): drops the second, or writes the one that is missing at the head of the template. */
import { nodesOf } from '../../jinja/syntax/walk.ts';
import type { BosPayload } from '../../rules/ct301Bos.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { code } from '../../rules/wording.ts';

export function singleBos(payload: BosPayload, context: CandidateContext): Candidate[] {
  if (payload.kind === 'twice') return withoutSecond(payload.bos, context);
  if (payload.kind !== 'missing') return [];
  const head = { start: 0, end: 0 };
  return [{ title: 'Begin with the BOS token', edits: [{ span: head, text: '{{- bos_token }}' }] }];
}

function withoutSecond(bos: string, { analysis, finding }: CandidateContext): Candidate[] {
  const { source, subject } = analysis;
  const { start, end } = finding.span;
  const written = source.slice(start, end);
  const printed = [...nodesOf(subject.program.template)].find(
    (node) => node.kind === 'output' && node.span.start === start && node.span.end === end,
  );
  const only = printed?.kind === 'output' && printed.value.kind === 'name';
  if (only || written === 'bos_token')
    return [
      {
        title: `Drop ${code(source, finding.span)}`,
        edits: [{ span: finding.span, text: only ? '' : "''" }],
      },
    ];
  const at = written.indexOf(bos);
  if (at < 0) return [];
  const span = { start: start + at, end: start + at + bos.length };
  return [{ title: `Drop ${bos}`, edits: [{ span, text: '' }] }];
}
