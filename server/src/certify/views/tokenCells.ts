/** A render as cells that a person can read: one per token, with where it came from. */
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { RenderView, TokenCell } from '../../../../protocol/views.ts';
import type { Run } from '../../jinja/index.ts';
import { tracedText } from '../blame/causes.ts';
import type { TracedText } from '../blame/culprit.ts';
import type { Encoding } from '../../tokenizer/index.ts';
import type { Subject } from '../subject.ts';

export function renderView(subject: Subject, title: string, request: RenderRequest): RenderView {
  const render = tracedText(subject, request);
  return { title, request, text: render.text, tokens: tokenCells(subject, render) };
}

/** One cell per token; without a tokenizer one per run of text with one origin. */
export function tokenCells(
  subject: Subject,
  render: TracedText,
  encoding: Encoding | null = subject.encode(render.text),
): TokenCell[] {
  const runs = render.trace.runs();
  const { tokenizer } = subject;
  if (tokenizer === null || encoding === null) return runs.map((run) => cellOfRun(subject, render.text, run));

  const added = new Set(tokenizer.addedTokens.map(({ id }) => id));
  let at = 0;
  return Array.from(encoding.ids, (id, index) => {
    const start = encoding.starts[index]!;
    const end = encoding.ends[index]!;
    while (at + 1 < runs.length && runs[at]!.end <= start) at += 1;
    // Bytes of one character: neighbours then cover some of the same text.
    const sharesCharacter =
      (encoding.ends[index - 1] ?? 0) > start || (encoding.starts[index + 1] ?? end) < end;
    return {
      id,
      start,
      end,
      text: render.text.slice(start, end),
      special: added.has(id),
      bytes: sharesCharacter ? hex(tokenizer.tokenBytes(id)) : null,
      ...originOf(subject, runs[at]),
    };
  });
}

function cellOfRun(subject: Subject, text: string, run: Run): TokenCell {
  const { start, end } = run;
  return {
    id: -1,
    start,
    end,
    text: text.slice(start, end),
    special: false,
    bytes: null,
    ...originOf(subject, run),
  };
}

function originOf(subject: Subject, run: Run | undefined) {
  return {
    site: run?.site ?? null,
    line: run === undefined ? undefined : subject.lines.lineOf(run.site.start),
    path: run?.path?.toString() ?? null,
    message: messageOf(run),
    generation: run?.generation ?? false,
  };
}

/** What is printed outside the loop over messages, such as a system message, belongs to the message it shows. */
function messageOf(run: Run | undefined): number {
  if (run === undefined) return -1;
  const shown = /^messages\[(\d+)\]/.exec(run.path?.toString() ?? '');
  return run.message < 0 && shown !== null ? Number(shown[1]) : run.message;
}

function hex(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
