/** What is said while a template is written: completion, hover, the parameters of a call. */
import { CompletionItemKind, InsertTextFormat, MarkupKind } from 'vscode-languageserver';
import type { CompletionItem, Hover, MarkupContent, SignatureHelp } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { completions, hover, signatureHelp } from '../../language/index.ts';
import type { Completion, CompletionKind, TemplateModel } from '../../language/index.ts';
import { rangeOf } from '../positions.ts';

export const COMPLETION_TRIGGERS = ['.', '|', "'", '"', '%', '{'];
export const SIGNATURE_TRIGGERS = ['(', ','];

const COMPLETION_KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  filter: CompletionItemKind.Function,
  test: CompletionItemKind.Operator,
  variable: CompletionItemKind.Variable,
  constant: CompletionItemKind.Constant,
  parameter: CompletionItemKind.Property,
  function: CompletionItemKind.Function,
  field: CompletionItemKind.Field,
  method: CompletionItemKind.Method,
  value: CompletionItemKind.Value,
};

/** `snippets`: whether the client understands places for the cursor. */
export function completionsOf(
  model: TemplateModel,
  document: TextDocument,
  offset: number,
  snippets: boolean,
): CompletionItem[] {
  return completions(model, offset).map((completion, index) =>
    completionOf(completion, document, String(index).padStart(4, '0'), snippets),
  );
}

function completionOf(
  { label, kind, detail, documentation, insert, snippet, start, end }: Completion,
  document: TextDocument,
  sortText: string,
  snippets: boolean,
): CompletionItem {
  const newText = snippet && !snippets ? insert.replaceAll(/\$\d/g, '') : insert;
  return {
    label,
    kind: COMPLETION_KINDS[kind],
    detail,
    ...(documentation === '' ? {} : { documentation: markdown(documentation) }),
    sortText,
    textEdit: { range: rangeOf(document, { start, end }), newText },
    insertTextFormat: snippet && snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
  };
}

export function hoverOf(model: TemplateModel, document: TextDocument, offset: number): Hover | null {
  const found = hover(model, offset);
  return found ? { contents: markdown(found.markdown), range: rangeOf(document, found) } : null;
}

export function signatureOf(model: TemplateModel, offset: number): SignatureHelp | null {
  const found = signatureHelp(model, offset);
  if (!found) return null;
  const { label, documentation, parameters, active } = found;
  const activeParameter = active ?? parameters.length;
  return {
    signatures: [
      {
        label,
        documentation: markdown(documentation),
        parameters: parameters.map((parameter) => ({ label: parameter })),
        activeParameter,
      },
    ],
    activeSignature: 0,
    activeParameter,
  };
}

function markdown(value: string): MarkupContent {
  return { kind: MarkupKind.Markdown, value };
}
