import type { JsonReader } from '../files/reader.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { byteTokenIds } from './byteTokens.ts';
import { PIECE_STRIDE, type EncodedPiece, type Model } from './piece.ts';
import { remembered } from './remembered.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What an unknown character costs beyond the least likely token. */
const UNKNOWN_PENALTY = 10;

/** The likeliest way to cut a text into tokens. `scores`: of each token by id. Throws TokenizerError. */
export function unigram(config: JsonReader, vocabulary: Vocabulary, scores: Float64Array): Model {
  const lattice = new Lattice(vocabulary, scores);
  const unknown = config.has('unk_id') ? config.integer('unk_id') : null;
  if (unknown === null || unknown < 0 || unknown >= scores.length) {
    throw config.error('has no unk_id within its vocabulary, and can encode no other texts than its own.');
  }
  const idOfByte = config.boolean('byte_fallback', false) ? byteTokenIds(vocabulary) : null;
  return remembered((text) => {
    const piece: number[] = [];
    for (const { from, to, id } of lattice.best(text)) {
      const bytes = id === null && idOfByte !== null ? [...utf8Bytes(text.slice(from, to))] : null;
      const ids = bytes?.map((byte) => idOfByte![byte]!);
      if (ids?.every((each) => each >= 0)) for (const each of ids) piece.push(each, from, to);
      else piece.push(id ?? unknown, from, to);
    }
    return compact(piece);
  });
}

/** A token of the best way, or a run of unknown characters. */
interface Step {
  readonly from: number;
  readonly to: number;
  readonly id: number | null;
}

/** Finds the way of the highest sum of scores; of equal ones the first that is met, as SentencePiece does. */
class Lattice {
  /** By first unit: of the longest token. */
  private readonly longest = new Uint16Array(0x10000);
  private readonly unknownScore: number;

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly scores: Float64Array,
  ) {
    for (let id = 0; id < scores.length; id++) {
      const token = vocabulary.textOf(id) ?? '';
      const unit = token === '' ? 0 : token.charCodeAt(0);
      this.longest[unit] = Math.max(this.longest[unit]!, Math.min(token.length, 0xffff));
    }
    this.unknownScore = scores.reduce((least, score) => Math.min(least, score), Infinity) - UNKNOWN_PENALTY;
  }

  best(text: string): Step[] {
    const { vocabulary, longest } = this;
    const size = text.length;
    const units = Uint16Array.from({ length: size }, (_, at) => text.charCodeAt(at));
    const best = new Float64Array(size + 1);
    const cameFrom = new Int32Array(size + 1).fill(-1);
    const ids = new Int32Array(size + 1);
    const offer = (from: number, to: number, id: number, score: number): void => {
      if (cameFrom[to] !== -1 && score <= best[to]!) return;
      best[to] = score;
      cameFrom[to] = from;
      ids[to] = id;
    };
    for (let at = 0, next = 0; at < size; at = next) {
      next = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
      const limit = Math.min(size, at + longest[units[at]!]!);
      let alone = false;
      for (let end = next; end <= limit; end++) {
        const id = vocabulary.find(units, at, end);
        if (id < 0) continue;
        offer(at, end, id, best[at]! + this.scores[id]!);
        alone ||= end === next;
      }
      if (!alone) offer(at, next, -1, best[at]! + this.unknownScore);
    }
    return steps(cameFrom, ids);
  }
}

/** From the end backwards; unknown characters that follow each other are one. */
function steps(cameFrom: Int32Array, ids: Int32Array): Step[] {
  const found: Step[] = [];
  for (let to = cameFrom.length - 1; to > 0;) {
    const id = ids[to]! < 0 ? null : ids[to]!;
    let from = cameFrom[to]!;
    while (id === null && from > 0 && ids[from]! < 0) from = cameFrom[from]!;
    found.push({ from, to, id });
    to = from;
  }
  return found.reverse();
}

const compact = (piece: number[]): EncodedPiece =>
  piece.length > 1000 * PIECE_STRIDE ? Int32Array.from(piece) : piece;
