/** A schema is only handed out after it has read every turn that the template itself writes. */
import type { Json } from '../../../../../protocol/conversation.ts';
import { user } from '../../../conversation/messages.ts';
import type { Kwargs } from '../../kwargs.ts';
import type { Subject } from '../../subject.ts';
import { faultOf, sameCalls } from '../faults.ts';
import { responseFormatOf } from '../formatOf.ts';
import { asParsed } from '../message.ts';
import type { ParsedCall, ParsedTurn } from '../parsed.ts';
import { roundTrip, type Place, type RoundTrip } from '../roundTrip.ts';
import { isRecord } from '../style.ts';
import { turnSchemas, turnsFor, turnTools } from '../turns.ts';
import { responseSchema } from './export.ts';
import { readWith } from './read.ts';
import type { SchemaExport, SchemaNode } from './types.ts';

/** Throws RenderStopped where a render met a limit. */
export function exportSchema(subject: Subject, kwargs: Kwargs = {}): SchemaExport {
  const format = responseFormatOf(subject, kwargs);
  if (format === null) return { ok: false, reason: 'the template renders no assistant turn' };
  const made = responseSchema(format);
  if (!made.ok) return made;
  const place: Place = {
    subject,
    format,
    messages: [user('How warm is it?')],
    tools: turnTools,
    schemas: turnSchemas,
    kwargs,
  };
  const untyped: string[] = [];
  let judged = 0;
  for (const turn of turnsFor(format)) {
    const wanted = asParsed(turn, format);
    const trip = roundTrip(place, wanted);
    // A turn that does not survive our own parser says nothing of the schema; one that does not continue the prompt is never sampled.
    if (trip === null || faultOf(trip, wanted) !== null || !continues(trip, format.prefill)) continue;
    judged += 1;
    const misread = misreadingOf(made.schema, sampledOf(trip), trip.parsed.turn, format.reasoningField);
    if (misread === 'types') untyped.push(turn.id);
    else if (misread !== null)
      return { ok: false, reason: `the turn “${turn.id}” would be read with other ${misread}` };
  }
  if (judged === 0) return { ok: false, reason: 'no turn in history continues the generation prompt' };
  const note = `types of bare values are not known to a schema: ${untyped.join(', ')} come back as other types`;
  return { ...made, notes: untyped.length === 0 ? made.notes : [...made.notes, note] };
}

const continues = ({ emitted }: RoundTrip, prefill: string) =>
  emitted.text.startsWith(prefill, emitted.base) && emitted.sampledFrom === emitted.base + prefill.length;

const sampledOf = ({ emitted: { text, sampledFrom, sampledTo } }: RoundTrip) =>
  text.slice(sampledFrom, sampledTo);

type Misreading = 'calls' | 'types' | 'content' | 'reasoning';

function misreadingOf(
  schema: SchemaNode,
  text: string,
  wanted: ParsedTurn,
  field: string | null,
): Misreading | null {
  const read = readOrNull(schema, text);
  if (!isRecord(read)) return 'content';
  const got = { ...wanted, calls: callsOf(read['tool_calls'] ?? []) };
  if (!sameCalls(got, wanted)) return sameCalls(asTexts(got), asTexts(wanted)) ? 'types' : 'calls';
  if (trimmed(read['content']) !== wanted.content.trim()) return 'content';
  const reasoning = trimmed(read[field ?? 'reasoning_content']);
  return reasoning === (wanted.reasoning ?? '').trim() ? null : 'reasoning';
}

function readOrNull(schema: SchemaNode, text: string): Json | undefined {
  try {
    return readWith(schema, text);
  } catch {
    return undefined;
  }
}

const trimmed = (value: Json | undefined) => (typeof value === 'string' ? value.trim() : '');

function callsOf(calls: Json): ParsedCall[] {
  return (Array.isArray(calls) ? calls : []).map((call) => {
    const called = isRecord(call) && isRecord(call['function']) ? call['function'] : {};
    return { name: String(called['name']), id: null, arguments: JSON.stringify(called['arguments'] ?? {}) };
  });
}

/** Values by their text alone, however it is spelt. */
function asTexts(turn: ParsedTurn): ParsedTurn {
  const bare = (json: string) =>
    json
      .toLowerCase()
      .replaceAll(/["\\\s]/g, '')
      .replaceAll('none', 'null');
  return { ...turn, calls: turn.calls.map((call) => ({ ...call, arguments: bare(call.arguments) })) };
}
