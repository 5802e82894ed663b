/** What is known of a token, for its tooltip and for a screen reader. */
import type { Message } from '../../../protocol/conversation.ts';
import type { LossMark, TokenCell } from '../../../protocol/views.ts';
import { spacedHex } from './glyphs.ts';
import type { LaneToken } from './lanes.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
}

const LONGEST = 160;
const MOST_BYTES = 32;

const inWords = { equal: '', removed: 'only before', added: 'only after' } as const;

export const lossWords: Readonly<Record<LossMark, string>> = {
  trained: 'sampled, counts in the loss',
  sampled: 'sampled',
  hole: 'sampled, outside every generation block',
  leak: 'in a generation block, never sampled',
  context: 'context',
};

/** The text in quotes, as JSON writes it, cut for display. */
export function quoted(text: string): string {
  const shown = JSON.stringify(text.length > LONGEST ? text.slice(0, LONGEST) : text);
  return text.length > LONGEST ? `${shown}…` : shown;
}

/** One line: `14: <think>, id 151667, special, only before, template line 46`. */
export function spokenToken(token: LaneToken): string {
  const { cell, from, mark } = token;
  const parts = [
    `${token[from] ?? 0}: ${cell.bytes === null ? quoted(cell.text) : `bytes ${spacedHex(cell.bytes)}`}`,
    cell.id < 0 ? '' : `id ${cell.id}`,
    cell.special ? 'special' : '',
    inWords[mark],
    token.loss === undefined ? '' : lossWords[token.loss],
    cell.line === undefined ? '' : `template line ${cell.line}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Rows of the tooltip. `messages`: of the conversation that was rendered, where known. */
export function factsOf(token: LaneToken, messages: readonly Message[]): Fact[] {
  const { cell } = token;
  const role = messages[cell.message]?.role;
  const facts: [string, string | null][] = [
    ['id', cell.id < 0 ? null : String(cell.id)],
    ['kind', cell.special ? 'added token' : null],
    ['index', indexOf(token)],
    ['bytes', bytesOf(cell)],
    ['template', cell.line === undefined ? null : `line ${cell.line}`],
    ['input', cell.path],
    ['message', cell.message < 0 ? null : `${cell.message}${role === undefined ? '' : ` (${role})`}`],
    ['mask', token.loss === undefined && cell.generation ? 'inside a generation block' : null],
    ['loss', token.loss === undefined ? null : lossWords[token.loss]],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function indexOf({ before, after, mark }: LaneToken): string {
  if (before !== null && after !== null)
    return before === after ? String(before) : `${before} before, ${after} after`;
  return `${before ?? after ?? 0}${mark === 'equal' ? '' : ` (${inWords[mark]})`}`;
}

function bytesOf(cell: TokenCell): string {
  if (cell.bytes !== null) return `${spacedHex(cell.bytes)} (part of ${quoted(cell.text)})`;
  const bytes = new TextEncoder().encode(cell.text.slice(0, MOST_BYTES));
  const shown = Array.from(bytes.slice(0, MOST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${spacedHex(shown)}${bytes.length > MOST_BYTES || cell.text.length > MOST_BYTES ? ' …' : ''}`;
}
