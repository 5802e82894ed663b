import { describe, expect, it } from 'vitest';
import { seededRandom } from '../tokenizer/analysis/random.ts';
import { BufferError, type BufferErrorCode } from './bufferError.ts';
import { lossPositions, type Snapshot } from './snapshot.ts';
import { TokenBuffer } from './tokenBuffer.ts';

const stop = 9;

function asked(): TokenBuffer {
  const buffer = new TokenBuffer({ stopIds: [stop] });
  buffer.prompt([1, 2, 3]);
  return buffer;
}

function errorOf(act: () => unknown): { code: BufferErrorCode; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof BufferError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a token buffer', () => {
  it('keeps what was sampled with its log-probabilities, and appends deltas without loss', () => {
    const buffer = asked();
    buffer.sample([4, 5, stop], [-0.1, -0.2, -0.3]);
    buffer.append([10, 6, 7]);
    buffer.sample([8, stop]);
    expect(buffer.snapshot()).toEqual({
      ids: [1, 2, 3, 4, 5, stop, 10, 6, 7, 8, stop],
      mask: [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1],
      logprobs: [null, null, null, -0.1, -0.2, -0.3, null, null, null, null, null],
      turns: [
        { kind: 'prompt', start: 0, end: 3, stopped: null },
        { kind: 'sampled', start: 3, end: 6, stopped: true },
        { kind: 'delta', start: 6, end: 9, stopped: null },
        { kind: 'sampled', start: 9, end: 11, stopped: true },
      ],
      repairs: [],
      freezes: [],
    });
  });

  it('invents no stop token for a turn that was cut off, and lets no tool be called', () => {
    const buffer = asked();
    buffer.sample([4, 5]);
    expect(buffer.mayDispatch).toBe(false);
    expect(errorOf(() => buffer.append([6]))).toMatchObject({
      code: 'unfinished-turn',
      message: expect.stringContaining('stop token that the model did not sample'),
    });
    expect(buffer.snapshot()).toMatchObject({ ids: [1, 2, 3, 4, 5], mask: [0, 0, 0, 1, 1] });
  });

  it('goes on with a turn that was cut off: it stays one turn', () => {
    const buffer = asked();
    buffer.sample([4], [-1]);
    buffer.sample([5, stop], [-2, -3]);
    expect(buffer.mayDispatch).toBe(true);
    expect(buffer.snapshot().turns[1]).toEqual({ kind: 'sampled', start: 3, end: 6, stopped: true });
    expect(buffer.snapshot().logprobs.slice(3)).toEqual([-1, -2, -3]);
  });

  it('turns everything before a rewrite into context, and hands back what was there', () => {
    const buffer = asked();
    buffer.sample([4, stop]);
    buffer.append([6]);
    const before = buffer.rewrite([1, 2, 7, 7], 'the history was summed up');
    buffer.sample([8, stop]);
    expect(lossPositions(before)).toEqual([3, 4]);
    expect(buffer.snapshot()).toMatchObject({
      ids: [1, 2, 7, 7, 8, stop],
      mask: [0, 0, 0, 0, 1, 1],
      freezes: [{ at: 4, shared: 2, lost: 2, reason: 'the history was summed up' }],
    });
  });

  it('repairs a seam in the template’s own ids, and writes it down', () => {
    const buffer = asked();
    buffer.sample([4, stop]);
    buffer.append([10]);
    buffer.join({ kept: 5, appended: [11, 6] });
    const { ids, mask, repairs } = buffer.snapshot();
    expect(ids).toEqual([1, 2, 3, 4, stop, 11, 6]);
    expect(mask).toEqual([0, 0, 0, 1, 1, 0, 0]);
    expect(repairs).toEqual([{ at: 5, removed: [10], inserted: [11, 6], sampled: 0 }]);
  });

  it('replaces a sampled id only where it is told to, and then without loss', () => {
    const buffer = asked();
    buffer.sample([4, stop], [-1, -2]);
    const refused = errorOf(() => buffer.join({ kept: 4, appended: [12, 6] }));
    expect(refused.code).toBe('sampled-replaced');
    expect(buffer.snapshot().ids).toEqual([1, 2, 3, 4, stop]);
    buffer.join({ kept: 4, appended: [12, 6] }, { replaceSampled: true });
    expect(buffer.snapshot()).toMatchObject({
      ids: [1, 2, 3, 4, 12, 6],
      mask: [0, 0, 0, 1, 0, 0],
      logprobs: [null, null, null, -1, null, null],
      repairs: [{ at: 4, removed: [stop], inserted: [12, 6], sampled: 1 }],
    });
  });

  it.each<[string, BufferErrorCode, (buffer: TokenBuffer) => unknown]>([
    ['an id that is none', 'bad-input', (buffer) => buffer.sample([4, -1])],
    ['an id that is half', 'bad-input', (buffer) => buffer.sample([1.5])],
    ['nothing sampled', 'bad-input', (buffer) => buffer.sample([])],
    ['too few log-probabilities', 'bad-input', (buffer) => buffer.sample([4, stop], [-1])],
    ['a log-probability that is none', 'bad-input', (buffer) => buffer.sample([4], [NaN])],
    ['a second prompt', 'bad-input', (buffer) => buffer.prompt([1])],
    ['a stop token inside a turn', 'stop-inside', (buffer) => buffer.sample([4, stop, 5])],
    ['a seam behind the end', 'bad-input', (buffer) => buffer.join({ kept: 9, appended: [1] })],
    ['a seam that leaves nothing', 'bad-input', (buffer) => buffer.join({ kept: 0, appended: [1] })],
  ])('refuses %s and stays as it was', (_, code, act) => {
    const buffer = asked();
    const before = buffer.snapshot();
    expect(errorOf(() => act(buffer)).code).toBe(code);
    expect(buffer.snapshot()).toEqual(before);
  });

  it('refuses what nobody asked for', () => {
    const empty = new TokenBuffer({ stopIds: [stop] });
    expect(errorOf(() => empty.sample([4])).code).toBe('no-prompt');
    expect(errorOf(() => empty.append([4])).code).toBe('no-prompt');
    const finished = asked();
    finished.sample([stop]);
    expect(errorOf(() => finished.sample([4])).code).toBe('no-prompt');
    expect(errorOf(() => new TokenBuffer({ stopIds: [] })).code).toBe('bad-input');
  });
});

