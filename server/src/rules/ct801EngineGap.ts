import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { portableRewrite } from '../fix/candidates/portableRewrite.ts';
import { featuresOf, gapsOf, type FeatureGap } from '../jinja/engines/features.ts';
import { ENGINES, ENGINE_IDS } from '../jinja/engines/registry.ts';
import { defineRule } from './rule.ts';
import { code, listed } from './wording.ts';

export interface GapPayload {
  readonly feature: string;
  /** Engines whose version that runs here lacks it, or does it otherwise. */
  readonly lacking: readonly string[];
  readonly differing: readonly string[];
}

/** Hosts of every engine bring a `tojson` of their own: what the engine's does says nothing of them. */
const replaced = 'filter:tojson';

const severity = { serving: 'warning', sft: 'information', rl: 'information' } as const;

export const ct801EngineGap = defineRule<GapPayload>({
  code: 'CT801',
  title: 'Engine feature gap',
  by: ['static'],
  severity,
  explanation: `The template uses something that an engine other than Python's Jinja2 does not have, or does otherwise. A server
on that engine refuses the template, falls back to another one without a word, or prints other bytes. Found by running each
engine on a probe of each feature; reported for the version that this release knows as the newest.`,
  repair:
    'Use a form that every engine has: filters in place of slices with a step, no keyword arguments of filters.',
  find: (analysis) =>
    gapFindings(analysis, 'CT801', ({ feature }) => !feature.startsWith('method:') && feature !== replaced),
  candidates: ({ feature }, context) => portableRewrite(feature, context),
});

export const ct803PythonMethod = defineRule<GapPayload>({
  code: 'CT803',
  title: 'Python-only method',
  by: ['static'],
  severity,
  explanation: `The template calls a method of Python's strings, lists or dicts that an engine other than Python's Jinja2 does
not have, or does otherwise.`,
  repair: 'Use the filter of that meaning: `x | trim`, `x | title`, `x | items`.',
  find: (analysis) => gapFindings(analysis, 'CT803', ({ feature }) => feature.startsWith('method:')),
  candidates: ({ feature }, context) => portableRewrite(feature, context),
});

/** One finding for each feature, at its first use. */
function gapFindings(
  { source, subject }: Analysis,
  rule: string,
  belongs: (gap: FeatureGap) => boolean,
): Finding[] {
  const features = new Map<string, FeatureGap[]>();
  for (const gap of gapsOf(featuresOf(subject.program.template), ENGINE_IDS))
    if (belongs(gap) && concernsNewest(gap))
      features.set(gap.feature, [...(features.get(gap.feature) ?? []), gap]);
  return [...features].map(([feature, gaps]) => {
    const { span } = gaps[0]!;
    const named = (versions: 'lackedBy' | 'differsIn') => [
      ...new Set(
        gaps.filter((gap) => gap[versions].includes(newestOf(gap))).map(({ engine }) => nameOf(engine)),
      ),
    ];
    const payload: GapPayload = { feature, lacking: named('lackedBy'), differing: named('differsIn') };
    const says = [
      ...(payload.lacking.length > 0 ? [`is not known to ${listed(payload.lacking)}`] : []),
      ...(payload.differing.length > 0 ? [`gives another text in ${listed(payload.differing)}`] : []),
    ];
    return {
      code: rule,
      severity: severity.rl,
      message: `${code(source, span)} (${feature.replace(':', ' ')}) ${says.join(', and ')}.`,
      span,
      related: otherUses(gaps).map((use) => ({ span: use, message: 'used here too' })),
      payload,
    };
  });
}

const newestOf = ({ engine }: FeatureGap) => ENGINES[engine].version;

const nameOf = (engine: FeatureGap['engine']) => `${ENGINES[engine].title} ${ENGINES[engine].version}`;

const concernsNewest = (gap: FeatureGap) => [...gap.lackedBy, ...gap.differsIn].includes(newestOf(gap));

function otherUses(gaps: readonly FeatureGap[]) {
  const spans = new Map(gaps.map(({ span }) => [span.start, span]));
  return [...spans.values()].slice(1);
}
