import { child, descendants, textOf } from '../node.ts';
import { FILTERS, FUNCTIONS, TESTS } from '../knowledge/index.ts';
import type { Entry, Parameter } from '../knowledge/index.ts';
import type { TemplateModel } from '../model/index.ts';
import type { OpenCall } from './place.ts';

/** What is called, with its parameters; null if it is not known. */
export function calledEntry(call: OpenCall, model: TemplateModel): Entry | null {
  if (call.callee === 'filter') return FILTERS.get(call.name) ?? null;
  if (call.callee === 'test') return TESTS.get(call.name) ?? null;
  return macroEntry(call.name, model) ?? FUNCTIONS.get(call.name) ?? null;
}

/** A macro as an entry, its parameters as they are declared. */
export function macroEntry(name: string, model: TemplateModel): Entry | null {
  const macro = model.symbols.find((symbol) => symbol.kind === 'macro' && symbol.name === name)?.maker;
  if (!macro) return null;
  const list = [...descendants(macro)].find(({ kind }) => kind === 'parameters');
  const parameters = (list?.children ?? []).flatMap((node): readonly Parameter[] => {
    if (node.kind === 'identifier') return [{ name: textOf(node, model.text) }];
    const parameter = node.kind === 'default_parameter' ? child(node, 'name') : null;
    const value = parameter && child(node, 'value');
    if (!parameter || !value) return [];
    return [{ name: textOf(parameter, model.text), defaultValue: textOf(value, model.text) }];
  });
  return { name, doc: 'Macro of this template.', parameters };
}
