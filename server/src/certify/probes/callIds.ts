/** Which ids of calls a template takes: it may refuse some, or print `None` where there is none. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Json, Message } from '../../../../protocol/conversation.ts';
import { user } from '../../conversation/messages.ts';
import { plainRequest } from '../requests.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';
import { lossSite } from '../blame/lossSite.ts';
import { siteAt } from '../blame/siteAt.ts';

export interface CallIdFault {
  /** Forms of ids, in words. */
  readonly forms: readonly string[];
  /** `one-sided`: results name the call that they answer, calls do not say who they are. */
  readonly kind: 'raises' | 'prints None' | 'one-sided';
  readonly error: string | null;
  readonly site: Span | null;
}

const forms: readonly { readonly form: string; readonly id: Json | undefined }[] = [
  { form: 'of nine letters and digits', id: 'call00001' },
  { form: 'as a UUID', id: 'call_3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  { form: 'with the function in it', id: 'functions.zfunctionz:0' },
  { form: 'absent', id: undefined },
  { form: 'null', id: null },
];

/** Faults, by place; empty where no form renders: then the template has no place for calls. */
export function callIdFaults(subject: Subject, dialect: Dialect): CallIdFault[] {
  const tried = forms.map(({ form, id }) => {
    const request = plainRequest(dialect.spell(conversationWith(id)), { tools: dialect.dummyTools });
    return { form, request, rendered: subject.render(request) };
  });
  const taken = tried.filter(({ rendered }) => rendered.ok);
  if (taken.length === 0) return [];
  const found = new Map<string, CallIdFault>();
  for (const { form, request, rendered } of tried) {
    const none = rendered.ok ? rendered.text.search(/\bNone\b/) : -1;
    if (rendered.ok && none < 0) continue;
    const site = rendered.ok ? siteAt(subject, request, none) : rendered.error.span;
    const kind = rendered.ok ? 'prints None' : 'raises';
    const key = `${kind} ${site?.start ?? -1}`;
    const known = found.get(key);
    const error = rendered.ok ? null : `${rendered.error.type}: ${rendered.error.message}`;
    found.set(key, { forms: [...(known?.forms ?? []), form], kind, error: known?.error ?? error, site });
  }
  return [...found.values(), ...oneSided(subject, dialect)];
}

function oneSided(subject: Subject, dialect: Dialect): CallIdFault[] {
  const id = 'call00001';
  const messages = dialect.spell(conversationWith(id));
  const request = plainRequest(messages, { tools: dialect.dummyTools });
  const before = subject.render(plainRequest(messages.slice(0, 2), { tools: dialect.dummyTools }));
  const rendered = subject.render(request);
  const isOneSided = before.ok && rendered.ok && rendered.text.includes(id) && !before.text.includes(id);
  if (!isOneSided || !before.text.includes('zfunctionz')) return [];
  const site = lossSite(subject, { request, text: id, message: 1 });
  return [{ forms: [], kind: 'one-sided', error: null, site }];
}

function conversationWith(id: Json | undefined): Message[] {
  const call = {
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name: 'zfunctionz', arguments: { zkeyz: 'zvaluez' } },
  };
  const answer = {
    role: 'tool',
    name: 'zfunctionz',
    content: 'zresultz',
    // Messages of other tools may carry null where OpenAI's format has a text.
    ...(id === undefined ? {} : { tool_call_id: id as string }),
  };
  return [user('zuserz'), { role: 'assistant', content: '', tool_calls: [call] }, answer];
}
