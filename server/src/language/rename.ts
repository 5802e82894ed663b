import { FUNCTIONS } from './knowledge/index.ts';
import type { TemplateModel, TemplateSymbol } from './model/index.ts';
import type { Range } from './selection.ts';
import type { TextEdit } from './syntaxTree.ts';

export type Renamed =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: string };

export type Renamable =
  | { readonly ok: true; readonly range: Range; readonly name: string }
  | { readonly ok: false; readonly reason: string };

const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** Words that can be no variable, or would be read as something else in some places. */
const KEPT: ReadonlySet<string> = new Set(
  'true false none True False None and or not in is if else loop self caller varargs kwargs super recursive'.split(
    ' ',
  ),
);

/** What stands at an offset and can be renamed; else why it can not. */
export function prepareRename(model: TemplateModel, offset: number): Renamable {
  const symbol = model.symbolAt(offset);
  if (!symbol) return refused('There is no variable, parameter, macro or attribute here.');
  const reason = reasonToKeep(symbol, model);
  if (reason) return refused(reason);
  const at = symbol.occurrences.find(({ start, end }) => start <= offset && offset <= end);
  return at
    ? { ok: true, range: { start: at.start, end: at.end }, name: symbol.name }
    : refused('There is no name here.');
}

/** The edits that rename what stands at an offset; refused where the new name would mean something else. */
export function rename(model: TemplateModel, offset: number, newName: string): Renamed {
  const prepared = prepareRename(model, offset);
  if (!prepared.ok) return prepared;
  const symbol = model.symbolAt(offset);
  if (!symbol) return refused('There is no name here.');
  if (!IDENTIFIER.test(newName)) return refused(`“${newName}” is not a name: use letters, digits and _.`);
  if (KEPT.has(newName)) return refused(`“${newName}” has a meaning of its own.`);
  if (isTaken(symbol, newName, model)) {
    return refused(`“${newName}” is already used in this template: the two would become one.`);
  }
  return { ok: true, edits: symbol.occurrences.map(({ start, end }) => ({ start, end, text: newName })) };
}

function reasonToKeep({ kind, name }: TemplateSymbol, model: TemplateModel): string | null {
  if (kind === 'context') {
    return FUNCTIONS.has(name)
      ? `“${name}” is a function of the environment.`
      : `“${name}” is passed to the template: whoever renders it gives it this name.`;
  }
  if (kind === 'special') return `“${name}” has a meaning of its own.`;
  const isInput =
    kind !== 'attribute' && model.symbols.some((each) => each.kind === 'context' && each.name === name);
  return isInput
    ? `“${name}” is also read before it is set, and then is what is passed to the template.`
    : null;
}

function isTaken(symbol: TemplateSymbol, newName: string, model: TemplateModel): boolean {
  if (newName === symbol.name) return false;
  if (symbol.kind === 'attribute') return symbol.owner?.attributes.has(newName) ?? false;
  return (
    FUNCTIONS.has(newName) || model.symbols.some(({ name, kind }) => kind !== 'attribute' && name === newName)
  );
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
