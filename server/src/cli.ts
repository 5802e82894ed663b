/** Wiring of the command line: arguments in, a report and an exit code out. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { certify, type CertifyOptions } from './cli/certify.ts';
import { check, type CheckOptions } from './cli/check.ts';
import { corpus, type CorpusOptions } from './cli/corpus.ts';
import { delta, type DeltaOptions } from './cli/delta.ts';
import { drift, type DriftOptions } from './cli/drift.ts';
import { extract, type ExtractOptions } from './cli/extract.ts';
import { exitCode, InputError, type Outcome } from './cli/failure.ts';
import { fix, type FixOptions } from './cli/fix.ts';
import { expandPaths } from './cli/input.ts';
import { kit, type KitOptions } from './cli/kit.ts';
import { parse, type ParseOptions } from './cli/parse.ts';
import { parsers, type ParsersOptions } from './cli/parsers.ts';
import { progressLine, pull } from './cli/pull.ts';
import { render, type RenderOptions } from './cli/render.ts';
import { explain, listRules } from './cli/rules.ts';
import { schema, type SchemaOptions } from './cli/schema.ts';
import { defaultTimeout } from './cli/timeLimit.ts';
import { verify, type VerifyOptions } from './cli/verify.ts';
import { keepDoing } from './cli/watch.ts';
import { compilePatiently } from './host/patientCompiler.ts';
import type { PullProgress } from './hub/index.ts';
import { writers } from './report/registry.ts';

compilePatiently();

const program = new Command('chat-template')
  .description('Checks and certifies LLM chat templates.')
  .version(version)
  .showHelpAfterError('(chat-template --help lists the commands)')
  .exitOverride();

const formats = writers.map(({ format }) => format).join(', ');

/** A command over templates: they all find tokenizer and config alike. */
function templateCommand(name: string, argument: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument(argument, 'a template, a folder that holds one, a tokenizer_config.json, or a GGUF file')
    .option(
      '-t, --tokenizer <dir>',
      "a folder, a file (tokenizer.json, tekken.json, .tiktoken, .gguf) or a model that was pulled; else the config's, else the template's own folder",
    )
    .option('-c, --config <file>', 'config file; else the nearest chat-template.config.json upwards')
    .addOption(timeLimit());
}

function timeLimit(): Option {
  return new Option('--timeout <seconds>', 'how long the work on one template may take')
    .argParser(positive)
    .default(defaultTimeout);
}

templateCommand('check', '<path...>', 'every property, every finding; globs are understood')
  .option('-f, --format <format>', formats, 'text')
  .option('-o, --output <file>', 'write the report there')
  .option(
    '-r, --report <format=file>',
    'a further report of the same check, written to a file; may be said again',
    several,
  )
  .option('-w, --watch', 'check again when a file changes')
  .option(
    '--engines [ids]',
    "run the engines of other servers beside Python's: all, or those named (a,b): engines.agree",
  )
  .option('--tool-call-parser <name>', 'what vLLM or SGLang is started with: CT952 says whether it fits')
  .option('--reasoning-parser <name>', 'the same for reasoning')
  .option('--confirm <who>', 'python: have every render confirmed by a Python that has Jinja2')
  .option('--python [command]', 'which Python; says --confirm python too')
  .option('--no-color', 'plain text')
  .action(async (paths: string[], { color, watch, ...rest }: CheckOptions & { watch?: boolean }) => {
    const options = { ...rest, version, color: color && wantsColor() };
    if (watch) keepDoing(() => check(paths, options), await expandPaths(paths), write);
    else await finish(check(paths, options));
  });

