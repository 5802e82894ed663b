/**
 * A fix behind a variable: without it the vendor's renders stay as they are, byte by byte; where it is passed, what the
 * fix repairs holds. For what is served by one caller and trained on by another.
 */
import type { Edit, Finding, Fix } from '../../../protocol/certification.ts';
import type { Certified, CertifyInput } from '../certify/certify.ts';
import { variablesRead } from '../certify/kwargs.ts';
import type { Template } from '../jinja/index.ts';
import { nodeAt } from './candidates/tree.ts';
import { applyEdits } from './edits.ts';
import { harmOf } from './harm.ts';
import { changedRenders } from './ordinaryRenders.ts';
import { addsFindings, proofOf, tradesFindings, verdictChanges, type Demand } from './proof.ts';
import { Trial } from './trial.ts';

/** Names under which templates know such a variable. */
const knownGuard = /^(preserve|keep)_\w+$/;
/** For what is about reasoning, and for anything else. */
const usualGuards = { reasoning: 'preserve_thinking', other: 'preserve_history' } as const;
const reasoning = /think|thought|reason/i;

/** `fix`: one that is proven. Null where it replaces no expression, or where the guarded form can't be proven. */
export function guardedFix(
  input: CertifyInput,
  before: Certified,
  finding: Finding,
  fix: Fix,
  demand: Demand,
): Fix | null {
  const [edit, ...more] = fix.edits;
  const template = before.analysis?.subject.program.template;
  // What is no matter of what a template keeps is right for everybody.
  if (demand.of === undefined || template === undefined || edit === undefined || more.length > 0) return null;
  const isAboutReasoning = reasoning.test(JSON.stringify(finding.payload));
  const guard =
    variablesRead(template).find((name) => knownGuard.test(name)) ??
    usualGuards[isAboutReasoning ? 'reasoning' : 'other'];
  const edits = guardedEdits(template, edit, guard);
  if (edits === null) return null;
  const source = applyEdits(input.source, edits);

  // Without the variable: nothing is worse, and nothing that is served changes.
  const without = new Trial({ ...input, source });
  const served = proofOf(before, without, { partial: true });
  if (!served.ok || verdictChanges(before.certification, served.certified.certification).length > 0)
    return null;
  if (addsFindings(before.certification, served.certified.certification)) return null;
  const changed = changedRenders(before, served.certified);
  if (changed.changes.length > 0) return null;

  // With it: set at the head of the template, which is the same as passed.
  const passed = proofOf(before, new Trial({ ...input, source: withVariable(source, guard) }), demand);
  if (!passed.ok || tradesFindings(before.certification, passed.certified.certification, finding))
    return null;
  if (harmOf(before, passed.certified) !== null) return null;
  return {
    title: `Only where \`${guard}\` is passed: ${fix.title}`,
    finding: fix.finding,
    edits,
    repairs: passed.repairs,
    ...changed,
    under: { [guard]: true },
  };
}

/** The text as it renders where the variable is passed. `+` keeps the line break that may follow. */
export const withVariable = (source: string, name: string) => `{% set ${name} = true +%}${source}`;

/** The old expression where the variable is not passed, the new one where it is. */
function guardedEdits(template: Template, { span, text }: Edit, guard: string): Edit[] | null {
  const node = nodeAt(template, span);
  if (node === null || !('kind' in node) || notAnExpression.has(node.kind)) return null;
  const old = template.source.slice(span.start, span.end);
  const given = `(${guard} is defined and ${guard})`;
  const guarded: Readonly<Record<string, string>> = {
    true: `${given} or (${old})`,
    false: `not ${given} and (${old})`,
  };
  return [{ span, text: guarded[text] ?? `((${text}) if ${given} else (${old}))` }];
}

const notAnExpression = new Set(['text', 'output', 'if', 'for', 'set', 'branch', 'macro', 'generation']);
