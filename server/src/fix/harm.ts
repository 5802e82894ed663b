/**
 * What no repair may do to a render that is served or trained on, whatever properties say: leave out what the conversation carries, or leave
 * a block open that was closed.
 */
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Analysis } from '../certify/analysis.ts';
import { isCarried } from '../certify/content.ts';
import type { Certified } from '../certify/certify.ts';
import type { Trace } from '../jinja/index.ts';
import { structureOf } from '../certify/structure.ts';
import { finishedRenders, ordinaryRenders } from './ordinaryRenders.ts';
import { markerPairs, openMarkers } from './openMarkers.ts';

/** In words that follow "but"; null where the edit does no harm. */
export function harmOf({ analysis: before }: Certified, { analysis: after }: Certified): string | null {
  if (before === null || after === null) return null;
  const pairs = pairsOf(before);
  for (const { request } of [...ordinaryRenders(before), ...finishedRenders(before)]) {
    const was = before.subject.render(request);
    const is = after.subject.render(request);
    // Where the template raised there was nothing to lose.
    if (!was.ok || !is.ok || was.text === is.text) continue;
    const lost = lostInput(before, after, request);
    if (lost !== null) return `it would leave out ${lost}`;
    const open = openMarkers(was.text, pairs);
    for (const [marker, count] of openMarkers(is.text, pairs)) {
      const known = open.get(marker)!;
      if (count > Math.max(known, 0)) return `it would leave ${marker} open`;
      if (count < Math.min(known, 0)) return `it would close ${marker} that is not open`;
    }
  }
  return null;
}

/** Markers of turns are looked after by properties of their own: a turn may end in more than one way. */
function pairsOf({ source, subject }: Analysis): Map<string, string> {
  const headers = Object.values(structureOf(subject).turns).map(({ header }) => header);
  return new Map([...markerPairs(source)].filter(([opener]) => !headers.some((one) => one.includes(opener))));
}

/** Path of an input that the render showed and no longer shows, or shows less of. */
function lostInput(before: Analysis, after: Analysis, request: RenderRequest): string | null {
  const was = before.subject.trace(request).trace;
  const is = after.subject.trace(request).trace;
  if (was === null || is === null) return null;
  const kept = [...shownInputs(is)];
  for (const [path, units] of shownInputs(was)) {
    const alike = kept.filter(([other]) => other.startsWith(path) || path.startsWith(other));
    if (alike.length === 0) return path;
    const same = alike.find(([other]) => other === path);
    if (same !== undefined && same[1] < units) return `part of ${path}`;
  }
  return null;
}

/** By input path, how many UTF-16 units of it stand in the text as they are; 0 for what is made of it. */
function shownInputs(trace: Trace): Map<string, number> {
  const shown = new Map<string, number>();
  for (const { path, offset, start, end } of trace.runs()) {
    if (path === null || end === start || !isCarried(path)) continue;
    const key = path.toString();
    shown.set(key, (shown.get(key) ?? 0) + (offset < 0 ? 0 : end - start));
  }
  return shown;
}
