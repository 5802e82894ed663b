/** What stands above a template's first line: its verdict, and the ways to look at it. */
import { CodeLensRefreshRequest } from 'vscode-languageserver';
import type { ClientCapabilities, CodeLens, Connection } from 'vscode-languageserver';
import type { Check } from './check.ts';
import type { Checks, DocumentListener } from './checks.ts';
import { failuresIn, summaryOf } from './status.ts';

/** As the client registers them; each takes the address of the template. */
const COMMANDS = {
  diff: 'chatTemplate.showTokenDiff',
  certify: 'chatTemplate.certify',
  delta: 'chatTemplate.showToolDelta',
  roundTrip: 'chatTemplate.showRoundTripDrift',
} as const;

const FIRST_LINE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export interface CodeLensHost {
  readonly connection: Connection;
  readonly capabilities: ClientCapabilities;
  readonly checks: Checks;
}

/** Has the lenses asked for anew whenever the verdict is another than they say. */
export function codeLensFeature({ connection, capabilities, checks }: CodeLensHost): DocumentListener {
  const told = new Map<string, string>();
  const refreshes = capabilities.workspace?.codeLens?.refreshSupport === true;

  connection.onCodeLens(({ textDocument: { uri } }) => {
    const check = checks.check(uri);
    return check ? lensesOf(check) : [];
  });
  return {
    checked(check) {
      const verdict = verdictOf(check);
      if (!refreshes || told.get(check.uri) === verdict) return;
      told.set(check.uri, verdict);
      connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    },
    closed: (uri) => void told.delete(uri),
  };
}

function lensesOf(check: Check): CodeLens[] {
  const lens = (title: string, command: string): CodeLens => ({
    range: FIRST_LINE,
    command: { title, command, arguments: [check.uri] },
  });
  return [
    lens('Preview Diff', COMMANDS.diff),
    lens(`Certify: ${verdictOf(check)}`, COMMANDS.certify),
    lens('Tool Delta', COMMANDS.delta),
    lens('Round Trip', COMMANDS.roundTrip),
  ];
}

/** Of the newest text: an older one's verdict is none. */
function verdictOf({ latest, version }: Check): string {
  if (latest?.version !== version) return 'checking';
  const [first, ...others] = failuresIn(latest.certification?.properties ?? []);
  // All of them would leave no room for the next lens.
  return first && others.length > 0 ? `FAIL ${first.id} and ${others.length} more` : summaryOf(latest);
}
