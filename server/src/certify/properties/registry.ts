/** Every property, in the order a certificate lists them. */
import { appendAssistant } from './appendAssistant.ts';
import { appendSystem } from './appendSystem.ts';
import { appendTool } from './appendTool.ts';
import { appendToolSplit } from './appendToolSplit.ts';
import { appendUser } from './appendUser.ts';
import type { PrefixProperty } from './prefixProperty.ts';
import type { Property } from './property.ts';
import { argsShape } from './argsShape.ts';
import { maskExact } from './maskExact.ts';
import { maskPresent } from './maskPresent.ts';
import { roles } from './roles.ts';
import { literalCase } from './literalCase.ts';
import { systemConstant } from './systemConstant.ts';
import { clock } from './clock.ts';
import { enginesAgree } from './enginesAgree.ts';
import { seamGeneration } from './seamGeneration.ts';
import { surviveFields } from './surviveFields.ts';
import { titoAudit } from './titoAudit.ts';
import { turnBalance } from './turnBalance.ts';
import { stopKnown } from './stopKnown.ts';
import { stopTail } from './stopTail.ts';
import { stopCount } from './stopCount.ts';
import { deltaContextFree } from './deltaContextFree.ts';
import { deltaConcat } from './deltaConcat.ts';
import { titoBuffer } from './titoBuffer.ts';
import { headStable } from './headStable.ts';
import { identity } from './identity.ts';
import { surviveVerbatim } from './surviveVerbatim.ts';
import { roundtripCanonical } from './roundtripCanonical.ts';
import { parallelCalls } from './parallelCalls.ts';
import { jsonBytes } from './jsonBytes.ts';
import { cost } from './cost.ts';
import { forge } from './forge.ts';
import { markerAtomic } from './markerAtomic.ts';
import { seamMerge } from './seamMerge.ts';
import { bosOnce } from './bosOnce.ts';

/** An earlier render must be a prefix of a later one when something is appended. */
export const appendProperties: readonly PrefixProperty[] = [
  titoAudit,
  appendTool,
  appendToolSplit,
  appendUser,
  appendSystem,
  appendAssistant,
];

/** The prompt must be a prefix of the turn that answers it. */
export const seamProperties: readonly PrefixProperty[] = [seamGeneration];

export const prefixProperties: readonly PrefixProperty[] = [...appendProperties, ...seamProperties];

export const properties: readonly Property[] = [
  ...prefixProperties,
  turnBalance,
  stopKnown,
  stopTail,
  stopCount,
  deltaContextFree,
  deltaConcat,
  titoBuffer,
  headStable,
  identity,
  surviveVerbatim,
  roundtripCanonical,
  parallelCalls,
  jsonBytes,
  cost,
  bosOnce,
  markerAtomic,
  seamMerge,
  forge,
  argsShape,
  surviveFields,
  maskPresent,
  maskExact,
  roles,
  literalCase,
  systemConstant,
  clock,
  enginesAgree,
];
