/** The tokenizer and the templates that a GGUF file carries, in the form of a model's folder. */
import type { GgufMetadata, GgufValue } from '../gguf/header.ts';
import { readGgufHeader } from '../gguf/header.ts';
import type { ByteSource } from '../gguf/source.ts';
import { TokenizerError, type TokenizerFiles } from '../types.ts';
import { byteLevelJson, type AddedTokenEntry } from './byteLevel.ts';
import { GGUF_PRE } from './ggufPre.ts';
import { mergesByScore, sentencePieceJson, SPACE } from './sentencePiece.ts';

export interface GgufContents {
  /** Texts by name; `default` is the one that is used where none is named. */
  readonly templates: ReadonlyMap<string, string>;
  /** What a conversion that takes seconds is made of, whole; null for one that is done at once. */
  madeOf(): string | null;
  /** Throws TokenizerError where the tokenizer can't be had exactly. */
  tokenizer(): TokenizerFiles;
}

const PREFIX = 'tokenizer.';
const TEMPLATE = 'tokenizer.chat_template';
const INSTEAD = "Use the model's own tokenizer.json instead: `chat-template pull ORG/NAME` downloads it";

const SPACE_WARNING =
  'A GGUF file does not say whether a space is put before the text after each special token, or only at the start. It is put after each, as llama.cpp does; the tokenizer.json of the model may differ.';

