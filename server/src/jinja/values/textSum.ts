/** A str under construction by `+`, whose origin is one rope however many parts it has. */
import { join } from '../trace/build.ts';
import type { Provenance } from '../trace/provenance.ts';
import { chargeJoin } from './meter.ts';
import { provenanceOf } from './text.ts';
import { Str, type Text } from './types.ts';

/** Parts are not Markup. */
export class TextSum {
  private text: string;
  private readonly origins: Provenance[];

  constructor(first: Text) {
    this.text = typeof first === 'string' ? first : first.text;
    this.origins = this.text === '' ? [] : [provenanceOf(first)];
  }

  add(part: Text): void {
    const own = typeof part === 'string' ? part : part.text;
    if (own === '') return;
    chargeJoin(this.text.length + own.length, Math.min(this.text.length, own.length));
    this.text += own;
    this.origins.push(provenanceOf(part));
  }

  result(): Str {
    return new Str(this.text, join(this.origins));
  }
}
