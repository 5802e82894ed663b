/** All that was found out about one template: what rules turn into findings. */
import type { PropertyResult } from '../../../protocol/certification.ts';
import { causesOf, type Cause } from './blame/causes.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { judgePairs } from './properties/prefixProperty.ts';
import type { Break } from './properties/property.ts';
import { properties } from './properties/registry.ts';
import type { Subject } from './subject.ts';

export interface Analysis {
  readonly source: string;
  readonly subject: Subject;
  readonly dialect: Dialect;
  readonly results: readonly PropertyResult[];
  readonly breaks: readonly Break[];
  /** Causes of the appends that broke, and of the generation seams that broke. */
  readonly appendCauses: readonly Cause[];
  readonly seamCauses: readonly Cause[];
}

export function analyse(source: string, subject: Subject): Analysis {
  const dialect = dialectOf(subject);
  const outcomes = properties.map(({ id, pairs }) => judgePairs(id, subject, pairs({ subject, dialect })));
  const breaks = outcomes.flatMap((outcome) => outcome.breaks);
  const isSeam = (broken: Break) => broken.property === 'seam.generation';
  const appendCauses = causesOf(
    subject,
    breaks.filter((broken) => !isSeam(broken)),
  );
  const seamCauses = causesOf(subject, breaks.filter(isSeam));
  const causes = [...appendCauses, ...seamCauses];
  return {
    source,
    subject,
    dialect,
    breaks,
    appendCauses,
    seamCauses,
    results: outcomes.map(({ result }) => ({ ...result, byDesign: isByDesign(result, causes) })),
  };
}

/** A FAIL is by design when every cause that breaks the property is. */
function isByDesign({ id, verdict }: PropertyResult, causes: readonly Cause[]): boolean {
  return (
    verdict === 'FAIL' &&
    causes.filter(({ properties: ids }) => ids.includes(id)).every((cause) => cause.byDesign)
  );
}
