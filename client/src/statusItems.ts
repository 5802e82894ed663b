/** What stands behind `{}` in the status bar while a chat template is open: its verdict and its tokenizer. */
import * as vscode from 'vscode';
import type { StatusParams } from '../../protocol/server.ts';
import { CHOOSE_TOKENIZER, SHOW_TOKEN_DIFF } from './commandIds.ts';
import type { LanguageServer } from './languageServer.ts';
import { LANGUAGE_ID, SELECTOR } from './templates.ts';

const SEVERITIES = {
  error: vscode.LanguageStatusSeverity.Error,
  warning: vscode.LanguageStatusSeverity.Warning,
  information: vscode.LanguageStatusSeverity.Information,
};

export class StatusItems implements vscode.Disposable {
  private readonly verdict = vscode.languages.createLanguageStatusItem('chatTemplate.verdict', SELECTOR);
  private readonly tokenizer = vscode.languages.createLanguageStatusItem('chatTemplate.tokenizer', SELECTOR);
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: LanguageServer) {
    this.verdict.name = 'Chat Template: Verdict';
    this.verdict.command = { title: 'Token Diff', command: SHOW_TOKEN_DIFF };
    this.tokenizer.name = 'Chat Template: Tokenizer';
    this.subscriptions = [
      server.onStatus(() => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
    ];
    this.show();
  }

  dispose(): void {
    for (const item of [this.verdict, this.tokenizer, ...this.subscriptions]) item.dispose();
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== LANGUAGE_ID) return;
    const status = this.server.status(document);
    this.showVerdict(status);
    this.showTokenizer(status);
  }

  private showVerdict(status: StatusParams | undefined): void {
    this.verdict.busy = status?.busy ?? true;
    this.verdict.text = status ? textOf(status) : 'checking';
    this.verdict.detail = status ? detailOf(status) : undefined;
    this.verdict.severity = status?.severity
      ? SEVERITIES[status.severity]
      : vscode.LanguageStatusSeverity.Information;
  }

  private showTokenizer(status: StatusParams | undefined): void {
    const { tokenizer } = this;
    tokenizer.command = { title: 'Choose', command: CHOOSE_TOKENIZER };
    tokenizer.severity = vscode.LanguageStatusSeverity.Information;
    if (status?.tokenizerError) {
      tokenizer.text = 'Tokenizer not usable';
      tokenizer.detail = status.tokenizerError;
      tokenizer.severity = vscode.LanguageStatusSeverity.Error;
    } else if (status?.tokenizer) {
      tokenizer.text = status.tokenizer.source;
      tokenizer.detail = `${status.tokenizer.vocabulary.toLocaleString('en')} tokens`;
    } else {
      tokenizer.text = status && !status.busy ? 'No tokenizer: text is compared, not tokens' : 'Tokenizer';
      tokenizer.detail = status?.tokenizerMissing ?? undefined;
    }
  }
}

const textOf = ({ summary, confirmedBy }: StatusParams) =>
  confirmedBy === null ? summary : `${summary}, confirmed by ${confirmedBy}`;

/** Every verdict that is not a plain PASS. */
function detailOf({ verdicts }: StatusParams): string | undefined {
  const others = verdicts.filter(({ verdict }) => verdict !== 'PASS');
  if (others.length === 0) return undefined;
  return others
    .map(({ property, verdict, byDesign }) => `${property}: ${verdict}${byDesign ? ' by design' : ''}`)
    .join(', ');
}
