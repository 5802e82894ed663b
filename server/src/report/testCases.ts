/** What was judged, with what an editor shows beside a test that failed: both renders and the place in the template. */
import type { Span, Witness } from '../../../protocol/certification.ts';
import type { TestCase } from '../../../protocol/testing.ts';
import type { Analysis, Certified } from '../certify/index.ts';
import { casesOf, evidenceOf, type Case } from './cases.ts';

export function testCasesOf({ certification, analysis }: Certified): TestCase[] {
  const [finding] = certification.findings;
  return casesOf({ certification, analysis }).map((one) =>
    analysis === null ? { ...one, renders: null, span: finding?.span ?? null } : withEvidence(one, analysis),
  );
}

function withEvidence(one: Case, analysis: Analysis): TestCase {
  const told =
    one.outcome === 'passed'
      ? []
      : evidenceOf(analysis, one.property).filter(({ witness }) => witness.trajectory === one.trajectory);
  return {
    ...one,
    renders:
      told.map(({ witness }) => rendersOf(witness, analysis)).find((renders) => renders !== null) ?? null,
    span: told.map(({ span }): Span | null => span).find((span) => span !== null) ?? null,
  };
}

/** Null where there is one render, or where the texts agree and only ids differ. */
function rendersOf(witness: Witness, { subject }: Analysis): TestCase['renders'] {
  if (witness.kind === 'render') return null;
  const [before, after] = [subject.render(witness.before), subject.render(witness.after)];
  if (!before.ok || !after.ok) return null;
  const expected = before.text;
  const actual = after.text.slice(0, expected.length);
  return expected === actual ? null : { expected, actual };
}