templateCommand('certify', '<path>', 'a certificate: verdicts and all they depend on')
  .option('-o, --output <file>', 'write the certificate there, and what was asked for to the terminal')
  .option(
    '-p, --profile <name>',
    'a trainer or server for which the template has to hold; may be said again',
    several,
  )
  .option('-f, --format <format>', 'json, markdown or html', oneOf('json', 'markdown', 'html'), 'json')
  .option('--no-engines', 'leave out the engines of other servers: engines.agree is not judged')
  .option('--date <date>', 'date of the certificate, such as 2026-01-31; else today', day)
  .option('--confirm <who>', 'python: have every render confirmed by a Python that has Jinja2')
  .option('--python [command]', 'which Python; says --confirm python too')
  .action((path: string, options: CertifyOptions) => finish(certify(path, { ...options, version })));

program
  .command('verify')
  .description('make a certificate again and say what changed')
  .argument('<certificate>', 'a file that certify wrote')
  .option('--template <path>', 'where the template lies now')
  .option('-t, --tokenizer <dir>', 'a folder, a file, or a model that was pulled')
  .option('-c, --config <file>', 'config file; else the nearest chat-template.config.json upwards')
  .option('--confirm <who>', 'python: have every render confirmed again by a Python that has Jinja2')
  .option('--python [command]', 'which Python; says --confirm python too')
  .option('-f, --format <format>', 'text or json', oneOf('text', 'json'), 'text')
  .addOption(timeLimit())
  .action((file: string, options: VerifyOptions) => finish(verify(file, { ...options, version })));

templateCommand('render', '<path>', 'the text, or the ids, that a conversation becomes')
  .requiredOption('--conversation <file>', 'JSON or JSONL: messages, or an object with messages and tools')
  .option('--index <number>', 'which conversation of the file, from 1', positive, 1)
  .option('--kwargs <json>', 'further variables, such as {"enable_thinking": false}')
  .option('--generation-prompt', 'ask the model to go on', false)
  .option('--ids', 'token ids instead of text', false)
  .option('--now <time>', 'time that the template is told')
  .action((path: string, options: RenderOptions) => finish(render(path, options)));

templateCommand('fix', '<path>', 'proven edits for a rule or a profile')
  .option('--rule <code>', 'what fires this rule')
  .option('--profile <name>', 'what this trainer or server needs')
  .option('--write', 'write the template instead of printing a patch')
  .option('--twin', 'write NAME_training.jinja beside it; the template stays as it is')
  .action((path: string, options: FixOptions) => finish(fix(path, options)));

templateCommand('delta', '<path>', 'what a tool message appends: text, ids and the rule at the junction')
  .option('-r, --result <text>', 'what the tool answers')
  .option('-f, --format <format>', 'text or json', oneOf('text', 'json'), 'text')
  .action((path: string, options: DeltaOptions) => finish(delta(path, options)));

templateCommand('parse', '<path>', 'a sampled turn as the message that it is read as, rendered again')
  .option('--turn <file>', 'the sampled turn; - is standard input', '-')
  .option('--ids', 'it is token ids, not text', false)
  .option('--conversation <file>', 'what it answers: JSON or JSONL; else a question and two functions')
  .option('--index <number>', 'which conversation of the file, from 1', positive, 1)
  .option('--kwargs <json>', 'further variables, such as {"enable_thinking": false}')
  .option('-f, --format <format>', 'text or json', oneOf('text', 'json'), 'text')
  .action((path: string, options: ParseOptions) => finish(parse(path, options)));

templateCommand('schema', '<path>', "the template's parser as a response_schema of transformers")
  .option('--kwargs <json>', 'further variables, such as {"enable_thinking": false}')
  .action((path: string, options: SchemaOptions) => finish(schema(path, options)));

templateCommand('parsers', '<path>', 'which parsers of vLLM and SGLang read what the template writes')
  .option('-f, --format <format>', 'text or json', oneOf('text', 'json'), 'text')
  .action((path: string, options: ParsersOptions) => finish(parsers(path, options)));

templateCommand('drift', '<path>', 'what becomes of turns that models write otherwise than the template')
  .option('--kwargs <json>', 'further variables, such as {"enable_thinking": false}')
  .option('-f, --format <format>', 'text or json', oneOf('text', 'json'), 'text')
  .action((path: string, options: DriftOptions) => finish(drift(path, options)));

