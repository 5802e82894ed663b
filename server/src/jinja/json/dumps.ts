/** Python's `json.dumps`, as `tojson` of chat templates uses it. */
import { lessThan } from '../values/compare.ts';
import { dictEntries } from '../values/dict.ts';
import { PythonError, typeError } from '../values/errors.ts';
import { charge, chargeText, maximumDepth } from '../values/meter.ts';
import { printInt, reprFloat } from '../values/print.ts';
import { Dict, Float, List, Str, Tuple } from '../values/types.ts';
import type { Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { sortStable } from '../values/sort.ts';

export interface DumpOptions {
  readonly ensureAscii?: boolean;
  /** Text of one level of indentation; null for all on one line. */
  readonly indent?: string | null;
  /** Between items, and between key and value. */
  readonly separators?: readonly [item: string, key: string];
  readonly sortKeys?: boolean;
}

/**
 * JSON text of a value.
 * @throws PythonError TypeError for what JSON can't say (Undefined, generators, tuple keys, keys that don't sort),
 * RecursionError for what nests too deeply.
 */
export function dumps(value: Value, options: DumpOptions = {}): string {
  const indent = options.indent ?? null;
  const [item, key] = options.separators ?? [indent === null ? ', ' : ',', ': '];
  return new Writer(options.ensureAscii ?? false, indent, item, key, options.sortKeys ?? false).write(
    value,
    0,
  );
}

class Writer {
  constructor(
    private readonly ensureAscii: boolean,
    private readonly indent: string | null,
    private readonly itemSeparator: string,
    private readonly keySeparator: string,
    private readonly sortKeys: boolean,
  ) {}

  write(value: Value, depth: number): string {
    if (typeof value === 'string') return this.string(value);
    if (value instanceof Str) return this.string(value.text);
    if (value instanceof List || value instanceof Tuple) {
      if (value.items.length === 0) return '[]';
      return this.container(
        '[',
        ']',
        value.items.map((item) => this.write(item, this.below(depth))),
        depth,
      );
    }
    if (value instanceof Dict) {
      if (value.map.size === 0) return '{}';
      return this.container('{', '}', this.entries(value, this.below(depth)), depth);
    }
    const scalar = scalarText(value);
    if (scalar === null) throw typeError(`Object of type ${typeName(value)} is not JSON serializable`);
    return scalar;
  }

  private entries(dict: Dict, depth: number): string[] {
    const entries = dictEntries(dict);
    if (this.sortKeys) sortStable(entries, ([left], [right]) => lessThan(left, right));
    return entries.map(([key, value]) => {
      const name = this.string(keyText(key));
      return name + this.keySeparator + this.write(value, depth);
    });
  }

  private container(open: string, close: string, parts: readonly string[], depth: number): string {
    charge(parts.length);
    const line = this.indent === null ? '' : `\n${this.indent.repeat(depth + 1)}`;
    const lastLine = this.indent === null ? '' : `\n${this.indent.repeat(depth)}`;
    const separator = this.itemSeparator + line;
    chargeText(parts.reduce((units, part) => units + part.length + separator.length, 0));
    return open + line + parts.join(separator) + lastLine + close;
  }

  private string(text: string): string {
    chargeText(text.length);
    return `"${text.replace(this.ensureAscii ? UNSAFE_ASCII : UNSAFE, escapeUnit)}"`;
  }

  private below(depth: number): number {
    if (depth < maximumDepth()) return depth + 1;
    throw new PythonError('RecursionError', 'maximum recursion depth exceeded while encoding a JSON object');
  }
}

const UNSAFE = /["\\\u0000-\u001f]/g;
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
