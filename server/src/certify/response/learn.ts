/** Reads the format of a template's assistant turns off its own renders. */
import { sharedLength } from '../compare.ts';
import { markersIn, wholeMarkers } from '../markers.ts';
import { structureOf } from '../structure.ts';
import { automatonOf, inOrder, type Automaton, type Segmented } from './edges.ts';
import type { ResponseFormat, ValueType } from './format.ts';
import { literalOf } from './literal.ts';
import {
  callProbes,
  firstProbe,
  otherTypes,
  plainProbes,
  probeTools,
  question,
  quotesProbe,
  reasoningText,
  taggedProbes,
  typedProbe,
  type Probe,
} from './probes.ts';
import { probeText, promptsOf, type Asking, type Manner } from './render.ts';
import { parseResponse } from './parse.ts';
import { segment } from './segment.ts';
import { styleOf, type StyleFound } from './style.ts';
import { toolForms } from './tools.ts';

/** Fields under which reasoning is passed, in the order in which they are tried. */
const reasoningFields = ['reasoning_content', 'reasoning', 'thinking'] as const;

const plainIds: Manner['idOf'] = ({ id }) => id;
/** Where a template prints nothing of a call but its id, the id carries the name. */
const namingIds: Manner['idOf'] = ({ name }, index) => `functions.${name}:${index}`;

/** Null where the template renders no assistant turn at all. */
export function learnFormat(asking: Asking): ResponseFormat | null {
  const manner = mannerOf(asking);
  const prompts = manner === null ? null : promptsOf(asking, manner);
  if (manner === null || prompts === null) return null;
  const read = new Reader(asking, manner, prompts);
  const found = read.style();
  const probes = [
    ...plainProbes,
    ...(found === null ? [] : callProbes),
    ...(found?.style === 'tagged' ? taggedProbes : []),
  ];
  const turns = read.turns(probes, found);
  const automaton = automatonOf(turns, stopsOf(asking));
  const prefill = read.prefill();
  acceptBare(automaton, prefill);
  openReasoning(asking, automaton, prefill);
  const parallel = turns.some(({ probe }) => probe.calls.length === 2) ? 2 : 1;
  const format: ResponseFormat = {
    ...automaton,
    style: found?.style ?? null,
    paths: found?.paths ?? null,
    quote: found?.quote ?? null,
    quotedValues: found?.quotedValues ?? false,
    unreadable: found?.style === 'tagged' ? read.unreadable(found) : [],
    reasoningField: manner.reasoningField,
    prefill,
    parallel: found === null ? 0 : parallel,
    backstep: read.backstep(),
    toolForm: manner.toolForm,
    emptyContent: manner.emptyContent,
    namingIds: manner.idOf === namingIds,
    argumentsAs: manner.argumentsAs,
    callsRead: true,
  };
  return { ...format, callsRead: found === null ? !read.showsCalls() : read.isReadBy(format) };
}

function mannerOf(asking: Asking): Manner | null {
  for (const toolForm of toolForms) {
    const { argumentsAs } = asking.dialect;
    const plain: Manner = { toolForm, reasoningField: null, emptyContent: '', argumentsAs, idOf: plainIds };
    if (probeText(asking, plain, plainProbes[0]!) !== null) return { ...plain, ...callManner(asking, plain) };
  }
  return null;
}

/** Ways to spell a message that only calls, the usual one first. */
const spellings = ({ argumentsAs }: Manner): Pick<Manner, 'emptyContent' | 'argumentsAs'>[] =>
  ([argumentsAs, 'string'] as const).flatMap((as) =>
    ['', null, ' '].map((emptyContent) => ({ emptyContent, argumentsAs: as })),
  );

function callManner(asking: Asking, plain: Manner): Partial<Manner> {
  const shows = (probe: Probe, text: string, manner: Partial<Manner> = {}) =>
    turnIn(probeText(asking, { ...plain, ...manner }, probe)).includes(text);
  const [call] = firstProbe.calls;
  const value = String(call!.arguments[0]!.value);
  const spelt = spellings(plain).find((each) => shows(firstProbe, value, each)) ?? {};
  const isNamed = shows(firstProbe, call!.name, spelt);
  const isCalled = shows(firstProbe, value, spelt);
  const reasoned: readonly Probe[] = [plainProbes[2]!, { ...firstProbe, reasoning: reasoningText }];
  const reasoningField = reasoningFields.find((field) =>
    reasoned.some((probe) => shows(probe, reasoningText, { ...spelt, reasoningField: field })),
  );
  return {
    ...spelt,
    idOf: isNamed || !isCalled ? plainIds : namingIds,
    reasoningField: reasoningField ?? null,
  };
}

/** What stands behind the question: tools have names too. */
const turnIn = (text: string | null) => text?.slice(text.lastIndexOf(String(question.content))) ?? '';

class Reader {
  /** Text that every render shares with the prompt: each turn begins behind it. */
  private base: number;
  private readonly texts = new Map<Probe, string | null>();

  constructor(
    private readonly asking: Asking,
    private readonly manner: Manner,
    private readonly prompts: { readonly off: string; readonly on: string },
  ) {
    this.base = wholeMarkers(prompts.off, sharedLength(prompts.off, prompts.on));
  }

  style(): StyleFound | null {
    const text = this.text(firstProbe);
    const [call] = firstProbe.calls;
    const found = text === null ? null : styleOf(text.slice(this.base), call!, this.manner.idOf(call!, 0));
    return found?.quotedValues === true && !this.escapes() ? { ...found, quotedValues: false } : found;
  }

