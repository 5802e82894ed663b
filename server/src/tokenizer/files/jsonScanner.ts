/** The text is not of the plain form that the scanner reads; the ordinary parser then says what is wrong, if anything. */
export class NotPlain extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Reads JSON in place, without an object or a string per entry: vocabularies have hundreds of thousands. Every method
 * throws NotPlain where something else stands than asked for.
 */
export class JsonScanner {
  /** UTF-16 units read by `readString`. */
  units = new Uint16Array(256);
  length = 0;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  /** Visits the keys of an object; `visit` stands before the value and must read or skip it. */
  object(visit: (key: string) => void): void {
    this.members(OPEN_BRACE, CLOSE_BRACE, () => {
      this.length = 0;
      this.readString();
      const key = String.fromCharCode(...this.units.subarray(0, this.length));
      this.expect(COLON);
      visit(key);
    });
  }

  /** Visits the entries of an object as `units` and a whole number. */
  numbers(visit: (value: number) => void): void {
    this.members(OPEN_BRACE, CLOSE_BRACE, () => {
      this.length = 0;
      this.readString();
      this.expect(COLON);
      visit(this.wholeNumber());
    });
  }

  list(visit: () => void): void {
    this.members(OPEN_BRACKET, CLOSE_BRACKET, visit);
  }

  startsWith(character: string): boolean {
    return this.peek() === character.charCodeAt(0);
  }

  /** Appends a string's units. */
  readString(): void {
    this.expect(QUOTE);
    const { text } = this;
    let at = this.at;
    while (true) {
      let unit = text.charCodeAt(at++);
      if (unit === QUOTE) break;
      // Past the end the unit is NaN.
      if (!(unit >= 0x20)) throw new NotPlain();
      if (unit === BACKSLASH) {
        const letter = text[at++]!;
        if (letter === 'u') {
          const digits = text.slice(at, at + 4);
          if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new NotPlain();
          unit = parseInt(digits, 16);
          at += 4;
        } else if (letter in ESCAPES) {
          unit = ESCAPES[letter]!.charCodeAt(0);
        } else if ('"\\/'.includes(letter)) {
          unit = letter.charCodeAt(0);
        } else {
          throw new NotPlain();
        }
      }
      if (this.length === this.units.length) this.grow();
      this.units[this.length++] = unit;
    }
    this.at = at;
  }

  skipValue(): void {
    const unit = this.peek();
    if (unit === QUOTE) {
      this.length = 0;
      this.readString();
    } else if (unit === OPEN_BRACE) {
      this.object(() => this.skipValue());
    } else if (unit === OPEN_BRACKET) {
      this.list(() => this.skipValue());
    } else {
      const from = this.at;
      while (/[\w.+-]/.test(this.text[this.at] ?? '')) this.at++;
      if (this.at === from) throw new NotPlain();
    }
  }

  private members(open: number, close: number, visit: () => void): void {
    this.expect(open);
    if (this.peek() !== close) {
      visit();
      while (this.peek() === COMMA) {
        this.at++;
        visit();
      }
    }
    this.expect(close);
  }

  private wholeNumber(): number {
    this.peek();
    let value = 0;
    const from = this.at;
    for (let digit = this.digit(); digit >= 0; digit = this.digit()) {
      value = value * 10 + digit;
      this.at++;
    }
    if (this.at === from || this.at > from + 8) throw new NotPlain();
    return value;
  }

  private digit(): number {
    const digit = this.text.charCodeAt(this.at) - 0x30;
    return digit >= 0 && digit <= 9 ? digit : -1;
  }

  private expect(unit: number): void {
    if (this.peek() !== unit) throw new NotPlain();
    this.at++;
  }

  /** The next unit that is no white space; NaN at the end. */
  private peek(): number {
    let unit = this.text.charCodeAt(this.at);
    while (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09)
      unit = this.text.charCodeAt(++this.at);
    return unit;
  }

  private grow(): void {
    const larger = new Uint16Array(this.units.length * 2);
    larger.set(this.units);
    this.units = larger;
  }
}