templateCommand('kit', '<path>', 'what a trainer needs to keep sampled ids: stop ids, what to append, tests')
  .option('-o, --output <dir>', 'write the kit and programs that read it there; else print the kit')
  .option('--kwargs <json>', 'variables that every render is given, such as {"enable_thinking": false}')
  .action((path: string, options: KitOptions) => finish(kit(path, { ...options, version })));

program
  .command('corpus')
  .description('a table of templates and properties')
  .argument('<dir>', 'a folder of templates')
  .option('-t, --tokenizer <dir>', 'one tokenizer for all')
  .option('-c, --config <file>', 'config file; else the nearest of each template')
  .option('-j, --jobs <number>', 'workers', positive, availableParallelism())
  .option('--shard <i/n>', 'only the i-th of n parts')
  .option('--cache <dir>', 'where rows are kept by content', defaultCache())
  .option('--no-cache', 'keep nothing')
  .addOption(timeLimit())
  .option('-f, --format <format>', 'text, json or markdown', oneOf('text', 'json', 'markdown'), 'text')
  .action((folder: string, options: CorpusOptions) => finish(corpus(folder, { ...options, version })));

program
  .command('pull')
  .description(
    'download the tokenizer of a model into the Hugging Face cache; no other command uses the network',
  )
  .argument('<name>', 'org/name, org/name@revision, org/name:file.gguf, or the address of a GGUF file')
  .action(async (name: string) => {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    const toScreen = process.stderr.isTTY;
    const progress = (now: PullProgress) => toScreen && process.stderr.write(`\r\x1b[K${progressLine(now)}`);
    await finish(
      pull(name, { progress, signal: stop.signal }).finally(
        () => toScreen && process.stderr.write('\r\x1b[K'),
      ),
    );
  });

program
  .command('extract')
  .description('print the template that is inside a GGUF file, a config, a folder or a model that was pulled')
  .argument('<path>', 'model.gguf, tokenizer_config.json, a folder, org/name')
  .option('-n, --name <name>', 'which of several templates')
  .option('-o, --output <file>', 'write it there')
  .action((path: string, options: ExtractOptions) => finish(extract(path, options)));

program
  .command('rules')
  .description('every rule with its severities')
  .option('-f, --format <format>', 'text or json', oneOf('text', 'json'), 'text')
  .action(({ format }: { format: string }) => finish(listRules(format)));

program
  .command('explain')
  .description('what a rule, a property or a profile means')
  .argument('<name>', 'CT101, append.tool, trl-grpo, ...')
  .action((name: string) => finish(explain(name)));

async function finish(work: Promise<Outcome> | Outcome): Promise<void> {
  const { output, code, warnings = [] } = await work;
  for (const warning of warnings) process.stderr.write(`chat-template: ${warning}\n`);
  write(output);
  process.exitCode = code;
}

function write(output: string): void {
  process.stdout.write(output);
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It has to be a number from 1.');
  return number;
}

/** Not as a list behind one option: that would take the paths, too. */
function several(one: string, before: readonly string[] = []): readonly string[] {
  return [...before, one];
}

function oneOf(...known: readonly string[]): (text: string) => string {
  return (text) => {
    if (known.includes(text)) return text;
    throw new InvalidArgumentError(`It has to be one of ${known.join(', ')}.`);
  };
}

function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('It has to be a day such as 2026-01-31.');
}

function defaultCache(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'chat-template', 'corpus');
}

function wantsColor(): boolean {
  return process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCode.clean : exitCode.usage;
  } else if (error instanceof InputError) {
    process.stderr.write(`chat-template: ${error.message}\n`);
    process.exitCode = exitCode.usage;
  } else {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `chat-template: this should not happen, and is a fault of chat-template: ${reason}\nPlease report it with the command and the template.\n`,
    );
    process.exitCode = exitCode.usage;
  }
}
