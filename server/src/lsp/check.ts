/**
 * The check of one open document. Every text it is given goes: syntax at once; after a pause the suite on text
 * alone where the tokenizer is not loaded yet; then with tokens. A newer text ends the work for an older one, and
 * what is published always belongs to the newest.
 */
import type { Certification, Finding, Fix } from '../../../protocol/certification.ts';
import type {
  CheckSettings,
  TemplateJob,
  TokenizerRequest,
  TokenizerState,
} from '../../../protocol/worker.ts';
import type { Outcome, Supervisor } from '../worker/supervisor.ts';
import { copyFindingsFor, stoppedFinding } from './hostFindings.ts';
import type { TemplateCopy } from '../tokenizer/index.ts';
import type { Tokenizers } from './tokenizers.ts';

export interface CheckedText {
  readonly version: number;
  readonly source: string;
}

export interface CheckResult extends CheckedText {
  /** Whether more will come for this text: tokens after text. */
  readonly final: boolean;
  readonly findings: readonly Finding[];
  /** null where the text does not parse, or the check was stopped. */
  readonly certification: Certification | null;
  readonly tokenizer: TokenizerState;
  /** What the certification was made from; null where there is none. */
  readonly job: TemplateJob | null;
  /** Who confirmed every render: `Jinja2 3.1.6`; absent: nobody did. */
  readonly confirmedBy?: string | null;
}

/** What was found out of a result's text because a person asked: all findings of one rule. */
export interface Supplement {
  readonly code: string;
  readonly findings: readonly Finding[];
  readonly confirmedBy?: string | null;
}

/** How a document is to be checked. */
export interface CheckPlan {
  /** Pause after an edit, ms. */
  readonly delay: number;
  /** Where its tokenizer is looked for. */
  readonly tokenizer: TokenizerRequest;
  readonly settings: CheckSettings;
  /** The template in other files of its folder. */
  readonly copies: readonly TemplateCopy[];
}

export interface CheckHost {
  readonly supervisor: Supervisor;
  readonly tokenizers: Tokenizers;
  /** Findings that forbid all others: the text does not parse. */
  syntaxFindings(source: string): readonly Finding[];
  plan(): Promise<CheckPlan>;
  /** A new result, or `busy` changed. */
  changed(check: Check): void;
}

const NO_TOKENIZER: TokenizerState = { status: 'none', reason: '' };

export class Check {
  private run = new AbortController();
  private waiters: ((result: CheckResult | null) => void)[] = [];
  private finalWaiters: ((result: CheckResult | null) => void)[] = [];
  private proofs: Promise<readonly Fix[]> | null = null;
  private current: CheckResult | null = null;
  private text: CheckedText;
  /** Of the newest text's check: whether work goes on. */
  busy = false;
  /** Where the document's tokenizer is looked for; null until that is known. */
  private request: TokenizerRequest | null = null;
  private copies: readonly TemplateCopy[] = [];

  constructor(
    readonly uri: string,
    text: CheckedText,
    private readonly host: CheckHost,
  ) {
    this.text = text;
    this.begin(false);
  }

  /** The newest result, which may be of an older text while a check is under way. */
  get latest(): CheckResult | null {
    return this.current;
  }

  get version(): number {
    return this.text.version;
  }

  get source(): string {
    return this.text.source;
  }

  edited(text: CheckedText): void {
    this.text = text;
    this.begin(true);
  }

  /** Settings or the tokenizer's files changed: the same text again. */
  again(): void {
    this.begin(false);
  }

