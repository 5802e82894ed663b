/** How a template takes the functions that may be called: some stop at types that they don't expect. */
import type { Json } from '../../../../protocol/conversation.ts';
import { isRecord } from './style.ts';

export const toolForms = ['as given', 'all texts', 'bare', 'none'] as const;
export type ToolForm = (typeof toolForms)[number];

/** `all texts`: every parameter declared as a text. `bare`: besides, without the wrapper that says `function`. */
export function spellTools(tools: Json, form: ToolForm): Json {
  if (form === 'none' || !Array.isArray(tools)) return form === 'none' ? null : tools;
  if (form === 'as given') return tools;
  return remembered(tools, form, () =>
    tools.map((tool) => {
      const described = isRecord(tool) && isRecord(tool['function']) ? tool['function'] : null;
      if (described === null) return tool;
      const plain = { ...described, parameters: withTexts(described['parameters'] ?? null) };
      return form === 'bare' ? plain : { type: 'function', function: plain };
    }),
  );
}

function withTexts(parameters: Json): Json {
  if (!isRecord(parameters) || !isRecord(parameters['properties'])) return parameters;
  const texts = Object.keys(parameters['properties']).map((key) => [
    key,
    { type: 'string', description: key },
  ]);
  return { ...parameters, properties: Object.fromEntries(texts) as { [key: string]: Json } };
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
