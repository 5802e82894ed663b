/** One proven fix after the other, each proven on the text that the last one left. */
import type { Certification, Finding, Fix } from '../../../protocol/certification.ts';
import { certifyFully, type CertifyInput } from '../certify/certify.ts';
import { applyEdits } from './edits.ts';
import { proveFixes } from './prove.ts';

export interface Repaired {
  readonly source: string;
  /** In the order they were made; spans are of the text each was made in. */
  readonly fixes: readonly Fix[];
  /** Of `source`. */
  readonly certification: Certification;
}

/** A template that asks for more rounds than this is one where fixes undo each other. */
const rounds = 20;

/** Takes fixes that are wanted until none is left. */
export function repair(input: CertifyInput, wants: (fix: Fix, finding: Finding) => boolean): Repaired {
  const fixes: Fix[] = [];
  let { source } = input;
  for (;;) {
    const certified = certifyFully({ ...input, source });
    const { certification } = certified;
    const wanted = proveFixes({ ...input, source }, certified).find(
      (fix) => fix.under === undefined && wants(fix, certification.findings[fix.finding]!),
    );
    if (wanted === undefined || fixes.length === rounds) return { source, fixes, certification };
    fixes.push(wanted);
    source = applyEdits(source, wanted.edits);
  }
}
