/** Python's binding of arguments to parameters, with its TypeErrors. */
import { dictSet } from '../values/dict.ts';
import { typeError, type PythonError } from '../values/errors.ts';
import { Dict, Tuple, type Value } from '../values/types.ts';
import type { Parameter, Signature } from './signature.ts';

/** Keyword arguments in order of writing. */
export type Keywords = ReadonlyMap<string, Value>;

/**
 * One value for each parameter, then the Tuple of further positional ones (`*args`), then the Dict of further
 * keyword ones (`**kwargs`), where the signature has them.
 */
export function bindArguments(
  signature: Signature,
  args: readonly Value[],
  keywords: Keywords | null,
): Value[] {
  const { parameters, varargs } = signature;
  const positional = positionalCount(parameters);
  const tooLong = args.length > positional && !varargs;
  // Python's own functions look at the keywords first.
  if (tooLong && signature.style === 'c') throw tooMany(signature, args.length, keywords);
  const bound: (Value | undefined)[] = parameters.map((_, i) => (i < positional ? args[i] : undefined));
  const rest = keywords === null ? null : bindKeywords(signature, bound, keywords, args.length);
  if (tooLong) throw tooMany(signature, args.length, keywords);
  if (bound.includes(undefined)) fillDefaults(signature, bound, args.length);
  const values = bound as Value[];
  if (varargs) values.push(new Tuple(args.slice(positional)));
  if (signature.kwargs) values.push(rest ?? new Dict());
  return values;
}

function positionalCount(parameters: readonly Parameter[]): number {
  const first = parameters.findIndex((parameter) => parameter.keywordOnly);
  return first < 0 ? parameters.length : first;
}

function bindKeywords(
  signature: Signature,
  bound: (Value | undefined)[],
  keywords: Keywords,
  given: number,
): Dict | null {
  let rest: Dict | null = null;
  for (const [name, value] of keywords) {
    const at = signature.parameters.findIndex(
      (parameter, i) => parameter.name === name && i >= signature.positionalOnly,
    );
    if (at >= 0) {
      if (bound[at] !== undefined) throw givenTwice(signature, name, at);
      bound[at] = value;
    } else if (signature.kwargs) {
      rest ??= new Dict();
      dictSet(rest, name, value);
    } else {
      throw unexpectedKeyword(signature, name, given, keywords.size);
    }
  }
  return rest;
}

function fillDefaults(signature: Signature, bound: (Value | undefined)[], given: number): void {
  const missing: Parameter[] = [];
  signature.parameters.forEach((parameter, i) => {
    if (bound[i] !== undefined) return;
    if (parameter.defaultValue === undefined) missing.push(parameter);
    bound[i] = parameter.defaultValue;
  });
  if (missing.length > 0) throw tooFew(signature, missing, given);
}

// ------------------------------------------------------------------ Python's words

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** `replace` of `str.replace`. */
const shortName = (signature: Signature) => signature.name.slice(signature.name.lastIndexOf('.') + 1);

const requiredCount = (signature: Signature) =>
  signature.parameters.filter((parameter) => parameter.defaultValue === undefined && !parameter.keywordOnly)
    .length;

/** A function in C that takes no keywords at all. */
const refusesKeywords = (signature: Signature) => signature.positionalOnly === signature.parameters.length;

function tooMany(signature: Signature, given: number, keywords: Keywords | null): PythonError {
  const most = positionalCount(signature.parameters);
  const least = requiredCount(signature);
  if (signature.style === 'c') return wrongCountInC(signature, given, keywords, least, most);
  const hidden = signature.hidden;
  const range =
    least === most
      ? plural(most + hidden, 'positional argument')
      : `from ${least + hidden} to ${most + hidden} positional arguments`;
  const were = given + hidden === 1 ? 'was' : 'were';
  return typeError(`${signature.name}() takes ${range} but ${given + hidden} ${were} given`);
}

function tooFew(signature: Signature, missing: readonly Parameter[], given: number): PythonError {
  if (signature.style === 'c') {
    return wrongCountInC(
      signature,
      given,
      null,
      requiredCount(signature),
      positionalCount(signature.parameters),
    );
  }
  const kind = missing[0]?.keywordOnly ? 'keyword-only' : 'positional';
  const names = missing.map((parameter) => `'${parameter.name}'`);
  const last = names.pop() as string;
  const list =
    names.length === 0
      ? last
      : names.length === 1
        ? `${names[0]} and ${last}`
        : `${names.join(', ')}, and ${last}`;
  return typeError(
    `${signature.name}() missing ${plural(missing.length, `required ${kind} argument`)}: ${list}`,
  );
}

function wrongCountInC(
  signature: Signature,
  given: number,
  keywords: Keywords | null,
  least: number,
  most: number,
): PythonError {
  const { name } = signature;
  const short = shortName(signature);
  if (keywords !== null && keywords.size > 0 && refusesKeywords(signature)) {
    return typeError(`${name}() takes no keyword arguments`);
  }
  if (most === 0) return typeError(`${name}() takes no arguments (${given} given)`);
  if (least === most && most === 1 && refusesKeywords(signature)) {
    return typeError(`${name}() takes exactly one argument (${given} given)`);
  }
  if (refusesKeywords(signature)) {
    const amount = least === most ? '' : given < least ? 'at least ' : 'at most ';
    return typeError(
      `${short} expected ${amount}${plural(given < least ? least : most, 'argument')}, got ${given}`,
    );
  }
  if (given > most && signature.parameters.length > most) {
    return typeError(`${short}() takes at most ${plural(most, 'positional argument')} (${given} given)`);
  }
  const all = given + (keywords?.size ?? 0);
  if (given > most) return typeError(`${short}() takes at most ${plural(most, 'argument')} (${all} given)`);
  const missing = signature.parameters[given] as Parameter;
  return typeError(`${short}() missing required argument '${missing.name}' (pos ${given + 1})`);
}

function unexpectedKeyword(
  signature: Signature,
  name: string,
  positional: number,
  keywords: number,
): PythonError {
  if (signature.style === 'python') {
    const positionalOnly = signature.parameters.some((parameter) => parameter.name === name);
    return typeError(
      positionalOnly
        ? `${signature.name}() got some positional-only arguments passed as keyword arguments: '${name}'`
        : `${signature.name}() got an unexpected keyword argument '${name}'`,
    );
  }
  if (refusesKeywords(signature)) return typeError(`${signature.name}() takes no keyword arguments`);
  const most = signature.parameters.length;
  const given = positional + keywords;
  if (given > most) {
    const kind = positional === 0 ? 'keyword argument' : 'argument';
    return typeError(`${shortName(signature)}() takes at most ${plural(most, kind)} (${given} given)`);
  }
  return typeError(`'${name}' is an invalid keyword argument for ${shortName(signature)}()`);
}

function givenTwice(signature: Signature, name: string, at: number): PythonError {
  if (signature.style === 'python')
    return typeError(`${signature.name}() got multiple values for argument '${name}'`);
  return typeError(
    `argument for ${shortName(signature)}() given by name ('${name}') and position (${at + 1})`,
  );
}
