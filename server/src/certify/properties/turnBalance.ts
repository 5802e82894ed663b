import type { Span } from '../../../../protocol/certification.ts';
import type { Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, system, tool, user, type Call } from '../../conversation/messages.ts';
import { chainOf } from '../blame/align.ts';
import { closerCondition } from '../blame/closerCondition.ts';
import { callBehind, siteAt } from '../blame/siteAt.ts';
import { firstMarker, lastMarker, markersIn } from '../markers.ts';
import {
  closerMissing,
  closerOf,
  firstTime,
  showsTurn,
  turnsLeftOpen,
  TurnsThatGoOn,
} from '../probes/turnClosers.ts';
import { plainRequest } from '../requests.ts';
import { structureOf, type Structure } from '../structure.ts';
import type { Subject } from '../subject.ts';
import { faultProperty, type Examination } from './faultProperty.ts';

export interface BalanceFault {
  /**
   * `not closed`: a turn begins before the one before it ended. `outside`: text of a message behind the end of its
   * turn. `closed twice`: its end stands again right behind it. `repeated`: a header with nothing under it. `no header`: generation begins behind a closed turn without one.
   */
  readonly kind: 'not closed' | 'closed twice' | 'outside' | 'repeated' | 'no header';
  /** Marker or header that is missing, or that stands once too often. */
  readonly text: string;
  /** `no header`: finished turns have none there either, so the model was trained so. */
  readonly consistent: boolean;
}

const first: Call = { id: 'callf0001', name: 'zfirstz', arguments: { zkeyz: 'zonez' } };
const second: Call = { id: 'calls0001', name: 'zsecondz', arguments: { zkeyz: 'ztwoz' } };
const tools = [first, second].map(({ name }) =>
  functionSchema(name, 'a function', { zkeyz: { type: 'string', description: 'a key' } }),
);
const closing = [user('zlastz'), assistant({ content: 'zendz' })];

/** Each kind of assistant turn, with what may follow it. */
const scenarios: readonly {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly withTools?: true;
}[] = [
  { id: 'plain turns', messages: [user('zuserz'), assistant({ content: 'zanswerz' }), ...closing] },
  {
    id: 'with a system message',
    messages: [system('zsystemz'), user('zuserz'), assistant({ content: 'zanswerz' }), ...closing],
  },
  {
    id: 'a system message beside tools',
    withTools: true,
    messages: [system('zsystemz'), user('zuserz'), assistant({ content: 'zanswerz' }), ...closing],
  },
  { id: 'an empty turn', messages: [user('zuserz'), assistant({}), ...closing] },
  {
    id: 'a turn with reasoning',
    messages: [user('zuserz'), assistant({ reasoning: 'zreasonz', content: 'zanswerz' }), ...closing],
  },
  {
    id: 'a tool step',
    messages: [
      user('zuserz'),
      assistant({ calls: [first] }),
      tool(first, 'zresultz'),
      assistant({ content: 'zanswerz' }),
      ...closing,
    ],
  },
  {
    id: 'content beside calls',
    messages: [
      user('zuserz'),
      assistant({ content: 'zbesidez', calls: [first, second] }),
      tool(first, 'zresultz'),
      tool(second, 'zotherz'),
      assistant({ content: 'zanswerz' }),
      ...closing,
    ],
  },
];

export const turnBalance = faultProperty<BalanceFault>({
  id: 'turn.balance',
  title: 'Turns open and close',
  definition: 'the markers found in R(M) alternate: header, content, end; R(M, on) ends in an open turn',
  explanation: `The markers of a template are read off its own renders. Every header must be followed by the end of its turn
before the next header; no text of a message may stand behind the end of its turn; no header may stand alone; and where
the last turn is closed, the generation prompt must open one. A model that is shown anything else has not seen it in
training, or learns it.

Says nothing of templates whose turns have no recognisable markers.`,
  examine({ subject, dialect }, examination) {
    const structure = structureOf(subject);
    if (structure.stop === null && structure.opener === null) {
      examination.cannotJudge('no markers of turns were found');
      return;
    }
    const goingOn = new TurnsThatGoOn();
    for (const { id, messages, withTools: always } of scenarios) {
      const spelt = dialect.spell(messages);
      const withTools = always || messages.some(({ role }) => role === 'tool') ? tools : null;
      const whole = plainRequest(spelt, { tools: withTools });
      const text = examination.text(whole);
      if (text !== null)
        judgeTurns({ structure, examination, trajectory: id, request: whole, text }, goingOn);
      const asked = messages.findLastIndex(({ role }) => role === 'tool' || role === 'user');
      const lastTool = messages.findLastIndex(({ role }) => role === 'tool');
      for (const end of new Set([asked, lastTool].filter((index) => index >= 0))) {
        const cut = { tools: withTools };
        const on = plainRequest(spelt.slice(0, end + 1), { ...cut, addGenerationPrompt: true });
        const prompt = examination.text(on);
        if (prompt !== null)
          judgeHeaders({ structure, examination, trajectory: id, request: on, text: prompt });
        judgePrompt(structure, examination, id, {
          on,
          off: plainRequest(spelt.slice(0, end + 1), cut),
          finished: plainRequest(spelt.slice(0, end + 2), cut),
        });
      }
    }
    goingOn.report();
  },
});

