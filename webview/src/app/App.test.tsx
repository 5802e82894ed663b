// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenDiffModel, ViewModel } from '../../../protocol/views.ts';
import { notPreserved, preserved, refusedDelta, textOnly, toolDelta } from '../../dev/qwen3.ts';
import { openPanel, pretendLayout } from '../testing/panel.tsx';

beforeEach(() => pretendLayout());

async function showing(model: ViewModel, saved: unknown = undefined) {
  const panel = openPanel(model.kind, saved);
  await panel.send({ type: 'show', model });
  return panel;
}

function tokenOf(container: Element, lane: number, position: number): HTMLElement {
  const token = container.querySelector<HTMLElement>(`[data-lane="${lane}"][data-position="${position}"]`);
  if (token === null) throw new Error(`No token ${position} in lane ${lane}.`);
  return token;
}

function toolResultOf(container: Element): HTMLTextAreaElement {
  const field = container.querySelector('textarea');
  if (field === null) throw new Error('No field for the tool result.');
  return field;
}

describe('a panel', () => {
  it('says that it is ready and waits', () => {
    const { posted, screen } = openPanel('token-diff');
    expect(posted).toEqual([{ type: 'ready' }]);
    expect(screen.getByText('Rendering the template…')).toBeTruthy();
  });

  it('says an error, and that what it shows is older', async () => {
    const { screen, send } = await showing(notPreserved);
    await send({ type: 'error', message: 'Syntax error at line 12.' });
    expect(screen.getByRole('alert').textContent).toContain('Syntax error at line 12.');
    expect(screen.getByText('What is shown is the last good result.', { exact: false })).toBeTruthy();
    await send({ type: 'show', model: preserved });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what its host needs to open it again', async () => {
    const { kept } = await showing(notPreserved);
    expect(kept()).toMatchObject({
      view: 'token-diff',
      templateUri: notPreserved.templateUri,
      choice: 'append.tool',
    });
  });

  it('ignores what another version stored', async () => {
    const { screen } = await showing(notPreserved, 'nonsense');
    expect(screen.getByText('Not preserved')).toBeTruthy();
  });
});

describe('the token diff', () => {
  it('says the verdict, how much is kept, and where it parts', async () => {
    const { screen } = await showing(notPreserved);
    expect(screen.getByText('Not preserved').textContent).toContain('bytes differ');
    expect(screen.container.querySelector('.facts')?.textContent).toContain('9 of 34 tokens kept');
    expect(screen.getByText('Diverges here · token 9: "<think>" became "<tool_call>"')).toBeTruthy();
  });

  it('marks by sign and shape what only one render has', async () => {
    const { screen } = await showing(notPreserved);
    const lost = tokenOf(screen.container, 0, 9);
    expect(lost.className).toContain('token-removed');
    expect(lost.closest('.pane')?.querySelector('.gutter-sign')?.textContent).toBe('−');
    expect(
      tokenOf(screen.container, 1, 30).closest('.pane')?.querySelector('.gutter-sign')?.textContent,
    ).toBe('+');
  });

  it('says that a prefix is preserved', async () => {
    const { screen } = await showing(preserved);
    expect(screen.getByText('Preserved').textContent).toContain('bytes and ids');
    expect(screen.getByText('Appended from here · 29 tokens')).toBeTruthy();
  });

  it('works without a tokenizer', async () => {
    const { screen } = await showing(textOnly);
    expect(screen.getByText('no tokenizer: text only')).toBeTruthy();
    expect(screen.queryByLabelText('Copy ids of the first render')).toBeNull();
    expect(screen.container.querySelector('.facts')?.textContent).toContain('57 of 165 characters kept');
  });

  it('reveals the template code of a token that is clicked', async () => {
    const { screen, last } = await showing(notPreserved);
    const token = tokenOf(screen.container, 0, 9);
    fireEvent.pointerDown(token, { button: 0 });
    fireEvent.pointerUp(tokenOf(screen.container, 0, 9), { button: 0 });
    expect(last()).toEqual({ type: 'reveal', span: { start: 1880, end: 1910 } });
  });

  it('goes from token to token and reveals with the keyboard', async () => {
    const { screen, last } = await showing(notPreserved);
    const start = screen.container.querySelector<HTMLElement>('.token[tabindex="0"]');
    start?.focus();
    for (const key of ['ArrowRight', 'n'])
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toContain('30: "<|im_start|>"'),
    );
    expect(screen.getByRole('tooltip').textContent).toContain('30 (only after)');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    expect(last()).toEqual({ type: 'reveal', span: { start: 2960, end: 2990 } });
    expect(screen.container.querySelectorAll('.token[tabindex="0"]')).toHaveLength(1);
  });

  it('copies the ids of a selection', async () => {
    const { screen, last } = await showing(notPreserved);
    screen.container.querySelector<HTMLElement>('.token[tabindex="0"]')?.focus();
    for (const shift of [true, true])
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight', shiftKey: shift });
    await waitFor(() => expect(screen.getByText('3 tokens selected', { exact: false })).toBeTruthy());
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'c' });
    expect(last()).toEqual({ type: 'copy', text: '[151667, 271, 151668]', what: '3 ids' });
  });

  it('asks for another comparison', async () => {
    const { screen, last } = await showing(notPreserved);
    fireEvent.change(screen.getByLabelText('Comparison'), { target: { value: 'append.user' } });
    expect(last()).toEqual({ type: 'choose', choice: 'append.user' });
  });

  it('outlines what the template writes at the cursor', async () => {
    const { screen, send } = await showing(notPreserved);
    await send({ type: 'cursor', span: { start: 66 * 40, end: 66 * 40 + 3 } });
    expect(screen.container.querySelectorAll('.token-written')).toHaveLength(12);
    expect(screen.getByText('6 tokens written', { exact: false })).toBeTruthy();
  });

  it('finds text, and drops the search on Escape', async () => {
    const { screen } = await showing(notPreserved);
    fireEvent.keyDown(document.body, { key: '/' });
    const field = await screen.findByLabelText('Find text or a token id');
    fireEvent.input(field, { target: { value: 'tool_call' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('1 of 2');
    expect(screen.container.querySelectorAll('.token-current')).toHaveLength(1);
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.container.querySelectorAll('.token-hit')).toHaveLength(0));
  });

  it('changes to one pane and stays there over a reload', async () => {
    const first = await showing(notPreserved);
    fireEvent.keyDown(document.body, { key: 'u' });
    await waitFor(() => expect(first.screen.container.querySelectorAll('.pane-1')).toHaveLength(0));
    const again = await showing(notPreserved, first.kept());
    expect(again.screen.container.querySelectorAll('.pane-1')).toHaveLength(0);
  });

  it('unfolds what is equal', async () => {
    const line = notPreserved.before.tokens.slice(0, 3);
    const many = Array.from({ length: 20 }, () => line).flat();
    const render = { ...notPreserved.before, tokens: many };
    const model: TokenDiffModel = {
      ...preserved,
      before: render,
      after: { ...render, tokens: [...many, ...line] },
      stretches: [
        { kind: 'equal', before: { start: 0, end: 60 }, after: { start: 0, end: 60 } },
        { kind: 'changed', before: { start: 60, end: 60 }, after: { start: 60, end: 63 } },
      ],
    };
    const { screen } = await showing(model);
    fireEvent.click(screen.getByText('51 equal tokens folded'));
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('22'));
  });

  it('shows its keys', async () => {
    const { screen } = await showing(notPreserved);
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByText('Go from token to token')).toBeTruthy();
  });
});

