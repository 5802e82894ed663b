import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { plainQuestion, roles, type RolePolicy } from '../certify/properties/roles.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { defineRule } from './rule.ts';
import { code, listed, wholeTemplate } from './wording.ts';

/** Roles that a conversation may well carry; a tool result without a call, and a role nobody knows, are not among them. */
const usualRoles = new Set(['system', 'user', 'assistant']);
/** A role of some vendors: leaving it out is a loss where the template speaks of it. */
const namesDeveloper = /['"]developer['"]/;
/** Asks for no answer: a template that writes the system message with the first user's has nowhere to write it. */
const withoutUser = 'system only';

/** A template that prints calls and refuses their results can't continue after any of them. */
const afterCall = 'tool result after its call';

const isLoss = (source: string, { outcome, role, sequence }: RolePolicy) =>
  outcome === 'dropped' &&
  (usualRoles.has(role) || (role === 'developer' && namesDeveloper.test(source))) &&
  sequence !== withoutUser;

export interface RolePayload {
  readonly sequences: readonly string[];
  readonly outcome: RolePolicy['outcome'];
  readonly error: string | null;
}

export const ct602RolePolicy = defineRule<RolePayload>({
  code: 'CT602',
  title: 'Role policy',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `What becomes of sequences of roles that an agent or a server may send: a late system message, a second one,
a developer message, two user messages, no user at all. A message that is left out silently is a warning, at the branch
that wrote nothing for it. A sequence that the template refuses is an information: its message says so to the caller.
Leaving out a role that the template does not speak of, or a system message without any user, is an information too.`,
  repair:
    'Map the role to one that the model knows, merge the message into its neighbour, or raise where the model can do neither.',
  find: (analysis) => {
    // A template that renders nothing at all is told so by another rule.
    if (analysis.subject.rendered().every(({ rendered }) => !rendered.ok)) return [];
    const { reads } = dataFlowOf(analysis.subject.program.template);
    const knowsCalls = reads.some(({ field }) => field === 'tool_calls');
    const policies = analysis
      .factsOf(roles)
      .policies.filter(
        ({ sequence, error }) =>
          sequence !== afterCall || (knowsCalls && error?.startsWith('TemplateRaised') === true),
      );
    return groupsOf(analysis.source, policies).map((group) => roleFinding(analysis, group));
  },
});

/** What happens at one place for one reason is one finding. */
function groupsOf(source: string, policies: readonly RolePolicy[]): RolePolicy[][] {
  const groups = new Map<string, RolePolicy[]>();
  for (const policy of policies) {
    const key = `${policy.outcome} ${policy.site?.start ?? -1} ${isLoss(source, policy)}`;
    groups.set(key, [...(groups.get(key) ?? []), policy]);
  }
  return [...groups.values()];
}

function roleFinding({ source }: Analysis, group: readonly RolePolicy[]): Finding {
  const { outcome, error, site } = group[0]!;
  const sequences = group.map(({ sequence }) => sequence);
  const at = site === null ? '' : ` at ${code(source, site)}`;
  const isGrave = group.some(
    (policy) => isLoss(source, policy) || policy.sequence === afterCall || policy.sequence === plainQuestion,
  );
  const severity: Severity = isGrave ? 'warning' : 'information';
  return {
    code: 'CT602',
    severity,
    message:
      outcome === 'dropped'
        ? `A message is left out and nothing is raised${at}: ${listed(sequences)}.`
        : `The template raises ${error!} (${listed(sequences)}).`,
    span: site ?? wholeTemplate(source),
    related: [],
    payload: { sequences, outcome, error } satisfies RolePayload,
  };
}
