/** Proven fixes as code actions: one by one at their finding, and all of them as `source.fixAll.chatTemplate`. */
import { CodeActionKind } from 'vscode-languageserver';
import type {
  CancellationToken,
  CodeAction,
  CodeActionParams,
  Diagnostic,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Edit, Fix } from '../../../protocol/certification.ts';
import { applyEdits } from '../fix/edits.ts';
import type { Supervisor } from '../worker/supervisor.ts';
import { signalOf } from './cancellation.ts';
import type { CheckResult } from './check.ts';
import type { Checks } from './checks.ts';
import { diagnosticOf } from './diagnostics.ts';
import { spanOf, textEditOf, touches } from './positions.ts';

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.chatTemplate`;
export const PREVIEW_FIX_COMMAND = 'chatTemplate.previewFix';

export interface CodeActionHost {
  readonly rulePage: string | null;
  readonly checks: Checks;
  readonly supervisor: Supervisor;
}

export async function codeActions(
  params: CodeActionParams,
  token: CancellationToken,
  host: CodeActionHost,
): Promise<CodeAction[]> {
  const { uri } = params.textDocument;
  const check = host.checks.check(uri);
  const result = await check?.finalAnswer();
  const document = host.checks.document(uri);
  if (!check || !result || document?.version !== result.version) return [];
  const fixes = await check.fixes(result);
  if (fixes.length === 0) return [];

  const wanted = params.context.only;
  const actions = wants(wanted, CodeActionKind.QuickFix)
    ? fixes.flatMap((fix, index) => quickFixes(params, document, result, fix, index, fixes, host.rulePage))
    : [];
  // Proving all takes a while: only for those who ask for it.
  if (wanted && wants(wanted, FIX_ALL)) actions.push(...(await fixAllAction(document, result, host, token)));
  return actions;
}

function quickFixes(
  { range }: CodeActionParams,
  document: TextDocument,
  result: CheckResult,
  fix: Fix,
  index: number,
  fixes: readonly Fix[],
  rulePage: string | null,
): CodeAction[] {
  const finding = result.findings[fix.finding];
  if (!finding || !touches(finding.span, spanOf(document, range))) return [];
  const diagnostics = [diagnosticOf(document, finding, fix.finding, rulePage)];
  const first = fixes.findIndex((other) => other.finding === fix.finding);
  return [
    {
      title: fixTitle(fix),
      kind: CodeActionKind.QuickFix,
      diagnostics,
      isPreferred: index === first,
      edit: workspaceEdit(document, fix.edits),
    },
    {
      title: `Preview: ${fix.title}`,
      kind: CodeActionKind.QuickFix,
      diagnostics,
      command: {
        title: 'Preview Fix',
        command: PREVIEW_FIX_COMMAND,
        arguments: [document.uri, document.version, index],
      },
    },
    ...(fix.changes.length === 0 ? [] : [twinAction(document, fix, diagnostics)]),
  ];
}

/** The template stays as it is for whoever serves it; the repaired text is written beside it. */
function twinAction(document: TextDocument, fix: Fix, diagnostics: Diagnostic[]): CodeAction {
  const uri = document.uri.replace(/(\.\w+)?$/, '_training$1');
  const text = applyEdits(document.getText(), fix.edits);
  const start = { line: 0, character: 0 };
  return {
    title: `${fix.title}, in a twin for training: ${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}`,
    kind: CodeActionKind.QuickFix,
    diagnostics,
    edit: {
      documentChanges: [
        { kind: 'create', uri, options: { overwrite: false, ignoreIfExists: false } },
        { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
      ],
    },
  };
}

/** `Always write the think block: append.tool passes, 3 of 212 ordinary renders change` */
export function fixTitle({ title, repairs, changes, compared }: Fix): string {
  const repaired = repairs.filter(({ after }) => after === 'PASS').map(({ property }) => property);
  const gains =
    repaired.length > 0 ? [`${repaired.join(', ')} ${repaired.length > 1 ? 'pass' : 'passes'}`] : [];
  const costs =
    changes.length === 0
      ? `none of ${compared} ordinary renders changes`
      : `${changes.length} of ${compared} ordinary renders ${changes.length > 1 ? 'change' : 'changes'}`;
  return `${title}: ${[...gains, costs].join(', ')}`;
}

async function fixAllAction(
  document: TextDocument,
  result: CheckResult,
  host: CodeActionHost,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const { source, job } = result;
  if (!job) return [];
  const outcome = await host.supervisor.run('fixAll', job, signalOf(token));
  if (outcome.status !== 'done' || outcome.result.source === source) return [];
  if (host.checks.document(document.uri)?.version !== result.version) return [];
  const edit = workspaceEdit(document, [differenceOf(source, outcome.result.source)]);
  return [{ title: 'Apply all proven chat template fixes', kind: FIX_ALL, edit }];
}

function workspaceEdit(document: TextDocument, edits: readonly Edit[]): WorkspaceEdit {
  const { uri, version } = document;
  return {
    documentChanges: [{ textDocument: { uri, version }, edits: edits.map((e) => textEditOf(document, e)) }],
  };
}

/** The one replacement that turns `before` into `after`, without what both begin and end with. */
function differenceOf(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { span: { start, end: before.length - tail }, text: after.slice(start, after.length - tail) };
}

/** `wanted`: kinds that were asked for, all when undefined; a kind includes those below it. */
function wants(wanted: readonly string[] | undefined, kind: string): boolean {
  return !wanted || wanted.some((asked) => asked === '' || kind === asked || kind.startsWith(`${asked}.`));
}
