/** `chat-template fix PATH`: proven edits for a rule or a profile, one after the other. */
import { writeFile } from 'node:fs/promises';
import { createTwoFilesPatch } from 'diff';
import type { Finding, Fix } from '../../../protocol/certification.ts';
import type { CertifyInput } from '../certify/index.ts';
import { profileOf, profiles } from '../certify/profiles/registry.ts';
import { repair, type Repaired } from '../fix/index.ts';
import { proofOf } from '../report/words.ts';
import { ruleOf } from '../rules/registry.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';

export interface FixOptions extends InputOptions {
  readonly rule?: string;
  readonly profile?: string;
  /** Writes the template instead of printing a patch. */
  readonly write?: boolean;
}

interface Goal {
  wants(fix: Fix, finding: Finding): boolean;
  /** What still stands against it, in words; empty where it is reached. */
  missing(repaired: Repaired): string[];
}

/** Exit code 1 where the goal was not reached: the rule still fires, or the profile does not hold. */
export async function fix(path: string, options: FixOptions): Promise<Outcome> {
  const goal = goalOf(options);
  const { input, shownPath } = await readInput(path, options);
  if (options.write && shownPath.endsWith('.json'))
    throw new InputError(
      `${shownPath} is not a template file: move the template to chat_template.jinja first.`,
    );
  const repaired = repair(input, (one, finding) => goal.wants(one, finding));
  if (options.write && repaired.source !== input.source) await writeFile(shownPath, repaired.source);
  const missing = goal.missing(repaired);
  return {
    output: [...told(shownPath, input, repaired, options.write ?? false), ...missing]
      .map((line) => `${line}\n`)
      .join(''),
    code: missing.length === 0 ? exitCode.clean : exitCode.findings,
  };
}

function goalOf({ rule, profile }: FixOptions): Goal {
  if ((rule === undefined) === (profile === undefined))
    throw new InputError('say what to fix: either --rule CODE or --profile NAME.');
  return rule === undefined ? profileGoal(profile!) : ruleGoal(rule.toUpperCase());
}

function ruleGoal(code: string): Goal {
  if (ruleOf(code) === undefined)
    throw new InputError(`there is no rule ${code}; \`chat-template rules\` lists them.`);
  return {
    wants: (_, finding) => finding.code === code,
    missing: ({ certification }) =>
      certification.findings
        .filter((finding) => finding.code === code)
        .map(({ message }) => `not fixed: ${code} ${message}`),
  };
}

function profileGoal(id: string): Goal {
  const profile = profileOf(id);
  if (profile === undefined) {
    const known = profiles.map((one) => one.id).join(', ');
    throw new InputError(`there is no profile "${id}"; choose from: ${known}`);
  }
  const needed = new Set(profile.needs.map(({ property }) => property));
  return {
    wants: ({ repairs }) => repairs.some(({ property }) => needed.has(property)),
    missing: ({ certification }) =>
      certification.properties
        .filter(({ id: property, verdict }) => needed.has(property) && verdict === 'FAIL')
        .map(({ id: property }) => `not fixed: ${property} still fails, so ${profile.title} breaks`),
  };
}

function told(path: string, { source }: CertifyInput, repaired: Repaired, written: boolean): string[] {
  if (repaired.fixes.length === 0) return ['nothing to change could be proven'];
  const fixes = repaired.fixes.map((one) => `${one.title}: ${proofOf(one)}`);
  if (written) return [...fixes, `${path} was written`];
  return [...fixes, patchOf(path, source, repaired.source)];
}

/** As `git apply` and `patch` take it. */
function patchOf(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return patch.trimEnd();
}
