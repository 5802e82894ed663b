/**
 * How a template writes an assistant turn, as an automaton: the slots that hold what the model says (reasoning,
 * content, a call's name, ...), and for each two slots that may follow one another the text between them. Learned
 * from renders; a family that nobody has seen yet is read the same way.
 */
import type { Literal } from './literal.ts';
import type { ToolForm } from './tools.ts';

/** What a slot holds. `call` and `calls` are a JSON object, or a list of them, with name and arguments inside. */
export type SlotKind =
  | 'start'
  | 'reasoning'
  | 'content'
  | 'name'
  | 'id'
  | 'key'
  | 'value'
  | 'arguments'
  | 'call'
  | 'calls'
  | 'end';

/** Types of argument values, as JSON tells them apart. */
export type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export interface Slot {
  /** Unique in the format: `name#1` is the second place that repeats a call's name. */
  readonly id: string;
  readonly kind: SlotKind;
  /** `value`: which types are written behind the same text. Empty for other kinds. */
  readonly types: readonly ValueType[];
}

/** Whether a slot, by its id, is part of a call. */
export const isInCall = (slot: string) => /^(name|id|key|value|arguments|call)/.test(slot);

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly literal: Literal;
  /** Whether the literal can't be ordinary writing: then failing behind it is worth telling. */
  readonly announces: boolean;
}

/** Where name, arguments and id sit in a call's JSON; `name: 'key'` where the name is the only key. */
export interface CallPaths {
  readonly name: readonly string[] | 'key' | null;
  readonly arguments: readonly string[];
  readonly id: readonly string[] | null;
}

/** How arguments are written: one JSON text for the whole call, for the arguments, or a place for each of them. */
export type CallStyle = 'json-list' | 'json-object' | 'named-json' | 'tagged';

export interface ResponseFormat {
  readonly slots: ReadonlyMap<string, Slot>;
  /** By the slot they leave, longest text first. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
  /** Null where the template renders no calls. */
  readonly style: CallStyle | null;
  readonly paths: CallPaths | null;
  /** What stands around texts instead of quotes (`<|"|>`); null for JSON's own. */
  readonly quote: string | null;
  /** Whether text values of a tagged call stand in quotes, so that they are read as literals. */
  readonly quotedValues: boolean;
  /** Types of values that are written in a way that this parser does not read, such as tags inside of tags. */
  readonly unreadable: readonly ValueType[];
  /** Whether calls can be read back at all: some ways of writing them this parser does not know. */
  readonly callsRead: boolean;
  /** Field of a message that the template reads reasoning from; null where it shows none. */
  readonly reasoningField: string | null;
  /** Text of the turn that the generation prompt has already written. */
  readonly prefill: string;
  /** What may end a turn, as text: the marker of the template, and the tokenizer's. */
  readonly stops: readonly string[];
  /** Calls of one turn that the template shows: 0, 1 or 2 (for any number). */
  readonly parallel: 0 | 1 | 2;
  /** UTF-16 units by which a turn begins before the prompt without generation prompt ends. */
  readonly backstep: number;
  /** How the template takes tools. */
  readonly toolForm: ToolForm;
  /** What a message that only calls has as its content: some templates show calls only where it is None, or not empty. */
  readonly emptyContent: string | null;
  /** Whether a call's id has to carry the function's name, because nothing else does. */
  readonly namingIds: boolean;
  /** Arguments as the template wants them. */
  readonly argumentsAs: 'mapping' | 'string';
}
