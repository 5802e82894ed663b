import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { forge, type ForgeFault } from '../certify/properties/forge.ts';
import { structuralMarkers } from '../certify/probes/structuralMarkers.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { listed, quote } from './wording.ts';

export interface ForgePayload {
  readonly kind: 'halves' | 'not special';
  readonly field: string;
  readonly tokens: readonly string[];
}

export const ct306Forging = defineRule<ForgePayload>({
  code: 'CT306',
  title: 'Content can forge control tokens past a filter',
  by: ['tokens'],
  severity: { serving: 'warning', sft: 'information', rl: 'warning' },
  explanation: `A render is one text, so that content which contains the spelling of a control token becomes that token. Hosts defend
themselves by splitting special tokens in content (\`split_special_tokens\`) or by refusing content that contains one. This
rule tells what slips through such a filter.

A warning where a marker that begins or ends a turn is an added token not flagged special: filters that go by the flag
let it pass. Information where the marker stands inside a turn (reasoning, calls), and where a field may hold one half of a
token and the template's own text, or the field beside it, the other: filters that look at each field let it pass.
That content can forge tokens at all is the verdict of \`forge\`, not a finding: it holds for nearly every template.`,
  repair:
    'Flag the marker special in the tokenizer; let the host encode content by itself, or filter by the text of every marker.',
  find: (analysis) => [...notSpecial(analysis), ...halves(analysis)],
});

function notSpecial(analysis: Analysis): Finding[] {
  const { subject, dialect, factsOf } = analysis;
  const unflagged = new Set(
    subject.tokenizer?.addedTokens.flatMap(({ content, special }) => (special ? [] : [content])),
  );
  const markers = structuralMarkers(subject, dialect).filter(({ text }) => unflagged.has(text));
  const escapes = ({ data: { kind, tokens } }: Fault<ForgeFault>) =>
    kind === 'whole' ? markers.filter(({ text }) => tokens.includes(text)) : [];
  const first = factsOf(forge).faults.find((fault) => escapes(fault).length > 0);
  if (first === undefined) return [];
  const escaping = escapes(first);
  const tokens = escaping.map(({ text }) => text);
  const names = listed([
    ...tokens.slice(0, 5).map(quote),
    ...(tokens.length > 5 ? [`${tokens.length - 5} more`] : []),
  ]);
  const one = tokens.length === 1;
  const message = `${names} ${one ? 'is a control token' : 'are control tokens'} of this template and not flagged special in the tokenizer: in ${first.data.field}, ${one ? 'it gets' : 'they get'} past a host that splits or strips special tokens only.`;
  const severity = escaping.some(({ role }) => role === 'turn') ? 'warning' : 'information';
  const data: ForgePayload = { kind: 'not special', field: first.data.field, tokens };
  return [faultFinding(analysis, { site: first.site, data }, { code: 'CT306', severity, message })];
}

function halves(analysis: Analysis): Finding[] {
  return analysis
    .factsOf(forge)
    .faults.filter(({ data }) => data.kind === 'halves')
    .map(({ site, data }) => {
      const payload: ForgePayload = { kind: 'halves', field: data.field, tokens: data.tokens };
      return faultFinding(
        analysis,
        { site, data: payload },
        { code: 'CT306', severity: 'information', message: halfMessage(data) },
      );
    });
}

function halfMessage({ field, tokens }: ForgeFault): string {
  const [token] = tokens;
  return field === 'text parts side by side'
    ? `Two text parts of one message are written side by side: half of ${quote(token!)} in each makes the token, past a host that looks at each part.`
    : `The template's text beside ${field} completes ${quote(token!)}: half of it in ${field} makes the token, past a host that looks for whole ones.`;
}
