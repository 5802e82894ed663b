import { TokenizerError } from '../types.ts';

/** Bytes that are read by place: a file on disk, or one behind an address. */
export interface ByteSource {
  /** Bytes `[from, from + length)`; fewer where the file ends. */
  read(from: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Over the network each chunk is a journey; most headers take one or two. */
const CHUNK = 2 ** 22;
/** The header of a model with a quarter of a million tokens takes some twenty megabytes. */
const MOST_BYTES = 2 ** 28;

/** Reads a source from its start on, in chunks, numbers by the file's own byte order. Throws TokenizerError at its end. */
export class ByteCursor {
  littleEndian = true;
  private view = new DataView(new ArrayBuffer(0));
  private bytes = new Uint8Array(0);
  private base = 0;
  private at = 0;
  private ended = false;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(
    private readonly source: ByteSource,
    private readonly file: string,
  ) {}

  get position(): number {
    return this.base + this.at;
  }

  /** Whether the next `length` bytes are at hand; else `fetch` them. Numbers and texts need it first. */
  has(length: number): boolean {
    return this.at + length <= this.bytes.length;
  }

  async fetch(length: number): Promise<void> {
    if (this.has(length)) return;
    if (this.position + length > MOST_BYTES)
      throw this.error('has a header that is larger than any model needs');
    const rest = this.bytes.subarray(this.at);
    const start = this.base + this.bytes.length;
    const more = this.ended
      ? new Uint8Array(0)
      : await this.source.read(start, Math.max(CHUNK, length - rest.length));
    this.ended = more.length === 0;
    const joined = new Uint8Array(rest.length + more.length);
    joined.set(rest);
    joined.set(more, rest.length);
    this.base += this.at;
    this.at = 0;
    this.bytes = joined;
    this.view = new DataView(joined.buffer);
    if (this.has(length)) return;
    if (this.ended) throw this.error(`ends in its header, at byte ${start + more.length}: it is not whole`);
    await this.fetch(length);
  }

  u8(): number {
    return this.view.getUint8(this.skipped(1));
  }
  i8(): number {
    return this.view.getInt8(this.skipped(1));
  }
  u16(): number {
    return this.view.getUint16(this.skipped(2), this.littleEndian);
  }
  i16(): number {
    return this.view.getInt16(this.skipped(2), this.littleEndian);
  }
  u32(): number {
    return this.view.getUint32(this.skipped(4), this.littleEndian);
  }
  i32(): number {
    return this.view.getInt32(this.skipped(4), this.littleEndian);
  }
  f32(): number {
    return this.view.getFloat32(this.skipped(4), this.littleEndian);
  }
  f64(): number {
    return this.view.getFloat64(this.skipped(8), this.littleEndian);
  }
  u64(): number {
    return Number(this.view.getBigUint64(this.skipped(8), this.littleEndian));
  }
  i64(): number {
    return Number(this.view.getBigInt64(this.skipped(8), this.littleEndian));
  }

  text(length: number): string {
    const from = this.skipped(length);
    try {
      return this.decoder.decode(this.bytes.subarray(from, from + length));
    } catch {
      throw this.error(`has a text that is not UTF-8 at byte ${this.base + from}`);
    }
  }

  /** Of bytes that are at hand. */
  pass(length: number): void {
    this.skipped(length);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const step = Math.min(left, CHUNK);
      await this.fetch(step);
      this.at += step;
      left -= step;
    }
  }

  error(problem: string): TokenizerError {
    return new TokenizerError(`${this.file} ${problem}.`, this.file);
  }

  private skipped(length: number): number {
    const from = this.at;
    this.at += length;
    return from;
  }
}
