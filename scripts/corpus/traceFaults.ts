/** What a trace has to keep to, whatever the template. */
import { Dict, List, type InputPath, type Rendered, type Value } from '../../server/src/jinja/index.ts';
import { isText, textOf } from '../../server/src/jinja/values/text.ts';

/** The first thing that is wrong with a trace, or null. */
export function traceFaults(rendered: Rendered, context: Dict): string | null {
  if (rendered.trace === null) return 'no trace';
  const { decisions, reads, writes } = rendered.trace;
  const runs = rendered.trace.runs();
  let at = 0;
  for (const run of runs) {
    if (run.start !== at || run.end <= run.start) return `runs do not add up at ${at}`;
    if (run.decision >= decisions.length) return `a run at ${at} has no such decision`;
    if (rendered.ok && run.path !== null && run.offset >= 0) {
      const input = textAt(context, run.path);
      const copied = rendered.text.slice(run.start, run.end);
      if (input?.slice(run.offset, run.offset + copied.length) !== copied)
        return `${run.path} does not read so at ${at}`;
    }
    at = run.end;
  }
  if (rendered.ok && at !== rendered.text.length)
    return `runs end at ${at}, the text at ${rendered.text.length}`;
  if (decisions.some(({ parent }, i) => parent >= i)) return 'a decision lies under a later one';
  if (reads.some(({ decision }) => decision >= decisions.length)) return 'a read has no such decision';
  if (writes.some(({ decision }) => decision >= decisions.length)) return 'a write has no such decision';
  return null;
}

/** The input text (or dictionary key) at a path. */
function textAt(context: Dict, path: InputPath): string | null {
  if (path.isKey) return String(path.key);
  const value = valueAt(context, path);
  return value !== undefined && isText(value) ? textOf(value) : null;
}

function valueAt(context: Dict, path: InputPath): Value | undefined {
  const container = path.parent === null ? context : valueAt(context, path.parent);
  if (container instanceof List) return container.items[Number(path.key)];
  return container instanceof Dict ? container.map.get(path.key) : undefined;
}
