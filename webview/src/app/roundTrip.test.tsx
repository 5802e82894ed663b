// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import type { RoundTripModel } from '../../../protocol/views.ts';
import { drifts, refusedTurn, unread } from '../../dev/roundTrip.ts';
import { openPanel, pretendLayout } from '../testing/panel.tsx';

beforeEach(() => pretendLayout());

async function showing(model: RoundTripModel, saved: unknown = undefined) {
  const panel = openPanel('round-trip', saved);
  await panel.send({ type: 'show', model });
  const field = panel.screen.container.querySelector<HTMLTextAreaElement>('#sampled-text')!;
  return { ...panel, field };
}

it('says what comes back, the message and where the tokens part', async () => {
  const { screen } = await showing(drifts);
  expect(screen.getByText('text differs')).toBeTruthy();
  expect(screen.getByText('look_up({"city":"Zürich"})')).toBeTruthy();
  expect(screen.container.textContent).toContain('Diverges here');
});

it('asks for what is typed, once', async () => {
  const { field, posted } = await showing(drifts);
  fireEvent.input(field, { target: { value: 'Hello' } });
  await waitFor(() =>
    expect(posted.filter(({ type }) => type === 'sampled')).toEqual([
      { type: 'sampled', sampled: { form: 'text', text: 'Hello' } },
    ]),
  );
  expect(field.value).toBe('Hello');
});

it('takes a turn that is offered, in its form', async () => {
  const { screen, field, posted } = await showing(drifts);
  fireEvent.change(screen.getByLabelText('Turns to start from'), {
    target: { value: 'a call segmentation' },
  });
  await waitFor(() =>
    expect(posted.at(-1)).toEqual({ type: 'sampled', sampled: { form: 'ids', text: '1 2' } }),
  );
  expect(field.value).toBe('1 2');
  expect(screen.getByRole('radio', { name: 'Ids' }).getAttribute('aria-checked')).toBe('true');
});

it('keeps what was typed over a reload, and asks for it again', async () => {
  const sampled = { form: 'text', text: 'kept' } as const;
  const { field, posted } = await showing(drifts, {
    view: 'round-trip',
    templateUri: drifts.templateUri,
    sampled,
  });
  expect(field.value).toBe('kept');
  await waitFor(() => expect(posted.at(-1)).toEqual({ type: 'sampled', sampled }));
});

it('says what was not read, and where', async () => {
  const { container } = (await showing(unread)).screen;
  expect(container.querySelector('.malformed')?.textContent).toContain("a call can't be read");
  expect(container.textContent).toContain('Not all read');
});

it('says why there is nothing to compare', async () => {
  const { screen } = await showing(refusedTurn);
  expect(screen.getByText('There is nothing to compare.').parentElement?.textContent).toContain(
    'is no token id',
  );
});

it('has no ids without a tokenizer', async () => {
  const { screen } = await showing({ ...drifts, tokenizer: null });
  expect(screen.getByRole('radio', { name: 'Ids' }).hasAttribute('disabled')).toBe(true);
});
