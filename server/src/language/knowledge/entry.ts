/** What the editor can say of a name. */

export interface Parameter {
  readonly name: string;
  /** As it is written in a template; absent where an argument must be given. */
  readonly defaultValue?: string;
  /** Takes all further positional (`*`) or keyword (`**`) arguments. */
  readonly rest?: '*' | '**';
}

export interface Entry {
  readonly name: string;
  /** One line, Markdown. */
  readonly doc: string;
  /** What stands in parentheses; absent for a thing that is not called. */
  readonly parameters?: readonly Parameter[];
}

/** Reads `width=4, first=false, *args` as parameters; `null`: not to be called. */
export function entry(name: string, signature: string | null, doc: string): Entry {
  return signature === null ? { name, doc } : { name, doc, parameters: parametersOf(signature) };
}

function parametersOf(signature: string): readonly Parameter[] {
  if (!signature) return [];
  return signature.split(/,\s*(?![^'"]*['"](?:,|$))/).map((part): Parameter => {
    const rest = /^\*{1,2}/.exec(part)?.[0] as Parameter['rest'];
    if (rest) return { name: part.slice(rest.length), rest };
    const equals = part.indexOf('=');
    if (equals < 0) return { name: part };
    return { name: part.slice(0, equals), defaultValue: part.slice(equals + 1) };
  });
}

export type EntryTable = ReadonlyMap<string, Entry>;

export function tableOf(entries: readonly Entry[]): EntryTable {
  return new Map(entries.map((each) => [each.name, each]));
}

/** `indent(width=4, first=false)`; only the name for a thing that is not called. */
export function signatureOf({ name, parameters }: Entry): string {
  return parameters ? `${name}(${parameters.map(parameterLabel).join(', ')})` : name;
}

export function parameterLabel({ name, defaultValue, rest }: Parameter): string {
  return `${rest ?? ''}${name}${defaultValue === undefined ? '' : `=${defaultValue}`}`;
}
