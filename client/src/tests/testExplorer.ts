/** Templates in the test explorer: a run certifies them, and every property says how each conversation fared. */
import * as vscode from 'vscode';
import type { TestCase } from '../../../protocol/testing.ts';
import type { LanguageServer } from '../languageServer.ts';
import { LANGUAGE_ID, TEMPLATE_FILES } from '../templates.ts';
import { isWithin, templateOf, updateItems } from './items.ts';

export class TestExplorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('chatTemplate', 'Chat Templates');
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: LanguageServer) {
    const { controller } = this;
    const files = vscode.workspace.createFileSystemWatcher(TEMPLATE_FILES, false, true, false);
    controller.resolveHandler = (item) => (item ? this.resolve(item) : this.findTemplates());
    controller.refreshHandler = () => this.findTemplates();
    controller.createRunProfile(
      'Certify',
      vscode.TestRunProfileKind.Run,
      (request, token) => this.run(request, token),
      true,
    );
    this.subscriptions = [
      controller,
      files,
      files.onDidCreate((uri) => this.add(uri)),
      files.onDidDelete((uri) => controller.items.delete(uri.toString())),
      vscode.workspace.onDidOpenTextDocument((document) => this.addOpen(document)),
      // Nothing is left of a document that was never saved.
      vscode.workspace.onDidCloseTextDocument(({ isUntitled, uri }) => {
        if (isUntitled) controller.items.delete(uri.toString());
      }),
    ];
    vscode.workspace.textDocuments.forEach((document) => this.addOpen(document));
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private async findTemplates(): Promise<void> {
    const files = await vscode.workspace.findFiles(TEMPLATE_FILES, '**/node_modules/**');
    files.forEach((uri) => this.add(uri));
  }

  private addOpen({ languageId, uri }: vscode.TextDocument): void {
    if (languageId === LANGUAGE_ID && uri.scheme !== 'git') this.add(uri);
  }

  private add(uri: vscode.Uri): void {
    const { controller } = this;
    const id = uri.toString();
    if (controller.items.get(id)) return;
    const item = controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    controller.items.add(item);
  }

  /** What there is to test is known once the template was certified. */
  private async resolve(template: vscode.TestItem): Promise<void> {
    if (template.parent || !template.uri) return;
    try {
      const { cases } = await this.certify(template.uri);
      template.error = undefined;
      updateItems(this.controller, template, cases);
    } catch (error) {
      template.error = messageOf(error);
    }
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (!request.include) await this.findTemplates();
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    const run = this.controller.createTestRun(request);
    wanted.forEach((item) => run.enqueued(item));
    for (const template of new Set(wanted.map(templateOf))) {
      if (token.isCancellationRequested) break;
      await this.runTemplate(run, template, wanted, request.exclude ?? [], token);
    }
    run.end();
  }

  private async runTemplate(
    run: vscode.TestRun,
    template: vscode.TestItem,
    wanted: readonly vscode.TestItem[],
    excluded: readonly vscode.TestItem[],
    token: vscode.CancellationToken,
  ): Promise<void> {
    if (!template.uri) return;
    const own = wanted.filter((item) => templateOf(item) === template);
    own.forEach((item) => run.started(item));
    try {
      const { document, cases } = await this.certify(template.uri, token);
      template.error = undefined;
      for (const [one, item] of updateItems(this.controller, template, cases))
        if (isWithin(item, own) && !isWithin(item, excluded)) tell(run, item, one, document);
    } catch (error) {
      if (token.isCancellationRequested) return;
      own.forEach((item) => run.errored(item, new vscode.TestMessage(messageOf(error))));
    }
  }

  private async certify(uri: vscode.Uri, token?: vscode.CancellationToken) {
    // The server knows open documents only.
    const document = await vscode.workspace.openTextDocument(uri);
    const asked = { uri: this.server.uriOf(document) };
    const { cases } = await this.server.ask('chatTemplate/testCases', asked, token);
    return { document, cases };
  }
}

function tell(
  run: vscode.TestRun,
  item: vscode.TestItem,
  one: TestCase,
  document: vscode.TextDocument,
): void {
  const location = one.span ? new vscode.Location(document.uri, rangeIn(document, one.span)) : undefined;
  switch (one.outcome) {
    case 'passed':
      run.passed(item);
      break;
    case 'skipped':
      run.appendOutput(`${one.property}: ${one.detail}`.replace(/\r?\n/g, '\r\n') + '\r\n', location, item);
      run.skipped(item);
      break;
    case 'failed':
      run.failed(item, messageIn(one, location));
      break;
  }
}

/** What the second render should begin with, and what it begins with. */
function messageIn({ detail, renders }: TestCase, location: vscode.Location | undefined): vscode.TestMessage {
  const message = renders
    ? vscode.TestMessage.diff(detail, renders.expected, renders.actual)
    : new vscode.TestMessage(detail);
  message.location = location;
  return message;
}

function rangeIn(
  document: vscode.TextDocument,
  { start, end }: { start: number; end: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
