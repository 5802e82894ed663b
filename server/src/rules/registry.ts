/** Every rule, in the order of their codes. */
import { ct001Syntax } from './ct001Syntax.ts';
import { ct002Budget } from './ct002Budget.ts';
import { ct003PythonDisagrees } from './ct003PythonDisagrees.ts';
import { ct004NothingRenders } from './ct004NothingRenders.ts';
import { ct005Accident } from './ct005Accident.ts';
import { ct101HistoryRewritten } from './ct101HistoryRewritten.ts';
import { ct102LaterMessages } from './ct102LaterMessages.ts';
import { ct201GenerationSeam } from './ct201GenerationSeam.ts';
import { ct202PromptFlag } from './ct202PromptFlag.ts';
import { ct203TurnBalance } from './ct203TurnBalance.ts';
import { ct401NoLossMask } from './ct401NoLossMask.ts';
import { ct402LossMaskHole, ct403LossMaskLeak } from './ct402LossMask.ts';
import { ct501ArgumentsShape } from './ct501ArgumentsShape.ts';
import { ct503SentinelSurvival } from './ct503SentinelSurvival.ts';
import { ct601OptionalField } from './ct601OptionalField.ts';
import { ct602RolePolicy } from './ct602RolePolicy.ts';
import { ct502BareLiterals } from './ct502BareLiterals.ts';
import { ct603ImpossiblePath } from './ct603ImpossiblePath.ts';
import { ct604ReasoningAlias } from './ct604ReasoningAlias.ts';
import { ct605SplitterTrust } from './ct605SplitterTrust.ts';
import { ct606ContentParts } from './ct606ContentParts.ts';
import { ct104EndMarker } from './ct104EndMarker.ts';
import { ct105Tail } from './ct105Tail.ts';
import { ct607UninvitedText } from './ct607UninvitedText.ts';
import { ct608Clock } from './ct608Clock.ts';
import { ct802EngineDifference } from './ct802EngineDifference.ts';
import { ct804MarkupEscapes } from './ct804MarkupEscapes.ts';
import { ct805SchemaRecursion } from './ct805SchemaRecursion.ts';
import { ct806UnknownName } from './ct806UnknownName.ts';
import { ct807ShadowedMember } from './ct807ShadowedMember.ts';
import { ct808Mutation } from './ct808Mutation.ts';
import { ct951Copies } from './ct951Copies.ts';
import { ct801EngineGap, ct803PythonMethod } from './ct801EngineGap.ts';
import { ct106ToolDelta } from './ct106ToolDelta.ts';
import { ct107PromptHead } from './ct107PromptHead.ts';
import { ct204PrefilledReasoning } from './ct204PrefilledReasoning.ts';
import { ct205Verbatim } from './ct205Verbatim.ts';
import { ct504ParallelCalls } from './ct504ParallelCalls.ts';
import { ct505CallIds } from './ct505CallIds.ts';
import { ct506JsonBytes } from './ct506JsonBytes.ts';
import { ct901RenderCost } from './ct901RenderCost.ts';
import { ct701Whitespace } from './ct701Whitespace.ts';
import { ct301Bos } from './ct301Bos.ts';
import { ct302SeamMerge } from './ct302SeamMerge.ts';
import { ct304RoundTrip } from './ct304RoundTrip.ts';
import { ct305Markers } from './ct305Markers.ts';
import { ct306Forging } from './ct306Forging.ts';
import { ct404MaskEdge } from './ct404MaskEdge.ts';
import { ct952Parsers } from './ct952Parsers.ts';
import type { Rule } from './rule.ts';

export const rules: readonly Rule[] = [
  ct001Syntax,
  ct002Budget,
  ct003PythonDisagrees,
  ct004NothingRenders,
  ct005Accident,
  ct101HistoryRewritten,
  ct102LaterMessages,
  ct104EndMarker,
  ct105Tail,
  ct106ToolDelta,
  ct107PromptHead,
  ct201GenerationSeam,
  ct202PromptFlag,
  ct203TurnBalance,
  ct204PrefilledReasoning,
  ct205Verbatim,
  ct301Bos,
  ct302SeamMerge,
  ct304RoundTrip,
  ct305Markers,
  ct306Forging,
  ct401NoLossMask,
  ct402LossMaskHole,
  ct403LossMaskLeak,
  ct404MaskEdge,
  ct501ArgumentsShape,
  ct502BareLiterals,
  ct503SentinelSurvival,
  ct504ParallelCalls,
  ct505CallIds,
  ct506JsonBytes,
  ct601OptionalField,
  ct602RolePolicy,
  ct603ImpossiblePath,
  ct604ReasoningAlias,
  ct605SplitterTrust,
  ct606ContentParts,
  ct607UninvitedText,
  ct608Clock,
  ct701Whitespace,
  ct801EngineGap,
  ct802EngineDifference,
  ct803PythonMethod,
  ct804MarkupEscapes,
  ct805SchemaRecursion,
  ct806UnknownName,
  ct807ShadowedMember,
  ct808Mutation,
  ct901RenderCost,
  ct951Copies,
  ct952Parsers,
];

export function ruleOf(code: string): Rule | undefined {
  return rules.find((rule) => rule.code === code);
}
