import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PythonVersions } from '../../../protocol/confirmation.ts';

export interface PythonError {
  /** Python's class; `TemplateRaised` for raise_exception. */
  readonly type: string;
  readonly message: string;
  readonly phase: 'parse' | 'render';
  /** Line of the template, from 1, where Python knows it. */
  readonly line: number | null;
}

export type PythonAnswer =
  /** `generation`: spans of `generation` blocks, in code points. */
  | { readonly kind: 'rendered'; readonly text: string; readonly generation: readonly [number, number][] }
  | { readonly kind: 'failed'; readonly error: PythonError }
  /** Neither text nor error: it took too long, or Python died of it. */
  | { readonly kind: 'stopped'; readonly reason: string };

export interface PythonRequest {
  readonly template: string;
  /** A JSON object, as text so that `1.0` and big integers arrive as they are. */
  readonly context: string;
  /** Local time for `strftime_now`, ISO 8601; the clock's where it is left out. */
  readonly now?: string;
}

export interface PythonBridgeOptions {
  /** The interpreter: a path or a command. */
  readonly python: string;
  /** Path of `render.py`. */
  readonly script: string;
  /** Milliseconds for one answer. */
  readonly timeout?: number;
}

/** There is no Python to ask, or it has no usable Jinja2. The message says what to do. */
export class PythonUnavailable extends Error {
  override readonly name = 'PythonUnavailable';
}

interface Reply {
  readonly id?: number;
  /** Not from Python: why there is no reply. */
  readonly stopped?: string;
  readonly fatal?: string;
  readonly text?: string;
  readonly generation?: readonly [number, number][];
  readonly error?: PythonError;
  readonly answers?: readonly Reply[];
  readonly python?: string;
  readonly jinja2?: string;
  readonly transformers?: string | null;
}

interface Waiting {
  readonly answer: (reply: Reply) => void;
  readonly fail: (error: PythonUnavailable) => void;
}

const DEFAULT_TIMEOUT = 10_000;

/** Starting an interpreter, and importing `transformers` into it, takes its time. */
const START_TIMEOUT = 60_000;

/**
 * Asks the person's own Python what a template renders to. The interpreter is started with the first question, stays
 * for the next ones, and is replaced when a template hangs or kills it.
 */
export class PythonBridge {
  private readonly options: PythonBridgeOptions;
  private child: ChildProcessWithoutNullStreams | null = null;
  private waiting: Waiting | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private knownVersions: PythonVersions | null = null;
  private lastId = 0;
  private disposed = false;

  constructor(options: PythonBridgeOptions) {
    this.options = options;
  }

  /** Rejects with `PythonUnavailable`. */
  async versions(): Promise<PythonVersions> {
    if (this.knownVersions) return this.knownVersions;
    const reply = await this.inTurn(() => this.ask('{"op":"versions"', START_TIMEOUT));
    if (reply.stopped !== undefined) throw this.unavailable(reply.stopped);
    const { python = '', jinja2 = '', transformers = null } = reply;
    this.knownVersions = { python, jinja2, transformers };
    return this.knownVersions;
  }

  /** Rejects with `PythonUnavailable`. */
  async render(request: PythonRequest): Promise<PythonAnswer> {
    return answerOf(await this.reply(renderRequest(request)));
  }

  /** Many renders in one go, answered in order; if one of them hangs, all are `stopped`. */
  async renderAll(requests: readonly PythonRequest[]): Promise<PythonAnswer[]> {
    const all = requests.map((request) => `${renderRequest(request)}}`).join(',');
    const reply = await this.reply(`{"op":"batch","requests":[${all}]`);
    return reply.answers?.map(answerOf) ?? requests.map(() => answerOf(reply));
  }

  /** Whether Python accepts the template: `rendered` with no text where it does. */
  async compile(template: string): Promise<PythonAnswer> {
    return answerOf(await this.reply(`{"op":"compile","template":${JSON.stringify(template)}`));
  }

  dispose(): void {
    this.disposed = true;
    this.waiting?.answer({ stopped: 'Python was no longer needed.' });
    this.discard();
  }

  private async reply(request: string): Promise<Reply> {
    await this.versions();
    return this.inTurn(() => {
      const timeout = this.options.timeout ?? DEFAULT_TIMEOUT;
      return this.ask(request, this.child ? timeout : timeout + START_TIMEOUT);
    });
  }

  /** One question at a time, so that a time-out is that of its own template. */
  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(ask);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** `request`: a JSON object without its closing brace. */
  private ask(request: string, timeout: number): Promise<Reply> {
    if (this.disposed) return Promise.reject(this.unavailable('It was shut down.'));
    const child = (this.child ??= this.start());
    return new Promise((resolve, reject) => {
      const settled = () => {
        clearTimeout(timer);
        this.waiting = null;
      };
      const answer = (reply: Reply) => {
        settled();
        resolve(reply);
      };
      const fail = (error: PythonUnavailable) => {
        settled();
        reject(error);
      };
      const timer = setTimeout(() => {
        this.discard();
        answer({ stopped: `Python gave no answer within ${timeout / 1000} seconds.` });
      }, timeout);
      this.waiting = { answer, fail };
      child.stdin.write(`${request},"id":${++this.lastId}}\n`);
    });
  }

  private start(): ChildProcessWithoutNullStreams {
    const { python, script } = this.options;
    const child = spawn(python, [script], { stdio: 'pipe', windowsHide: true });
    createInterface({ input: child.stdout }).on('line', (line) => this.hear(child, line));
    child.stderr.resume();
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => this.gone(child, this.unavailable(startFailure(error))));
    child.on('exit', (code, signal) => this.gone(child, null, signal ?? `exit code ${code}`));
    return child;
  }

  private hear(child: ChildProcessWithoutNullStreams, line: string): void {
    if (child !== this.child) return;
    const reply = JSON.parse(line) as Reply;
    if (reply.fatal !== undefined) return this.gone(child, this.unavailable(reply.fatal));
    if (reply.id !== this.lastId) return;
    this.waiting?.answer(reply);
  }

  private gone(child: ChildProcessWithoutNullStreams, error: PythonUnavailable | null, how = ''): void {
    if (child !== this.child) return;
    this.child = null;
    if (error) this.waiting?.fail(error);
    else if (!this.knownVersions) this.waiting?.fail(this.unavailable(`It ended at once (${how}).`));
    else this.waiting?.answer({ stopped: `Python ended (${how}).` });
  }

  private discard(): void {
    const { child } = this;
    this.child = null;
    child?.kill('SIGKILL');
  }

  private unavailable(why: string): PythonUnavailable {
    return new PythonUnavailable(
      `Can't render with Python ("${this.options.python}"): ${why} Choose an interpreter with Jinja2 3.1 or newer.`,
    );
  }
}

function startFailure({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ENOENT' ? 'There is no such command.' : `${message}.`;
}

/** Without its closing brace. */
function renderRequest({ template, context, now }: PythonRequest): string {
  const date = now === undefined ? '' : `,"now":${JSON.stringify(now)}`;
  const oneLine = context.replace(/[\r\n]+/g, ' ');
  return `{"op":"render","template":${JSON.stringify(template)},"context":${oneLine}${date}`;
}

function answerOf({ stopped, error, text = '', generation = [] }: Reply): PythonAnswer {
  if (stopped !== undefined) return { kind: 'stopped', reason: stopped };
  return error ? { kind: 'failed', error } : { kind: 'rendered', text, generation };
}
