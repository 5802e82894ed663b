/** Says what became of the files that a check reads: each fault once to the person, all of it to the log. */
import type { Connection } from 'vscode-languageserver';
import type { TokenizerState } from '../../../protocol/worker.ts';

export function reportTokenizer(connection: Connection): (state: TokenizerState) => void {
  const sayOnce = faultsOnce(connection);
  return (state) => {
    if (state.status === 'ready') {
      connection.console.info(`Tokenizer: ${state.info.source}, ${state.vocabulary} entries.`);
      for (const warning of state.warnings) connection.console.warn(`${state.info.source}: ${warning}`);
    } else if (state.status === 'broken') {
      sayOnce(`The tokenizer can't be used. ${state.file}: ${state.message}`);
    }
  };
}

export function reportConfigProblems(connection: Connection): (problems: readonly string[]) => void {
  const sayOnce = faultsOnce(connection);
  return (problems) => problems.forEach(sayOnce);
}

function faultsOnce(connection: Connection): (fault: string) => void {
  const said = new Set<string>();
  return (fault) => {
    connection.console.error(fault);
    if (said.has(fault)) return;
    said.add(fault);
    connection.window.showErrorMessage(fault);
  };
}
