/** What is known of the documents' tokenizers: asked from the worker once, then remembered. */
import type { TokenizerRequest, TokenizerState } from '../../../protocol/worker.ts';
import type { Outcome, Supervisor } from '../worker/supervisor.ts';

export class Tokenizers {
  private readonly states = new Map<string, TokenizerState>();
  private readonly pending = new Map<string, Promise<TokenizerState>>();
  private readonly ending = new AbortController();
  /** Counts what made earlier answers worthless. */
  private epoch = 0;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly report: (state: TokenizerState) => void,
  ) {}

  /** Without asking: undefined where it was not resolved yet. */
  known(request: TokenizerRequest): TokenizerState | undefined {
    return this.states.get(keyOf(request));
  }

  /** Never rejects. Several documents that wait for one tokenizer wait for one job. */
  resolve(request: TokenizerRequest): Promise<TokenizerState> {
    const key = keyOf(request);
    const state = this.states.get(key);
    if (state) return Promise.resolve(state);
    const pending = this.pending.get(key);
    if (pending) return pending;
    const asked = this.ask(request, key, this.epoch);
    this.pending.set(key, asked);
    return asked;
  }

  /** Files or settings changed, or the worker is a new one: ask again. */
  forget(): void {
    this.epoch++;
    this.states.clear();
    this.pending.clear();
  }

  dispose(): void {
    this.ending.abort();
  }

  private async ask(request: TokenizerRequest, key: string, epoch: number): Promise<TokenizerState> {
    const outcome = await this.supervisor.run('tokenizer', { request, fresh: true }, this.ending.signal);
    const state = stateOf(outcome, request);
    if (epoch !== this.epoch && outcome.status === 'done') return this.resolve(request);
    this.pending.delete(key);
    this.states.set(key, state);
    this.report(state);
    return state;
  }
}

function keyOf(request: TokenizerRequest): string {
  return JSON.stringify(request);
}

function stateOf(outcome: Outcome<TokenizerState>, request: TokenizerRequest): TokenizerState {
  const file = request.chosen ?? request.templatePath ?? '';
  switch (outcome.status) {
    case 'done':
      return outcome.result;
    case 'cancelled':
      return { status: 'none', reason: '' };
    case 'timed-out':
      return { status: 'broken', file, message: `It could not be loaded within ${outcome.limit / 1000} s.` };
    case 'crashed':
      return { status: 'broken', file, message: `Loading it ended the worker: ${outcome.reason}.` };
    case 'failed':
      return { status: 'broken', file, message: outcome.message };
  }
}
