import { descendants } from './node.ts';
import { parameterLabel, signatureOf } from './knowledge/index.ts';
import { calledEntry } from './completion/calls.ts';
import { openCall } from './completion/place.ts';
import type { OpenCall } from './completion/place.ts';
import type { Entry } from './knowledge/index.ts';
import type { TemplateModel } from './model/index.ts';

export interface Signature {
  /** `indent(width=4, first=false)` */
  readonly label: string;
  readonly documentation: string;
  /** As they stand in the label. */
  readonly parameters: readonly string[];
  /** Index of the parameter that the cursor is at; null beyond the last. */
  readonly active: number | null;
}

/** The macro, function, filter or test whose arguments the offset is in; null where it is in none that is known. */
export function signatureHelp(model: TemplateModel, offset: number): Signature | null {
  let opener = -1;
  for (const { kind, start, end } of descendants(model.root)) {
    if (start > offset) break;
    if ((kind === 'block_start' || kind === 'variable_start') && end <= offset) opener = end;
    else if ((kind === 'block_end' || kind === 'variable_end') && end <= offset) opener = -1;
  }
  const call = opener < 0 ? null : openCall(model.text, opener, offset);
  const entry = call && calledEntry(call, model);
  if (!call || !entry?.parameters) return null;
  return {
    label: signatureOf(entry),
    documentation: entry.doc,
    parameters: entry.parameters.map(parameterLabel),
    active: activeParameter(call, entry),
  };
}

function activeParameter({ keyword, argument }: OpenCall, { parameters = [] }: Entry): number | null {
  const named = keyword ? parameters.findIndex(({ name }) => name === keyword) : argument;
  if (named >= 0 && named < parameters.length) return named;
  const rest = parameters.findIndex((each) => each.rest === (keyword ? '**' : '*'));
  return rest >= 0 ? rest : null;
}
