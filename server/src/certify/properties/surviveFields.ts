import type { Json, Message } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, system, tool, user, type Call } from '../../conversation/messages.ts';
import { lossSite } from '../blame/lossSite.ts';
import { faultProperty } from './faultProperty.ts';

export interface FieldLoss {
  /** `reasoning`, `tool result`, `tool description`, ... */
  readonly field: string;
  readonly kind: 'lost' | 'out of order';
  /** Message that carries it, or -1 for tool definitions. */
  readonly message: number;
}

/** A conversation whose fields hold texts that occur nowhere else, in the order a reader expects them. */
interface Scenario {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly tools: Json;
  readonly sentinels: readonly { readonly field: string; readonly text: string; readonly message: number }[];
}

const call: Call = {
  id: 'call00001',
  name: 'zfunctionz',
  arguments: { zkeyz: 'zvaluez', zotherkeyz: 'zothervaluez' },
};

const tools = [
  functionSchema('ztoolz', 'zdescriptionz', {
    zparameterz: { type: 'string', description: 'zmeaningz' },
  }),
];

const scenarios: readonly Scenario[] = [
  {
    id: 'plain turns',
    messages: [system('zsystemz'), user('zuserz'), assistant({ content: 'zanswerz' })],
    tools: null,
    sentinels: [
      { field: 'system content', text: 'zsystemz', message: 0 },
      { field: 'user content', text: 'zuserz', message: 1 },
      { field: 'assistant content', text: 'zanswerz', message: 2 },
    ],
  },
  {
    id: 'tool definitions',
    messages: [user('zuserz')],
    tools,
    sentinels: [
      { field: 'tool name', text: 'ztoolz', message: -1 },
      { field: 'tool description', text: 'zdescriptionz', message: -1 },
      { field: 'tool parameter', text: 'zparameterz', message: -1 },
    ],
  },
  {
    id: 'tool definitions beside a system message',
    messages: [system('zsystemz'), user('zuserz')],
    tools,
    sentinels: [
      { field: 'system content beside tools', text: 'zsystemz', message: 0 },
      { field: 'user content beside tools', text: 'zuserz', message: 1 },
      { field: 'tool name beside a system message', text: 'ztoolz', message: -1 },
    ],
  },
  {
    id: 'a tool step',
    messages: [user('zuserz'), assistant({ calls: [call] }), tool(call, 'zresultz')],
    tools: null,
    sentinels: [
      { field: 'function name', text: 'zfunctionz', message: 1 },
      { field: 'argument key', text: 'zkeyz', message: 1 },
      { field: 'argument value', text: 'zvaluez', message: 1 },
      { field: 'argument behind the first', text: 'zothervaluez', message: 1 },
      { field: 'tool result', text: 'zresultz', message: 2 },
    ],
  },
  {
    id: 'content beside a call',
    messages: [user('zuserz'), assistant({ content: 'zbesidez', calls: [call] })],
    tools: null,
    sentinels: [
      { field: 'content beside a call', text: 'zbesidez', message: 1 },
      { field: 'argument value', text: 'zvaluez', message: 1 },
    ],
  },
  {
    id: 'reasoning',
    messages: [user('zuserz'), assistant({ reasoning: 'zreasoningz', content: 'zanswerz' })],
    tools: null,
    sentinels: [
      { field: 'reasoning', text: 'zreasoningz', message: 1 },
      { field: 'assistant content', text: 'zanswerz', message: 1 },
    ],
  },
  {
    id: 'reasoning beside a call',
    messages: [user('zuserz'), assistant({ reasoning: 'zreasoningz', calls: [call] })],
    tools: null,
    sentinels: [
      { field: 'reasoning beside a call', text: 'zreasoningz', message: 1 },
      { field: 'argument value', text: 'zvaluez', message: 1 },
    ],
  },
];

/** What a field is a part or another case of: where that is lost anyway, this is no loss of its own. */
const ofWhich = (field: string) =>
  field === 'argument behind the first'
    ? 'argument value'
    : field.replace(/(?<=reasoning) beside a call$| beside (tools|a system message)$/, '');

export const surviveFields = faultProperty<FieldLoss>({
  id: 'survive.fields',
  title: 'Nothing is lost silently',
  definition: 'a sentinel in every field that the conversation carries appears in R(M), in order',
  explanation: `Every field of a message is something that somebody meant the model to see: system and user content,
content beside a call, reasoning, the function's name, argument keys and values, the tool result, the tool
definitions. A template that drops one renders without complaint, and the model is trained, or answers, without it.`,
  examine({ subject, dialect }, examination) {
    const lost = new Set<string>();
    for (const { id, messages, tools, sentinels } of scenarios) {
      const request = {
        conversation: { messages: dialect.spell(messages), tools, documents: null, kwargs: {} },
        addGenerationPrompt: false,
      };
      const text = examination.text(request);
      if (text === null) continue;
      let reached = -1;
      for (const { field, text: sentinel, message } of sentinels) {
        const places = placesOf(text, sentinel);
        const kind = lossOf(message, places, reached);
        reached = Math.max(reached, places[0] ?? -1);
        const base = ofWhich(field);
        if (kind === null || (base !== field && lost.has(base))) continue;
        lost.add(field);
        const at = places[0] === undefined ? null : { start: places[0], end: places[0] + sentinel.length };
        examination.fault(
          { trajectory: id, request, at, detail: `${field} is ${kind}` },
          lossSite(subject, { request, text: sentinel, message }),
          { field, kind, message },
        );
      }
    }
  },
});

/** Tool definitions may stand in any order; names and keys may stand again, in a closing tag or at the result. */
function lossOf(message: number, places: readonly number[], reached: number): FieldLoss['kind'] | null {
  if (places.length === 0) return 'lost';
  return message >= 0 && places[0]! < reached ? 'out of order' : null;
}

/** In whatever case: what a filter respelt is not lost. */
function placesOf(text: string, sentinel: string): number[] {
  const places: number[] = [];
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(sentinel); at >= 0; at = lower.indexOf(sentinel, at + 1)) places.push(at);
  return places;
}
