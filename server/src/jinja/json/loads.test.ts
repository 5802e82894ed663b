import { describe, expect, it } from 'vitest';
import { print, repr } from '../values/print.ts';
import { dumps, fromJs, JsonDecodeError, loads } from './index.ts';
import { Dict, Float } from '../values/types.ts';

/** JSON text, and `repr` of what Python's json.loads makes of it. */
const READ: readonly (readonly [text: string, expected: string])[] = [
  ['1', '1'],
  ['1.0', '1.0'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1E400', 'inf'],
  ['12345678901234567890', '12345678901234567890'],
  ['NaN', 'nan'],
  ['[-Infinity, Infinity]', '[-inf, inf]'],
  ['{"b": 1, "10": 2, "2": 3}', "{'b': 1, '10': 2, '2': 3}"],
  ['{"a": 1, "b": 2, "a": 3}', "{'a': 3, 'b': 2}"],
  [' [true, false, null] ', '[True, False, None]'],
  [String.raw`"\ud83d\ude00"`, "'😀'"],
  [String.raw`"\ud83dx"`, String.raw`'\ud83dx'`],
  [String.raw`"\"\\\/\b\f\n\r\t\u00e9"`, String.raw`'"\\/\x08\x0c\n\r\té'`],
  [String.raw`{"\u0000t": 1}`, String.raw`{'\x00t': 1}`],
  ['{"__proto__": 1}', "{'__proto__': 1}"],
];

const REFUSED: readonly (readonly [text: string, message: string])[] = [
  ['', 'Expecting value: line 1 column 1 (char 0)'],
  ['{', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['{"a"', "Expecting ':' delimiter: line 1 column 5 (char 4)"],
  ['{"a":1', "Expecting ',' delimiter: line 1 column 7 (char 6)"],
  ['{"a":1,}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
  ['[1,]', 'Expecting value: line 1 column 4 (char 3)'],
  ['[1 2]', "Expecting ',' delimiter: line 1 column 4 (char 3)"],
  ['"abc', 'Unterminated string starting at: line 1 column 1 (char 0)'],
  ['"a\\', 'Unterminated string starting at: line 1 column 1 (char 0)'],
  ['"a\\x"', 'Invalid \\escape: line 1 column 3 (char 2)'],
  ['"a\\u12"', 'Invalid \\uXXXX escape: line 1 column 4 (char 3)'],
  ['"a\nb"', 'Invalid control character at: line 1 column 3 (char 2)'],
  ['1 2', 'Extra data: line 1 column 3 (char 2)'],
  ['01', 'Extra data: line 1 column 2 (char 1)'],
  ['-x', 'Expecting value: line 1 column 1 (char 0)'],
  ['\ufeff1', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'],
  ['\n\n  [1,\n 2,,3]', 'Expecting value: line 4 column 4 (char 11)'],
  ['"é😀" x', 'Extra data: line 1 column 6 (char 5)'],
];

describe('loads', () => {
  it.each(READ)('%j', (text, expected) => expect(repr(loads(text))).toBe(expected));
  it.each(REFUSED)('refuses %j', (text, message) => expect(() => loads(text)).toThrow(message));

  it('says where in UTF-16 units', () => {
    const fault = (() => {
      try {
        return loads('["😀" x]');
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toBeInstanceOf(JsonDecodeError);
    expect((fault as JsonDecodeError).offset).toBe(6);
  });

  it.each(['[', '{"a":'])('stops at nesting that Python refuses: %s', (opening) =>
    expect(() => loads(opening.repeat(100_000))).toThrow('maximum recursion depth exceeded'),
  );

  it('refuses integers of more than 4300 digits', () =>
    expect(() => loads('1'.repeat(5000))).toThrow('Exceeds the limit (4300 digits)'));
});

describe('dumps', () => {
  const sample = loads('{"b": [1, 2.0, "é\\u2028", {}], "a": null}');

  it.each([
    [{}, '{"b": [1, 2.0, "é\u2028", {}], "a": null}'],
    [{ ensureAscii: true }, String.raw`{"b": [1, 2.0, "\u00e9\u2028", {}], "a": null}`],
    [{ sortKeys: true, separators: [',', ':'] as const }, '{"a":null,"b":[1,2.0,"é\u2028",{}]}'],
    [{ indent: '->' }, '{\n->"b": [\n->->1,\n->->2.0,\n->->"é\u2028",\n->->{}\n->],\n->"a": null\n}'],
    [{ indent: '' }, '{\n"b": [\n1,\n2.0,\n"é\u2028",\n{}\n],\n"a": null\n}'],
  ])('%j', (options, expected) => expect(dumps(sample, options)).toBe(expected));

  it('writes what it read', () => {
    const text = '[1e+16, 1e-05, NaN, -Infinity, 123456789012345678901234567890, "\\"\\\\/\\b\\u0001"]';
    expect(dumps(loads(text))).toBe(text);
  });
});

describe('fromJs', () => {
  it('takes integral numbers for ints', () =>
    expect(print(fromJs({ a: [1, 1.5, 1e20, null, undefined], b: undefined }))).toBe(
      "{'a': [1, 1.5, 100000000000000000000, None, None]}",
    ));
  it('passes values of the engine', () => expect(fromJs([new Float(1)])).toEqual(loads('[1.0]')));
  it('passes a dict of the engine', () => {
    const dict = new Dict();
    expect(fromJs(dict)).toBe(dict);
  });
  it('refuses data that contains itself', () => {
    const data: unknown[] = [];
    data.push(data);
    expect(() => fromJs(data)).toThrow('contains itself');
  });
});
