import { contextOf, load } from '../index.ts';
import { agreementOf } from './agreement.ts';
import type { Engine } from './engine.ts';
import { FEATURE_PROBES } from './featureProbes.ts';
import type { EngineSupport } from './support.ts';

/** Runs an engine on the probe of every feature. */
export function supportOf(engine: Engine): EngineSupport {
  const lacks: string[] = [];
  const differs: string[] = [];
  for (const [feature, template] of FEATURE_PROBES) {
    const ours = load(template).program?.render(contextOf({}));
    if (!ours) continue;
    const { kind } = agreementOf(ours, engine.prepare(template).render({}));
    if (kind === 'different') differs.push(feature);
    else if (kind !== 'identical') lacks.push(feature);
  }
  return { lacks, differs };
}
