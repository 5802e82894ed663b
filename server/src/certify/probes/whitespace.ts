/** Blanks that nobody meant to write, and those that only one way of reading the template writes. */
import type { Span } from '../../../../protocol/certification.ts';
import { user } from '../../conversation/messages.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';

export interface WhitespaceFault {
  /** `head`: blanks before the first text of the prompt, or right behind the first token. `carriage return`: the file has CR LF. `trimming`: lines lean on trim_blocks and lstrip_blocks. */
  readonly kind: 'head' | 'carriage return' | 'trimming';
  readonly text: string;
  readonly site: Span;
}

export function whitespaceFaults(subject: Subject): WhitespaceFault[] {
  const { source } = subject.program.template;
  return [headFault(subject), carriageReturn(source), trimming(source)].filter((fault) => fault !== null);
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
