/** What a person asks of other renderers, beside the check: does their Python, do other engines write the same? */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Finding } from '../../../protocol/certification.ts';
import type { PythonAnswers, PythonVersions, RenderToConfirm } from '../../../protocol/confirmation.ts';
import type { AskedParams, AskedResult } from '../../../protocol/server.ts';
import type { Judged } from '../../../protocol/worker.ts';
import { refusalToConfirm } from '../certify/confirmation.ts';
import { confirmationLine } from '../report/confirmationWords.ts';
import { plural } from '../report/words.ts';
import { judgeAnswers } from '../rules/ct003PythonDisagrees.ts';
import type { Supervisor } from '../worker/supervisor.ts';
import { signalOf } from './cancellation.ts';
import type { Check, CheckResult } from './check.ts';
import type { Checks } from './checks.ts';
import type { ServerHost } from './server.ts';
import { modelOf, nameOf } from './views.ts';

export interface AskedHost {
  readonly connection: Connection;
  readonly checks: Checks;
  readonly supervisor: Supervisor;
  readonly host: ServerHost;
}

const PYTHON_DISAGREES = 'CT003';
const ENGINE_DIFFERENCE = 'CT802';

export async function confirmWithPython(
  { uri }: AskedParams,
  token: CancellationToken,
  asked: AskedHost,
): Promise<AskedResult> {
  const { check, result } = await checked(uri, asked.checks);
  const signal = signalOf(token);
  const renders = await rendersOf(result, asked, signal);
  const python = await asked.checks.pythonFor(uri);
  const answers = await asked.host.confirmInPython(python, result.source, renders, signal).catch(refuse);
  if (answers === null) throw cancelled();
  const { confirmation, findings } = await judgedOf(result, answers, asked, signal);
  const agreed = findings.length === 0;
  const confirmedBy = agreed && confirmation.renders > 0 ? shortName(confirmation) : null;
  const shown = check.supplement(result, { code: PYTHON_DISAGREES, findings, confirmedBy });
  return tell(asked.connection, uri, agreed, confirmationLine(confirmation), findings, shown);
}

export async function compareEngines(
  { uri }: AskedParams,
  token: CancellationToken,
  asked: AskedHost,
): Promise<AskedResult> {
  const { check, result } = await checked(uri, asked.checks);
  if (!result.job) throw refused(whyNot(result));
  const outcome = await asked.supervisor.run('engines', result.job, signalOf(token));
  const { ran, failures, renders, findings } = modelOf(outcome);
  for (const failure of failures) asked.connection.console.warn(`An engine can't run here: ${failure}`);
  if (ran.length === 0) throw refused(`No other engine can run here: ${failures.join('; ')}`);
  const shown = check.supplement(result, { code: ENGINE_DIFFERENCE, findings });
  const left = failures.length > 0 ? `; can't run here: ${failures.join('; ')}` : '';
  const agreed = findings.length === 0;
  const verdict = agreed ? 'the same bytes from' : 'other bytes from';
  const line = `${verdict} ${ran.join(', ')}: compared on ${plural(renders, 'render')}${left}`;
  return tell(asked.connection, uri, agreed, line, findings, shown);
}

async function checked(uri: string, checks: Checks): Promise<{ check: Check; result: CheckResult }> {
  const check = checks.check(uri);
  const result = await check?.finalAnswer();
  if (!check || !result) throw refused('The template is not open.');
  return { check, result };
}

async function rendersOf(
  { job, source, findings }: CheckResult,
  { supervisor, host }: AskedHost,
  signal: AbortSignal,
): Promise<readonly RenderToConfirm[]> {
  if (job) return modelOf(await supervisor.run('renders', job, signal));
  const error = host.syntaxError(source);
  if (error) return [refusalToConfirm(error)];
  throw refused(whyNot({ findings }));
}

async function judgedOf(
  { job, source }: CheckResult,
  answers: PythonAnswers,
  { supervisor }: AskedHost,
  signal: AbortSignal,
): Promise<Judged> {
  if (!job || answers.disagreements.length === 0) return judgeAnswers(source, null, answers);
  return modelOf(await supervisor.run('judge', { ...job, answers }, signal));
}

/** To the log with everything, to the person in short. */
function tell(
  { console }: Connection,
  uri: string,
  agreed: boolean,
  line: string,
  findings: readonly Finding[],
  shown: boolean,
): AskedResult {
  const stale = shown ? '' : ' The template has changed since: ask again for what it is now.';
  const message = `${nameOf(uri)}: ${line}.${stale}`;
  if (agreed) console.info(message);
  else console.warn([message, ...findings.map((finding) => finding.message)].join('\n  '));
  return { agreed, message };
}

const shortName = ({ jinja2 }: PythonVersions) => `Jinja2 ${jinja2}`;

const whyNot = ({ findings }: Pick<CheckResult, 'findings'>) =>
  findings[0]?.message ?? 'The template could not be checked.';

function refuse(error: Error): never {
  throw refused(error.message);
}

function refused(message: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
}
