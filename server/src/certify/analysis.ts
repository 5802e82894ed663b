/** All that was found out about one template: what rules turn into findings. */
import type { PropertyResult } from '../../../protocol/certification.ts';
import { causesOf, type Cause } from './blame/causes.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import type { Property, PropertyOutcome } from './properties/property.ts';
import { appendProperties, properties, seamProperties } from './properties/registry.ts';
import type { Subject } from './subject.ts';

export interface Analysis {
  readonly source: string;
  readonly subject: Subject;
  readonly dialect: Dialect;
  /** In registry order. */
  readonly results: readonly PropertyResult[];
  /** What a property found on its way to its verdict. */
  factsOf<Facts>(property: Property<Facts>): Facts;
  /** Why appends rewrite history, and why generation prompts are not prefixes: one cause per place. */
  readonly appendCauses: readonly Cause[];
  readonly seamCauses: readonly Cause[];
}

export function analyse(source: string, subject: Subject): Analysis {
  const dialect = dialectOf(subject);
  const outcomes = new Map<Property, PropertyOutcome>(
    properties.map((property) => [property, property.check({ subject, dialect })]),
  );
  const factsOf = <Facts>(property: Property<Facts>) => outcomes.get(property)!.facts as Facts;
  const breaksOf = (group: typeof appendProperties) => group.flatMap((property) => factsOf(property).breaks);
  const appendCauses = causesOf(subject, breaksOf(appendProperties), 'append');
  const seamCauses = causesOf(subject, breaksOf(seamProperties), 'completion');
  const causes = [...appendCauses, ...seamCauses];
  const results = [...outcomes.values()].map(({ result }) => ({
    ...result,
    byDesign: result.byDesign || isByDesign(result, causes),
  }));
  return { source, subject, dialect, results, factsOf, appendCauses, seamCauses };
}

/** A FAIL is by design when it has causes and every one of them is. */
function isByDesign({ id, verdict }: PropertyResult, causes: readonly Cause[]): boolean {
  const own = causes.filter((cause) => cause.properties.includes(id));
  return verdict === 'FAIL' && own.length > 0 && own.every((cause) => cause.byDesign);
}
