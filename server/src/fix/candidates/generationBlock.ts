/**
 * `generation` blocks around exactly what the model samples of an assistant turn (CT401 to CT403): set anew, with
 * the header written before the block where each branch wrote its own, and what follows the stop token behind it.
 */
import type { Edit } from '../../../../protocol/certification.ts';
import { open } from '../../certify/certify.ts';
import type { Analysis } from '../../certify/analysis.ts';
import { dialectOf } from '../../certify/dialect.ts';
import type { Candidate } from '../../rules/rule.ts';
import { applyEdits } from '../edits.ts';
import { composeEdits } from '../compose.ts';
import { sampledSites } from './sampledSites.ts';
import { wrapSampled } from './wrapSampled.ts';
import { wholeLines } from './tags.ts';

const blockTag = /\{%[-+]?\s*(?:end)?generation\s*[-+]?%\}/g;

export function generationBlock({ source, subject: { tokenizer } }: Analysis): Candidate[] {
  const bare = [...source.matchAll(blockTag)].map(({ index, 0: tag }): Edit => {
    return { span: wholeLines(source, { start: index, end: index + tag.length }), text: '' };
  });
  const stripped = applyEdits(source, bare);
  const { subject } = open({ source: stripped, tokenizer, tokenizerInfo: null });
  if (subject === null) return [];
  const wrapped = wrapSampled(subject.program.template, sampledSites(subject, dialectOf(subject)));
  if (wrapped === null) return [];
  const title =
    bare.length === 0
      ? 'Put what the model samples into a generation block'
      : 'Let the generation block hold exactly what the model samples';
  return [{ title, edits: composeEdits(source, bare, wrapped), keepsText: true }];
}
