/** `chat-template fix PATH`: proven edits for a rule or a profile. */
import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { CertifyInput } from '../certify/index.ts';
import { profileOf, profiles } from '../certify/profiles/registry.ts';
import { properties } from '../certify/properties/registry.ts';
import { repair, searchFixes } from '../fix/index.ts';
import { proofOf } from '../report/words.ts';
import { ruleOf, rules } from '../rules/registry.ts';
import { didYouMean } from '../text/suggestion.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';
import { STANDARD_INPUT } from './textFile.ts';

export interface FixOptions extends InputOptions {
  readonly rule?: string;
  readonly profile?: string;
  /** Writes the template instead of printing a patch. */
  readonly write?: boolean;
  /** Writes a second template beside it, `NAME_training.jinja`; the template itself stays as it is. */
  readonly twin?: boolean;
}

interface Fixed {
  readonly source: string;
  /** What was done, each with its proof. */
  readonly done: readonly string[];
  /** What still stands against the goal; empty where it is reached. */
  readonly missing: readonly string[];
}

/** Exit code 1 where the goal was not reached: the rule still fires, or the profile does not hold. */
export async function fix(path: string, options: FixOptions): Promise<Outcome> {
  const pursue = goalOf(options);
  const { input, shownPath } = await readInput(path, options);
  if ((options.write || options.twin) && /\.(json|gguf)$/.test(shownPath))
    throw new InputError(
      `${shownPath} is not a template file: take the template out first (\`chat-template extract\`), to a chat_template.jinja.`,
    );
  if ((options.write || options.twin) && shownPath === STANDARD_INPUT)
    throw new InputError(
      'standard input can not be written to: leave out --write and --twin to get a patch.',
    );
  const fixed = pursue(input);
  const changed = fixed.source !== input.source;
  const target = options.twin ? twinOf(shownPath) : options.write ? shownPath : null;
  if (target !== null && changed) await write(target, fixed.source, options.twin ?? false);
  const change = target === null ? patchOf(shownPath, input.source, fixed.source) : `${target} was written`;
  const lines = [...(changed ? [...fixed.done, change] : ['nothing was changed']), ...fixed.missing];
  return {
    output: lines.map((line) => `${line}\n`).join(''),
    code: fixed.missing.length === 0 ? exitCode.clean : exitCode.findings,
  };
}

async function write(target: string, source: string, isNew: boolean): Promise<void> {
  await writeFile(target, source, { flag: isNew ? 'wx' : 'w' }).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'EEXIST'
        ? `${target} is there already: move it away first.`
        : `${target} can't be written: ${error.message}`,
    );
  });
}

/** `chat_template_training.jinja`: the name under which trainers look for the form of a template that they train on. */
function twinOf(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}_training${ext}`);
}

function goalOf({ rule, profile }: FixOptions): (input: CertifyInput) => Fixed {
  if ((rule === undefined) === (profile === undefined))
    throw new InputError('say what to fix: either --rule CODE or --profile NAME.');
  return rule === undefined ? forProfile(profile!) : forRule(rule.toUpperCase());
}

const codes = rules.map(({ code }) => code);

/** One proven quick fix after the other, until the rule has none left. */
function forRule(code: string): (input: CertifyInput) => Fixed {
  if (ruleOf(code) === undefined)
    throw new InputError(
      `there is no rule ${code}${didYouMean(code, codes)}; \`chat-template rules\` lists them.`,
    );
  return (input) => {
    const { source, fixes, certification } = repair(input, (_, finding) => finding.code === code);
    // Where nothing could be judged, what stopped it stands against any repair.
    const isJudged = certification.properties.length > 0;
    return {
      source,
      done: fixes.map((one) => `${one.title}: ${proofOf(one)}`),
      missing: certification.findings
        .filter((finding) => !isJudged || finding.code === code)
        .map((finding) => `not fixed: ${finding.code} ${finding.message}`),
    };
  };
}

/** The smallest combination of edits after which all that the profile needs holds. */
function forProfile(id: string): (input: CertifyInput) => Fixed {
  const profile = profileOf(id);
  if (profile === undefined) {
    const known = profiles.map((one) => one.id);
    throw new InputError(
      `there is no profile "${id}"${didYouMean(id, known)}; choose from: ${known.join(', ')}`,
    );
  }
  const judged = new Set(properties.map((property) => property.id));
  const required = profile.needs.map(({ property }) => property).filter((property) => judged.has(property));
  return (input) => {
    const search = searchFixes(input, required);
    return {
      source: search.source,
      done: search.edits.length === 0 ? [] : [`${search.titles.join('; ')}: ${proofOf(search)}`],
      missing: search.obstacles.map(
        ({ property, verdict, why }) => `not fixed: ${property} is ${verdict}. ${why}`,
      ),
    };
  };
}

/** As `git apply` and `patch` take it. */
function patchOf(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return patch.trimEnd();
}
