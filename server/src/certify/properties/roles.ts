import type { Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, developer, system, tool, user, type Call } from '../../conversation/messages.ts';
import type { Span } from '../../../../protocol/certification.ts';
import type { Trace } from '../../jinja/index.ts';
import { branchOf } from '../blame/branch.ts';
import type { Property } from './property.ts';
import { Examination } from './faultProperty.ts';

/** What becomes of a sequence of roles that the template is not bound to know. */
export interface RolePolicy {
  readonly sequence: string;
  /** Role of the message that the sequence is about. */
  readonly role: string;
  readonly outcome: 'dropped' | 'raised';
  /** What was raised, in Python's words; null where it was dropped. */
  readonly error: string | null;
  /** The branch that wrote nothing, or what raised. */
  readonly site: Span | null;
}

export interface RoleFacts {
  readonly policies: readonly RolePolicy[];
}

interface Sequence {
  readonly id: string;
  readonly messages: readonly Message[];
  /** Index of the message whose text must show. */
  readonly about: number;
}

const call: Call = { id: 'call00001', name: 'zfunctionz', arguments: { zkeyz: 'zvaluez' } };
const sentinel = 'zmarkz';

/** Where even these lose the message, the template drops that role's content everywhere: not a matter of order. */
const ordinary: Readonly<Record<string, readonly Message[]>> = {
  system: [system(sentinel), user('one')],
  assistant: [user('one'), assistant({ content: sentinel })],
  user: [user(sentinel)],
  tool: [user('one'), assistant({ calls: [call] }), tool(call, sentinel)],
};

const sequences: readonly Sequence[] = [
  { id: 'system only', messages: [system(sentinel)], about: 0 },
  { id: 'two system messages', messages: [system('zero'), system(sentinel), user('one')], about: 1 },
  {
    id: 'late system message',
    messages: [user('one'), assistant({ content: 'two' }), system(sentinel), user('three')],
    about: 2,
  },
  { id: 'developer message', messages: [developer(sentinel), user('one')], about: 0 },
  { id: 'two user messages', messages: [user('one'), user(sentinel)], about: 1 },
  { id: 'assistant first', messages: [assistant({ content: sentinel }), user('one')], about: 0 },
  {
    id: 'tool result after its call',
    messages: [user('one'), assistant({ calls: [call] }), tool(call, sentinel)],
    about: 2,
  },
  {
    id: 'tool result without a call',
    messages: [tool(call, sentinel), assistant({ content: 'one' }), user('two')],
    about: 0,
  },
  { id: 'no user message', messages: [system('zero'), assistant({ content: sentinel })], about: 1 },
  { id: 'unknown role', messages: [user('one'), { role: 'observer', content: sentinel }], about: 1 },
];

export const roles: Property<RoleFacts> = {
  id: 'roles',
  title: 'Role policy',
  definition:
    'for each sequence of roles R(M, off) shows every message or raises; FAIL where one is left out silently',
  explanation: `What becomes of a system message that stands late, of a second one, of a developer message, of a conversation
without a user: it is rendered, the template raises, or the message is left out and nobody is told. Raising is a policy
that a caller can meet; leaving out is a loss.`,
  check({ subject, dialect }) {
    const examination = new Examination<RolePolicy>(subject);
    const policies: RolePolicy[] = [];
    const plain = examination.text(requestOf([user(sentinel)]));
    if (!plain?.includes(sentinel)) {
      // What raised is told where it raised; what is not printed is no matter of roles.
      if (plain !== null) examination.cannotJudge('the template does not print plain text content');
      return { result: examination.outcome('roles').result, facts: { policies } };
    }
    const loses = (messages: readonly Message[]) => {
      const rendered = subject.render(requestOf(messages));
      return rendered.ok && !rendered.text.includes(sentinel);
    };
    for (const { id, messages, about } of sequences) {
      if (loses(ordinary[messages[about]!.role] ?? [user(sentinel)])) continue;
      const request = requestOf(dialect.spell(messages));
      const { role } = messages[about]!;
      const rendered = examination.render(request);
      if (!rendered.ok) {
        const { type, message, span } = rendered.error;
        policies.push({ sequence: id, role, outcome: 'raised', error: `${type}: ${message}`, site: span });
        continue;
      }
      if (rendered.text.includes(sentinel)) continue;
      const { trace } = subject.trace(request);
      const site = trace === null ? null : siteOf(trace, subject.program.template.source, about, role);
      const policy: RolePolicy = { sequence: id, role, outcome: 'dropped', error: null, site };
      const detail = `the ${role} message is left out`;
      examination.fault({ trajectory: id, request, at: null, detail }, site, policy);
      policies.push(policy);
    }
    return { result: examination.outcome('roles').result, facts: { policies } };
  },
};

/**
 * The condition that refused this role; else the last one about the message that asks for a role; else the branch that
 * wrote nothing for it; else, for what is looked at outside of any loop, the condition that took it.
 */
function siteOf(trace: Trace, source: string, about: number, role: string): Span | null {
  const asked = (of: number, words: RegExp, outcome?: boolean) =>
    trace.decisions.filter(
      (decision) =>
        decision.kind === 'condition' &&
        decision.message === of &&
        (outcome === undefined || decision.outcome === outcome) &&
        words.test(source.slice(decision.span.start, decision.span.end)),
    );
  const thisRole = new RegExp(`['"]${role}['"]`);
  return (
    asked(about, thisRole, false)[0]?.span ??
    namingMost(source, asked(about, /\brole\b/, false)) ??
    branchOf(trace, about) ??
    asked(-1, thisRole, true)[0]?.span ??
    null
  );
}

/** Of conditions that asked for other roles, the one that names the most: it says which roles are known. */
function namingMost(source: string, asked: readonly { readonly span: Span }[]): Span | null {
  const named = ({ start, end }: Span) => source.slice(start, end).split(/['"]\w+['"]/).length;
  return asked.reduce<Span | null>(
    (most, { span }) => (most !== null && named(most) > named(span) ? most : span),
    null,
  );
}

const requestOf = (messages: readonly Message[]): RenderRequest => ({
  conversation: { messages, tools: null, documents: null, kwargs: {} },
  addGenerationPrompt: false,
});
