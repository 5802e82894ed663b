/**
 * Values as models write them: JSON, Python literals, and JSON with bare keys or with other quotes. Numbers keep their
 * spelling, so that 1.0 stays 1.0.
 */
export type Scanned =
  | {
      readonly ok: true;
      /** UTF-16 offset behind the value. */
      readonly end: number;
      /** The same value as JSON text, numbers as they were spelt. */
      readonly json: string;
    }
  | {
      readonly ok: false;
      /** Where reading got stuck, and what was missing there. */
      readonly at: number;
      readonly expected: string;
      /** Offsets of the brackets that were still open. */
      readonly open: readonly number[];
    };

const maximumDepth = 200;

const words: readonly (readonly [word: string, json: string])[] = [
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['null', 'null'],
  ['None', 'null'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['-Infinity', '-Infinity'],
];

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  '\n': '',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};

const codeUnits = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8}))/;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])/y;
const bareKey = /[\p{L}_$][\p{L}\p{N}_$.-]*(?=\s*:)/uy;

/** Reads one value at `at`, blanks before it skipped. `quote`: what stands around texts beside `"` and `'`. */
export function scanValue(text: string, at: number, quote: string | null = null): Scanned {
  return new Scanner(text, quote).scan(at);
}

/** Space, tab, line ends, no-break space. */
const isBlank = (unit: number) => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;

class Stuck extends Error {
  constructor(
    readonly at: number,
    readonly expected: string,
  ) {
    super(expected);
  }
}

class Scanner {
  private at = 0;
  private readonly open: number[] = [];

  constructor(
    private readonly text: string,
    private readonly quote: string | null,
  ) {}

  scan(at: number): Scanned {
    this.at = at;
    try {
      const json = this.value(0);
      return { ok: true, end: this.at, json };
    } catch (stuck) {
      if (!(stuck instanceof Stuck)) throw stuck;
      return { ok: false, at: stuck.at, expected: stuck.expected, open: this.open };
    }
  }

  private value(depth: number): string {
    if (depth > maximumDepth) throw new Stuck(this.at, 'less nesting');
    this.skipBlank();
    const text = this.quoted();
    if (text !== null) return JSON.stringify(text);
    if (this.text[this.at] === '{')
      return this.container('{', '}', () => `${this.key()}: ${this.member(depth)}`);
    if (this.text[this.at] === '[') return this.container('[', ']', () => this.value(depth + 1));
    return this.scalar();
  }

  private container(open: string, close: string, item: () => string): string {
    this.open.push(this.at);
    this.at += 1;
    const items: string[] = [];
    this.skipBlank();
    while (this.text[this.at] !== close) {
      items.push(item());
      this.skipBlank();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ',') throw new Stuck(this.at, `"," or "${close}"`);
      this.at += 1;
      this.skipBlank();
      if (this.text[this.at] === close) throw new Stuck(this.at, 'another item behind the comma');
    }
    this.at += 1;
    this.open.pop();
    return `${open}${items.join(', ')}${close}`;
  }

  private key(): string {
    this.skipBlank();
    const text = this.quoted();
    if (text !== null) return JSON.stringify(text);
    const bare = this.sticky(bareKey);
    if (bare === null) throw new Stuck(this.at, 'a key');
    return JSON.stringify(bare);
  }

  private member(depth: number): string {
    this.skipBlank();
    if (this.text[this.at] !== ':') throw new Stuck(this.at, '":"');
    this.at += 1;
    return this.value(depth + 1);
  }

  private scalar(): string {
    for (const [word, json] of words) {
      if (!this.text.startsWith(word, this.at) || /\w/.test(this.text[this.at + word.length] ?? '')) continue;
      this.at += word.length;
      return json;
    }
    const digits = this.sticky(number);
    if (digits === null) throw new Stuck(this.at, 'a value');
    return digits;
  }

  /** The text of a string, or null where none begins here. */
  private quoted(): string | null {
    if (this.quote !== null && this.text.startsWith(this.quote, this.at)) {
      const from = this.at + this.quote.length;
      const to = this.text.indexOf(this.quote, from);
      if (to < 0) throw new Stuck(this.text.length, this.quote);
      this.at = to + this.quote.length;
      return this.text.slice(from, to);
    }
    const mark = this.text[this.at];
    return mark === '"' || mark === "'" ? this.escaped(mark) : null;
  }

  private escaped(mark: string): string {
    let value = '';
    this.at += 1;
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined) throw new Stuck(this.at, mark);
      this.at += 1;
      if (character === mark) return value;
      value += character === '\\' ? this.escape() : character;
    }
  }

  private escape(): string {
    const character = this.text[this.at] ?? '';
    const simple = escapes[character];
    if (simple !== undefined) {
      this.at += 1;
      return simple;
    }
    const units = codeUnits.exec(this.text.slice(this.at, this.at + 9));
    const code = units === null ? NaN : parseInt(units[1] ?? units[2] ?? units[3]!, 16);
    if (units === null || code > 0x10ffff) throw new Stuck(this.at, 'an escape that JSON knows');
    this.at += units[0].length;
    return String.fromCodePoint(code);
  }

  private skipBlank(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at += 1;
  }

  private sticky(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at += found[0].length;
    return found[0];
  }
}
