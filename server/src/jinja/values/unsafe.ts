/** Attributes of Python's objects that the sandbox keeps from templates: those whose names begin with `_`. */
import type { Value } from './types.ts';
import { typeName } from './typename.ts';

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Names between two pairs of underscores that every object has. */
const COMMON = words(`
  class delattr dir doc eq format ge getattribute getstate gt hash init init_subclass le lt ne new reduce reduce_ex
  repr setattr sizeof str subclasshook
`);

const SEQUENCE = 'add contains getitem getnewargs iter len mul rmul';
const NUMBER = 'abs add bool getnewargs mul neg pos pow radd rmul rpow rsub rtruediv sub truediv';
const REAL = `${NUMBER} ceil divmod float floor floordiv int mod rdivmod rfloordiv rmod round trunc`;
const INTEGER = `${REAL} and index invert lshift or rand rlshift ror rrshift rshift rxor xor`;
const MAPPING = 'class_getitem contains delitem getitem ior iter len or reversed ror setitem';
const SET = 'and contains iter len or rand reversed ror rsub rxor sub xor';
const FUNCTION = 'call module name qualname';
const INSTANCE = 'dict module weakref';

/** More such names by type; the words with a leading underscore are whole names. */
const OF_TYPE: Readonly<Record<string, string>> = {
  int: INTEGER,
  bool: INTEGER,
  float: `${REAL} getformat`,
  complex: `${NUMBER} complex`,
  str: `${SEQUENCE} mod rmod`,
  Markup: `${SEQUENCE} mod rmod html html_format module radd slots`,
  list: 'add class_getitem contains delitem getitem iadd imul iter len mul reversed rmul setitem',
  tuple: `${SEQUENCE} class_getitem`,
  _GroupTuple: `${SEQUENCE} class_getitem annotations match_args module orig_bases slots
    _asdict _field_defaults _fields _make _replace`,
  dict: MAPPING,
  type: MAPPING,
  NoneType: 'bool',
  bytes: `${SEQUENCE} bytes mod rmod`,
  range: 'bool contains getitem iter len reversed',
  dict_keys: SET,
  dict_items: SET,
  dict_values: 'iter len reversed',
  generator: 'del iter name next qualname',
  list_reverseiterator: 'iter length_hint next setstate',
  function: `${FUNCTION} annotations builtins closure code defaults dict get globals kwdefaults`,
  builtin_function_or_method: `${FUNCTION} self text_signature`,
  method: 'call func self',
  Macro: `call ${INSTANCE} _argument_count _async_invoke _default_autoescape _environment _func _invoke`,
  LoopContext: `annotations call iter len next ${INSTANCE} _after _before _current _iterable _iterator
    _last_changed_value _length _peek_next _recurse _to_iterator _undefined`,
  Cycler: `next ${INSTANCE}`,
  Joiner: `call ${INSTANCE}`,
  TemplateReference: `getitem ${INSTANCE} _TemplateReference__context`,
  Undefined: `add aiter bool call complex div float floordiv getattr getitem int iter len mod module mul neg pos pow
    radd rdiv rfloordiv rmod rmul rpow rsub rtruediv slots sub truediv _fail_with_undefined_error
    _undefined_exception _undefined_hint _undefined_message _undefined_name _undefined_obj`,
};

const whole = (word: string): string => (word.startsWith('_') ? word : `__${word}__`);

const EVERYWHERE: ReadonlySet<string> = new Set(COMMON.map(whole));
const BY_TYPE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(OF_TYPE).map(([type, list]) => [type, new Set(words(list).map(whole))]),
);

/** Whether Python's object has an attribute of that name that the sandbox refuses. */
export function isUnsafe(object: Value, name: string): boolean {
  if (!name.startsWith('_')) return false;
  const type = typeName(object);
  // A namespace answers for its variables and for its class only.
  if (type === 'Namespace') return name === '__class__';
  return EVERYWHERE.has(name) || BY_TYPE.get(type)?.has(name) === true;
}
