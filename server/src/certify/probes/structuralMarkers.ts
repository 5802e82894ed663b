/**
 * The markers by which a template lays out conversations, found from its renders: those that begin and end turns, and
 * those inside a turn (around reasoning, calls and tool results). Instructions that it writes about tools are no part.
 */
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, tool, user, type Call } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import { isContent } from '../content.ts';
import type { Dialect } from '../dialect.ts';
import { markersIn } from '../markers.ts';
import { plainRequest } from '../requests.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';

export interface StructuralMarker {
  readonly text: string;
  /** `turn`: it begins or ends one. `inside`: it stands within one. */
  readonly role: 'turn' | 'inside';
  /** A render in which it stands, and where (UTF-16 offset). */
  readonly request: RenderRequest;
  readonly at: number;
}

const aboutReasoning = /think|thought|reason/i;
const call: Call = { id: 'callw0001', name: 'get_weather', arguments: { city: 'Paris' } };

/** Every marker once, those of turns first, in the order in which they stand. */
export function structuralMarkers(subject: Subject, dialect: Dialect): StructuralMarker[] {
  const turns = new Set(turnMarkers(subject));
  const found = new Map<string, StructuralMarker>();
  for (const request of requests(dialect)) {
    if (!subject.render(request).ok) continue;
    for (const { text, at } of scaffoldMarkers(subject, request)) {
      if (!found.has(text)) found.set(text, { text, role: turns.has(text) ? 'turn' : 'inside', request, at });
    }
  }
  const markers = [...found.values()];
  return [...markers.filter(({ role }) => role === 'turn'), ...markers.filter(({ role }) => role !== 'turn')];
}

/** Plain turns, and a step with reasoning, content, call and result: each as far as the template renders it. */
function requests(dialect: Dialect): RenderRequest[] {
  const question = user('first question');
  const answer = assistant({ content: 'first answer' });
  const step = assistant({ content: 'first answer', reasoning: 'first thought', calls: [call] });
  const conversations = [
    [question, answer, user('second question')],
    dialect.spell([question, step, tool(call, 'first result')]),
    dialect.spell([question, assistant({ calls: [call] }), tool(call, 'first result')]),
  ];
  return conversations.map((messages) =>
    plainRequest(messages, { tools: dialect.dummyTools, addGenerationPrompt: true }),
  );
}

function turnMarkers(subject: Subject): string[] {
  const { turns, opener, stop } = structureOf(subject);
  const scaffold = Object.values(turns).flatMap(({ header, tail }) => [header, tail]);
  return [...scaffold, opener ?? '', stop ?? '']
    .flatMap(markersIn)
    .filter((marker) => !aboutReasoning.test(marker));
}

/** Markers in what the template writes of messages, and behind the last; a marker around an input is none. */
function scaffoldMarkers(subject: Subject, request: RenderRequest): { text: string; at: number }[] {
  const { text, trace } = tracedText(subject, request);
  const { messages } = request.conversation;
  const found: { text: string; at: number }[] = [];
  // What stands before the first message, where tools are given, are instructions about them.
  const first = trace.runs().findIndex((run) => run.message >= 0);
  const begin = request.conversation.tools === null ? 0 : first;
  let stretch = { start: 0, end: 0 };
  const flush = () => {
    for (const { 0: marker, index } of matchesIn(text.slice(stretch.start, stretch.end)))
      found.push({ text: marker, at: stretch.start + index });
  };
  for (const [index, run] of trace.runs().entries()) {
    const foreign =
      index < begin || isContent(run) || (run.message >= 0 && messages[run.message]?.role === 'system');
    if (!foreign && run.start === stretch.end) stretch = { ...stretch, end: run.end };
    else {
      flush();
      stretch = foreign ? { start: run.end, end: run.end } : run;
    }
  }
  flush();
  return found;
}

function matchesIn(text: string): { 0: string; index: number }[] {
  let from = 0;
  return markersIn(text).map((marker) => {
    const index = text.indexOf(marker, from);
    from = index + marker.length;
    return { 0: marker, index };
  });
}