/** One render, and what is known of the template's turns. */
interface Look {
  readonly structure: Structure;
  readonly examination: Examination<BalanceFault>;
  readonly trajectory: string;
  readonly request: RenderRequest;
  readonly text: string;
}

function report(
  { examination, trajectory, request }: Look,
  kind: BalanceFault['kind'],
  marker: string,
  at: number,
  site: Span | null = null,
) {
  examination.fault(
    { trajectory, request, at: { start: at, end: at }, detail: `${kind}: ${JSON.stringify(marker)}` },
    site ?? callBehind(examination.subject, request, at) ?? siteAt(examination.subject, request, at),
    { kind, text: marker, consistent: true },
  );
}

function reportOpen(look: Look, marker: string, last: number) {
  report(
    look,
    'not closed',
    marker,
    last,
    closerCondition(look.examination.subject, look.request, marker, last, tools),
  );
}

/** Headers of the assistant with nothing under them but the next one. */
function judgeHeaders(look: Look) {
  const { structure, request, text } = look;
  // A turn without content is no header without a turn.
  if (!request.conversation.messages.every(({ content }) => content !== '')) return;
  for (const { header, at, next, body } of turnsIn(structure, text)) {
    const isBare = header === structure.opener && next.header === header && body.trim() === '';
    if (isBare) report(look, 'repeated', header, at);
  }
}

function judgeTurns(look: Look, goingOn: TurnsThatGoOn) {
  const { structure, examination, request, text } = look;
  const { subject } = examination;
  judgeHeaders(look);
  for (const { header, at, next, body } of turnsIn(structure, text)) {
    if (header === structure.opener && body.trim() === '') continue;
    const again = closedAgain(structure, header, body);
    if (again !== null) report(look, 'closed twice', again.text, at + header.length + again.at);
    const closer = closerMissing(structure, header, body);
    // One message may be several turns of its author, of which only the last is closed.
    const message = messageAt(subject, request, at);
    const goesOn = message >= 0 && message === messageAt(subject, request, next.at);
    if (closer === null) {
      const expected = closerOf(structure, header);
      if (goesOn && expected !== null && body.includes(expected)) goingOn.closed();
      continue;
    }
    const tell = () => reportOpen(look, closer, lastInput(subject, request, at, next.at));
    if (goesOn) goingOn.open(tell);
    else tell();
  }
  const outside = outsideOf(structure, subject, request, text);
  if (outside !== null) report(look, 'outside', outside.text, outside.at);
  const isTold = outside !== null || isLeftOpen(look);
  for (const { marker, last } of isTold ? [] : turnsLeftOpen(structure, subject, request, text))
    reportOpen(look, marker, last);
}

const isLeftOpen = ({ examination, request }: Look) =>
  examination.faults.some(({ data, witness }) => data.kind === 'not closed' && witness.request === request);

function messageAt(subject: Subject, request: RenderRequest, offset: number): number {
  const { trace } = subject.trace(request);
  return trace?.runs().find((run) => run.end > offset)?.message ?? -1;
}

interface Begun {
  readonly at: number;
  readonly header: string;
}

/** Each turn that another one follows, with the text up to that. */
const turnsIn = (structure: Structure, text: string) =>
  turnsBegun(structure, text).flatMap(({ at, header }, index, begun) => {
    const next = begun[index + 1];
    return next === undefined ? [] : [{ at, header, next, body: text.slice(at + header.length, next.at) }];
  });

