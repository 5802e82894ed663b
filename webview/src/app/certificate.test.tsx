// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { CertificateModel } from '../../../protocol/views.ts';
import { certificate } from '../../dev/certificate.ts';
import { openPanel } from '../testing/panel.tsx';

async function showing(model: CertificateModel) {
  const panel = openPanel('certificate');
  await panel.send({ type: 'show', model });
  return panel;
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent ?? '');

it('lists every property, what is to be acted on first, with what it was seen on', async () => {
  const { screen } = await showing(certificate);
  const [, first, ...rows] = rowsOf(screen.getAllByRole('table')[0]!);
  expect(first).toContain('append.tool FAIL212 renders of 31 conversations, 3 settings, on text');
  expect(rows).toHaveLength(certificate.certificate.properties.length - 1);
  expect(rows.at(-1)).toContain('PASS');
});

it('says which appends are safe under which setting', async () => {
  const { screen } = await showing(certificate);
  const [head, tool, assistant] = rowsOf(screen.getAllByRole('table')[1]!);
  expect(head).toContain('no variablesenable_thinking = trueenable_thinking = false');
  expect(tool).toMatch(/not safe keeps 9 of 34 tokens.*safe.*not safe keeps 57 characters/);
  expect(assistant).toMatch(/safe.*safe.*–/);
});

it('opens the comparison that shows a failure', async () => {
  const { screen, last } = await showing(certificate);
  fireEvent.click(screen.getByText('single-call'));
  expect(last()).toEqual({ type: 'compare', choice: 'append.tool' });
});

it('says why there is no verdict, and what is wrong in a render', async () => {
  const { screen } = await showing(certificate);
  expect(screen.getByText('TemplateError: System messages come first.')).toBeTruthy();
  expect(screen.getByText('arguments given as a string are encoded twice', { exact: false })).toBeTruthy();
});

it('says what a person of each framework sees happen', async () => {
  const { screen } = await showing(certificate);
  expect(screen.getByText('Training stops at the first tool call', { exact: false })).toBeTruthy();
  expect(screen.getByText('Nothing goes wrong, seen on tokens.')).toBeTruthy();
});

it('goes to the line of a finding', async () => {
  const { screen, last } = await showing(certificate);
  fireEvent.click(screen.getByText('line 47'));
  expect(last()).toEqual({ type: 'reveal', span: { start: 1840, end: 1905 } });
});

it('shows all hashes that the verdicts depend on', async () => {
  const { screen } = await showing(certificate);
  const { template, tokenizer, suite } = certificate.certificate;
  for (const { sha256 } of [template, tokenizer!, suite]) expect(screen.getByText(sha256)).toBeTruthy();
});

it('is kept as a file', async () => {
  const { screen, last } = await showing(certificate);
  fireEvent.click(screen.getByRole('button', { name: 'Save Certificate…' }));
  expect(last()).toEqual({ type: 'saveCertificate' });
});

it('is plain where nothing is wrong', async () => {
  const { screen } = await showing({ ...certificate, findings: [], comparisons: {} });
  expect(screen.getByText('0 findings')).toBeTruthy();
  expect(screen.getByText('Nothing was found.')).toBeTruthy();
});
