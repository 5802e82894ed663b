/**
 * Which template variables a suite should vary: switches for thinking that the template reads. Found by reading
 * the tree, so that a template of an unknown family is varied too.
 */
import type { Json } from '../../../protocol/conversation.ts';
import type { Template } from '../jinja/index.ts';
import { nodesOf } from '../jinja/syntax/walk.ts';

/** Names under which templates know a switch for thinking: `enable_thinking`, `thinking`, `think`, `enable_reasoning`, ... */
const thinkingSwitch = /^(enable_|use_|with_)?(think|thinking|reasoning)(_mode|_enabled)?$/;

export type Kwargs = Readonly<Record<string, Json>>;

/** Every setting to try, the empty one (nothing passed) first. */
export function kwargsToTry(template: Template): Kwargs[] {
  const switches = variablesRead(template).filter((name) => thinkingSwitch.test(name));
  return [{}, ...switches.flatMap((name) => [{ [name]: true }, { [name]: false }])];
}

/** `enable_thinking = false`, for people. */
export const settingText = (kwargs: Kwargs): string =>
  Object.entries(kwargs)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ');

/** Names of a switch for effort, whose values a template may print instead of comparing them. */
const effortSwitch = /(^|_)effort$/;
const efforts = ['low', 'high'];

/** Settings of other variables: each text that the template compares one with, and efforts where it names none. */
export function otherSettings(template: Template): Kwargs[] {
  const compared = comparedLiterals(template);
  const printed = variablesRead(template).filter(
    (name) => effortSwitch.test(name) && !compared.some((setting) => name in setting),
  );
  return [...compared, ...printed.flatMap((name) => efforts.map((effort) => ({ [name]: effort })))];
}

/** One per text (`reasoning_effort == 'high'`). */
function comparedLiterals(template: Template): Kwargs[] {
  const given = new Set(variablesRead(template));
  const settings: Kwargs[] = [];
  for (const node of nodesOf(template)) {
    if (node.kind !== 'compare' || node.first.kind !== 'name' || !given.has(node.first.name)) continue;
    for (const { operand } of node.rest) {
      if (operand.kind === 'string') settings.push({ [node.first.name]: operand.value });
    }
  }
  return [...new Map(settings.map((setting) => [JSON.stringify(setting), setting])).values()];
}

/** Names that the template reads and nowhere binds: what only the caller can give. */
export function variablesRead(template: Template): string[] {
  const read = new Set<string>();
  const bound = new Set<string>();
  for (const node of nodesOf(template)) {
    if (node.kind === 'name') read.add(node.name);
    if (node.kind === 'for') for (const name of targetNames(node.target)) bound.add(name);
    if (node.kind === 'macro') for (const parameter of node.parameters) bound.add(parameter.name);
  }
  return [...read].filter((name) => !bound.has(name)).sort();
}

function targetNames(target: { kind: string; name?: string; items?: readonly { kind: string }[] }): string[] {
  if (target.kind === 'tuple-target') return (target.items ?? []).flatMap(targetNames);
  return target.kind === 'name' && target.name !== undefined ? [target.name] : [];
}
