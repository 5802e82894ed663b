/** Wording that writers share. */
import type { Fix, PropertyResult, SettingOutcome } from '../../../protocol/certification.ts';
import { settingText } from '../certify/kwargs.ts';
import type { CheckedTemplate } from './report.ts';

/** `repairs append.tool; 3 of 120 ordinary renders change` */
export function proofOf({
  repairs,
  changes,
  compared,
  under = {},
}: Pick<Fix, 'repairs' | 'changes' | 'compared' | 'under'>): string {
  const where = Object.keys(under).map((name) => ` where ${name} is true`);
  const repaired = (repairs.map(({ property }) => property).join(', ') || 'this place') + where.join('');
  const changed =
    changes.length === 0
      ? `none of ${compared} ordinary renders changes`
      : `${changes.length} of ${compared} ordinary renders ${changes.length === 1 ? 'changes' : 'change'}`;
  return `repairs ${repaired}; ${changed}`;
}

/** `1 render`, `2 renders` */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Properties that compare prefixes under more settings than one: the template reads variables that may change the answer. */
export function bySetting(
  properties: readonly PropertyResult[],
): readonly (PropertyResult & Required<Pick<PropertyResult, 'bySetting'>>)[] {
  return properties.filter(
    (result): result is PropertyResult & Required<Pick<PropertyResult, 'bySetting'>> =>
      result.bySetting?.some(({ compared }, index) => index > 0 && compared > 0) ?? false,
  );
}

/** `no variables`, `enable_thinking = false` */
export const settingName = ({ kwargs }: Pick<SettingOutcome, 'kwargs'>): string =>
  settingText(kwargs) || 'no variables';

/** `safe`, `not safe: keeps 427 of 448 tokens`, or a dash where nothing was rendered. */
export function safetyOf({ compared, divergence }: SettingOutcome): string {
  if (compared === 0) return '–';
  if (divergence === null) return 'safe';
  const { sharedTokens, totalTokens, textOffset } = divergence;
  const kept =
    sharedTokens === null ? plural(textOffset, 'character') : `${sharedTokens} of ${totalTokens} tokens`;
  return `not safe: keeps ${kept}`;
}

/** What the ids are of, or why there are none. */
export function tokenizerNoteOf({ certification, tokenizerNote }: CheckedTemplate): string {
  return certification.tokenizer === null
    ? `no tokenizer (${tokenizerNote ?? 'none given'}): checked on text only`
    : `tokenizer ${certification.tokenizer.source}`;
}
