import { TokenizerError } from '../types.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a file, or says in which line and column it stops being JSON. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    throw new TokenizerError(`${file} is not valid JSON${whereItBreaks(text, String(error))}.`, file);
  }
}

function whereItBreaks(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return text.trim() === '' ? ': it is empty' : ': it ends too early';
  const before = text.slice(0, Number(position)).split('\n');
  return ` at line ${before.length}, column ${before[before.length - 1]!.length + 1}`;
}

/** A JSON object of a file, read field by field with errors that name the field. */
export class JsonReader {
  constructor(
    readonly object: JsonObject,
    readonly file: string,
    readonly path: string,
  ) {}

  static of(value: unknown, file: string, path: string): JsonReader {
    if (!isJsonObject(value))
      throw new TokenizerError(`${file}: ${path || 'the file'} must be an object.`, file);
    return new JsonReader(value, file, path);
  }

  has(key: string): boolean {
    return this.object[key] !== undefined && this.object[key] !== null;
  }

  string(key: string, otherwise?: string): string {
    return this.typed(key, 'string', (value) => typeof value === 'string', otherwise);
  }

  boolean(key: string, otherwise?: boolean): boolean {
    return this.typed(key, 'boolean', (value) => typeof value === 'boolean', otherwise);
  }

  integer(key: string, otherwise?: number): number {
    return this.typed(key, 'whole number', (value) => Number.isInteger(value), otherwise);
  }

  list(key: string, otherwise?: readonly unknown[]): readonly unknown[] {
    return this.typed(key, 'list', (value) => Array.isArray(value), otherwise);
  }

  child(key: string): JsonReader {
    return JsonReader.of(this.object[key], this.file, this.pathOf(key));
  }

  children(key: string): JsonReader[] {
    return this.list(key).map((value, index) =>
      JsonReader.of(value, this.file, `${this.pathOf(key)}[${index}]`),
    );
  }

  optionalChild(key: string): JsonReader | null {
    return this.has(key) ? this.child(key) : null;
  }

  error(problem: string): TokenizerError {
    return new TokenizerError(`${this.file}: ${this.path || 'the file'} ${problem}`, this.file);
  }

  private pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  private typed<T>(key: string, kind: string, fits: (value: unknown) => boolean, otherwise?: T): T {
    const value = this.object[key];
    if (fits(value)) return value as T;
    if ((value === undefined || value === null) && otherwise !== undefined) return otherwise;
    throw new TokenizerError(`${this.file}: ${this.pathOf(key)} must be a ${kind}.`, this.file);
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