  /** Whether quotes inside of a text are told from those around it. */
  private escapes(): boolean {
    const text = this.text(quotesProbe) ?? '';
    return !text.slice(this.base).includes(String(quotesProbe.calls[0]!.arguments[0]!.value));
  }

  turns(probes: readonly Probe[], found: StyleFound | null): (Segmented & { readonly probe: Probe })[] {
    const rendered = probes.flatMap((probe) => {
      const text = this.text(probe);
      return text === null ? [] : [{ probe, text }];
    });
    const known = {
      style: found?.style ?? null,
      quote: found?.quote ?? null,
      quotedValues: found?.quotedValues ?? false,
      idOf: this.manner.idOf,
    };
    return rendered.flatMap(({ probe, text }) => {
      const turn = text.slice(this.base);
      const places = segment(turn, probe, known);
      return places === null ? [] : [{ probe, turn, found: places }];
    });
  }

  /** Where the argument shows, but not as a value that can be told from the text around it. */
  unreadable(found: StyleFound): ValueType[] {
    return otherTypes.filter((type) => {
      const probe = typedProbe(type);
      const turn = this.text(probe)?.slice(this.base) ?? '';
      const isShown = turn.includes(probe.calls[0]!.arguments[0]!.key);
      return isShown && this.turns([probe], found).length === 0;
    });
  }

  /** Whether name and argument of the simplest call stand in its render, in whatever way. */
  showsCalls(): boolean {
    const turn = this.text(firstProbe)?.slice(this.base) ?? '';
    const [call] = firstProbe.calls;
    return [call!.name, String(call!.arguments[0]!.value)].every((text) => turn.includes(text));
  }

  /** Whether the simplest call is read as what it is. */
  isReadBy(format: ResponseFormat): boolean {
    const turn = this.text(firstProbe)?.slice(this.base);
    if (turn === undefined) return true;
    const { calls } = parseResponse(format, turn, { tools: probeTools, prefill: '' }).turn;
    const [call] = firstProbe.calls;
    const [argument] = call!.arguments;
    const spelt = JSON.stringify({ [argument!.key]: argument!.value });
    return calls.length === 1 && calls[0]!.name === call!.name && compact(calls[0]!.arguments) === spelt;
  }

  backstep(): number {
    return this.prompts.off.length - this.base;
  }

  prefill(): string {
    return this.prompts.on.slice(this.base);
  }

  /** Renders that rewrite the question itself tell nothing of the turn. */
  private text(probe: Probe): string | null {
    const known = this.texts.get(probe);
    if (known !== undefined) return known;
    const rendered = probeText(this.asking, this.manner, probe);
    const { off } = this.prompts;
    const asked = off.lastIndexOf(String(question.content)) + String(question.content).length;
    const shared = rendered === null ? 0 : sharedLength(off, rendered);
    const text = shared < asked ? null : rendered;
    if (text !== null) this.base = wholeMarkers(off, Math.min(this.base, shared));
    this.texts.set(probe, text);
    return text;
  }
}

/** As `JSON.stringify` writes it; a text that is no JSON as it is. */
function compact(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

/** What the tokenizer knows to end a turn, and what the template does. */
function stopsOf({ subject }: Asking): string[] {
  const { tokenizer } = subject;
  const known = tokenizer === null ? [] : tokenizer.eosIds.map((id) => tokenizer.decode([id]));
  const { stop } = structureOf(subject).turns.assistant === undefined ? { stop: null } : structureOf(subject);
  // What closes the content stands before it, and only where there is content.
  const last = stop === null ? null : (markersIn(stop).at(-1) ?? stop);
  return [...new Set([...known, ...(last === null ? [] : [last])])].filter((text) => text.trim() !== '');
}

/** A model may answer right behind the generation prompt, whatever scaffold history has there. */
function acceptBare({ slots, edges }: Automaton, prefill: string): void {
  slots.set('content', { id: 'content', kind: 'content', types: [] });
  const bare = { from: 'start', to: 'content', literal: literalOf(prefill), announces: false };
  edges.set('start', [...(edges.get('start') ?? []), bare].sort(inOrder));
  if (!edges.has('content')) edges.set('content', []);
}

const openedBlock = /<([^<>/|\s]*(?:think|thought|reason)[^<>/|\s]*)>\s*$/i;

/** Reasoning that history drops shows only in the generation prompt, which opens it. */
function openReasoning({ subject }: Asking, { slots, edges }: Automaton, prefill: string): void {
  const opener = openedBlock.exec(prefill)?.[1];
  const closer = `</${opener}>`;
  const isKnown = [...edges.values()].some((from) => from.some(({ to }) => to === 'reasoning'));
  if (opener === undefined || isKnown || !subject.program.template.source.includes(closer)) return;
  slots.set('reasoning', { id: 'reasoning', kind: 'reasoning', types: [] });
  const isContentToo =
    edges.get('start')!.filter(({ to, literal }) => to === 'content' && literal.text === prefill).length > 1;
  const open = { from: 'start', to: 'reasoning', literal: literalOf(prefill), announces: !isContentToo };
  const close = { from: 'reasoning', to: 'content', literal: literalOf(`\n${closer}\n\n`), announces: true };
  edges.set('start', [...edges.get('start')!, open].sort(inOrder));
  edges.set('reasoning', [close]);
}
