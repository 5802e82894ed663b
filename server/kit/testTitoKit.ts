/**
 * Replays the conversations that the kit brings along: `node --test` on this file, with a Node that takes TypeScript
 * (22.18 or newer), or after any compiler. `encode` knows the texts of the kit only; put your tokenizer's in its place.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Kit, KitError, Sample, type Encode, type KitFile, type Message } from './titoKit.ts';

type Step =
  | { readonly kind: 'sampled'; readonly ids: readonly number[] }
  | {
      readonly kind: 'tool' | 'user';
      readonly messages: readonly Message[];
      readonly append: { readonly text: string; readonly ids: readonly number[] };
    };

interface Recorded extends KitFile {
  readonly rollouts: readonly {
    readonly trajectory: string;
    readonly prompt: readonly number[];
    readonly steps: readonly Step[];
    readonly ids: readonly number[];
    readonly mask: readonly number[];
  }[];
}

const data = JSON.parse(readFileSync(new URL('tito-kit.json', import.meta.url), 'utf8')) as Recorded;

function recordedEncode(): Encode {
  const { id, text } = data.stop[0]!;
  const known = new Map<string, readonly number[]>([[text, [id]]]);
  for (const step of data.rollouts.flatMap(({ steps }) => steps))
    if (step.kind !== 'sampled') known.set(text + step.append.text, [id, ...step.append.ids]);
  return (asked) => {
    const ids = known.get(asked);
    if (ids === undefined) throw new Error(`The kit has no ids for ${JSON.stringify(asked)}.`);
    return ids;
  };
}

const kit = new Kit(data, recordedEncode());

for (const { trajectory, prompt, steps, ids, mask } of data.rollouts)
  test(`${trajectory}: its ids and its mask`, () => {
    const sample = new Sample(kit, prompt);
    for (const step of steps) {
      if (step.kind === 'sampled') sample.sampled(step.ids);
      else if (step.kind === 'tool') sample.tools(step.messages);
      else sample.user(step.messages[0]!.content!);
    }
    assert.deepEqual(sample.ids, ids);
    assert.deepEqual(sample.mask, mask);
  });

test('nothing follows a turn that was cut off', () => {
  const { prompt, steps } = data.rollouts[0]!;
  const [first] = steps;
  assert.equal(first?.kind, 'sampled');
  const sample = new Sample(kit, prompt);
  sample.sampled(first.ids.slice(0, -1));
  assert.equal(sample.mayDispatch, false);
  assert.throws(() => sample.tools([{ content: '', name: '', tool_call_id: '' }]), KitError);
});

test('the model answers before more is appended', () => {
  const { prompt, steps } = data.rollouts.find((rollout) => rollout.steps[1]?.kind === 'tool')!;
  const [first, second] = steps;
  assert.ok(first?.kind === 'sampled' && second?.kind === 'tool');
  const sample = new Sample(kit, prompt);
  sample.sampled(first.ids);
  sample.tools(second.messages);
  assert.throws(() => sample.tools(second.messages), KitError);
});
