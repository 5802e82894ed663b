/** `chat-template render PATH`: the text, or the ids, that a conversation becomes. */
import { problemText, readConversations } from '../conversation/read/index.ts';
import { contextOf, load } from '../jinja/index.ts';
import { loads } from '../jinja/json/index.ts';
import { dictEntries, dictGet } from '../jinja/values/dict.ts';
import { PythonError } from '../jinja/values/errors.ts';
import { print } from '../jinja/values/print.ts';
import { Dict, List, type Value } from '../jinja/values/types.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readTextFile } from './textFile.ts';
import { readInput, type InputOptions } from './input.ts';

export interface RenderOptions extends InputOptions {
  /** A JSON or JSONL file. */
  readonly conversation: string;
  /** Which conversation of the file, from 1. */
  readonly index: number;
  /** A JSON object of further variables. */
  readonly kwargs?: string;
  readonly generationPrompt: boolean;
  readonly ids: boolean;
  /** Local time that `strftime_now` prints, ISO 8601; the clock's where it is not said. */
  readonly now?: string;
}

export async function render(path: string, options: RenderOptions): Promise<Outcome> {
  const { input, shownPath, tokenizerNote } = await readInput(path, options);
  const { source, tokenizer } = input;
  const { program, error: refused } = load(source);
  if (program === null) return failure(shownPath, source, refused);
  const context = contextOf({
    ...tokenizer?.specialTokens,
    ...variablesOf(options.kwargs),
    ...(await conversationOf(options)),
    add_generation_prompt: options.generationPrompt,
  });
  const rendered = program.render(context, {
    now: options.now === undefined ? new Date() : dateOf(options.now),
  });
  if (!rendered.ok) return failure(shownPath, source, rendered.error);
  if (!options.ids) return { output: rendered.text, code: exitCode.clean };
  if (tokenizer === null) throw new InputError(`there are no ids without a tokenizer: ${tokenizerNote}`);
  const ids = JSON.stringify([...tokenizer.encode(rendered.text).ids]);
  return { output: `${ids}\n`, code: exitCode.clean };
}

function failure(
  path: string,
  source: string,
  { type, message, span }: { type: string; message: string; span: { start: number } },
): Outcome {
  const { line, column } = new LineIndex(source).positionOf(span.start);
  return { output: `${path}:${line}:${column}: ${type}: ${message}\n`, code: exitCode.findings };
}

/** As Python's JSON reads it: 1.0 stays a float, keys keep their order, arguments stay what they are. */
async function conversationOf({
  conversation: file,
  index,
}: RenderOptions): Promise<Record<string, unknown>> {
  const text = await readTextFile(file);
  const { trajectories, problems } = readConversations(text, file);
  const [problem] = problems;
  if (problem !== undefined) throw new InputError(problemText(file, problem));
  const chosen = trajectories[index - 1];
  if (chosen === undefined)
    throw new InputError(`${file} has no conversation ${index}: it holds ${trajectories.length}.`);
  const value = valuesIn(text, file)[index - 1];
  if (value instanceof List) return { messages: value, tools: null, documents: null };
  const messages = value instanceof Dict ? dictGet(value, 'messages') : undefined;
  // Turns with `from` and `value` are no messages yet.
  if (!(value instanceof Dict) || messages === undefined)
    return { messages: chosen.messages, tools: chosen.tools, documents: null };
  return { messages, tools: dictGet(value, 'tools') ?? null, documents: dictGet(value, 'documents') ?? null };
}

/** The conversations of a file, in its order. */
function valuesIn(text: string, file: string): readonly Value[] {
  if (/\.(jsonl|ndjson)$/i.test(file)) {
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
    return lines.map((line) => loads(line));
  }
  const value = loads(text.replace(/^\ufeff/, ''));
  if (!(value instanceof List)) return [value];
  const isOne = value.items.every((item) => item instanceof Dict && dictGet(item, 'role') !== undefined);
  return isOne ? [value] : value.items;
}

function variablesOf(kwargs: string | undefined): Record<string, Value> {
  if (kwargs === undefined) return {};
  const value = readJson(kwargs);
  if (!(value instanceof Dict))
    throw new InputError('--kwargs has to be a JSON object, such as {"enable_thinking": true}.');
  return Object.fromEntries(dictEntries(value).map(([name, given]) => [print(name), given]));
}

function readJson(text: string): Value {
  try {
    return loads(text);
  } catch (error) {
    if (error instanceof PythonError) throw new InputError(`--kwargs is not JSON: ${error.message}`);
    throw error;
  }
}

function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new InputError(`--now has to be a time such as 2026-01-31T12:00:00, not ${text}.`);
  return date;
}