describe('after any sequence of acts', () => {
  const random = seededRandom(20260807);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const someIds = (count: number) => Array.from({ length: count }, () => 100 + upTo(50));

  /** Acts at random, allowed or not; returns what the buffer was after each. */
  function actAtRandom(buffer: TokenBuffer): Snapshot[] {
    return Array.from({ length: 30 }, () => {
      try {
        switch (upTo(7)) {
          case 0:
            buffer.append(someIds(1 + upTo(4)));
            break;
          case 1:
            buffer.rewrite(someIds(1 + upTo(6)), 'by chance');
            break;
          case 2:
            buffer.join(
              { kept: Math.max(0, buffer.length - upTo(4)), appended: someIds(1 + upTo(3)) },
              { replaceSampled: upTo(2) === 1 },
            );
            break;
          case 3:
            buffer.sample(someIds(1 + upTo(4)));
            break;
          default: {
            const ids = [...someIds(upTo(5)), stop];
            buffer.sample(
              ids,
              ids.map((id) => -id),
            );
          }
        }
      } catch (error) {
        if (!(error instanceof BufferError)) throw error;
      }
      return buffer.snapshot();
    });
  }

  const histories = Array.from({ length: 200 }, () => actAtRandom(asked()));
  const snapshots = histories.flat();

  it('has one entry per position, and turns that cover them all', () => {
    for (const { ids, mask, logprobs, turns } of snapshots) {
      expect([mask.length, logprobs.length]).toEqual([ids.length, ids.length]);
      expect(turns.map(({ start }) => start)).toEqual([0, ...turns.slice(0, -1).map(({ end }) => end)]);
      expect(turns.at(-1)?.end).toBe(ids.length);
    }
  });

  it('counts exactly what was sampled in the loss, and never before a freeze', () => {
    for (const snapshot of snapshots) {
      const { turns, freezes } = snapshot;
      const sampled = turns
        .filter(({ kind }) => kind === 'sampled')
        .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, offset) => start + offset));
      expect(lossPositions(snapshot)).toEqual(sampled);
      expect(lossPositions(snapshot).every((position) => position >= (freezes.at(-1)?.at ?? 0))).toBe(true);
    }
  });

  it('keeps every sampled id and its log-probability, but for repairs that say so', () => {
    for (const history of histories)
      history.slice(1).forEach((now, at) => {
        const before = history[at]!;
        if (now.freezes.length > before.freezes.length) return;
        const repair = now.repairs.length > before.repairs.length ? now.repairs.at(-1)! : null;
        const kept = repair?.at ?? before.ids.length;
        expect(now.ids.slice(0, kept)).toEqual(before.ids.slice(0, kept));
        expect(now.mask.slice(0, kept)).toEqual(before.mask.slice(0, kept));
        expect(now.logprobs.slice(0, kept)).toEqual(before.logprobs.slice(0, kept));
        const gone = lossPositions(before).filter((position) => position >= kept);
        expect(repair?.sampled ?? 0).toBe(gone.length);
      });
  });

  it('has a stop token only where one was sampled', () => {
    for (const { ids, turns } of snapshots)
      for (const { kind, start, end } of turns)
        expect(ids.slice(start, kind === 'sampled' ? end - 1 : end)).not.toContain(stop);
  });

  it('leaves snapshots alone', () => {
    const buffer = asked();
    const first = buffer.snapshot();
    buffer.sample([4, stop]);
    expect(first).toMatchObject({ ids: [1, 2, 3], mask: [0, 0, 0] });
    expect(() => (first.ids as number[]).push(1)).toThrow(TypeError);
  });
});
