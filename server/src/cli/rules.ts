/** `chat-template rules` and `chat-template explain`: what the registries say of themselves. */
import { properties } from '../certify/properties/registry.ts';
import type { Property } from '../certify/properties/property.ts';
import { profileOf, profiles } from '../certify/profiles/registry.ts';
import type { Profile } from '../certify/profiles/profile.ts';
import { ruleOf, rules } from '../rules/registry.ts';
import type { Rule } from '../rules/rule.ts';
import { didYouMean } from '../text/suggestion.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';

export function listRules(format: string): Outcome {
  const rows = rules.map(({ code, title, severity, by, candidates }) => ({
    code,
    title,
    severity,
    by,
    fixable: candidates !== undefined,
  }));
  if (format === 'json') return said(JSON.stringify(rows, null, 2));
  const lines = rows.map(({ code, title, severity: { serving, sft, rl } }) =>
    [code, initial(serving) + initial(sft) + initial(rl), title].join('  '),
  );
  return said([...lines, '', 'Severity for serving, SFT, RL: E error, W warning, I information.'].join('\n'));
}

const initial = (severity: string) => severity.charAt(0).toUpperCase();

/** A rule by its code, a property or a profile by its id. */
export function explain(name: string): Outcome {
  const rule = ruleOf(name.toUpperCase());
  if (rule !== undefined) return said(ruleText(rule));
  const property = properties.find(({ id }) => id === name);
  if (property !== undefined) return said(propertyText(property));
  const profile = profileOf(name);
  if (profile !== undefined) return said(profileText(profile));
  const known = [rules.map(({ code }) => code), properties.map(({ id }) => id), profiles.map(({ id }) => id)];
  throw new InputError(
    `there is no rule, property or profile "${name}"${didYouMean(name, known.flat())}; there are:\n${known.map((names) => `  ${names.join(', ')}`).join('\n')}`,
  );
}

const said = (text: string): Outcome => ({ output: `${text}\n`, code: exitCode.clean });

function ruleText({ code, title, severity, explanation, repair }: Rule): string {
  const { serving, sft, rl } = severity;
  return [
    `${code}: ${title}`,
    `Serving: ${serving}. SFT: ${sft}. RL: ${rl}.`,
    explanation,
    `What to do: ${repair}`,
  ].join('\n\n');
}

function propertyText({ id, title, definition, explanation }: Property): string {
  return [`${id}: ${title}`, definition, explanation].join('\n\n');
}

function profileText({ id, title, builds, needs }: Profile): string {
  return [
    `${id}: ${title}`,
    `How it builds tokens: ${builds}.`,
    ...needs.map(({ property, consequence }) => `${property}: without it, this happens. ${consequence}`),
  ].join('\n\n');
}
