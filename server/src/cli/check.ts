/** `chat-template check PATH...`: every property and finding of templates. */
import { resolve } from 'node:path';
import { certifyFully, withSeverities } from '../certify/index.ts';
import { proveFixes } from '../fix/index.ts';
import { templateCopies } from '../host/templateCopies.ts';
import { writers } from '../report/registry.ts';
import type { CheckedTemplate, Writer } from '../report/report.ts';
import { copyFindings } from '../rules/ct951Copies.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { confirmed, type ConfirmOptions } from './confirm.ts';
import {
  engineWarning,
  expandPaths,
  readInput,
  type InputOptions,
  type NamedTokenizers,
  type TemplateInput,
} from './input.ts';
import { writeOutput } from './output.ts';

export interface CheckOptions extends InputOptions, ConfirmOptions {
  readonly format: string;
  readonly color: boolean;
  readonly version: string;
  /** A file instead of standard output. */
  readonly output?: string;
  /** Further reports of the same check, each `format=file`. */
  readonly report?: readonly string[];
}

/** The report and the exit code: findings of severity error make it 1. */
export async function check(named: readonly string[], options: CheckOptions): Promise<Outcome> {
  const writer = writerFor(options.format);
  const further = (options.report ?? []).map(furtherReport);
  const done: Checked[] = [];
  const tokenizers: NamedTokenizers = new Map();
  for (const path of await expandPaths(named)) done.push(await checkOne(path, options, tokenizers));
  const checked = done.map(({ template }) => template);
  const { version, output } = options;
  const report = writer.write(checked, { color: options.color && output === undefined, version });
  for (const one of further)
    await writeOutput(one.file, one.writer.write(checked, { color: false, version }));
  const failed = checked.some(({ certification }) =>
    certification.findings.some(({ severity }) => severity === 'error'),
  );
  const code = failed ? exitCode.findings : exitCode.clean;
  const failures = [...new Set(checked.flatMap(({ engineFailures }) => engineFailures))].map(engineWarning);
  const warnings = [...new Set(done.flatMap(({ notes }) => notes)), ...failures];
  if (output === undefined) return { output: report, code, warnings };
  await writeOutput(output, report);
  return { output: '', code, warnings };
}

interface Checked extends Pick<TemplateInput, 'notes'> {
  readonly template: CheckedTemplate;
}

async function checkOne(
  path: string,
  options: InputOptions & ConfirmOptions,
  tokenizers: NamedTokenizers,
): Promise<Checked> {
  const { input, shownPath, config, tokenizerNote, engineFailures, notes } = await readInput(
    path,
    options,
    tokenizers,
  );
  const certified = certifyFully(input);
  const { source } = input;
  const { certification, analysis } = certified;
  const judged = await confirmed(source, analysis, options);
  // After the others: fixes name findings by their index.
  const copies = await templateCopies(resolve(shownPath), source);
  const beside = withSeverities(copyFindings(source, copies), config.settings);
  const findings = [...certification.findings, ...beside, ...(judged?.findings ?? [])];
  const fixes = proveFixes(input, certified);
  analysis?.subject.forget();
  const template: CheckedTemplate = {
    path: shownPath,
    source,
    certification: { ...certification, findings },
    analysis,
    fixes,
    tokenizerNote,
    python: judged?.confirmation ?? null,
    engineFailures,
  };
  return { template, notes };
}

function furtherReport(asked: string): { writer: Writer; file: string } {
  const [, format, file] = /^(\w+)=(.+)$/.exec(asked) ?? [];
  if (format === undefined || file === undefined)
    throw new InputError(`--report has to be format=file, such as sarif=out.sarif, not ${asked}.`);
  return { writer: writerFor(format), file };
}

function writerFor(format: string): Writer {
  const writer = writers.find((one) => one.format === format);
  if (writer !== undefined) return writer;
  const formats = writers.map((one) => one.format).join(', ');
  throw new InputError(`there is no format "${format}"; choose one of: ${formats}`);
}
