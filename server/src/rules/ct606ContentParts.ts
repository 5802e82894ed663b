import type { Finding, Severity, Span } from '../../../protocol/certification.ts';
import type { Message, RenderRequest } from '../../../protocol/conversation.ts';
import type { Analysis } from '../certify/analysis.ts';
import { chainOf } from '../certify/blame/align.ts';
import { branchOf } from '../certify/blame/branch.ts';
import { choiceAgainst } from '../certify/blame/lossSite.ts';
import { tracedText } from '../certify/blame/causes.ts';
import { assistant, system, tool, user, type Call } from '../conversation/messages.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { defineRule } from './rule.ts';
import { listed, wholeTemplate } from './wording.ts';

export interface PartsPayload {
  readonly roles: readonly string[];
  readonly outcome: Outcome['kind'];
}

interface Outcome {
  readonly role: string;
  readonly kind: 'printed as a list' | 'dropped' | 'cut to its first part' | 'refused';
  readonly site: Span | null;
  readonly error: string | null;
}

const words = 'zpartz';
const more = 'zmorez';
const parts = [words, more].map((text) => ({ type: 'text', text }));

const call: Call = { id: 'call00001', name: 'lookup', arguments: { city: 'Rome' } };

/** For each role a conversation with it, and the index of its message. */
const conversations: readonly { readonly about: number; readonly messages: readonly Message[] }[] = [
  { about: 0, messages: [user(words)] },
  { about: 0, messages: [system(words), user('one')] },
  { about: 1, messages: [user('one'), assistant({ content: words }), user('two')] },
  { about: 2, messages: [user('one'), assistant({ calls: [call] }), tool(call, words)] },
];

export const ct606ContentParts = defineRule<PartsPayload>({
  code: 'CT606',
  title: 'Content as a list of parts',
  by: ['static', 'renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `Content may come as a list of parts (\`[{"type": "text", "text": ...}]\`). Of a template that prints it as it is, the model
reads Python's spelling of a list. A template that handles parts for one role and not for another is warned; of one that
knows no parts at all it is an information, for servers turn parts to text where they see that a template never loops over
content.`,
  repair: 'Write one macro that returns the text of content in both forms, and use it for every role.',
  find: (analysis) => {
    const outcomes = conversations.flatMap((conversation) => outcomeOf(analysis, conversation));
    const knows = knowsParts(analysis.subject.program.template);
    const groups = new Map<string, Outcome[]>();
    for (const outcome of outcomes) {
      // A template that knows no parts and raises tells the caller all there is to tell.
      if (!knows && outcome.kind === 'refused') continue;
      const key = knows ? `${outcome.kind} ${outcome.site?.start ?? -1}` : outcome.kind;
      groups.set(key, [...(groups.get(key) ?? []), outcome]);
    }
    return [...groups.values()].map((group) => partsFinding(analysis, group));
  },
});

function outcomeOf(
  { subject, dialect }: Analysis,
  { messages: plainly, about }: (typeof conversations)[number],
): Outcome[] {
  const messages = dialect.spell(plainly);
  const asText = requestOf(messages);
  const plain = subject.render(asText);
  if (!plain.ok || !plain.text.includes(words)) return [];
  const request = requestOf(
    messages.map((message, index) => (index === about ? { ...message, content: parts } : message)),
  );
  const { role } = messages[about]!;
  const rendered = subject.render(request);
  if (!rendered.ok) {
    const { type, message, span } = rendered.error;
    return [{ role, kind: 'refused', site: span, error: `${type}: ${message}` }];
  }
  const { text, trace } = tracedText(subject, request);
  const at = text.indexOf(words);
  if (at < 0) {
    const site = choiceAgainst(subject, { request, text: words }, [asText]) ?? branchOf(trace, about);
    return [{ role, kind: 'dropped', site, error: null }];
  }
  const run = trace.runs().find(({ end }) => end > at);
  if (!text.includes(more)) {
    // The loop over the parts stands in the one over the messages.
    const [, ...loops] = chainOf(trace, run?.decision ?? -1)
      .map((index) => trace.decisions[index]!)
      .filter((decision) => decision.kind === 'iteration');
    const site = loops.at(-1)?.span ?? run?.site;
    return [{ role, kind: 'cut to its first part', site: site ?? null, error: null }];
  }
  // A tool's result may well be printed as JSON, whatever it is.
  const listing = role === 'tool' ? /'type': 'text'/ : /["']type["']: ?["']text["']/;
  if (!listing.test(text)) return [];
  return [{ role, kind: 'printed as a list', site: run?.site ?? null, error: null }];
}

function partsFinding({ source, subject }: Analysis, group: readonly Outcome[]): Finding {
  const { kind, site, error } = group[0]!;
  const roles = group.map(({ role }) => role);
  const severity: Severity = isFault(group, knowsParts(subject.program.template)) ? 'warning' : 'information';
  return {
    code: 'CT606',
    severity,
    message: `Content of ${listed(roles)} that is a list of parts is ${kind}${error === null ? '' : ` (${error})`}.`,
    span: site ?? wholeTemplate(source),
    related: [],
    payload: { roles, outcome: kind } satisfies PartsPayload,
  };
}

/** Nobody is told. A template that knows no parts at all is one that servers give text; few tools answer in parts. */
function isFault(group: readonly Outcome[], knows: boolean): boolean {
  const { kind, error } = group[0]!;
  if (kind === 'refused') return !error!.startsWith('TemplateRaised');
  return kind !== 'printed as a list' || (knows && group.some(({ role }) => role !== 'tool'));
}

/** The template looks into the parts of some content. */
function knowsParts(template: Parameters<typeof dataFlowOf>[0]): boolean {
  return dataFlowOf(template).reads.some(
    ({ field, of }) => (field === 'type' || field === 'text') && of.has('messages[].content[]'),
  );
}

const requestOf = (messages: readonly Message[]): RenderRequest => ({
  conversation: { messages, tools: null, documents: null, kwargs: {} },
  addGenerationPrompt: false,
});
