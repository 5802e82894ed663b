/** Whether another engine writes the same bytes as Python's Jinja2, and if not, what kind of difference it is. */
import type { Rendered } from '../api.ts';
import type { EngineOutcome } from './engine.ts';

/** What usually lies behind a difference. */
export type DifferenceCause =
  | 'none-and-booleans'
  | 'numbers'
  | 'quotes'
  | 'html-escaping'
  /** Keys of a mapping in another order. */
  | 'key-order'
  | 'json'
  | 'whitespace'
  | 'text'
  /** It writes a text where Python fails. */
  | 'accepted'
  /** The template raised in one of them only. */
  | 'raised';

export type Agreement =
  /** The same text, or both refuse. */
  | { readonly kind: 'identical' }
  | {
      readonly kind: 'different';
      readonly cause: DifferenceCause;
      /** First different character: UTF-16 offset in both texts. */
      readonly at: number;
      /** What Python's and the other text have from there on, cut short. */
      readonly expected: string;
      readonly actual: string;
    }
  /** It does not know a tag, filter, test, method or function. */
  | { readonly kind: 'unsupported'; readonly feature: string; readonly message: string }
  | { readonly kind: 'error'; readonly message: string; readonly phase: 'parse' | 'render' };

/** Characters of each text that a difference shows. */
const EXCERPT = 40;

/** Engines' own words for what they lack; the group is its name. */
const UNSUPPORTED: readonly RegExp[] = [
  /^(?:\w+ \w+: )?unknown (?:filter|test|function): (?:filter |test )?([\w.]+) is unknown/,
  /unknown statement (\w+)/,
  /has no method named (\w+)/,
  /^Unknown statement type: (\w+)/,
  /^Unknown (?:\w+ )?(?:filter|test): (\w+)/,
];

/** `ours`: the render by the engine that is held to Python. */
export function agreementOf(ours: Rendered, theirs: EngineOutcome): Agreement {
  if (!ours.ok) return whereOursFails(ours.error.type === 'TemplateRaised', ours.error.message, theirs);
  if (theirs.kind === 'text') return ofTexts(ours.text, theirs.text);
  if (theirs.kind === 'raised') return difference('raised', 0, ours.text, theirs.message);
  const feature = unsupportedFeature(theirs.message);
  if (feature === null) return { kind: 'error', message: theirs.message, phase: theirs.phase };
  return { kind: 'unsupported', feature, message: theirs.message };
}

function whereOursFails(raised: boolean, message: string, theirs: EngineOutcome): Agreement {
  if (theirs.kind === 'text') return difference(raised ? 'raised' : 'accepted', 0, message, theirs.text);
  const feature = raised && theirs.kind === 'error' ? unsupportedFeature(theirs.message) : null;
  if (feature === null) return { kind: 'identical' };
  return { kind: 'unsupported', feature, message: theirs.kind === 'error' ? theirs.message : '' };
}

function unsupportedFeature(message: string): string | null {
  for (const pattern of UNSUPPORTED) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

function ofTexts(expected: string, actual: string): Agreement {
  if (expected === actual) return { kind: 'identical' };
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  return difference(causeOf(expected, actual, at), at, expected, actual);
}

function difference(cause: DifferenceCause, at: number, expected: string, actual: string): Agreement {
  return {
    kind: 'different',
    cause,
    at,
    expected: expected.slice(at, at + EXCERPT),
    actual: actual.slice(at, at + EXCERPT),
  };
}

/** Looked for in this order, from the start of the word in which the texts part. */
const CAUSES: readonly { cause: DifferenceCause; expected: RegExp; actual: RegExp }[] = [
  { cause: 'none-and-booleans', expected: /^(?:True|False|None)\b/, actual: /^(?!True|False|None)/ },
  { cause: 'numbers', expected: /^-?\d[\d.e+-]*/, actual: /^-?\d/ },
  { cause: 'html-escaping', expected: /^&(?:amp|lt|gt|#3[49]|quot);/, actual: /^[&<>'"]/ },
  { cause: 'html-escaping', expected: /^[&<>'"]/, actual: /^&(?:amp|lt|gt|#3[49]|quot);/ },
  { cause: 'json', expected: /^[^\\]/, actual: /^\\u[0-9a-f]{4}/ },
  { cause: 'quotes', expected: /^'/, actual: /^"/ },
  { cause: 'quotes', expected: /^"/, actual: /^'/ },
  { cause: 'whitespace', expected: /^\n/, actual: /^\r/ },
];

const KEY = /^[\w$-]*["']\s*:/;

/** Both are in the middle of a key, and not of the same one. */
function isOtherKey(expected: string, actual: string, at: number): boolean {
  const inKey = /[{,]\s*["'][\w$-]*$/.test(expected.slice(Math.max(0, at - EXCERPT), at));
  return inKey && KEY.test(expected.slice(at, at + EXCERPT)) && KEY.test(actual.slice(at, at + EXCERPT));
}

function causeOf(expected: string, actual: string, at: number): DifferenceCause {
  if (isOtherKey(expected, actual, at)) return 'key-order';
  let wordStart = at;
  while (wordStart > 0 && /[\w.+-]/.test(expected[wordStart - 1] ?? '')) wordStart--;
  for (const start of [at, wordStart]) {
    const [from, to] = [expected.slice(start, start + EXCERPT), actual.slice(start, start + EXCERPT)];
    const found = CAUSES.find((row) => row.expected.test(from) && row.actual.test(to));
    if (found) return found.cause;
  }
  if (isSpacingOfJson(expected, actual, at)) return 'json';
  return withoutSpace(expected) === withoutSpace(actual) ? 'whitespace' : 'text';
}

/** A blank after `:` or `,` that only one of them writes. */
function isSpacingOfJson(expected: string, actual: string, at: number): boolean {
  const [mine, other] = [expected.slice(at, at + 2), actual.slice(at, at + 2)];
  const blankInOne = (mine[0] === ' ' && mine[1] === other[0]) || (other[0] === ' ' && other[1] === mine[0]);
  return blankInOne && /[:,]/.test(expected[at - 1] ?? '') && /["[{\dtfn-]/.test(mine.trim());
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
