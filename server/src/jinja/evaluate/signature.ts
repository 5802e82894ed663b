/** How a callable's parameters are declared, and how Python binds arguments to them. */
import { Float, PyObject, type Value } from '../values/types.ts';

class Missing extends PyObject {
  override readonly typeName = 'MissingType';

  override repr(): string {
    return 'missing';
  }
}

/**
 * What an optional parameter without a Python default gets when it is not given, and what Jinja2 leaves in a loop's
 * variables after the loop (a macro defined in it can see that).
 */
export const MISSING: Value = new Missing();

export interface Parameter {
  readonly name: string;
  /** `undefined`: required. */
  readonly defaultValue: Value | undefined;
  readonly keywordOnly: boolean;
}

export interface Signature {
  /** As error messages name it: `do_trim`, `str.replace`, `len`. */
  readonly name: string;
  /** In Python or in C: they word their TypeErrors differently. */
  readonly style: 'python' | 'c';
  /** Arguments that Python passes of itself (`self`, environment) and counts in its messages. */
  readonly hidden: number;
  readonly parameters: readonly Parameter[];
  /** Number of leading parameters that can't be given by keyword. */
  readonly positionalOnly: number;
  /** Collects further positional arguments in a Tuple. */
  readonly varargs: boolean;
  /** Collects further keyword arguments in a Dict. */
  readonly kwargs: boolean;
}

/**
 * Reads `do_sort(@environment, value, reverse=False, *, key=None)`. `@name` is a hidden argument, `/` ends the
 * positional-only ones, `*` starts the keyword-only ones, `*args` and `**kwargs` collect. Defaults are None,
 * True, False, numbers, strings in single quotes, or `?`: optional, MISSING when not given.
 */
export function parseSignature(declaration: string, style: Signature['style']): Signature {
  const open = declaration.indexOf('(');
  const parameters: Parameter[] = [];
  let hidden = 0;
  let positionalOnly = 0;
  let varargs = false;
  let kwargs = false;
  let keywordOnly = false;
  for (const part of splitParameters(declaration.slice(open + 1, -1))) {
    if (part.startsWith('@')) hidden++;
    else if (part === '/') positionalOnly = parameters.length;
    else if (part === '*') keywordOnly = true;
    else if (part.startsWith('**')) kwargs = true;
    else if (part.startsWith('*')) {
      varargs = true;
      keywordOnly = true;
    } else {
      const equals = part.indexOf('=');
      const name = equals < 0 ? part : part.slice(0, equals);
      const defaultValue = equals < 0 ? undefined : parseDefault(part.slice(equals + 1));
      parameters.push({ name, defaultValue, keywordOnly });
    }
  }
  return { name: declaration.slice(0, open), style, hidden, parameters, positionalOnly, varargs, kwargs };
}

/** Splits at commas outside of quotes. */
function splitParameters(list: string): string[] {
  return (list.match(/(?:'[^']*'|[^,'])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
}

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['?', MISSING],
]);

function parseDefault(text: string): Value {
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) return constant;
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll('\\n', '\n');
  return text.includes('.') ? new Float(Number(text)) : Number(text);
}
