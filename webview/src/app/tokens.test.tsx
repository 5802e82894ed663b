// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokensModel } from '../../../protocol/views.ts';
import { tokensOfQwen3, tokensWithBlocks } from '../../dev/tokens.ts';
import { gridOf } from '../model/grid.ts';
import { keptIdsText } from '../model/loss.ts';
import { lossLane } from '../model/lanes.ts';
import { drawn, metricsOf } from '../testing/draw.ts';
import { openPanel, pretendLayout } from '../testing/panel.tsx';

beforeEach(() => pretendLayout());

async function showing(model: TokensModel, saved: unknown = undefined) {
  const panel = openPanel('tokens', saved);
  await panel.send({ type: 'show', model });
  return panel;
}

const focused = () => document.activeElement?.getAttribute('aria-label');

describe('the token view', () => {
  it('says whose tokens are, scaffold apart', async () => {
    const { screen } = await showing(tokensWithBlocks);
    const headings = [...screen.container.querySelectorAll('.heading')].map(({ textContent }) => textContent);
    expect(headings).toEqual([
      'usermessages[0]6 tokens4 of them scaffold',
      'assistantmessages[1]28 tokens21 of them scaffold, 24 sampled',
      'toolmessages[2]26 tokens21 of them scaffold',
      'template3 tokens',
    ]);
  });

  it('marks what counts in the loss, and what the blocks get wrong', async () => {
    const { screen } = await showing(tokensWithBlocks);
    const { container } = screen;
    expect(container.querySelector('.loss-legend')?.textContent).toContain(
      'hole1sampled, outside every block',
    );
    const hole = container.querySelector('.grid .token-loss-hole');
    expect(hole?.getAttribute('aria-label')).toContain(
      '<|im_end|>", id 151645, special, sampled, outside every',
    );
    expect(container.querySelectorAll('.grid .token-loss-leak')).toHaveLength(2);
    fireEvent.keyDown(document.body, { key: 'm' });
    await waitFor(() => expect(container.querySelector('.view-tokens.shows-loss')).toBeNull());
  });

  it('goes from fault to fault', async () => {
    const { screen } = await showing(tokensWithBlocks);
    screen.container.querySelector<HTMLElement>('.token[tabindex="0"]')?.focus();
    for (const [key, place] of [
      ['Home', '0: "<|im_start|>"'],
      ['n', '7: "assistant"'],
      ['n', '32: "<|im_end|>"'],
      ['N', '7: '],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      await waitFor(() => expect(focused()).toContain(place));
    }
  });

  it('says so where no block marks anything', async () => {
    const { screen } = await showing(tokensOfQwen3);
    expect(screen.container.querySelector('.loss-legend')?.textContent).toContain('No generation block');
    expect(screen.getByLabelText('Next hole or leak').hasAttribute('disabled')).toBe(true);
  });

  it('compares kept ids with rendering anew, and shows where they part', async () => {
    const { screen, kept } = await showing(tokensOfQwen3);
    expect(screen.getByText('They part at messages[2]', { exact: false })).toBeTruthy();
    const details = screen.container.querySelector<HTMLDetailsElement>('.kept-ids')!;
    details.open = true;
    fireEvent(details, new Event('toggle'));
    fireEvent.click(screen.getByRole('button', { name: '9' }));
    await waitFor(() => expect(focused()).toContain('9: "<think>"'));
    expect(kept()).toMatchObject({ stepsOpen: true, choice: 'tool-call' });
  });

  it('asks for another conversation', async () => {
    const { screen, last } = await showing(tokensOfQwen3);
    fireEvent.change(screen.getByLabelText('Conversation'), { target: { value: 'talks.jsonl#1' } });
    expect(last()).toEqual({ type: 'choose', choice: 'talks.jsonl#1' });
  });

  it('copies all ids, finds a token by its id, and goes to a message', async () => {
    const { screen, last } = await showing(tokensOfQwen3);
    fireEvent.click(screen.getByLabelText('Copy ids of the conversation'));
    const ids = tokensOfQwen3.render.tokens.map(({ id }) => id);
    expect(last()).toMatchObject({ type: 'copy', text: `[${ids.join(', ')}]`, what: '63 ids' });
    fireEvent.keyDown(document.body, { key: '/' });
    const field = await screen.findByLabelText('Find text or a token id');
    fireEvent.input(field, { target: { value: '151657' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('1 of 1');
    fireEvent.click(screen.getAllByTitle('Show the first token of this message')[2]!);
    await waitFor(() => expect(focused()).toContain('34: "<|im_start|>"'));
  });

  it('says how many tokens each message of the conversation has', async () => {
    const { screen } = await showing(tokensOfQwen3);
    const notes = [...screen.container.querySelectorAll('.message-note')].map(
      ({ textContent }) => textContent,
    );
    expect(notes).toEqual(['6 tokens', '28 tokens', '26 tokens']);
  });

  it('shows the keys it has, and none of a diff', async () => {
    const { screen } = await showing(tokensOfQwen3);
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByText('Mark what counts in the loss')).toBeTruthy();
    expect(screen.queryByText('Side by side or inline')).toBeNull();
  });
});

describe('a grid of parts', () => {
  it('has a heading over each, and starts a row there', () => {
    const { render, loss } = tokensOfQwen3;
    const lanes = [lossLane(render.tokens.slice(0, 8), loss)];
    const grid = gridOf({ lanes, parts: [0, 4, 6], seam: null, metrics: metricsOf(1000), expanded: null });
    expect(drawn(grid)).toEqual([
      '=== part 0',
      '<|im_start|>|user|↵',
      'dummy',
      '=== part 1',
      '<|im_end|>|↵',
      '=== part 2',
      '<|im_start|>|assistant',
    ]);
  });
});

describe('kept ids in a sentence', () => {
  const step = {
    kind: 'delta',
    from: 2,
    to: 4,
    kept: 9,
    rendered: 9,
    parts: null,
    loss: { kept: 2, moved: 0, lost: 0 },
  } as const;

  it('says that all is the same, or where it parts, or why nothing was run', () => {
    expect(keptIdsText({ steps: [step, step], ended: null })).toBe('The same ids after each of 2 steps');
    expect(keptIdsText({ steps: [step], ended: 'x' })).toBe('The same ids after the only step; then it ends');
    const parted = { ...step, parts: 3, loss: { kept: 0, moved: 1, lost: 2 } };
    expect(keptIdsText({ steps: [step, parted], ended: null })).toBe(
      'They part at messages[2:4]: rendering anew moves 1 loss position and loses 2',
    );
    expect(keptIdsText({ steps: [], ended: 'no stop token' })).toBe('Nothing could be run: no stop token');
  });
});
