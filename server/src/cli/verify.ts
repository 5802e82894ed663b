/** `chat-template verify CERTIFICATE`: makes it again and says what changed. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Certificate } from '../../../protocol/certificate.ts';
import { changesBetween } from '../certify/certificate/index.ts';
import { makeCertificate } from './certify.ts';
import { nodeEnvironment, nodeFolders } from '../host/nodeFolders.ts';
import { findTokenizer } from '../tokenizer/index.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';

export interface VerifyOptions extends InputOptions {
  /** Where the template lies now; else where the certificate says. */
  readonly template?: string;
  readonly format: string;
  readonly version: string;
  /** `python`: the renders are confirmed again, where the certificate says that they were. */
  readonly confirm?: string;
  readonly python?: string | true;
}

/** Exit code 1 where anything but the date differs. */
export async function verify(file: string, options: VerifyOptions): Promise<Outcome> {
  const then = await readCertificate(file);
  const named = options.template ?? (await templateOf(then, file));
  const tokenizer = options.tokenizer ?? (await tokenizerOf(then));
  const template = await readInput(named, { ...options, tokenizer, engines: then.otherEngines.length > 0 });
  const now = await makeCertificate(template, {
    profile: then.required,
    date: then.date,
    version: options.version,
    confirm: options.confirm,
    python: options.python,
  });
  const changes = changesBetween(then, now);
  const asked = then.python !== null && now.python === null ? [askAgain] : [];
  const output =
    options.format === 'json'
      ? `${JSON.stringify({ certificate: file, template: named, changes }, null, 2)}\n`
      : changes.length === 0
        ? `${file} holds: nothing changed since ${then.date}.\n`
        : `${file} does not hold any more:\n${changes.map(({ message }) => `  ${message}\n`).join('')}`;
  return { output, code: changes.length === 0 ? exitCode.clean : exitCode.findings, warnings: asked };
}

const askAgain = 'Python had confirmed this certificate and was not asked again: --confirm python asks it.';

async function readCertificate(file: string): Promise<Certificate> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError(`${file} does not exist, or can't be read.`);
  });
  const value = parsed(text);
  if (!isCertificate(value))
    throw new InputError(`${file} is no certificate of format 1: make one with \`chat-template certify\`.`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCertificate(value: unknown): value is Certificate {
  if (typeof value !== 'object' || value === null) return false;
  const { format, tool, template, engine, suite, kwargs, properties, required, profiles, otherEngines } =
    value as Partial<Certificate>;
  return (
    format === 1 &&
    [tool, template, engine, suite].every((part) => typeof part === 'object' && part !== null) &&
    [kwargs, properties, required, profiles, otherEngines, suite?.trajectories].every(Array.isArray)
  );
}

/** As it is named from here, else from where the certificate lies. */
async function templateOf({ template: { name } }: Certificate, file: string): Promise<string> {
  const beside = path.resolve(path.dirname(file), name);
  for (const candidate of [name, beside, path.join(path.dirname(file), path.basename(name))])
    if ((await stat(candidate).catch(() => null)) !== null) return candidate;
  throw new InputError(`${name} does not exist: say with --template where the template lies now.`);
}

/** The folder or model that the certificate was made with, where this machine has it too. */
async function tokenizerOf({ tokenizer }: Certificate): Promise<string | undefined> {
  if (tokenizer === null) return undefined;
  const search = await findTokenizer(nodeFolders, nodeEnvironment(), {
    templatePath: null,
    chosen: tokenizer.source,
  });
  return search.found ? tokenizer.source : undefined;
}
