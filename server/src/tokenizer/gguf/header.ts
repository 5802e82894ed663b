/**
 * The metadata of a GGUF file, without its weights.
 *
 * `@huggingface/gguf` reads it too, but loses a byte order mark that a token begins with (vocabularies have such a token),
 * and takes any answer for the range it asked for.
 */
import { ByteCursor, type ByteSource } from './source.ts';

export type GgufValue =
  string | number | boolean | readonly string[] | readonly number[] | readonly boolean[];
export type GgufMetadata = ReadonlyMap<string, GgufValue>;

export interface GgufHeader {
  /** What was wanted of it. */
  readonly metadata: GgufMetadata;
  /** Bytes from the start of the file to the end of its metadata. */
  readonly length: number;
}

const MAGIC = 'GGUF';
const STRING = 8;
const ARRAY = 9;
const MOST_ENTRIES = 65_536;
const MOST_ITEMS = 4_000_000;
const MOST_NESTED = 4;

/** Type of a value in the file: bytes it takes, and how it is read. */
const SCALARS: Readonly<Record<number, readonly [number, (cursor: ByteCursor) => number | boolean]>> = {
  0: [1, (cursor) => cursor.u8()],
  1: [1, (cursor) => cursor.i8()],
  2: [2, (cursor) => cursor.u16()],
  3: [2, (cursor) => cursor.i16()],
  4: [4, (cursor) => cursor.u32()],
  5: [4, (cursor) => cursor.i32()],
  6: [4, (cursor) => cursor.f32()],
  7: [1, (cursor) => cursor.u8() !== 0],
  10: [8, (cursor) => cursor.u64()],
  11: [8, (cursor) => cursor.i64()],
  12: [8, (cursor) => cursor.f64()],
};

/** Throws TokenizerError, which says what is wrong with `file`. */
export async function readGgufHeader(
  source: ByteSource,
  file: string,
  isWanted: (key: string) => boolean,
): Promise<GgufHeader> {
  const reader = new HeaderReader(new ByteCursor(source, file));
  await reader.start();
  const entries = await reader.count();
  if (entries > MOST_ENTRIES) throw reader.error(`says that it has ${entries} entries of metadata`);
  const metadata = new Map<string, GgufValue>();
  for (let entry = 0; entry < entries; entry++) {
    const key = await reader.text();
    const type = await reader.type();
    const value = isWanted(key) ? await reader.value(type, key) : await reader.skipValue(type, 0);
    if (value !== null) metadata.set(key, value);
  }
  return { metadata, length: reader.position };
}

class HeaderReader {
  /** Counts take four bytes in the first version, then eight. */
  private wide = true;

  constructor(private readonly cursor: ByteCursor) {}

  get position(): number {
    return this.cursor.position;
  }

  error(problem: string) {
    return this.cursor.error(problem);
  }

  /** Up to the count of metadata. */
  async start(): Promise<void> {
    const { cursor } = this;
    await cursor.fetch(8);
    const magic = Array.from(MAGIC, () => String.fromCharCode(cursor.u8())).join('');
    if (magic !== MAGIC) throw cursor.error('is no GGUF file: it does not begin with "GGUF"');
    let version = cursor.u32();
    // Read in the other order a small number is a large one.
    if (version > 0xffff) {
      cursor.littleEndian = false;
      version =
        ((version & 0xff) << 24) | ((version & 0xff00) << 8) | ((version >>> 8) & 0xff00) | (version >>> 24);
    }
    if (version < 1 || version > 3) throw cursor.error(`is of GGUF version ${version}; 1 to 3 are known`);
    this.wide = version > 1;
    await this.count();
  }

  async count(): Promise<number> {
    if (!this.cursor.has(this.countSize)) await this.cursor.fetch(this.countSize);
    return this.countAtHand();
  }

  async type(): Promise<number> {
    await this.cursor.fetch(4);
    return this.cursor.u32();
  }

  async text(): Promise<string> {
    const length = await this.count();
    if (!this.cursor.has(length)) await this.cursor.fetch(length);
    return this.cursor.text(length);
  }

  /** Null for a list of lists. */
  async value(type: number, key: string): Promise<GgufValue | null> {
    if (type === STRING) return this.text();
    if (type !== ARRAY) return this.scalar(type);
    const itemType = await this.type();
    const items = await this.count();
    if (items > MOST_ITEMS) throw this.error(`says that ${key} has ${items} items`);
    if (itemType === STRING) return this.texts(items);
    if (itemType === ARRAY) {
      for (let item = 0; item < items; item++) await this.skipValue(ARRAY, 1);
      return null;
    }
    const list: (number | boolean)[] = [];
    for (let item = 0; item < items; item++) list.push(await this.scalar(itemType));
    return list as number[] | boolean[];
  }

  async skipValue(type: number, depth: number): Promise<null> {
    if (type === STRING) {
      await this.cursor.skip(await this.count());
      return null;
    }
    if (type !== ARRAY) {
      await this.cursor.skip(this.scalarOf(type)[0]);
      return null;
    }
    if (depth > MOST_NESTED) throw this.error('nests lists without end');
    const itemType = await this.type();
    const items = await this.count();
    if (itemType !== STRING && itemType !== ARRAY) {
      await this.cursor.skip(items * this.scalarOf(itemType)[0]);
      return null;
    }
    if (itemType === STRING) await this.skipTexts(items);
    else for (let item = 0; item < items; item++) await this.skipValue(ARRAY, depth + 1);
    return null;
  }

  private async skipTexts(items: number): Promise<void> {
    const { cursor } = this;
    for (let item = 0; item < items; item++) {
      if (!cursor.has(this.countSize)) await cursor.fetch(this.countSize);
      const length = this.countAtHand();
      if (cursor.has(length)) cursor.pass(length);
      else await cursor.skip(length);
    }
  }

  private async texts(items: number): Promise<string[]> {
    const { cursor } = this;
    const list: string[] = [];
    for (let item = 0; item < items; item++) {
      // Without waiting where the bytes are at hand: there are hundreds of thousands.
      if (!cursor.has(this.countSize)) await cursor.fetch(this.countSize);
      const length = this.countAtHand();
      if (!cursor.has(length)) await cursor.fetch(length);
      list.push(cursor.text(length));
    }
    return list;
  }

  private get countSize(): number {
    return this.wide ? 8 : 4;
  }

  private countAtHand(): number {
    return this.wide ? this.cursor.u64() : this.cursor.u32();
  }

  private async scalar(type: number): Promise<number | boolean> {
    const [length, read] = this.scalarOf(type);
    if (!this.cursor.has(length)) await this.cursor.fetch(length);
    return read(this.cursor);
  }

  private scalarOf(type: number) {
    const scalar = SCALARS[type];
    if (scalar === undefined) throw this.error(`has a value of unknown type ${type}`);
    return scalar;
  }
}
