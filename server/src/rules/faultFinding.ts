/** Findings made from the faults of a property: one per place of the template, however many renders show it. */
import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { wholeTemplate } from './wording.ts';

export function faultFinding<Data>(
  { source }: Analysis,
  { site, data }: Pick<Fault<Data>, 'site' | 'data'>,
  told: { readonly code: string; readonly severity: Severity; readonly message: string },
): Finding {
  return { ...told, span: site ?? wholeTemplate(source), related: [], payload: data };
}

/** The first fault of each place, in the order they were found; `kindOf` keeps faults of several kinds apart. */
export function firstPerPlace<Data>(
  faults: readonly Fault<Data>[],
  kindOf: (data: Data) => string = () => '',
): Fault<Data>[] {
  const byPlace = new Map<string, Fault<Data>>();
  for (const fault of faults) {
    const place = `${fault.site?.start ?? -1} ${kindOf(fault.data)}`;
    if (!byPlace.has(place)) byPlace.set(place, fault);
  }
  return [...byPlace.values()];
}
