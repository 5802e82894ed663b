/** For tests: a template that breaks, checked with its fix, and one that does not compile. */
import { readFileSync } from 'node:fs';
import { certifyFully } from '../../certify/index.ts';
import { proveFixes } from '../../fix/index.ts';
import type { CheckedTemplate } from '../report.ts';

export function checkedText(path: string, source: string): CheckedTemplate {
  const input = { source, tokenizer: null, tokenizerInfo: null };
  const certified = certifyFully(input);
  return {
    path,
    source,
    certification: certified.certification,
    analysis: certified.analysis,
    fixes: proveFixes(input, certified),
    tokenizerNote: 'none given',
    python: null,
    engineFailures: [],
  };
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test-fixtures/rules/CT101/${name}.jinja`, import.meta.url), 'utf8');

export const broken = checkedText('templates/fires & <more>.jinja', fixture('fires'));
export const sound = checkedText('templates/sound.jinja', fixture('sound'));
export const unreadable = checkedText('templates/unreadable.jinja', '{% if %}');
