/** Wiring of the command line: arguments in, a report and an exit code out. */
import { Command, CommanderError } from 'commander';
import { check, type CheckOptions } from './cli/check.ts';
import { delta, type DeltaOptions } from './cli/delta.ts';
import { exitCode, InputError } from './cli/failure.ts';

const program = new Command('chat-template')
  .description('Checks and certifies LLM chat templates.')
  .showHelpAfterError('(chat-template --help lists the commands)')
  .exitOverride();

const tokenizerOption = [
  '-t, --tokenizer <dir>',
  "folder with tokenizer.json, or a model in the Hugging Face cache; else the template's own folder",
] as const;

program
  .command('check')
  .description('check one template: every property, every finding')
  .argument('<path>', 'a template, a folder that holds one, or a tokenizer_config.json')
  .option(...tokenizerOption)
  .option('-f, --format <format>', 'text or json', 'text')
  .option('--no-color', 'plain text')
  .action(async (path: string, { color, ...options }: CheckOptions) => {
    await finish(check(path, { ...options, color: color && wantsColor() }));
  });

program
  .command('delta')
  .description('print what a tool message appends: text, ids and the rule at the junction')
  .argument('<path>', 'a template, a folder that holds one, or a tokenizer_config.json')
  .option(...tokenizerOption)
  .option('-r, --result <text>', 'what the tool answers')
  .option('-f, --format <format>', 'text or json', 'text')
  .action((path: string, options: DeltaOptions) => finish(delta(path, options)));

async function finish(work: Promise<{ output: string; code: number }>): Promise<void> {
  const { output, code } = await work;
  process.stdout.write(output);
  process.exitCode = code;
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
    throw error;
  }
}
