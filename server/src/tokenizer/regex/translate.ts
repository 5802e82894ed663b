import { readClass } from './characterClass.ts';
import { PatternCursor } from './cursor.ts';
import { literal, readEscape } from './escapes.ts';
import { caseVariants } from './fold.ts';
import { propertyClass } from './properties.ts';

interface Options {
  ignoreCase: boolean;
  /** The dialect's option `m`. */
  dotMatchesAll: boolean;
}

const ANY = '[\\0-\\u{10ffff}]';
const NOT_NEWLINE = '[^\\n]';
const WORD = propertyClass('word')!;

/** Positions in the Oniguruma dialect, as look-arounds: `^` and `$` are about lines there. */
const ANCHORS: Readonly<Record<string, string>> = {
  A: `(?<!${ANY})`,
  z: `(?!${ANY})`,
  Z: `(?=\\n?(?!${ANY}))`,
  b: `(?:(?<!${WORD})(?=${WORD})|(?<=${WORD})(?!${WORD}))`,
  B: `(?:(?<!${WORD})(?!${WORD})|(?<=${WORD})(?=${WORD}))`,
};

const PLAIN_GROUPS: readonly string[] = ['?:', '?=', '?!', '?<=', '?<!'];

/** Translates a pattern of the Oniguruma dialect to a JavaScript one with the flags `v`; throws PatternError. */
export function translatePattern(pattern: string): string {
  return new Translator(pattern).translate();
}

class Translator {
  private readonly cursor: PatternCursor;
  private atomicGroups = 0;

  constructor(pattern: string) {
    this.cursor = new PatternCursor(pattern);
  }

  translate(): string {
    const source = this.alternatives({ ignoreCase: false, dotMatchesAll: false });
    if (!this.cursor.done) throw this.cursor.error('closes a group that is not open');
    return source;
  }

  /** Up to the `)` that closes the group, or the end. */
  private alternatives(options: Options): string {
    let source = '';
    while (!this.cursor.done && this.cursor.peek() !== ')') {
      source += this.cursor.take('|') ? '|' : this.quantified(options);
    }
    return source;
  }

  private quantified(options: Options): string {
    const atom = this.atom(options);
    if (atom === '') return '';
    let source = atom;
    for (let quantifier = this.quantifier(); quantifier !== null; quantifier = this.quantifier()) {
      if (source !== atom) source = `(?:${source})`;
      source += quantifier.text;
      if (quantifier.possessive) source = this.atomic(source);
    }
    return source;
  }

  /** `{2,3}+` is a repeated repetition in this dialect, not a possessive one. */
  private quantifier(): { text: string; possessive: boolean } | null {
    const simple = this.cursor.match(/^([?*+])([?+]?)/);
    if (simple !== null)
      return { text: simple[1]! + simple[2]!.replace('+', ''), possessive: simple[2] === '+' };
    const counted = this.cursor.match(/^\{(?:(\d+)(,?)(\d*)|,(\d+))\}(\??)/);
    if (counted === null) return null;
    const [, least = '0', comma = ',', most = '', only = '', lazy = ''] = counted;
    return { text: `{${least}${comma}${most || only}}${lazy}`, possessive: false };
  }

  /** JavaScript never backtracks into a look-ahead: capture there, then consume what was captured. */
  private atomic(source: string): string {
    const name = `a${this.atomicGroups++}`;
    return `(?:(?=(?<${name}>${source}))\\k<${name}>)`;
  }

  private atom(options: Options): string {
    const character = this.cursor.next();
    switch (character) {
      case '(':
        return this.group(options);
      case '[':
        return readClass(this.cursor, options.ignoreCase);
      case '.':
        return options.dotMatchesAll ? ANY : NOT_NEWLINE;
      case '^':
        return `(?<!${NOT_NEWLINE})`;
      case '$':
        return `(?!${NOT_NEWLINE})`;
      case '\\':
        return this.escape(options);
      case '*':
      case '+':
      case '?':
        throw this.cursor.error('repeats nothing');
      default:
        return characterSource(character, options.ignoreCase);
    }
  }

  private escape(options: Options): string {
    const anchor = ANCHORS[this.cursor.peek()];
    if (anchor !== undefined) {
      this.cursor.next();
      return anchor;
    }
    if (this.cursor.take('R')) return '(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])';
    const atom = readEscape(this.cursor);
    return atom.kind === 'class' ? atom.source : characterSource(atom.character, options.ignoreCase);
  }

  private group(options: Options): string {
    if (this.cursor.take('?#')) {
      this.cursor.match(/^[^)]*\)/);
      return '';
    }
    const plain = PLAIN_GROUPS.find((opening) => this.cursor.take(opening));
    if (plain !== undefined) return `(${plain}${this.body(options)})`;
    if (this.cursor.take('?>')) return this.atomic(this.body(options));
    if (this.cursor.match(/^\?<\w+>/) !== null) return `(?:${this.body(options)})`;
    const flags = this.cursor.match(/^\?([a-z]*)(?:-([a-z]*))?([:)])/);
    if (flags !== null) return this.optionGroup(options, flags[1]!, flags[2] ?? '', flags[3] === ')');
    if (this.cursor.peek() === '?') throw this.cursor.error('has a group of an unknown kind');
    return `(?:${this.body(options)})`;
  }

  /** `x(?i)y|z` means `x(?i:y|z)` in this dialect. */
  private optionGroup(options: Options, on: string, off: string, toEndOfGroup: boolean): string {
    if (/[^im]/.test(on + off)) throw this.cursor.error(`sets the option ${on + off}`);
    const inner = { ...options };
    if (on.includes('i') || off.includes('i')) inner.ignoreCase = on.includes('i');
    if (on.includes('m') || off.includes('m')) inner.dotMatchesAll = on.includes('m');
    return `(?:${toEndOfGroup ? this.alternatives(inner) : this.body(inner)})`;
  }

  private body(options: Options): string {
    const source = this.alternatives(options);
    if (!this.cursor.take(')')) throw this.cursor.error('leaves a group open');
    return source;
  }
}

function characterSource(character: string, ignoreCase: boolean): string {
  const variants = ignoreCase ? caseVariants(character) : [character];
  return variants.length === 1 ? literal(variants[0]!) : `[${variants.map(literal).join('')}]`;
}
