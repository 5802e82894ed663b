import { beforeAll, describe, expect, it } from 'vitest';
import { suite } from '../../conversation/suite.ts';
import { load } from '../../jinja/index.ts';
import { model, type Model } from '../../testing/certifying.ts';
import { dialectOf } from '../dialect.ts';
import { titoBuffer } from '../properties/titoBuffer.ts';
import { Subject } from '../subject.ts';
import type { DummyContext } from './dummyDelta.ts';
import { lossShift } from './lossShift.ts';
import { rollOut, type Rollout } from './rollout.ts';
import { stopIdsOf } from './stops.ts';

let qwen: Model;
let preserving: string;

beforeAll(async () => {
  qwen = await model('qwen3');
  preserving = qwen.source.replace('loop.last or (not loop.last and reasoning_content)', 'true');
});

function contextOf(source: string): DummyContext {
  const subject = new Subject(load(source).program!, qwen.tokenizer);
  const dialect = dialectOf(subject);
  const stopIds = stopIdsOf(subject, dialect, qwen.tokenizer);
  return { subject, dialect, tokenizer: qwen.tokenizer, kwargs: {}, stopIds };
}

function run(source: string, id: string): Rollout {
  return rollOut(
    suite.find((trajectory) => trajectory.id === id)!,
    contextOf(source),
  )!;
}

const kinds = ({ steps }: Rollout) => steps.map(({ kind }) => kind);
const checked = (source: string) => {
  const { subject, dialect } = contextOf(source);
  return titoBuffer.check({ subject, dialect });
};

describe('a trajectory, run as a trainer runs it', () => {
  it('keeps every id of a template that preserves its prefix', () => {
    const rollout = run(preserving, 'tool-chain');
    expect(kinds(rollout)).toEqual(['sampled', 'delta', 'sampled', 'delta', 'sampled', 'delta', 'sampled']);
    expect(rollout.steps.map(({ parts }) => parts)).toEqual(rollout.steps.map(() => null));
    for (const { kind, buffer, rendered } of rollout.steps)
      if (kind === 'delta') expect(buffer.ids).toEqual(rendered);
    expect(rollout.buffer.freezes).toEqual([]);
  });

  it('starts over where a template rewrites history, and says what rendering anew does to the loss', () => {
    const rollout = run(qwen.source, 'tool-call');
    expect(kinds(rollout)).toEqual(['sampled', 'rewrite', 'sampled']);
    const { buffer, rendered, parts } = rollout.steps[1]!;
    const { kept, moved, lost } = lossShift(buffer, rendered);
    expect(buffer.ids[parts!]).toBe(qwen.tokenizer.addedTokenId('<think>'));
    expect(kept).toBe(0);
    expect(lost).toEqual([parts!, parts! + 1, parts! + 2, parts! + 3]);
    expect(moved.every(({ from, to }) => from - to === 4)).toBe(true);
    expect(rollout.buffer.freezes).toMatchObject([{ shared: parts, lost: moved.length + 4 }]);
  });

  it('samples through the stop token, and leaves the tail to the delta', () => {
    const [sampled, delta] = run(preserving, 'tool-call').steps;
    expect(sampled!.text.endsWith('<|im_end|>')).toBe(true);
    expect(delta!.text.startsWith('\n<|im_start|>user\n<tool_response>\n')).toBe(true);
    expect(delta!.ids[0]).toBe(198);
  });

  it('ends where no turn can be sampled, with the reason', () => {
    const rewriting = preserving.replace("'<|im_start|>assistant\\n'", "'<|im_start|>ASSISTANT\\n'");
    expect(rewriting).not.toBe(preserving);
    const { ended, steps } = run(rewriting, 'tool-call');
    expect(steps).toEqual([]);
    expect(ended).toContain('seam.generation');
    expect(run(preserving.replaceAll('<|im_end|>', '[end]'), 'tool-call').ended).toContain('stop.known');
  });

  it('has nothing to run where nothing is asked of the model', () => {
    const trajectory = { id: 'x', title: 'x', messages: [{ role: 'user', content: 'hi' }], tools: null };
    expect(rollOut(trajectory, contextOf(preserving))).toBeNull();
  });

  it.each(['', '{{ messages[9].content }}', '{% for m in messages %}{{ m.content[0] }}{% endfor %}'])(
    'survives the template %j',
    (source) => {
      const context = contextOf(source);
      for (const trajectory of suite) rollOut(trajectory, context);
    },
  );

  it('refuses two turns without a word between them', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'a' },
      { role: 'assistant', content: 'b' },
    ];
    const { ended } = rollOut({ id: 'x', title: 'x', messages, tools: null }, contextOf(preserving))!;
    expect(ended).toContain('ended at its stop token');
  });
});

describe('tito.buffer', () => {
  it('holds for Qwen3 once it preserves its prefix', () => {
    expect(checked(preserving).result).toMatchObject({ verdict: 'PASS', level: 'tokens' });
  });

  it('holds where a turn merges with its prompt when it is rendered anew, and says so', () => {
    const thinking = `{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}{{ m.content }}{% for c in m.tool_calls %}{{ c.function.name }}{{ c.function.arguments | tojson }}{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}`;
    expect(checked(thinking).result).toMatchObject({
      verdict: 'PASS',
      message: expect.stringMatching(/^in \d+ of \d+ conversations a turn begins with what merges/),
    });
    const { parts, buffer, rendered } = run(thinking, 'tool-call').steps[1]!;
    expect(parts).not.toBeNull();
    expect(lossShift(buffer, rendered)).toMatchObject({ lost: [parts! + 1] });
  });

  it('judges nothing where there is no delta', () => {
    expect(checked(qwen.source).result).toMatchObject({
      verdict: 'UNSUPPORTED',
      message: expect.stringContaining('there is no tool delta'),
    });
  });

  it('shows where a delta of the dummy is not the delta of the conversation', () => {
    // Passes the audit: its dummy has one message of the user, and no second step.
    const stepwise = preserving.replace(
      "{{- '\\n<tool_response>\\n' }}",
      "{{- '\\n<tool_response ' ~ loop.index0 ~ '>\\n' }}",
    );
    expect(stepwise).not.toBe(preserving);
    const { result, facts } = checked(stepwise);
    expect(result).toMatchObject({
      verdict: 'FAIL',
      level: 'text',
      witness: { kind: 'render', detail: expect.stringContaining('is not the text of the render') },
    });
    expect(facts.faults[0]!.site).not.toBeNull();
  });
});

describe('what becomes of the loss', () => {
  const of = (ids: number[], mask: (0 | 1)[], rendered: number[]) => lossShift({ ids, mask }, rendered);

  it('keeps it where the ids are the same', () => {
    expect(of([1, 2, 3], [0, 1, 1], [1, 2, 3, 4])).toEqual({ kept: 2, moved: [], lost: [] });
  });

  it('tells what moved from what is gone', () => {
    expect(of([1, 5, 6, 7], [0, 1, 1, 1], [1, 6, 7])).toEqual({
      kept: 0,
      moved: [
        { from: 2, to: 1 },
        { from: 3, to: 2 },
      ],
      lost: [1],
    });
  });

  it('says nothing of ids that were not sampled', () => {
    expect(of([1, 5, 6], [0, 0, 1], [1, 9, 6])).toEqual({ kept: 1, moved: [], lost: [] });
  });
});
