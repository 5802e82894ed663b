/** Writes what each check took, by part, to the log. */
import type { Connection } from 'vscode-languageserver';
import type { CheckResult } from './check.ts';
import type { DocumentListener } from './checks.ts';
import { nameOf } from './views.ts';

export function checkLog(connection: Connection): DocumentListener {
  const logged = new WeakSet<CheckResult>();
  return {
    checked({ uri, latest }) {
      if (!latest?.certification || logged.has(latest)) return;
      logged.add(latest);
      const { timing, tokenizer, findings } = latest.certification;
      const parts = Object.entries(timing).map(([part, ms]) => `${part} ${ms.toFixed(1)} ms`);
      const on = tokenizer ? 'with tokens' : 'on text';
      connection.console.debug(
        `Checked ${nameOf(uri)}, version ${latest.version}, ${on}: ${parts.join(', ')}; findings: ${findings.length}.`,
      );
    },
  };
}
