/**
 * Text after normalisation, with the range of original text behind every UTF-16 unit. `starts` and `ends` are null while
 * the text is a verbatim slice of the original, which is nearly always: unit i then covers `[origin + i, origin + i + 1)`.
 */
export interface AlignedText {
  readonly text: string;
  /** Where this piece begins in the original text. */
  readonly origin: number;
  readonly starts: Int32Array | null;
  readonly ends: Int32Array | null;
}

export function verbatim(text: string, origin: number): AlignedText {
  return { text, origin, starts: null, ends: null };
}

export function startOf(aligned: AlignedText, unit: number): number {
  return aligned.starts === null ? aligned.origin + unit : aligned.starts[unit]!;
}

export function endOf(aligned: AlignedText, unit: number): number {
  return aligned.ends === null ? aligned.origin + unit + 1 : aligned.ends[unit]!;
}

export function sliceAligned(aligned: AlignedText, from: number, to: number): AlignedText {
  if (from === 0 && to === aligned.text.length) return aligned;
  const text = aligned.text.slice(from, to);
  if (aligned.starts === null || aligned.ends === null) return verbatim(text, aligned.origin + from);
  const origin = from < to ? aligned.starts[from]! : aligned.origin;
  return { text, origin, starts: aligned.starts.subarray(from, to), ends: aligned.ends.subarray(from, to) };
}

/** Builds a rewritten text from left to right. Ranges are original offsets. */
export class AlignedTextBuilder {
  private text = '';
  private starts = new Int32Array(64);
  private ends = new Int32Array(64);
  private length = 0;

  constructor(private readonly source: AlignedText) {}

  /** Units `[from, to)` of the source, unchanged. */
  keep(from: number, to: number): void {
    this.reserve(to - from);
    for (let unit = from; unit < to; unit++) {
      this.starts[this.length] = startOf(this.source, unit);
      this.ends[this.length++] = endOf(this.source, unit);
    }
    this.text += this.source.text.slice(from, to);
  }

  /** New text that stands for the original range `[start, end)`; zero wide where it stands for nothing. */
  write(text: string, start: number, end: number): void {
    this.reserve(text.length);
    this.starts.fill(start, this.length, this.length + text.length);
    this.ends.fill(end, this.length, this.length + text.length);
    this.length += text.length;
    this.text += text;
  }

  /** New text that stands for units `[from, to)` of the source. */
  replace(from: number, to: number, text: string): void {
    this.write(text, startOf(this.source, from), endOf(this.source, to - 1));
  }

  build(): AlignedText {
    return {
      text: this.text,
      origin: this.source.origin,
      starts: this.starts.slice(0, this.length),
      ends: this.ends.slice(0, this.length),
    };
  }

  private reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.starts.length) return;
    const capacity = Math.max(needed, this.starts.length * 2);
    this.starts = grown(this.starts, capacity);
    this.ends = grown(this.ends, capacity);
  }
}

function grown(array: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(array);
  return larger;
}
