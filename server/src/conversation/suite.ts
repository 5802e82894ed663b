/**
 * The built-in suite: conversations that agents, trainers and servers really have. A property looks at every cut
 * of a trajectory where its append happens, so each is written out to its end.
 */
import type { Conversation, Json, Message } from '../../../protocol/conversation.ts';
import { assistant, developer, functionSchema, system, tool, user, type Call } from './messages.ts';

export interface Trajectory {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly Message[];
  readonly tools: Json;
}

const weather: Call = { id: 'callw0001', name: 'get_weather', arguments: { city: 'Paris', unit: 'celsius' } };
const weatherRome: Call = {
  id: 'callw0002',
  name: 'get_weather',
  arguments: { city: 'Rome', unit: 'celsius' },
};
const add: Call = { id: 'calla0001', name: 'add', arguments: { a: 2, b: 2.5 } };
const now: Call = { id: 'calln0001', name: 'current_time', arguments: {} };
const store: Call = {
  id: 'calls0001',
  name: 'store_record',
  arguments: {
    title: 'Größe "L" – 尺码',
    tags: ['a', 'b & c', '<d>'],
    options: { deep: { flag: true, nothing: null, ratio: 0.1 } },
  },
};

const tools: Json = [
  functionSchema('get_weather', 'Current weather of a city.', {
    city: { type: 'string', description: 'Name of the city' },
    unit: { type: 'string', description: 'Unit of the answer', enum: ['celsius', 'fahrenheit'] },
  }),
  functionSchema('add', 'Adds two numbers.', {
    a: { type: 'number', description: 'First summand' },
    b: { type: 'number', description: 'Second summand' },
  }),
  functionSchema('current_time', 'The time now.', {}),
  functionSchema('store_record', 'Stores a record.', {
    title: { type: 'string', description: 'Title of the record' },
    tags: { type: 'array', description: 'Any labels', items: { type: 'string' } },
    options: { type: 'object', description: 'Anything else' },
  }),
];

const trajectory = (id: string, title: string, messages: Message[], withTools: Json = null): Trajectory => ({
  id,
  title,
  messages,
  tools: withTools,
});