/** Types of tokens. */
const TYPE = { unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

/** Throws TokenizerError for what is no GGUF file. */
export async function readGguf(source: ByteSource, file: string): Promise<GgufContents> {
  const { metadata } = await readGgufHeader(source, file, (key) => key.startsWith(PREFIX));
  return {
    templates: templatesIn(metadata),
    // Its merges have to be recovered from scores.
    madeOf: () => (metadata.get('tokenizer.ggml.model') === 'llama' ? JSON.stringify([...metadata]) : null),
    tokenizer: () => new GgufVocabulary(metadata, file).files(),
  };
}

/** Its templates alone, by name: sooner than all. */
export async function readGgufTemplates(
  source: ByteSource,
  file: string,
): Promise<ReadonlyMap<string, string>> {
  const { metadata } = await readGgufHeader(source, file, (key) => key.startsWith(TEMPLATE));
  return templatesIn(metadata);
}

function templatesIn(metadata: GgufMetadata): Map<string, string> {
  const templates = new Map<string, string>();
  for (const [key, value] of metadata) {
    if (typeof value !== 'string') continue;
    if (key === TEMPLATE) templates.set('default', value);
    else if (key.startsWith(`${TEMPLATE}.`)) templates.set(key.slice(TEMPLATE.length + 1), value);
  }
  return templates;
}

class GgufVocabulary {
  private readonly tokens: readonly string[];
  private readonly types: readonly number[];

  constructor(
    private readonly metadata: GgufMetadata,
    private readonly file: string,
  ) {
    this.tokens =
      this.list('tokens', 'string') ??
      this.refuse('has no tokenizer in its header', 'Of a model in parts, the first has it.');
    this.types = this.list('token_type', 'number') ?? [];
    if (this.value('model') !== 'gpt2')
      this.tokens = this.tokens.map((token, id) => this.withMarks(token, id));
  }

  files(): TokenizerFiles {
    const model = this.value('model');
    const write = Object.hasOwn(this.writers, String(model)) ? this.writers[String(model)] : undefined;
    return {
      tokenizer: (write ?? (() => this.unknownModel(model)))(),
      tokenizerConfig: JSON.stringify(this.config()),
      generationConfig: JSON.stringify({ eos_token_id: this.endings() }),
      specialTokensMap: null,
      warnings: model === 'llama' && this.addsSpace() ? [SPACE_WARNING] : [],
    };
  }

  /** By the kind of tokenizer: tokenizer.json. */
  private readonly writers: Readonly<Record<string, () => string>> = {
    gpt2: () => this.byteLevel(),
    llama: () => this.sentencePiece(this.addsSpace(), this.mergesOfScores()),
    // SentencePiece's pieces with the merges of tokenizer.json, and no space before the text.
    gemma4: () => this.sentencePiece(false, this.merges()),
  };

  private byteLevel(): string {
    const name = this.value('pre');
    const pre = GGUF_PRE.find(({ names }) => names.includes(String(name)));
    if (pre === undefined) {
      const says =
        name === undefined
          ? 'does not say how it cuts text'
          : `cuts text as "${String(name)}" does, which is not known here`;
      return this.refuse(`${says} (tokenizer.ggml.pre), so its ids can't be had exactly`, `${INSTEAD}.`);
    }
    return byteLevelJson({ vocab: this.vocab(), merges: this.merges(), added: this.added(), ...pre });
  }

  private sentencePiece(addsSpace: boolean, merges: readonly (string | readonly [string, string])[]): string {
    const unknown = this.textAt('unknown_token_id') ?? null;
    return sentencePieceJson({ vocab: this.vocab(), merges, added: this.added(), unknown, addsSpace });
  }

  private merges(): readonly string[] {
    return (
      this.list('merges', 'string') ?? this.refuse('has no merges (tokenizer.ggml.merges)', `${INSTEAD}.`)
    );
  }

  private mergesOfScores(): [string, string][] {
    const scores = this.list('scores', 'number');
    if (scores?.length !== this.tokens.length) {
      return this.refuse('has no score for each token (tokenizer.ggml.scores)', `${INSTEAD}.`);
    }
    const unmerged: readonly (number | undefined)[] = [TYPE.unknown, TYPE.control, TYPE.unused, TYPE.byte];
    return mergesByScore(this.vocab(), (id) => {
      if (unmerged.includes(this.types[id])) return null;
      // Tokens that people defined are found before any other, which their scores do not say.
      return this.types[id] === TYPE.userDefined ? Infinity : scores[id]!;
    });
  }

  /** Of two tokens of one text the first is met. */
  private vocab(): Map<string, number> {
    const vocab = new Map<string, number>();
    this.tokens.forEach((token, id) => {
      if (!vocab.has(token)) vocab.set(token, id);
    });
    return vocab;
  }

  private added(): AddedTokenEntry[] {
    return this.tokens.flatMap((content, id) => {
      const type = this.types[id];
      const special = type === TYPE.control || type === TYPE.unknown;
      return special || type === TYPE.userDefined ? [{ id, content, special }] : [];
    });
  }

  private config(): Record<string, unknown> {
    const named = {
      bos_token: this.textAt('bos_token_id'),
      eos_token: this.textAt('eos_token_id'),
      unk_token: this.textAt('unknown_token_id'),
      pad_token: this.textAt('padding_token_id'),
      sep_token: this.textAt('seperator_token_id'),
      add_bos_token: this.value('add_bos_token'),
      add_eos_token: this.value('add_eos_token'),
    };
    const templates = templatesIn(this.metadata);
    const only = templates.get('default');
    const chat_template =
      templates.size === 0
        ? undefined
        : templates.size === 1 && only !== undefined
          ? only
          : Array.from(templates, ([name, template]) => ({ name, template }));
    return { ...named, chat_template };
  }

  /** Ids at which llama.cpp ends generation. */
  private endings(): number[] {
    const ids = ['eos_token_id', 'eot_token_id', 'eom_token_id'].map((key) => this.value(key));
    return [...new Set(ids.filter((id): id is number => typeof id === 'number'))];
  }

  private textAt(key: string): string | undefined {
    const id = this.value(key);
    return typeof id === 'number' ? this.tokens[id] : undefined;
  }

  private value(key: string): GgufValue | undefined {
    return this.metadata.get(`tokenizer.ggml.${key}`);
  }

  private list(key: string, kind: 'string'): readonly string[] | null;
  private list(key: string, kind: 'number'): readonly number[] | null;
  private list(key: string, kind: string): readonly unknown[] | null {
    const value = this.value(key);
    return Array.isArray(value) && value.every((item) => typeof item === kind) ? (value as unknown[]) : null;
  }

  /** SentencePiece's own spelling: llama.cpp's converter writes the spaces of such tokens as they stand in text. */
  private withMarks(token: string, id: number): string {
    return this.types[id] === TYPE.userDefined ? token.replaceAll(' ', SPACE) : token;
  }

  private addsSpace(): boolean {
    return this.value('add_space_prefix') !== false;
  }

  private unknownModel(model: GgufValue | undefined): never {
    return this.refuse(
      `has a tokenizer of the kind ${JSON.stringify(model ?? null)}; ${Object.keys(this.writers).join(', ')} can be had exactly`,
      `${INSTEAD}.`,
    );
  }

  private refuse(problem: string, remedy: string): never {
    throw new TokenizerError(`${this.file} ${problem}. ${remedy}`, this.file);
  }
}
