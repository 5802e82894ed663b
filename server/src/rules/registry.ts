/** Every rule, in the order of their codes. */
import { ct001Syntax } from './ct001Syntax.ts';
import { ct002Budget } from './ct002Budget.ts';
import { ct101HistoryRewritten } from './ct101HistoryRewritten.ts';
import { ct201GenerationSeam } from './ct201GenerationSeam.ts';
import { ct401NoLossMask } from './ct401NoLossMask.ts';
import { ct402LossMaskHole, ct403LossMaskLeak } from './ct402LossMask.ts';
import { ct501ArgumentsShape } from './ct501ArgumentsShape.ts';
import { ct503SentinelSurvival } from './ct503SentinelSurvival.ts';
import { ct601OptionalField } from './ct601OptionalField.ts';
import type { Rule } from './rule.ts';

export const rules: readonly Rule[] = [
  ct001Syntax,
  ct002Budget,
  ct101HistoryRewritten,
  ct201GenerationSeam,
  ct401NoLossMask,
  ct402LossMaskHole,
  ct403LossMaskLeak,
  ct501ArgumentsShape,
  ct503SentinelSurvival,
  ct601OptionalField,
];

export function ruleOf(code: string): Rule | undefined {
  return rules.find((rule) => rule.code === code);
}
