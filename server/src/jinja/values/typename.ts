/** Python's name of a value's type, as error messages print it. */
import { Dict, Float, List, Str, Tuple, Undefined, type Value } from './types.ts';

export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    case 'string':
      return 'str';
  }
  if (value instanceof Str) return value.markup ? 'Markup' : 'str';
  if (value instanceof Float) return 'float';
  if (value instanceof List) return 'list';
  if (value instanceof Tuple)
    return 'typeName' in value && typeof value.typeName === 'string' ? value.typeName : 'tuple';
  if (value instanceof Dict) return 'dict';
  if (value instanceof Undefined) return 'Undefined';
  return value.typeName;
}

/** The type with its module where it is not a builtin one, as Undefined's messages name it: `dict object`. */
export function objectTypeName(value: Value): string {
  if (value === null) return 'None';
  const name = typeName(value);
  if (name === 'Markup') return 'markupsafe.Markup object';
  if (name === 'Undefined') return 'jinja2.runtime.Undefined object';
  const module =
    typeof value === 'object' && 'moduleName' in value && value.moduleName !== 'builtins'
      ? `${value.moduleName}.`
      : '';
  return `${module}${name} object`;
}
