/** The editor's help with the language, as LSP: works on the tree, whatever the certifier is doing. */
import type { ClientCapabilities, Connection, Position, ServerCapabilities } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { analyse } from '../../language/index.ts';
import type { TemplateModel, TemplateParser } from '../../language/index.ts';
import type { Checks } from '../checks.ts';
import { Trees } from '../trees.ts';
import { COMPLETION_TRIGGERS, completionsOf, hoverOf, SIGNATURE_TRIGGERS, signatureOf } from './help.ts';
import { definitionOf, highlightsOf, prepareRenameOf, referencesOf, renameOf } from './names.ts';
import { LEGEND, semanticTokensOf } from './semanticTokens.ts';
import { foldsOf, selectionOf, symbolsOf } from './structure.ts';

/** `parser` may take its time: requests wait for it. Where it can't be had, they are answered with nothing. */
export function addLanguageFeatures(
  connection: Connection,
  checks: Checks,
  parser: Promise<TemplateParser>,
  capabilities: ClientCapabilities,
): ServerCapabilities {
  const trees = new Trees(parser, (uri) => checks.document(uri));
  checks.add(trees);
  parser.catch((error: Error) =>
    connection.console.error(`There is no help with the language: ${error.message}`),
  );

  async function inDocument<T>(
    { uri }: { readonly uri: string },
    ask: (model: TemplateModel, document: TextDocument) => T,
  ): Promise<T | null> {
    const tree = await trees.of(uri).catch(() => null);
    const document = checks.document(uri);
    return tree && document ? ask(analyse(tree), document) : null;
  }

  interface AtPosition {
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
  }
  const atPosition = <T>(
    { textDocument, position }: AtPosition,
    ask: (model: TemplateModel, document: TextDocument, offset: number) => T,
  ) => inDocument(textDocument, (model, document) => ask(model, document, document.offsetAt(position)));

  const snippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;

  connection.onDocumentSymbol(({ textDocument }) => inDocument(textDocument, symbolsOf));
  connection.onFoldingRanges(({ textDocument }) => inDocument(textDocument, foldsOf));
  connection.onSelectionRanges(({ textDocument, positions }) =>
    inDocument(textDocument, (model, document) =>
      positions.map((position) => selectionOf(model, document, document.offsetAt(position))),
    ),
  );
  connection.languages.semanticTokens.on(
    async ({ textDocument }) => (await inDocument(textDocument, semanticTokensOf)) ?? { data: [] },
  );
  connection.onDocumentHighlight((at) => atPosition(at, highlightsOf));
  connection.onDefinition((at) => atPosition(at, definitionOf));
  connection.onReferences((at) =>
    atPosition(at, (model, document, offset) =>
      referencesOf(model, document, offset, at.context.includeDeclaration),
    ),
  );
  connection.onPrepareRename((at) => atPosition(at, prepareRenameOf));
  connection.onRenameRequest((at) =>
    atPosition(at, (model, document, offset) => renameOf(model, document, offset, at.newName)),
  );
  connection.onCompletion((at) =>
    atPosition(at, (model, document, offset) => completionsOf(model, document, offset, snippets)),
  );
  connection.onHover((at) => atPosition(at, hoverOf));
  connection.onSignatureHelp((at) => atPosition(at, (model, _, offset) => signatureOf(model, offset)));

  return {
    documentSymbolProvider: { label: 'Chat Template' },
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: { legend: LEGEND, full: true },
    documentHighlightProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    renameProvider: { prepareProvider: true },
    completionProvider: { triggerCharacters: COMPLETION_TRIGGERS },
    hoverProvider: true,
    signatureHelpProvider: { triggerCharacters: SIGNATURE_TRIGGERS },
  };
}
