import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import {
  assistant,
  developer,
  functionSchema,
  system,
  tool,
  user,
  type Call,
} from '../../conversation/messages.ts';
import type { Span } from '../../../../protocol/certification.ts';
import type { Decision, TemplateError, Trace } from '../../jinja/index.ts';
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
const tools: Json = [functionSchema(call.name, 'a function', { zkeyz: { type: 'string' } })];
const sentinel = 'zmarkz';

/** Where even these lose the message, the template drops that role's content everywhere: not a matter of order. */
const ordinary: Readonly<Record<string, readonly Message[]>> = {
  system: [system(sentinel), user('one')],
  assistant: [user('one'), assistant({ content: sentinel })],
  user: [user(sentinel)],
  tool: [user('one'), assistant({ calls: [call] }), tool(call, sentinel)],
};

/** A template that refuses it is asked nothing further. */
export const plainQuestion = 'a user message alone';

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
    const plain = examination.render(requestOf([user(sentinel)]));
    if (!plain.ok || !plain.text.includes(sentinel)) {
      if (plain.ok) examination.cannotJudge('the template does not print plain text content');
      // An error of Python's is an accident, and what can't do without tools is a matter of tools.
      else if (
        plain.error.type === 'TemplateRaised' &&
        examination.text(requestOf([user(sentinel)], tools)) === null
      )
        policies.push(raisedBy(plainQuestion, 'user', plain.error));
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
        policies.push(raisedBy(id, role, rendered.error));
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

const raisedBy = (sequence: string, role: string, { type, message, span }: TemplateError): RolePolicy => ({
  sequence,
  role,
  outcome: 'raised',
  error: `${type}: ${message}`,
  site: span,
});

/**
 * The condition that refused this role; else the branch for this role that wrote nothing; else the last condition about
 * the message that asks for a role; else the branch that wrote nothing for it; else, for what is looked at outside of any loop, the condition that took it.
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
    takenInVain(trace, about, asked(about, thisRole, true).at(-1), asked(about, /\brole\b/).at(-1)) ??
    namingMost(source, asked(about, /\brole\b/, false)) ??
    branchOf(trace, about) ??
    asked(-1, thisRole, true)[0]?.span ??
    null
  );
}

/** Of the branch that was taken for it, and wrote nothing: the first condition in it that did not hold, else its own. */
function takenInVain(
  { decisions }: Trace,
  about: number,
  taken: Decision | undefined,
  last: Decision | undefined,
): Span | null {
  // What a loop before the one that writes found out about the message is no branch for it.
  if (taken === undefined || taken !== last) return null;
  const index = decisions.indexOf(taken);
  const refused = decisions.find(
    ({ parent, outcome, message }) => parent === index && outcome === false && message === about,
  );
  return (refused ?? taken).span;
}

/** Of conditions that asked for other roles, the one that names the most: it says which roles are known. */
function namingMost(source: string, asked: readonly { readonly span: Span }[]): Span | null {
  const named = ({ start, end }: Span) => source.slice(start, end).split(/['"]\w+['"]/).length;
  return asked.reduce<Span | null>(
    (most, { span }) => (most !== null && named(most) > named(span) ? most : span),
    null,
  );
}

const requestOf = (messages: readonly Message[], given: Json = null): RenderRequest => ({
  conversation: { messages, tools: given, documents: null, kwargs: {} },
  addGenerationPrompt: false,
});
