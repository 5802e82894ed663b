import { child } from '../node.ts';
import type { SyntaxNode } from '../node.ts';
import {
  CONTEXT_VARIABLES,
  FILTERS,
  FUNCTIONS,
  parameterLabel,
  ROLES,
  SHAPES,
  signatureOf,
  SPECIAL_NAMES,
  SPECIAL_TOKENS,
  TAGS,
  TESTS,
  WORDS,
} from '../knowledge/index.ts';
import type { Entry, Tag } from '../knowledge/index.ts';
import type { SymbolKind, TemplateModel } from '../model/index.ts';
import { isRole, shapeOf } from '../model/shape.ts';
import { calledEntry, macroEntry } from './calls.ts';
import { openBlocks, placeAt } from './place.ts';
import type { OpenCall, Place } from './place.ts';

export type CompletionKind =
  | 'keyword'
  | 'filter'
  | 'test'
  | 'variable'
  | 'constant'
  | 'parameter'
  | 'function'
  | 'field'
  | 'method'
  | 'value';

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Short: a signature, or what it is. */
  readonly detail: string;
  /** Markdown. */
  readonly documentation: string;
  /** Replaces `start`..`end`; `$1`, `$2`, `$0` are places for the cursor where `snippet` is true. */
  readonly insert: string;
  readonly snippet: boolean;
  readonly start: number;
  readonly end: number;
}

type Offer = Omit<Completion, 'start' | 'end'>;

/** What can stand at an offset, best first. The word before the offset is what an item replaces. */
export function completions(model: TemplateModel, offset: number): readonly Completion[] {
  const place = placeAt(model, offset);
  if (!place) return [];
  const end = place.kind === 'string' ? Math.max(offset, stringEnd(place.node)) : offset;
  const offers = unique(offersAt(place, model, offset));
  return offers.map((offer) => ({ ...offer, start: place.start, end }));
}

function offersAt(place: Place, model: TemplateModel, offset: number): readonly Offer[] {
  switch (place.kind) {
    case 'tag':
      return tagOffers(place.opener, model.text.slice(offset));
    case 'filter':
      return [...FILTERS.values()].map((filter) => callOffer(filter, 'filter'));
    case 'test':
      return [word('not'), ...[...TESTS.values()].map((test) => callOffer(test, 'test'))];
    case 'member':
      return place.object ? memberOffers(place.object, model) : [];
    case 'string':
      return stringOffers(place.node, model);
    case 'in':
      return [word('in')];
    case 'operator':
      return OPERATORS.filter((name) => name !== 'recursive' || place.tag === 'for').map(word);
    case 'operand':
      return [...argumentOffers(place.call, model), ...operandOffers(model, offset)];
  }
}

const OPERATORS = ['if', 'else', 'and', 'or', 'in', 'not', 'is', 'recursive'];
const PREFIXES = ['not', 'true', 'false', 'none'];

// ------------------------------------------------------------------------ offers

function offer(
  label: string,
  kind: CompletionKind,
  detail: string,
  documentation: string,
  insert = label,
): Offer {
  return { label, kind, detail, documentation, insert, snippet: insert !== label };
}

function word(name: string): Offer {
  return offer(name, 'keyword', '', WORDS.get(name)?.doc ?? '');
}

/** Parentheses are put in where an argument must be given. */
function callOffer(entry: Entry, kind: CompletionKind): Offer {
  const needed = entry.parameters?.some(({ defaultValue, rest }) => defaultValue === undefined && !rest);
  const insert = needed ? `${entry.name}($1)` : entry.name;
  return offer(entry.name, kind, signatureOf(entry), entry.doc, insert);
}

function tagOffers(opener: SyntaxNode, rest: string): readonly Offer[] {
  const blocks = openBlocks(opener);
  const kinds = new Set(blocks.map(({ kind }) => kind));
  const innermost = blocks[0];
  const closes = /^\s*[-+]?%\}/.test(rest);
  const ends = innermost ? endOffers(innermost) : [];
  const tags = [...TAGS.values()]
    .filter(({ inside }) => !inside || inside.some((kind) => kinds.has(kind)))
    .map((tag) => tagOffer(tag, closes));
  return [...ends, ...tags];
}

function endOffers({ kind }: SyntaxNode): readonly Offer[] {
  const name = kind.replace(/_(statement|block)$/, '');
  const tag = TAGS.get(name);
  return tag?.end ? [offer(tag.end, 'keyword', `closes ${name}`, '')] : [];
}

