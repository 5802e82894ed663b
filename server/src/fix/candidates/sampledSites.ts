/** Which places of a template write what the model samples of assistant turns, and which write what is around it. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Dialect } from '../../certify/dialect.ts';
import { tracedText } from '../../certify/blame/causes.ts';
import { sampledTurns } from '../../certify/properties/maskExact.ts';
import type { Subject } from '../../certify/subject.ts';

export interface Site extends Span {
  /** Units of its text before the sampled part: all of it where nothing is sampled. */
  readonly header: number;
  /** Units at its end that the template writes behind the stop token. */
  readonly tail: number;
  readonly sampled: boolean;
}

/** Sites of assistant turns, in source order; null where one is sampled in one turn and not in another. */
export function sampledSites(subject: Subject, dialect: Dialect): Site[] | null {
  const sites = new Map<string, Site>();
  const textOf = (request: Parameters<Subject['render']>[0]) => {
    const rendered = subject.render(request);
    return rendered.ok ? rendered.text : null;
  };
  for (const { request, start, sampled } of sampledTurns(subject, dialect, textOf)) {
    const message = request.conversation.messages.length - 1;
    for (const run of tracedText(subject, request).trace.runs()) {
      if (run.start < start || run.message !== message || run.end === run.start) continue;
      const length = run.end - run.start;
      const header = Math.min(length, Math.max(0, sampled.start - run.start));
      const tail = Math.min(length, Math.max(0, run.end - sampled.end));
      const site = { ...run.site, header, tail, sampled: header + tail < length };
      // What an output prints of its inputs has the output's own place: told apart by the input.
      const key = `${site.start}-${site.end} ${run.path?.toString().replaceAll(/\d+/g, '') ?? ''}`;
      const known = sites.get(key);
      if (known !== undefined && known.sampled !== site.sampled) return null;
      if (known !== undefined && site.sampled && (known.header !== header || known.tail !== tail))
        return null;
      sites.set(key, site);
    }
  }
  return [...sites.values()].sort((a, b) => a.start - b.start);
}
