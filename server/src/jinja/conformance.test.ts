/** Micro-templates with what CPython's Jinja2 answered (versions in test-fixtures/conformance/stamp.json). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextFromJson, Dict, load } from './index.ts';
import { dumps, loads } from './json/index.ts';
import { print } from './values/print.ts';

interface Probe {
  readonly id: string;
  readonly template: string;
  readonly context: string;
  /** The text, or `Class: message`. */
  readonly answer: string;
}

const file = join(import.meta.dirname, '../../../test-fixtures/conformance/probes.jsonl');
const probes = readFileSync(file, 'utf8').trim().split('\n').map(readProbe);

/** Read by our own JSON reader: the difference of 1 and 1.0 matters. */
function readProbe(line: string): Probe {
  const probe = loads(line);
  if (!(probe instanceof Dict)) throw new Error(`not a probe: ${line}`);
  const field = (name: string) => probe.map.get(name);
  return {
    id: `${print(field('id') ?? '')} ${print(field('about') ?? '')}`,
    template: print(field('template') ?? ''),
    context: print(dumps(field('context') ?? new Dict())),
    answer: print(field('ok') ?? field('err') ?? ''),
  };
}

function answer({ template, context }: Probe, traced: boolean): string {
  const { program, error } = load(template);
  if (program === null) return `${error.type}: ${error.message}`;
  const { context: read } = contextFromJson(context);
  const rendered = program.render(read ?? new Dict(), { traced, now: new Date(2025, 6, 10, 12) });
  if (!rendered.ok) return `${rendered.error.type}: ${rendered.error.message}`;
  if (traced) expect(rendered.trace?.runs().at(-1)?.end ?? 0).toBe(rendered.text.length);
  return rendered.text;
}

/** What no two runs of Python agree on, and the name of an exception that the recording script chose. */
function comparable(text: string): string {
  return text
    .replace(/0x[0-9a-f]+/g, '0xADDR')
    .replace(/ \(<template>, line \d+\)$/, '')
    .replace(/^RaiseExc:/, 'TemplateRaised:');
}

describe.each([
  ['untraced', false],
  ['traced', true],
])('%s renders', (_name, traced) => {
  it.each(probes.map((probe) => [probe.id, probe] as const))('%s', (_id, probe) => {
    expect(comparable(answer(probe, traced))).toBe(comparable(probe.answer));
  });
});