  /** The first result for the newest text; null when the document was closed meanwhile. */
  answer(): Promise<CheckResult | null> {
    if (this.current?.version === this.text.version) return Promise.resolve(this.current);
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  /** The last result for the newest text. */
  finalAnswer(): Promise<CheckResult | null> {
    const { current } = this;
    if (current?.final && current.version === this.text.version) return Promise.resolve(current);
    return new Promise((resolve) => this.finalWaiters.push(resolve));
  }

  /** Kept until the text is checked again; false where what it is about is no longer the newest. */
  supplement(about: CheckResult, { code, findings, ...said }: Supplement): boolean {
    const { current } = this;
    if (!current || about.version !== this.text.version || about.job !== current.job) return false;
    // After the others: fixes name findings by their index.
    const others = current.findings.filter((finding) => finding.code !== code);
    this.current = { ...current, findings: [...others, ...findings], ...said };
    this.host.changed(this);
    return true;
  }

  /** Proven fixes of `result`; none where the text has changed since. */
  async fixes(result: CheckResult): Promise<readonly Fix[]> {
    return result === this.current ? ((await this.proofs) ?? []) : [];
  }

  dispose(): void {
    this.run.abort();
    this.busy = false;
    for (const resolve of [...this.waiters.splice(0), ...this.finalWaiters.splice(0)]) resolve(null);
  }

  private begin(pause: boolean): void {
    this.run.abort();
    this.run = new AbortController();
    const { signal } = this.run;
    const { text } = this;
    const findings = this.host.syntaxFindings(text.source);
    if (findings.length > 0) {
      this.busy = false;
      this.publish({
        ...text,
        final: true,
        findings,
        certification: null,
        tokenizer: this.knownTokenizer(),
        job: null,
      });
      return;
    }
    this.busy = true;
    this.host.changed(this);
    void this.work(text, pause, signal);
  }

  private async work(text: CheckedText, pause: boolean, signal: AbortSignal): Promise<void> {
    const { delay, tokenizer: request, settings, copies } = await this.host.plan();
    this.request = request;
    this.copies = copies;
    const job = (tokenizer: TokenizerRequest | null) => ({ source: text.source, tokenizer, settings });
    if (pause) await rest(delay, signal);
    if (signal.aborted) return;

    let tokenizer = this.host.tokenizers.known(request);
    let onText: CheckResult | null = null;
    if (!tokenizer && this.current?.version !== text.version) {
      onText = await this.certify(text, job(null), NO_TOKENIZER, signal);
      if (onText) this.publish(onText);
    }
    tokenizer ??= await this.host.tokenizers.resolve(request);
    if (signal.aborted) return;

    const ready = tokenizer.status === 'ready';
    const result =
      onText && !ready
        ? { ...onText, tokenizer }
        : await this.certify(text, job(ready ? request : null), tokenizer, signal);
    if (!result) return;
    // What was found on text stays true when the check of tokens had to be stopped.
    const kept =
      result.certification === null && onText ? [...onText.findings, ...result.findings] : result.findings;
    this.busy = false;
    this.publish({ ...result, final: true, findings: kept });
    this.prove(signal);
  }

  /** null where a newer text came. */
  private async certify(
    text: CheckedText,
    job: TemplateJob,
    tokenizer: TokenizerState,
    signal: AbortSignal,
  ): Promise<CheckResult | null> {
    const outcome = await this.host.supervisor.run('certify', job, signal);
    if (signal.aborted || outcome.status === 'cancelled') return null;
    const base = { ...text, final: false, tokenizer };
    if (outcome.status !== 'done')
      return { ...base, certification: null, job: null, findings: [stoppedFinding(text.source, outcome)] };
    const { certification, revision } = outcome.result;
    const expected = tokenizer.status === 'ready' ? tokenizer.revision : null;
    // After the others: fixes name findings by their index.
    const beside = copyFindingsFor(text.source, this.copies, job.settings);
    if (revision === expected)
      return { ...base, certification, job, findings: [...certification.findings, ...beside] };
    // The tokenizer's files changed between the two jobs: what was computed belongs to neither.
    this.host.tokenizers.forget();
    this.again();
    return null;
  }

  private prove(signal: AbortSignal): void {
    const { job, certification } = this.current ?? {};
    if (!job || !certification || certification.findings.length === 0) return;
    this.proofs = this.host.supervisor.run('prove', job, signal).then(fixesOf);
  }

  private publish(result: CheckResult): void {
    this.current = result;
    this.proofs = null;
    const waiters = this.waiters.splice(0);
    const finalWaiters = result.final ? this.finalWaiters.splice(0) : [];
    this.host.changed(this);
    for (const resolve of [...waiters, ...finalWaiters]) resolve(result);
  }

  private knownTokenizer(): TokenizerState {
    return (this.request && this.host.tokenizers.known(this.request)) ?? NO_TOKENIZER;
  }
}

/** A proof that could not be finished is none. */
function fixesOf(outcome: Outcome<readonly Fix[]>): readonly Fix[] {
  return outcome.status === 'done' ? outcome.result : [];
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
