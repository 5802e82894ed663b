/** How a template takes the functions that may be called: some stop at types that they don't expect. */
import type { Json } from '../../../../protocol/conversation.ts';
import { isRecord } from './style.ts';

export const toolForms = ['as given', 'all texts', 'bare', 'none'] as const;
export type ToolForm = (typeof toolForms)[number];

/**
 * `all texts`: every parameter declared as a text. `bare`: besides, without the wrapper that says `function`, and with
 * the parameters under the name that Cohere's first templates read them from too.
 */
export function spellTools(tools: Json, form: ToolForm): Json {
  if (form === 'none' || !Array.isArray(tools)) return form === 'none' ? null : tools;
  if (form === 'as given') return tools;
  return remembered(tools, form, () =>
    tools.map((tool) => {
      const described = isRecord(tool) && isRecord(tool['function']) ? tool['function'] : null;
      if (described === null) return tool;
      const plain = withTexts(described);
      return form === 'bare' ? withDefinitions(plain) : { type: 'function', function: plain };
    }),
  );
}

function withTexts(described: { [key: string]: Json }): { [key: string]: Json } {
  const { parameters } = described;
  if (!isRecord(parameters) || !isRecord(parameters['properties'])) return described;
  const texts = Object.keys(parameters['properties']).map((key) => [
    key,
    { type: 'string', description: key },
  ]);
  const properties = Object.fromEntries(texts) as { [key: string]: Json };
  return { ...described, parameters: { ...parameters, properties } };
}

/** Cohere's own way to declare a function. */
function withDefinitions(described: { [key: string]: Json }): { [key: string]: Json } {
  const { parameters } = described;
  const properties = isRecord(parameters) ? parameters['properties'] : undefined;
  return isRecord(properties) ? { ...described, parameter_definitions: properties } : described;
}

/** The same tools stay the same object, so that renders of them are found again. */
const spelt = new WeakMap<object, Map<ToolForm, Json>>();

function remembered(tools: object, form: ToolForm, spell: () => Json): Json {
  const known = spelt.get(tools) ?? new Map<ToolForm, Json>();
  spelt.set(tools, known);
  const before = known.get(form);
  if (before !== undefined) return before;
  const made = spell();
  known.set(form, made);
  return made;
}
