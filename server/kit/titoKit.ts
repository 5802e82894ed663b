/**
 * Token-In, Token-Out for one chat template: keep what was sampled, append what the template adds. Imports nothing;
 * `encode` is yours and turns text into ids without adding special tokens.
 *
 *     const kit = new Kit(JSON.parse(text), encode);
 *     const sample = new Sample(kit, promptIds);
 *     sample.sampled(turnIds, logprobs);
 *     if (sample.mayDispatch)
 *       sample.tools([{ content: '21 degrees', name: 'get_weather', tool_call_id: 'call00001' }]);
 *     sample.ids, sample.mask, sample.logprobs
 */

export type Message = Readonly<Record<string, string>>;

export type Part =
  { readonly text: string } | { readonly field: string; readonly as: 'verbatim' | 'trimmed' | 'json' };

export interface Rule {
  readonly tail: string;
  readonly open: string;
  readonly item: readonly Part[];
  readonly separator: string | null;
  readonly close: string;
}

/** The part of tito-kit.json that is read here. */
export interface KitFile {
  readonly format: number;
  readonly stop: readonly { readonly id: number; readonly text: string }[];
  readonly append: {
    readonly tool: Rule;
    readonly user: Rule | null;
    readonly userRefused: string | null;
  };
}

export type Encode = (text: string) => readonly number[];

/** What would make a wrong training sample. The message says what to do. */
export class KitError extends Error {}

/** What Python's `str.strip` takes off. */
const blanks = /^(?:(?!\ufeff)[\s\x1c-\x1f\x85])+|(?:(?!\ufeff)[\s\x1c-\x1f\x85])+$/g;

const spellings = {
  verbatim: (text: string) => text,
  trimmed: (text: string) => text.replace(blanks, ''),
  json: (text: string) => JSON.stringify(text),
} as const;

export class Kit {
  readonly stopIds: ReadonlySet<number>;
  private readonly anchor: string;
  private readonly file: KitFile;
  private readonly encode: Encode;

  constructor(file: KitFile, encode: Encode) {
    if (file.format !== 1)
      throw new KitError(`This file has format ${file.format}: it needs a newer titoKit.ts.`);
    const [stop] = file.stop;
    if (stop === undefined) throw new KitError('The kit names no stop token.');
    const [id, ...more] = encode(stop.text);
    if (id !== stop.id || more.length > 0)
      throw new KitError(
        `encode does not give ${stop.text} its id: another tokenizer, or special tokens are added.`,
      );
    this.file = file;
    this.encode = encode;
    this.anchor = stop.text;
    this.stopIds = new Set(file.stop.map((one) => one.id));
  }

  /** Ids that such messages add behind a stop token, through the next generation prompt. */
  delta(role: 'tool' | 'user', messages: readonly Message[]): readonly number[] {
    const rule = this.file.append[role];
    if (rule === null)
      throw new KitError(`There is no rule for messages of role ${role}: ${this.file.append.userRefused}.`);
    if (messages.length === 0 || (messages.length > 1 && rule.separator === null))
      throw new KitError('One message at a time: this template has no frame for several.');
    const items = messages.map((message) => rule.item.map((part) => written(part, message)).join(''));
    const text = rule.tail + rule.open + items.join(rule.separator ?? '') + rule.close;
    // Behind the stop token, as in the conversation: some tokenizers treat the start of a text otherwise.
    return this.encode(this.anchor + text).slice(1);
  }
}

function written(part: Part, message: Message): string {
  if ('text' in part) return part.text;
  const value: unknown = message[part.field];
  if (value === undefined) throw new KitError(`The message needs "${part.field}": the template writes it.`);
  if (typeof value !== 'string')
    throw new KitError(
      `"${part.field}" has to be text, as the template is given it: JSON.stringify it yourself.`,
    );
  return spellings[part.as](value);
}

export interface SampleTokens {
  readonly ids: readonly number[];
  /** 1 where the loss counts. */
  readonly mask: readonly (0 | 1)[];
  /** Null where nothing was sampled, or no log-probability was given. */
  readonly logprobs: readonly (number | null)[];
}

/** One training sample. */
export class Sample implements SampleTokens {
  ids: number[] = [];
  mask: (0 | 1)[] = [];
  logprobs: (number | null)[] = [];
  promptLength: number;
  private readonly kit: Kit;
  private state: 'asked' | 'stopped' | 'cut off' = 'asked';

  constructor(kit: Kit, promptIds: readonly number[]) {
    this.kit = kit;
    this.promptLength = promptIds.length;
    this.add(promptIds, 0, null);
  }

  /** Whether the turn is finished. The tool calls of a turn that was cut off must not be run. */
  get mayDispatch(): boolean {
    return this.state === 'stopped';
  }

  /** A turn as the model gave it, stop token included. Without one it was cut off, and may go on later. */
  sampled(ids: readonly number[], logprobs: readonly number[] | null = null): void {
    if (this.state === 'stopped') throw new KitError('The turn has ended: append what follows it first.');
    if (ids.slice(0, -1).some((id) => this.kit.stopIds.has(id)))
      throw new KitError('A stop token stands inside the turn: cut the turn there.');
    this.add(ids, 1, logprobs);
    this.state = this.kit.stopIds.has(ids.at(-1)!) ? 'stopped' : 'cut off';
  }

  tools(messages: readonly Message[]): void {
    this.append('tool', messages);
  }

  user(content: string): void {
    this.append('user', [{ content }]);
  }

  /** The history is another now: all of it is context. Returns what was there, to be trained on by itself. */
  rewrite(ids: readonly number[]): SampleTokens {
    const before = { ids: this.ids, mask: this.mask, logprobs: this.logprobs };
    this.ids = [];
    this.mask = [];
    this.logprobs = [];
    this.state = 'asked';
    this.promptLength = ids.length;
    this.add(ids, 0, null);
    return before;
  }

  private append(role: 'tool' | 'user', messages: readonly Message[]): void {
    if (this.state === 'cut off')
      throw new KitError(
        'The turn was cut off: nothing follows it, and no stop token is made up. End the sample here.',
      );
    if (this.state === 'asked')
      throw new KitError(
        "It is the model's turn: give all answers of tools in one call, and sample before the next.",
      );
    this.add(this.kit.delta(role, messages), 0, null);
    this.state = 'asked';
  }

  private add(ids: readonly number[], counts: 0 | 1, logprobs: readonly number[] | null): void {
    if (ids.length === 0) throw new KitError('There is nothing to add.');
    if (logprobs !== null && logprobs.length !== ids.length)
      throw new KitError(`${ids.length} ids came with ${logprobs.length} log-probabilities.`);
    ids.forEach((id, index) => {
      this.ids.push(id);
      this.mask.push(counts);
      this.logprobs.push(logprobs?.[index] ?? null);
    });
  }
}