/** Headers of known roles, and what they all begin with, in the order of the text. */
function turnsBegun({ turns, opener }: Structure, text: string): Begun[] {
  const headers = [opener, turns.user?.header.trim()].filter((header): header is string => !!header);
  if (headers.length === 0 || !headers.every((header) => firstMarker(header) !== null)) return [];
  const starts = [...new Set(headers.map((header) => startOf(header, turns.assistant?.header ?? '')))];
  const found: Begun[] = [];
  for (const start of starts) {
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
      const header = headers.find((candidate) => text.startsWith(candidate, at)) ?? start;
      found.push({ at, header });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** What turns of any role begin with; a marker that stands again inside a header opens more than turns. */
function startOf(header: string, assistantHeader: string): string {
  const start = firstMarker(header)!;
  return assistantHeader.split(start).length > 2 ? header : start;
}

/** The end marker of a turn that stands a second time with nothing but blanks between, and where. */
function closedAgain(structure: Structure, header: string, body: string) {
  const text = closerOf(structure, header);
  if (text === null) return null;
  const [first, second] = [body.indexOf(text), body.lastIndexOf(text)];
  const isAgain = first !== second && body.slice(first + text.length, second).trim() === '';
  return isAgain ? { text, at: second } : null;
}

/** Text of an assistant message behind the end marker of the turn, with no new header between them. */
function outsideOf({ stop, opener }: Structure, subject: Subject, request: RenderRequest, text: string) {
  const end = lastMarker(stop ?? '');
  if (end === null) return null;
  const { messages } = request.conversation;
  const runs = subject.trace(request).trace?.runs() ?? [];
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const shown = firstTime(runs.filter((run) => run.message === index && showsTurn(run)));
    for (const [position, run] of shown.entries()) {
      const earlier = shown[position - 1];
      if (earlier === undefined) continue;
      const between = text.slice(earlier.end, run.start);
      const behind = between.slice(between.lastIndexOf(end) + end.length);
      const reopened =
        opener === null ? markersIn(behind).length > 0 : behind.includes(firstMarker(opener) ?? opener);
      if (between.includes(end) && !reopened) return { text: text.slice(run.start, run.end), at: run.start };
    }
  }
  return null;
}

/** Where the turn's own text ends, with what is written around it: the place that should have closed it. */
function lastInput(subject: Subject, request: RenderRequest, from: number, to: number): number {
  const within = (subject.trace(request).trace?.runs() ?? []).filter(
    ({ start, end }) => start >= from && end <= to,
  );
  const own = within.findLast(({ path }) => path !== null);
  const last = own && within.findLast(({ message }) => message === own.message);
  return last === undefined ? from : last.end - 1;
}

function judgePrompt(
  { opener, generationPrompt, stop }: Structure,
  examination: Examination<BalanceFault>,
  trajectory: string,
  requests: { on: RenderRequest; off: RenderRequest; finished: RenderRequest },
) {
  const end = lastMarker(stop ?? '');
  if (opener === null || generationPrompt === null || end === null) return;
  const on = examination.text(requests.on);
  const off = examination.text(requests.off);
  if (on === null || off === null || !on.startsWith(off)) return;
  const headed = on.lastIndexOf(opener);
  if (headed >= 0 && !on.slice(headed).includes(end)) return;
  const finished = examination.text(requests.finished);
  const consistent = finished !== null && !finished.slice(off.length).includes(opener);
  examination.fault(
    {
      trajectory,
      request: requests.on,
      at: { start: on.length, end: on.length },
      detail: `no header: ${JSON.stringify(opener)}`,
    },
    promptSite(examination.subject) ?? siteAt(examination.subject, requests.on, on.length - 1),
    { kind: 'no header', text: opener, consistent },
  );
}

/** The condition under which the header is written where it is written: the one that fails here. */
function promptSite(subject: Subject): Span | null {
  const { trace } = subject.trace(plainRequest([user('zuserz')], { addGenerationPrompt: true }));
  const last = trace?.runs().at(-1);
  if (!trace || last === undefined) return null;
  const spans = chainOf(trace, last.decision).map((decision) => trace.decisions[decision]!.span);
  const { source } = subject.program.template;
  const flag = spans.find(({ start, end }) => source.slice(start, end).includes('add_generation_prompt'));
  return flag ?? spans.at(-1) ?? null;
}