/** With its end tag where the cursor stands before a closing delimiter. */
function tagOffer({ name, doc, end, snippet }: Tag, closes: boolean): Offer {
  const detail = end ? `… ${end}` : '';
  const insert = closes && end && name !== 'set' ? `${snippet} %}$0{% ${end}` : snippet;
  return offer(name, 'keyword', detail, doc, insert);
}

function memberOffers(object: SyntaxNode, model: TemplateModel): readonly Offer[] {
  const symbol = model.symbolOf(object);
  if (symbol?.kind === 'namespace') {
    return [...symbol.attributes.keys()].map((name) =>
      offer(name, 'field', `attribute of ${symbol.name}`, ''),
    );
  }
  const shape = shapeOf(object, model);
  if (!shape) return [...SHAPES.dict.members.values(), ...SHAPES.text.members.values()].map(memberOffer);
  return [...SHAPES[shape].members.values()].map(memberOffer);
}

function memberOffer(member: Entry): Offer {
  if (!member.parameters) return offer(member.name, 'field', '', member.doc);
  const insert = member.parameters.length > 0 ? `${member.name}($1)` : `${member.name}()`;
  return offer(member.name, 'method', signatureOf(member), member.doc, insert);
}

/** Keys in `message['...']`, roles where a role is compared. */
function stringOffers(string: SyntaxNode, model: TemplateModel): readonly Offer[] {
  if (string.field === 'index') {
    const object = string.parent && child(string.parent, 'object');
    const shape = object && shapeOf(object, model);
    const members = shape ? [...SHAPES[shape].members.values()] : [];
    return members.filter(({ parameters }) => !parameters).map(memberOffer);
  }
  return isComparedToRole(string, model)
    ? [...ROLES.values()].map(({ name, doc }) => offer(name, 'value', 'role', doc))
    : [];
}

function isComparedToRole(string: SyntaxNode, model: TemplateModel): boolean {
  const comparison = [string.parent, string.parent?.parent].find((node) => node?.kind === 'comparison');
  return comparison?.children.some((operand) => isRole(operand, model)) ?? false;
}

/** Where its closing quote stands, or the string's end if it has none. */
function stringEnd(string: SyntaxNode): number {
  return string.children.length > 0 ? 0 : string.end - 1;
}

function argumentOffers(call: OpenCall | null, model: TemplateModel): readonly Offer[] {
  if (!call?.atStart) return [];
  return (calledEntry(call, model)?.parameters ?? [])
    .filter(({ rest }) => !rest)
    .map((parameter) => offer(`${parameter.name}=`, 'parameter', parameterLabel(parameter), ''));
}

const KINDS: Readonly<Partial<Record<SymbolKind, { kind: CompletionKind; detail: string }>>> = {
  variable: { kind: 'variable', detail: 'variable' },
  'loop-variable': { kind: 'variable', detail: 'loop variable' },
  parameter: { kind: 'parameter', detail: 'parameter' },
  namespace: { kind: 'variable', detail: 'namespace' },
  special: { kind: 'constant', detail: '' },
};

function operandOffers(model: TemplateModel, offset: number): readonly Offer[] {
  const own = model.visibleAt(offset).map((symbol): Offer => {
    const macro = symbol.kind === 'macro' ? macroEntry(symbol.name, model) : null;
    if (macro) return offer(symbol.name, 'function', signatureOf(macro), macro.doc, `${symbol.name}($1)`);
    const { kind, detail } = KINDS[symbol.kind] ?? { kind: 'variable', detail: '' };
    return offer(symbol.name, kind, detail, SPECIAL_NAMES.get(symbol.name)?.doc ?? '');
  });
  const given = model.symbols
    .filter(
      ({ kind, name, occurrences }) =>
        kind === 'context' && !FUNCTIONS.has(name) && !isBeingTyped(occurrences, offset),
    )
    .map(({ name }) => offer(name, 'variable', 'passed in', CONTEXT_VARIABLES.get(name)?.doc ?? ''));
  const known = [...CONTEXT_VARIABLES.values(), ...SPECIAL_TOKENS.values()].map((entry) =>
    offer(entry.name, 'variable', 'passed in', entry.doc),
  );
  const functions = [...FUNCTIONS.values()].map((entry) => callOffer(entry, 'function'));
  return [...own, ...known, ...given, ...functions, ...PREFIXES.map(word)];
}

/** A name that stands nowhere but at the cursor is no suggestion. */
function isBeingTyped(occurrences: readonly { start: number; end: number }[], offset: number): boolean {
  return occurrences.every(({ start, end }) => start <= offset && offset <= end);
}

function unique(offers: readonly Offer[]): readonly Offer[] {
  const first = new Map<string, Offer>();
  for (const each of offers) if (!first.has(each.label)) first.set(each.label, each);
  return [...first.values()];
}
