/** The checks of all open documents, and what starts them: edits, settings, folders, tokenizer files. */
import { TextDocuments } from 'vscode-languageserver';
import type { ClientCapabilities, Connection, InitializeParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../language/syntaxTree.ts';
import type { Supervisor } from '../worker/supervisor.ts';
import { Check } from './check.ts';
import type { CheckHost, CheckPlan } from './check.ts';
import { registerForChanges, settingsSource } from './configuration.ts';
import { recordingDocuments } from './documents.ts';
import { syntaxFindings } from './hostFindings.ts';
import type { ServerHost } from './server.ts';
import { SettingsStore } from './settings.ts';
import { reportConfigProblems, reportTokenizer } from './reports.ts';
import { Tokenizers } from './tokenizers.ts';
import { isUsed, watchFiles } from './watchedFiles.ts';
import { WorkspaceFolders } from './workspaceFolders.ts';

/** Told of what happens to documents, in the order in which features were added. */
export interface DocumentListener {
  /** About to be changed so: offsets are in the document as it still is. */
  edited?(document: TextDocument, edit: TextEdit): void;
  /** There is a new result, or work began or ended. */
  checked?(check: Check): void;
  closed?(uri: string): void;
}

export class Checks {
  private readonly checks = new Map<string, Check>();
  private readonly plans = new Map<string, Promise<CheckPlan>>();
  /** Files of conversations by template, as globs of absolute paths. */
  private readonly conversations = new Map<string, readonly string[]>();
  private readonly reportConfig: (problems: readonly string[]) => void;
  private readonly listeners: DocumentListener[] = [];
  private readonly tokenizers: Tokenizers;
  private readonly folders: WorkspaceFolders;
  private readonly settings: SettingsStore;
  private readonly documents = new TextDocuments<TextDocument>(
    recordingDocuments((document, edit) => this.listeners.forEach((l) => l.edited?.(document, edit))),
  );
  private readonly capabilities: ClientCapabilities;

  constructor(
    private readonly connection: Connection,
    private readonly host: ServerHost,
    private readonly supervisor: Supervisor,
    params: InitializeParams,
  ) {
    this.capabilities = params.capabilities;
    this.tokenizers = new Tokenizers(supervisor, reportTokenizer(connection));
    this.reportConfig = reportConfigProblems(connection);
    this.folders = new WorkspaceFolders(params);
    this.settings = new SettingsStore(
      settingsSource(connection, params.capabilities, () => {
        this.settings.forget();
        this.checkAllAgain();
      }),
    );
    this.documents.onDidChangeContent(({ document }) => this.textChanged(document));
    this.documents.onDidClose(({ document }) => this.closed(document.uri));
    this.documents.listen(connection);
  }

  add(listener: DocumentListener): void {
    this.listeners.push(listener);
  }

  document(uri: string): TextDocument | undefined {
    return this.documents.get(uri);
  }

  check(uri: string): Check | undefined {
    return this.checks.get(uri);
  }

  /** The interpreter that is set for a document; null where none is. */
  async pythonFor(uri: string): Promise<string | null> {
    return (await this.settings.for(uri)).python;
  }

  /** To be called once the client is ready. */
  follow(): void {
    const { connection, capabilities } = this;
    registerForChanges(connection, capabilities);
    this.folders.follow(connection, capabilities, () => this.checkAllAgain());
    watchFiles(connection, capabilities, (uris) => {
      if (uris.length > 0 && !uris.some((uri) => this.isUsed(uri))) return;
      this.tokenizers.forget();
      this.checkAllAgain();
    });
  }

  /** What the worker had loaded is gone. */
  workerRestarted(): void {
    this.tokenizers.forget();
  }

  dispose(): void {
    this.checks.forEach((check) => check.dispose());
    this.tokenizers.dispose();
  }

  private textChanged(document: TextDocument): void {
    const { uri, version } = document;
    const text = { version, source: document.getText() };
    const check = this.checks.get(uri);
    if (check) {
      check.edited(text);
      return;
    }
    this.checks.set(uri, new Check(uri, text, this.checkHost(uri)));
  }

  private closed(uri: string): void {
    this.checks.get(uri)?.dispose();
    this.checks.delete(uri);
    this.settings.forget(uri);
    this.plans.delete(uri);
    this.conversations.delete(uri);
    this.listeners.forEach((listener) => listener.closed?.(uri));
  }

  private isUsed(uri: string): boolean {
    const path = this.host.pathOf(uri);
    return path !== null && isUsed(path, [...this.conversations.values()].flat());
  }

  private checkAllAgain(): void {
    this.plans.clear();
    this.checks.forEach((check) => check.again());
  }

  /** Kept until something that it is made from changes: it reads files. */
  private planOf(uri: string): Promise<CheckPlan> {
    const known = this.plans.get(uri);
    if (known) return known;
    const made = this.makePlan(uri);
    this.plans.set(uri, made);
    return made;
  }

  private async makePlan(uri: string): Promise<CheckPlan> {
    const templatePath = this.host.pathOf(uri);
    const folder = this.folders.of(uri);
    const base = folder === null ? null : this.host.pathOf(folder);
    const [{ tokenizer, check }, config, copies] = await Promise.all([
      this.settings.for(uri),
      this.host.configFor(templatePath),
      templatePath === null ? [] : this.host.copiesOf(templatePath, ''),
    ]);
    this.reportConfig(config.problems);
    this.conversations.set(uri, config.conversations);
    return {
      delay: check.delay,
      tokenizer: { templatePath, chosen: tokenizer ?? config.tokenizer, base },
      settings: config.settings,
      copies,
    };
  }

  private checkHost(uri: string): CheckHost {
    const { supervisor, tokenizers, host } = this;
    return {
      supervisor,
      tokenizers,
      syntaxFindings: (source) => syntaxFindings(host.syntaxError(source)),
      plan: () => this.planOf(uri),
      changed: (check) => this.listeners.forEach((listener) => listener.checked?.(check)),
    };
  }
}
