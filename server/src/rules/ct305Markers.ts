import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { siteAt } from '../certify/blame/siteAt.ts';
import { markerAtomic, spelledMarkers, type MarkerFault } from '../certify/properties/markerAtomic.ts';
import { stopKnown, type StopFault } from '../certify/properties/stopKnown.ts';
import type { StructuralMarker } from '../certify/probes/structuralMarkers.ts';
import type { Tokenizer } from '../tokenizer/index.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { listed, quote } from './wording.ts';

export type MarkerPayload = MarkerFault | StopFault | { readonly markers: readonly string[] };

interface Told {
  readonly severity: Severity;
  readonly message: string;
}

/** Of the stop token; that it differs is CT104's, that it is no token this rule says of the marker. */
function toldOfStop({ kind, last }: StopFault, tokenizer: Tokenizer): Told | null {
  const { eosFiles } = tokenizer;
  const marker = quote(last);
  if (kind === 'pad') {
    const message = `${marker} ends the turns of the assistant and is the padding token too: trainers that leave padding out of the loss never train the model to stop.`;
    return { severity: 'warning', message };
  }
  if (kind === 'generation goes on') {
    const others = (tokenizer.generationEosIds ?? []).map((id) =>
      quote(tokenizer.decode([id]) || String(id)),
    );
    const message = `${marker} ends the turns of the assistant and is the eos_token, but ${generationConfig} lists ${listed(others)} only: transformers generates past it, since generate() goes by that file alone.`;
    return { severity: 'warning', message };
  }
  if (kind === 'two ends') {
    const message = `Generation ends before ${marker} already: it stands behind another end marker of the same turn and is never sampled.`;
    return { severity: 'warning', message };
  }
  if (kind === 'no end') {
    const ender = last === '' ? 'nothing but the next turn' : `nothing but ${marker} of the next turn`;
    const message = `No marker ends the turn of the assistant: ${ender} does, which is not part of it. Training on the turn never teaches the model to stop.`;
    return { severity: 'warning', message };
  }
  if (kind !== 'not an eos token' && kind !== 'call goes on') return null;
  const ends = kind === 'call goes on' ? 'ends a turn with a call' : 'ends the turns of the assistant';
  // Without the file that lists them all, there may be more.
  return eosFiles.includes(generationConfig) || eosFiles.includes('config.json')
    ? {
        severity: 'error',
        message: `${marker} ${ends} and is not among the tokens that end generation (${listed(eosFiles)}): a server goes on past it.`,
      }
    : {
        severity: 'warning',
        message: `${marker} ${ends} and is not the eos_token, and there is no ${generationConfig} that lists it: a server that knows no more goes on past it.`,
      };
}

const generationConfig = 'generation_config.json';

export const ct305Markers = defineRule<MarkerPayload>({
  code: 'CT305',
  title: 'Markers and stop tokens are not what the tokenizer has',
  by: ['tokens'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The markers of turns are control tokens only if the tokenizer has each as one added token: otherwise the model reads
and spells text, and what looks like a marker differs with what stands beside it. An error where generation_config.json
does not list the marker that ends a turn, or a turn with a call, as an end of generation; a warning where that file is
missing and tokenizer_config.json has another, or where it lists others than the eos_token of tokenizer_config.json. An error, too, where a
marker is text that looks like a token (\`</im_end>\` for \`<|im_end|>\`). A warning for a marker of turns that is text, where the end marker is the
padding token too, and where a turn ends in two such markers or in none. Information where a marker inside a turn (reasoning, calls) is text, or where
turns are told apart by words alone: models can be trained so, but anyone can write such a marker, and trainers that
search for its ids may not find them.`,
  repair:
    'Add the marker to the tokenizer, list the end marker in generation_config.json, choose another padding token.',
  find: (analysis) => [...markerFindings(analysis), ...stopFindings(analysis), ...spelledFindings(analysis)],
});

/** One finding for all markers, where the first stands. */
function markerFindings(analysis: Analysis): Finding[] {
  const { faults } = analysis.factsOf(markerAtomic);
  const [first] = faults;
  if (first === undefined) return [];
  const told = listed(faults.map(({ data }) => spelt(data)));
  const words = first.data.role === 'text';
  const message = words
    ? `Turns have no marker that is a token: ${told}, which anyone can write.`
    : `${told}: what begins or ends turns is text to this tokenizer.`;
  const data: MarkerPayload = { markers: faults.map(({ data: { marker } }) => marker) };
  const finding = faultFinding(
    analysis,
    { site: first.site, data },
    { code: 'CT305', severity: words ? 'information' : 'warning', message },
  );
  const related = faults
    .slice(1)
    .flatMap(({ site, data: other }) =>
      site === null ? [] : [{ span: site, message: `${quote(other.marker)} is written here` }],
    );
  return [{ ...finding, related }];
}

function spelt({ marker, ids }: MarkerFault): string {
  return `${quote(marker)} is ${ids.length === 1 ? 'no added token' : `${ids.length} tokens`} (${ids.join(', ')})`;
}

function stopFindings(analysis: Analysis): Finding[] {
  const { tokenizer } = analysis.subject;
  return firstPerPlace(analysis.factsOf(stopKnown).faults, ({ kind }) => kind).flatMap((fault) => {
    const told = tokenizer === null ? null : toldOfStop(fault.data, tokenizer);
    return told === null ? [] : [faultFinding(analysis, fault, { code: 'CT305', ...told })];
  });
}

/** Those that look like a token each by itself, one finding for all others, where the first stands. */
function spelledFindings(analysis: Analysis): Finding[] {
  const spelled = spelledMarkers(analysis.subject, analysis.dialect);
  const meant = new Map(spelled.map((marker) => [marker, lookalikeOf(analysis, marker.text)]));
  const misspelt = spelled.flatMap((marker) => {
    const token = meant.get(marker) ?? null;
    if (token === null) return [];
    const message = `${quote(marker.text)} is no token of this tokenizer, and ${quote(token)} is one: what looks like a marker is text.`;
    return [spelledFinding(analysis, [marker], 'error', message)];
  });
  const others = spelled.filter((marker) => meant.get(marker) === null);
  if (others.length === 0) return misspelt;
  const names = others.map(({ text }) => quote(text));
  const message = `${listed(names)} ${names.length === 1 ? 'is no token' : 'are no tokens'} of this tokenizer: the model spells ${names.length === 1 ? 'it' : 'them'} as text, and content can too.`;
  return [...misspelt, spelledFinding(analysis, others, 'information', message)];
}

function spelledFinding(
  analysis: Analysis,
  markers: readonly StructuralMarker[],
  severity: Severity,
  message: string,
): Finding {
  const { request, at } = markers[0]!;
  const data: MarkerPayload = { markers: markers.map(({ text }) => text) };
  return faultFinding(
    analysis,
    { site: siteAt(analysis.subject, request, at), data },
    { code: 'CT305', severity, message },
  );
}

/** The added token that has the same letters between other signs; an opener and its closer are told apart by a slash. */
function lookalikeOf({ subject }: Analysis, marker: string): string | null {
  const tokens = subject.tokenizer?.addedTokens ?? [];
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const unslashed = (text: string) => text.replace('/', '');
  const meant = tokens.find(
    ({ content }) =>
      letters(content) === letters(marker) &&
      letters(marker) !== '' &&
      unslashed(content) !== unslashed(marker),
  );
  return meant?.content ?? null;
}
