/** Blanks that nobody meant to write, and those that only one way of reading the template writes. */
import type { Span } from '../../../../protocol/certification.ts';
import { assistant, system, tool, user, type Call } from '../../conversation/messages.ts';
import { plainRequest } from '../requests.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';

export interface WhitespaceFault {
  /** `head`: blanks before the first text of the prompt, or right behind the first token. `carriage return`: the file has CR LF. `end`: blanks of the template behind all turns. `indentation`: that of a line is printed. `trimming`: lines lean on trim_blocks and lstrip_blocks. */
  readonly kind: 'head' | 'end' | 'indentation' | 'carriage return' | 'trimming';
  readonly text: string;
  readonly site: Span;
  /** Further places of the same kind. */
  readonly others?: readonly Span[];
}

export function whitespaceFaults(subject: Subject, dialect: Dialect): WhitespaceFault[] {
  const { source } = subject.program.template;
  const head = headFault(subject);
  const [first, ...others] = indentations(subject, dialect).filter(
    ({ site }) => site.start !== head?.site.start,
  );
  const indented = first === undefined ? null : { ...first, others: others.map(({ site }) => site) };
  return [head, endFault(subject), indented, carriageReturn(source), trimming(source)].filter(
    (fault) => fault !== null,
  );
}

const call: Call = { id: 'call00001', name: 'lookup', arguments: { city: 'Rome' } };
const conversation = [
  system('be brief'),
  user('go'),
  assistant({ content: 'well', calls: [call] }),
  tool(call, 'found'),
  assistant({ content: 'done', reasoning: 'because' }),
  user('on'),
];

/** Blanks at the beginning of a line of the template, which stand between two turns, or within one, of the prompt. */
function indentations(subject: Subject, dialect: Dialect): WhitespaceFault[] {
  const spoken = dialect.spell(conversation);
  const plain = conversation.filter(({ role, tool_calls }) => role !== 'tool' && tool_calls === undefined);
  const { source } = subject.program.template;
  const found = new Map<number, WhitespaceFault>();
  for (const messages of [spoken, plain]) {
    const { trace, ...rendered } = subject.trace(plainRequest(messages, { addGenerationPrompt: true }));
    if (!rendered.ok || trace === null) continue;
    for (const { start, end, site, path } of trace.runs()) {
      const text = rendered.text.slice(start, end);
      const isIndentation = path === null && /(^|\n)[ \t]+$/.test(text) && text.trim() === '';
      if (isIndentation && isLineStart(source, site))
        found.set(site.start, { kind: 'indentation', text, site });
    }
  }
  return [...found.values()];
}

/** Nothing but blanks before it on its line, and a tag behind it. */
function isLineStart(source: string, { start, end }: Span): boolean {
  const line = source.slice(source.lastIndexOf('\n', end - 1) + 1, end);
  return source.slice(start, end).trim() === '' && line.trim() === '' && source[end] === '{';
}

/** Blanks that plain template text writes before the first user's turn, or between the first token and it. */
function headFault(subject: Subject): WhitespaceFault | null {
  const request = plainRequest([user('first question')]);
  const rendered = subject.trace(request);
  if (!rendered.ok || rendered.trace === null) return null;
  const { source } = subject.program.template;
  const bos = subject.specialTokens.bos_token ?? '';
  for (const { start, end, site, path } of rendered.trace.runs()) {
    const text = rendered.text.slice(start, end);
    if (path !== null || text === bos) continue;
    // A blank inside a string was written on purpose; one between tags mostly was not.
    const isLoose = text.trim() === '' && source.slice(site.start, site.end).trim() === '';
    return isLoose ? { kind: 'head', text, site } : null;
  }
  return null;
}

/** Blanks of the template that stand behind the last turn, whatever the conversation is. */
function endFault(subject: Subject): WhitespaceFault | null {
  const rendered = subject.trace(plainRequest([user('first question')]));
  const run = rendered.trace?.runs().at(-1);
  if (!rendered.ok || run === undefined || run.decision >= 0 || run.path !== null) return null;
  const { source } = subject.program.template;
  const text = rendered.text.slice(run.start, run.end);
  const isLoose = text.trim() === '' && source.slice(run.site.start, run.site.end).trim() === '';
  return isLoose ? { kind: 'end', text, site: run.site } : null;
}

function carriageReturn(source: string): WhitespaceFault | null {
  const at = source.indexOf('\r\n');
  return at < 0 ? null : { kind: 'carriage return', text: '\r\n', site: lineEndingAt(source, at) };
}

function lineEndingAt(source: string, at: number): Span {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return { start, end: at };
}

/** A block tag without marker, followed by a newline that only `trim_blocks` takes away, with text behind it that prints. */
const leaning = /(?<!-)%\}\r?\n(?!\s*(\{[%{#]-|$))/;

function trimming(source: string): WhitespaceFault | null {
  const match = leaning.exec(source);
  if (match === null) return null;
  const start = source.lastIndexOf('{%', match.index);
  return { kind: 'trimming', text: '\n', site: { start: Math.max(start, 0), end: match.index + 2 } };
}
