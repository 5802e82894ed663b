/**
 * The template under test: one program and, perhaps, one tokenizer, with every render and every encoding kept, so
 * that properties may ask for the same render as often as they like.
 */
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Program, Rendered } from '../jinja/api.ts';
import { load, type Dict } from '../jinja/index.ts';
import type { Engine, EngineContext } from '../jinja/engines/engine.ts';
import type { Encoding, Tokenizer } from '../tokenizer/index.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { suite, type Trajectory } from '../conversation/suite.ts';
import { inputContext, plainContext } from './inputs.ts';
import { KnownRenders, type KnownRender } from './knownRenders.ts';
import { remembering } from './rememberedEncodings.ts';
import { ContentKeys } from './requestKeys.ts';
import { kwargsToTry, variablesRead, type Kwargs } from './kwargs.ts';
import type { CertifySettings, DeclaredParsers } from './settings.ts';

/** Rendering stopped because the template exceeded a limit, or because the result is no longer wanted. */
export class RenderStopped extends Error {
  constructor(
    message: string,
    readonly span: { start: number; end: number },
    readonly request: RenderRequest,
    /** The work as a whole took too long, or is no longer wanted: this render may be as good as any. */
    readonly isInterrupted = false,
  ) {
    super(message);
  }
}

/** What one render of the suite may cost; far above what any published template needs. */
const budget = { steps: 3_000_000, output: 4_000_000, memory: 256 * 1024 * 1024 };

/** What templates see for special tokens when no tokenizer is known. */
const assumedSpecialTokens = { bos_token: '<s>', eos_token: '</s>', pad_token: '<pad>', unk_token: '<unk>' };

const wholeTemplate = { start: 0, end: 0 };

/** Local time that `strftime_now` prints in checks: fixed, so that a certificate is the same on every day. */
export const certificateClock = '2025-07-10T12:00:00';
const certificateDate = new Date(certificateClock);

export interface SubjectOptions {
  readonly settings?: CertifySettings;
  /** Other engines to run the same renders; none where they are not at hand. */
  readonly engines?: readonly Engine[];
  readonly interrupted?: () => boolean;
  /** When `interrupted` says so, in words: "after 60 seconds". */
  readonly timeLimit?: string;
  /** Milliseconds, for `timing`; absent: nothing is measured. */
  readonly clock?: () => number;
  /** Encodings by text that others have made with the same tokenizer; added to. */
  readonly encodings?: Map<string, Encoding>;
  /** The same template with another tokenizer, or with none: what it rendered is rendered. */
  readonly earlier?: Subject | null;
}

export class Subject {
  readonly kwargs: readonly Kwargs[];
  /** The built-in suite, then people's own conversations. */
  readonly suite: readonly Trajectory[];
  readonly lines: LineIndex;
  readonly engines: readonly Engine[];
  readonly parsers: DeclaredParsers;
  readonly timing = { render: 0, encode: 0 };
  /** By what requests say. */
  readonly keys: ContentKeys;
  private readonly renders: KnownRenders;
  private readonly traced: KnownRenders;
  readonly tokenizer: Tokenizer | null;
  private readonly encodings: Map<string, Encoding>;

  constructor(
    readonly program: Program,
    tokenizer: Tokenizer | null,
    private readonly options: SubjectOptions = {},
  ) {
    this.encodings = options.encodings ?? new Map<string, Encoding>();
    this.tokenizer = tokenizer && remembering(tokenizer, this.encodings);
    const { kwargs = {}, trajectories = [] } = options.settings ?? {};
    this.kwargs = distinct([...kwargsToTry(program.template), ...eachValue(kwargs)]);
    this.suite = [...suite, ...trajectories];
    this.engines = options.engines ?? [];
    this.parsers = options.settings?.parsers ?? {};
    this.lines = new LineIndex(program.template.source);
    const { earlier } = options;
    this.keys = earlier?.keys ?? new ContentKeys();
    this.renders = new KnownRenders(this.keys);
    this.traced = new KnownRenders(this.keys);
    if (earlier && this.rendersAlike(earlier)) {
      this.renders.addAll(earlier.renders);
      this.traced.addAll(earlier.traced);
    }
  }

