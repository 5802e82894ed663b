/** Tokens: what the lexer hands to the parser, and Python's words for them in messages. */
import { asKnown } from '../values/unicode.ts';

export type TokenType =
  | 'data'
  | 'variable_begin'
  | 'variable_end'
  | 'block_begin'
  | 'block_end'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'eof'
  | Operator;

export type Operator = (typeof OPERATORS)[number];

/** Longer ones first where one begins another. */
export const OPERATORS = [
  '//',
  '**',
  '==',
  '!=',
  '>=',
  '<=',
  '+',
  '-',
  '/',
  '*',
  '%',
  '~',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  '>',
  '<',
  '=',
  '.',
  ':',
  '|',
  ',',
  ';',
] as const;

/** `start` and `end` are offsets in the file, without the whitespace that a `-` marker or trim_blocks takes. */
export interface Token {
  readonly type: TokenType;
  /** Name, decoded string, operator, digits of a number, or printed text of `data`. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const DESCRIPTIONS: Partial<Record<TokenType, string>> = {
  data: 'template data / text',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  eof: 'end of template',
};

export function describeType(type: TokenType): string {
  return DESCRIPTIONS[type] ?? type;
}

export function describeToken(token: Token): string {
  return token.type === 'name' ? token.value : describeType(token.type);
}

/** Python's repr of one character, as "unexpected char" prints it. */
export function reprCharacter(character: string): string {
  if (character === "'") return `"'"`;
  const escaped = ESCAPED[character];
  if (escaped !== undefined) return `'${escaped}'`;
  const code = character.codePointAt(0) ?? 0;
  if (character === ' ' || !/[\p{C}\p{Z}]/u.test(asKnown(character))) return `'${character}'`;
  if (code < 0x100) return `'\\x${code.toString(16).padStart(2, '0')}'`;
  if (code < 0x10000) return `'\\u${code.toString(16).padStart(4, '0')}'`;
  return `'\\U${code.toString(16).padStart(8, '0')}'`;
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
