/** Shapes of values in a config file: each reads a node of the tree, or says what is wrong with it. */
import { getNodeValue, type Node } from 'jsonc-parser';
import type { Json } from '../../../protocol/conversation.ts';
import { didYouMean } from '../text/suggestion.ts';

export type Say = (node: Node, path: string, message: string) => void;
/** `undefined` where something was wrong, and said. */
export type Shape<T> = (node: Node, path: string, say: Say) => T | undefined;

export const text: Shape<string> = (node, path, say) => {
  if (node.type === 'string' && node.value !== '') return node.value as string;
  say(node, path, 'has to be a text in quotes that is not empty');
  return undefined;
};

export const anyValue: Shape<Json> = (node) => getNodeValue(node) as Json;

export function oneOf<T extends string>(values: readonly T[]): Shape<T> {
  return (node, path, say) => {
    const found = values.find((value) => node.type === 'string' && value === node.value);
    if (found === undefined)
      say(
        node,
        path,
        `has to be one of ${values.map((value) => `"${value}"`).join(', ')}${didYouMean(String(node.value), values)}`,
      );
    return found;
  };
}

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return (node, path, say) => {
    if (node.type !== 'array') {
      say(node, path, 'has to be a list in square brackets');
      return undefined;
    }
    return (node.children ?? []).flatMap((child, index) => {
      const value = item(child, `${path}[${index}]`, say);
      return value === undefined ? [] : [value];
    });
  };
}

/** One value, or a list of them. */
export function oneOrMore<T>(item: Shape<T>): Shape<readonly T[]> {
  const list = listOf(item);
  return (node, path, say) => {
    if (node.type === 'array') return list(node, path, say);
    const value = item(node, path, say);
    return value === undefined ? undefined : [value];
  };
}

/** `wrongKey` says what is wrong with a name; null where nothing is. */
export function recordOf<T>(
  item: Shape<T>,
  wrongKey: (name: string) => string | null = () => null,
): Shape<Readonly<Record<string, T>>> {
  return (node, path, say) => {
    const properties = propertiesOf(node, path, say);
    if (properties === null) return undefined;
    const entries = properties.flatMap(({ name, key, value }): [string, T][] => {
      const wrong = wrongKey(name);
      if (wrong !== null) say(key, joined(path, name), wrong);
      const read = item(value, joined(path, name), say);
      return wrong !== null || read === undefined ? [] : [[name, read]];
    });
    return Object.fromEntries(entries);
  };
}

export type FieldShapes<T> = { readonly [K in keyof T]-?: Shape<NonNullable<T[K]>> };

/** An object with these fields, all of them optional. */
export function fieldsOf<T extends object>(shapes: FieldShapes<T>): Shape<Partial<T>> {
  const names = Object.keys(shapes);
  return (node, path, say) => {
    const properties = propertiesOf(node, path, say);
    if (properties === null) return undefined;
    const read: Partial<T> = {};
    for (const { name, key, value } of properties) {
      if (name === '$schema') continue;
      if (!names.includes(name)) {
        say(
          key,
          joined(path, name),
          `is not known here; known are ${names.join(', ')}${didYouMean(name, names)}`,
        );
        continue;
      }
      const field = name as keyof T;
      const result = shapes[field](value, joined(path, name), say);
      if (result !== undefined) read[field] = result;
    }
    return read;
  };
}

interface ReadProperty {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

function propertiesOf(node: Node, path: string, say: Say): ReadProperty[] | null {
  if (node.type !== 'object') {
    say(node, path, 'has to be an object in braces');
    return null;
  }
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [{ name: String(key.value), key, value }],
  );
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
