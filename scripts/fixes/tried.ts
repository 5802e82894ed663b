/** The fixes of one template, each applied and certified anew by itself. */
import type { Certification, Fix, PropertyResult } from '../../protocol/certification.ts';
import { certify, certifyFully } from '../../server/src/certify/index.ts';
import { applyEdits, proveFixes, withVariable } from '../../server/src/fix/index.ts';
import { sha256 } from '../../server/src/text/sha256.ts';

export interface Tried {
  readonly template: string;
  readonly sha256: string;
  /** Milliseconds that finding and proving took. */
  readonly took: number;
  /** Codes of all findings, with and without a fix. */
  readonly findings: readonly string[];
  readonly fixes: readonly TriedFix[];
}

export interface TriedFix {
  readonly code: string;
  readonly title: string;
  /** Properties that are said to hold afterwards. */
  readonly repairs: readonly string[];
  /** Ordinary renders that change, of how many. */
  readonly changed: number;
  readonly compared: number;
  /** What an independent certificate says against it. */
  readonly complaints: readonly string[];
}

/** `clock`: milliseconds. */
export function triedFixes(template: string, source: string, clock: () => number): Tried {
  const input = { source, tokenizer: null, tokenizerInfo: null };
  const start = clock();
  const certified = certifyFully(input);
  const { certification } = certified;
  const fixes = proveFixes(input, certified);
  const took = Math.round(clock() - start);
  return {
    template,
    sha256: sha256(source),
    took,
    findings: certification.findings.map(({ code }) => code),
    fixes: fixes.map((fix) => {
      const edited = applyEdits(source, fix.edits);
      const [variable] = Object.keys(fix.under ?? {});
      const served = certify({ ...input, source: edited });
      const after =
        variable === undefined ? served : certify({ ...input, source: withVariable(edited, variable) });
      return {
        code: certification.findings[fix.finding]!.code,
        title: fix.title,
        repairs: fix.repairs.map(({ property }) => property),
        changed: fix.changes.length,
        compared: fix.compared,
        complaints: [
          ...complaintsOf(fix, certification, after),
          ...(variable === undefined ? [] : complaintsOf({ ...fix, repairs: [] }, certification, served)),
        ],
      };
    }),
  };
}

const rank: Readonly<Record<PropertyResult['verdict'], number>> = {
  PASS: 0,
  'NOT-REPRODUCIBLE': 1,
  UNSUPPORTED: 2,
  FAIL: 3,
};

function complaintsOf({ repairs }: Fix, before: Certification, after: Certification): string[] {
  const verdictOf = (id: string) => after.properties.find((result) => result.id === id)?.verdict;
  const unkept = repairs.filter(({ property }) => verdictOf(property) !== 'PASS');
  const worse = before.properties.filter(({ id, verdict }) => rank[verdictOf(id) ?? 'FAIL'] > rank[verdict]);
  return [
    ...unkept.map(({ property }) => `CLAIMS ${property}`),
    ...worse.map(({ id }) => `WORSENS ${id}`),
    ...(troubles(after) > troubles(before) ? ['MORE FINDINGS'] : []),
  ];
}

/** Findings that are not mere information. */
const troubles = ({ findings }: Certification) =>
  findings.filter(({ severity }) => severity !== 'information').length;
