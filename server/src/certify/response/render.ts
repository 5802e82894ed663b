/** Probes as the template renders them: the text of the assistant turn alone, and what had been prompted of it. */
import type { Json, Message } from '../../../../protocol/conversation.ts';
import type { Dialect } from '../dialect.ts';
import type { Kwargs } from '../kwargs.ts';
import type { Subject } from '../subject.ts';
import { probeTools, question, type Probe, type ProbeCall } from './probes.ts';
import { spellTools, type ToolForm } from './tools.ts';

export interface Asking {
  readonly subject: Subject;
  readonly dialect: Dialect;
  readonly kwargs: Kwargs;
}

/** How this template has to be asked so that its calls show. */
export interface Manner {
  readonly toolForm: ToolForm;
  readonly emptyContent: string | null;
  readonly argumentsAs: Dialect['argumentsAs'];
  readonly reasoningField: string | null;
  /** An id that carries the function's name, where the template prints nothing else of it. */
  readonly idOf: (call: ProbeCall, index: number) => string;
}

export function probeMessage(manner: Manner, { reasoning, content, calls }: Probe): Message {
  return {
    role: 'assistant',
    content: content ?? (calls.length === 0 ? '' : manner.emptyContent),
    ...(reasoning === null || manner.reasoningField === null ? {} : { [manner.reasoningField]: reasoning }),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.map((call, index) => toolCall(call, manner.idOf(call, index), manner)) }),
  };
}

function toolCall({ name, arguments: args }: ProbeCall, id: string, { argumentsAs }: Manner): Json {
  const values = Object.fromEntries(args.map(({ key, value }) => [key, value]));
  const spelt = argumentsAs === 'string' ? JSON.stringify(values) : values;
  return { id, type: 'function', function: { name, arguments: spelt } };
}

/** The whole render of a probe, or null where the template raises. */
export function probeText(asking: Asking, manner: Manner, probe: Probe): string | null {
  const rendered = renderOf(asking, manner, [question, probeMessage(manner, probe)], false);
  return rendered.ok ? rendered.text : null;
}

/** The prompt that a turn answers, without and with the generation prompt; null where the template raises. */
export function promptsOf(asking: Asking, manner: Manner): { off: string; on: string } | null {
  const off = renderOf(asking, manner, [question], false);
  const on = renderOf(asking, manner, [question], true);
  return off.ok && on.ok ? { off: off.text, on: on.text } : null;
}

function renderOf(
  { subject, kwargs }: Asking,
  { toolForm }: Manner,
  messages: readonly Message[],
  on: boolean,
) {
  return subject.render({
    conversation: { messages, tools: spellTools(probeTools, toolForm), documents: null, kwargs },
    addGenerationPrompt: on,
  });
}