describe('the tool response delta', () => {
  it('shows tokens, ids, text and the junction', async () => {
    const { screen } = await showing(toolDelta);
    expect(screen.getByText('30 tokens to append')).toBeTruthy();
    expect(screen.getByText('[198, 151644, 872,', { exact: false })).toBeTruthy();
    expect(screen.getByText('Trimmed to the stop token')).toBeTruthy();
  });

  it('copies ids as JSON', async () => {
    const { screen, last } = await showing(toolDelta);
    fireEvent.click(screen.getByLabelText('Copy ids as JSON'));
    const copied = last();
    expect(copied?.type === 'copy' && JSON.parse(copied.text)).toEqual(
      toolDelta.outcome.ok && toolDelta.outcome.ids,
    );
  });

  it('asks once for what was typed, and never loses it', async () => {
    const { screen, posted, send, kept } = await showing(toolDelta);
    const field = toolResultOf(screen.container);
    for (const value of ['s', 'su', 'sunny']) fireEvent.input(field, { target: { value } });
    await waitFor(() => expect(posted.at(-1)).toEqual({ type: 'toolResult', text: 'sunny' }));
    expect(posted.filter(({ type }) => type === 'toolResult')).toHaveLength(1);
    await send({ type: 'show', model: { ...toolDelta, toolResult: 'su' } });
    expect(field.value).toBe('sunny');
    expect(screen.container.querySelector('.outcome')?.getAttribute('aria-busy')).toBe('true');
    expect(kept()).toMatchObject({ toolResult: 'sunny' });
  });

  it('asks again after a reload for what had been typed', async () => {
    const { screen, posted } = await showing(toolDelta, {
      view: 'tool-delta',
      templateUri: 'file:///x',
      toolResult: 'rain',
    });
    expect(toolResultOf(screen.container).value).toBe('rain');
    await waitFor(() => expect(posted.at(-1)).toEqual({ type: 'toolResult', text: 'rain' }));
  });

  it('refuses with a reason and shows where', async () => {
    const { screen, last } = await showing(refusedDelta);
    expect(screen.getByText('There is no delta for this template.')).toBeTruthy();
    fireEvent.click(screen.getByText('Show where'));
    expect(last()).toEqual({ type: 'reveal', span: { start: 1840, end: 1905 } });
  });
});