  /** By name, as templates see them. */
  get specialTokens(): Readonly<Record<string, string>> {
    return this.tokenizer?.specialTokens ?? assumedSpecialTokens;
  }

  /** Renders, or repeats what was rendered. Throws RenderStopped where a limit was met. */
  render(request: RenderRequest): Rendered {
    return this.remember(this.renders, request, false);
  }

  /** The same render with its trace: origins of the text and the decisions taken. */
  trace(request: RenderRequest): Rendered {
    return this.remember(this.traced, request, true);
  }

  /** Ids of a text with their spans; null without a tokenizer. */
  encode(text: string): Encoding | null {
    if (this.tokenizer === null) return null;
    return this.encodings.get(text) ?? this.timed('encode', () => this.tokenizer!.encode(text));
  }

  /** The same template and tokenizer with renders and encodings of its own: for what is asked once. */
  aside(): Subject {
    return new Subject(this.program, this.tokenizer, { ...this.options, encodings: new Map() });
  }

  /** Every render made so far, in the order they were asked for. */
  rendered(): readonly KnownRender[] {
    return this.renders.all();
  }

  /** Lets go of all renders and encodings: who asks again has them made again. For many templates in a row. */
  forget(): void {
    this.renders.clear();
    this.traced.clear();
    this.encodings.clear();
  }

  /** The variables that a template is given for a render. */
  contextOf(request: RenderRequest): Dict {
    return inputContext(request, this.specialTokens);
  }

  /** The same as plain data, for engines that take no other. */
  plainContextOf(request: RenderRequest): EngineContext {
    return plainContext(request, this.specialTokens);
  }

  /** The same template, and no special token that it reads is spelt otherwise. */
  private rendersAlike({ program: { template }, specialTokens }: Subject): boolean {
    const names = new Set([...Object.keys(specialTokens), ...Object.keys(this.specialTokens)]);
    return (
      template.source === this.program.template.source &&
      variablesRead(template).every(
        (name) => !names.has(name) || specialTokens[name] === this.specialTokens[name],
      )
    );
  }

  private remember(store: KnownRenders, request: RenderRequest, traced: boolean): Rendered {
    const known = store.get(request);
    if (known !== null) return known;
    // Most renders are over before the engine itself would ask.
    if (this.options.interrupted?.()) throw this.interruption(request);
    const rendered = this.timed('render', () => this.renderNow(request, traced));
    if (!rendered.ok && rendered.error.type === 'BudgetExceeded') {
      const { message, span } = rendered.error;
      throw this.options.interrupted?.()
        ? this.interruption(request, span)
        : new RenderStopped(message, span, request);
    }
    store.add(request, rendered, this.program);
    return rendered;
  }

  private interruption(request: RenderRequest, span = wholeTemplate): RenderStopped {
    const { timeLimit = 'before it was done' } = this.options;
    const made = this.renders.size + this.traced.size;
    return new RenderStopped(
      `The check was stopped ${timeLimit}, at render ${made + 1}.`,
      span,
      request,
      true,
    );
  }

  /** The same render of an edited text, which is not kept; null where the text does not compile. */
  renderEdited(source: string, request: RenderRequest): Rendered | null {
    const { program } = load(source);
    return program === null ? null : this.renderNow(request, false, program);
  }

  private renderNow(request: RenderRequest, traced: boolean, program = this.program): Rendered {
    return program.render(this.contextOf(request), {
      traced,
      budget,
      now: certificateDate,
      random: () => 0.5,
      interrupted: this.options.interrupted,
    });
  }

  private timed<T>(part: 'render' | 'encode', work: () => T): T {
    if (this.options.clock === undefined) return work();
    const start = this.options.clock();
    try {
      return work();
    } finally {
      this.timing[part] += this.options.clock() - start;
    }
  }
}

/** One setting per value of each variable. */
function eachValue(kwargs: NonNullable<CertifySettings['kwargs']>): Kwargs[] {
  return Object.entries(kwargs).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
