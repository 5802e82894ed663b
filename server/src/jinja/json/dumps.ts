/** Python's `json.dumps`, as `tojson` of chat templates uses it. */
import { lessThan } from '../values/compare.ts';
import { keyAlone } from '../values/dict.ts';
import { PythonError, typeError } from '../values/errors.ts';
import { charge, chargeText, maximumDepth } from '../values/meter.ts';
import { printInt, reprFloat } from '../values/print.ts';
import { Dict, Float, List, Str, Tuple, type HashKey, type Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { sortStable } from '../values/sort.ts';

export interface DumpOptions {
  readonly ensureAscii?: boolean;
  /** Text of one level of indentation; null for all on one line. */
  readonly indent?: string | null;
  /** Between items, and between key and value. */
  readonly separators?: readonly [item: string, key: string] | null;
  readonly sortKeys?: boolean;
}

/**
 * JSON text of a value.
 * @throws PythonError TypeError for what JSON can't say (Undefined, generators, tuple keys, keys that don't sort),
 * RecursionError for what nests too deeply.
 */
export function dumps(value: Value, options: DumpOptions = {}): string {
  const { ensureAscii = false, indent = null, separators = null, sortKeys = false } = options;
  const item = separators?.[0] ?? (indent === null ? ', ' : ',');
  return new Writer(ensureAscii, indent, item, separators?.[1] ?? ': ', sortKeys).text(value);
}

class Writer {
  private out = '';

  constructor(
    private readonly ensureAscii: boolean,
    private readonly indent: string | null,
    private readonly itemSeparator: string,
    private readonly keySeparator: string,
    private readonly sortKeys: boolean,
  ) {}

  text(value: Value): string {
    this.write(value, 0);
    return this.out;
  }

  private write(value: Value, depth: number): void {
    if (typeof value === 'string') {
      this.out += this.quoted(value);
    } else if (value instanceof Str) {
      this.out += this.quoted(value.text);
    } else if (value instanceof List || value instanceof Tuple) {
      this.items(value.items, depth);
    } else if (value instanceof Dict) {
      this.entries(value, depth);
    } else {
      const scalar = scalarText(value);
      if (scalar === null) throw typeError(`Object of type ${typeName(value)} is not JSON serializable`);
      this.out += scalar;
    }
  }

  private items(items: readonly Value[], depth: number): void {
    if (items.length === 0) {
      this.out += '[]';
      return;
    }
    const inner = this.below(depth);
    const separator = this.itemSeparator + this.line(inner);
    const start = this.open('[', inner);
    for (let i = 0; i < items.length; i++) {
      if (i > 0) this.out += separator;
      this.write(items[i] as Value, inner);
    }
    this.close(']', depth, start, items.length);
  }

  private entries(dict: Dict, depth: number): void {
    if (dict.map.size === 0) {
      this.out += '{}';
      return;
    }
    const inner = this.below(depth);
    const separator = this.itemSeparator + this.line(inner);
    const start = this.open('{', inner);
    let between = '';
    for (const [hash, value] of this.sortKeys ? sortedEntries(dict) : dict.map) {
      this.out += between + this.quoted(keyText(keyAlone(dict, hash))) + this.keySeparator;
      this.write(value, inner);
      between = separator;
    }
    this.close('}', depth, start, dict.map.size);
  }

  /** Answers where the content starts. */
  private open(bracket: string, inner: number): number {
    this.out += bracket + this.line(inner);
    return this.out.length;
  }

  private close(bracket: string, depth: number, start: number, count: number): void {
    charge(count);
    chargeText(this.out.length - start + this.itemSeparator.length);
    this.out += this.line(depth) + bracket;
  }

  /** The start of a line of that depth; nothing where all is on one line. */
  private line(depth: number): string {
    return this.indent === null ? '' : `\n${this.indent.repeat(depth)}`;
  }

  private quoted(text: string): string {
    chargeText(text.length);
    if (this.ensureAscii) return `"${text.replace(UNSAFE_ASCII, escapeUnit)}"`;
    if (!UNSAFE.test(text)) return `"${text}"`;
    // JSON.stringify escapes the same, and lone surrogates too.
    return SURROGATE.test(text) ? `"${text.replace(ALL_UNSAFE, escapeUnit)}"` : JSON.stringify(text);
  }

  private below(depth: number): number {
    if (depth < maximumDepth()) return depth + 1;
    throw new PythonError('RecursionError', 'maximum recursion depth exceeded while encoding a JSON object');
  }
}

function sortedEntries(dict: Dict): [HashKey, Value][] {
  const entries = [...dict.map];
  sortStable(entries, ([left], [right]) => lessThan(keyAlone(dict, left), keyAlone(dict, right)));
  return entries;
}

const UNSAFE = /["\\\u0000-\u001f]/;
const ALL_UNSAFE = new RegExp(UNSAFE, 'g');
const SURROGATE = /[\ud800-\udfff]/;
const UNSAFE_ASCII = /["\\]|[^\u0020-\u007e]/g;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeUnit(unit: string): string {
  return ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** None, booleans and numbers; null for anything else. */
function scalarText(value: Value): string | null {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number' || typeof value === 'bigint') return printInt(value);
  if (!(value instanceof Float)) return null;
  if (Number.isNaN(value.value)) return 'NaN';
  if (!Number.isFinite(value.value)) return value.value > 0 ? 'Infinity' : '-Infinity';
  return reprFloat(value.value);
}

function keyText(key: Value): string {
  if (typeof key === 'string') return key;
  if (key instanceof Str) return key.text;
  const text = scalarText(key);
  if (text === null) {
    throw typeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
  }
  return text;
}