export const suite: readonly Trajectory[] = [
  trajectory('single-turn', 'Single turn', [user('What is 2 + 2?'), assistant({ content: 'It is 4.' })]),
  trajectory('system-user', 'System and user', [
    system('Answer in one sentence.'),
    user('What is 2 + 2?'),
    assistant({ content: 'It is 4.' }),
  ]),
  trajectory('multi-turn', 'Several turns', [
    system('Answer in one sentence.'),
    user('Name a prime.'),
    assistant({ content: 'Seven.' }),
    user('Another one.'),
    assistant({ content: 'Eleven.' }),
    user('And one more?'),
    assistant({ content: 'Thirteen.' }),
  ]),
  trajectory(
    'tool-call',
    'One tool call',
    [
      user('How warm is it in Paris?'),
      assistant({ calls: [weather] }),
      tool(weather, '{"degrees": 21}'),
      assistant({ content: 'It is 21 degrees in Paris.' }),
    ],
    tools,
  ),
  trajectory(
    'tool-call-with-content',
    'Tool call with content beside it',
    [
      system('Use tools.'),
      user('How warm is it in Paris?'),
      assistant({ content: 'Let me look.', calls: [weather] }),
      tool(weather, '21 degrees'),
      assistant({ content: 'It is 21 degrees.' }),
    ],
    tools,
  ),
  trajectory(
    'reasoning-tool-call',
    'Reasoning, then a tool call',
    [
      user('How warm is it in Paris?'),
      assistant({ reasoning: 'The weather tool knows that.', calls: [weather] }),
      tool(weather, '21 degrees'),
      assistant({ reasoning: 'The tool says 21.', content: 'It is 21 degrees.' }),
    ],
    tools,
  ),
  trajectory(
    'empty-reasoning',
    'Empty reasoning, then a tool call',
    [
      user('What time is it?'),
      assistant({ reasoning: '', calls: [now] }),
      tool(now, '12:00'),
      assistant({ reasoning: '', content: 'It is noon.' }),
    ],
    tools,
  ),
  trajectory(
    'parallel-calls',
    'Two calls in parallel',
    [
      user('Compare Paris and Rome.'),
      assistant({ calls: [weather, weatherRome] }),
      tool(weather, '21 degrees'),
      tool(weatherRome, '27 degrees'),
      assistant({ content: 'Rome is warmer.' }),
    ],
    tools,
  ),
  trajectory(
    'tool-chain',
    'A chain of three tool steps',
    [
      user('What is the time, the weather and the sum?'),
      assistant({ reasoning: 'First the time.', calls: [now] }),
      tool(now, '12:00'),
      assistant({ calls: [weather] }),
      tool(weather, '21 degrees'),
      assistant({ reasoning: 'Now the sum.', content: 'Adding.', calls: [add] }),
      tool(add, '4.5'),
      assistant({ content: 'Noon, 21 degrees, 4.5.' }),
    ],
    tools,
  ),
  trajectory(
    'tool-loop-then-user',
    'A tool loop, then the user again',
    [
      user('How warm is it in Paris?'),
      assistant({ reasoning: 'Look it up.', calls: [weather] }),
      tool(weather, '21 degrees'),
      assistant({ content: 'It is 21 degrees.' }),
      user('And what is 2 + 2.5?'),
      assistant({ calls: [add] }),
      tool(add, '4.5'),
      assistant({ content: '4.5' }),
    ],
    tools,
  ),
  trajectory('user-after-reasoning', 'A user turn after reasoning', [
    user('Is 91 a prime?'),
    assistant({ reasoning: '91 is 7 times 13.', content: 'No.' }),
    user('And 97?'),
    assistant({ reasoning: 'No divisor up to 9.', content: 'Yes.' }),
  ]),
  trajectory('system-in-the-middle', 'A system message in the middle', [
    system('Be brief.'),
    user('Hello'),
    assistant({ content: 'Hello!' }),
    system('From now on answer in French.'),
    user('How are you?'),
    assistant({ content: 'Bien.' }),
  ]),
  trajectory(
    'retry-after-error',
    'A retry after a tool error',
    [
      user('How warm is it in Paris?'),
      assistant({ calls: [weather] }),
      tool(weather, 'Error: timed out'),
      assistant({ content: 'Once more.', calls: [weatherRome] }),
      tool(weatherRome, '27 degrees'),
      assistant({ content: 'It is 27 degrees in Rome.' }),
    ],
    tools,
  ),
  trajectory('developer-role', 'A developer message', [
    developer('Answer in one sentence.'),
    user('Hello'),
    assistant({ content: 'Hello!' }),
  ]),
  trajectory(
    'nested-arguments',
    'Nested, Unicode, float, null and boolean arguments',
    [
      user('Store it.'),
      assistant({ calls: [store] }),
      tool(store, '{"stored": true}'),
      assistant({ content: 'Stored.' }),
    ],
    tools,
  ),
  trajectory(
    'null-content',
    'Null content beside a call',
    [
      user('What time is it?'),
      assistant({ content: null, calls: [now] }),
      tool(now, '12:00'),
      assistant({ content: 'Noon.' }),
    ],
    tools,
  ),
  trajectory(
    'long-tool-result',
    'A long tool result',
    [
      user('Read the log.'),
      assistant({ calls: [now] }),
      tool(
        now,
        Array.from({ length: 60 }, (_, line) => `line ${line}: state ok, queue ${line % 7}`).join('\n'),
      ),
      assistant({ content: 'Nothing odd.' }),
    ],
    tools,
  ),
  trajectory('identical-users', 'Two identical user messages', [
    user('Again.'),
    assistant({ content: 'First answer.' }),
    user('Again.'),
    assistant({ content: 'Second answer.' }),
  ]),
  trajectory('blanks-and-breaks', 'Leading and trailing blanks, CRLF', [
    user('  indented\r\nsecond line \n'),
    assistant({ content: 'answer with edges \n' }),
    user('\tmore\n\n'),
    assistant({ content: 'done ' }),
  ]),
];

/** The whole of a trajectory as a conversation. */
export function conversationOf(
  trajectory: Trajectory,
  kwargs: Conversation['kwargs'] = {},
  messages: readonly Message[] = trajectory.messages,
): Conversation {
  return { messages, tools: trajectory.tools, documents: null, kwargs };
}
