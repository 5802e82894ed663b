/**
 * What the generation prompt writes and the finished turn lacks, written in the finished turn too: behind what both
 * share, or before what the turn goes on with. Where the prompt leaves a block open that a turn with reasoning
 * closes, it is closed the same way.
 */
import type { Edit, Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Analysis } from '../../certify/analysis.ts';
import { tracedText } from '../../certify/blame/causes.ts';
import { assistant, user } from '../../conversation/messages.ts';
import { conversationOf, suite } from '../../conversation/suite.ts';
import type { Run } from '../../jinja/index.ts';
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { quote } from '../../rules/wording.ts';
import { escaped, literal } from './tags.ts';
import { nodeAt } from './tree.ts';

export function mirroredScaffold(payload: PrefixPayload, { analysis }: CandidateContext): Candidate[] {
  const broken = analysis.seamCauses.find(
    ({ culprit }) => culprit.span.start === payload.span.start && culprit.span.end === payload.span.end,
  )?.smallest;
  if (broken === undefined) return [];
  const before = tracedText(analysis.subject, broken.witness.before);
  const after = tracedText(analysis.subject, broken.witness.after);
  const { textOffset } = broken.witness.divergence;
  const missing = before.text.slice(textOffset);
  if (missing.trim() === '') return [];
  const runs = after.trace.runs();
  const places = insertionsAt(analysis, runs, textOffset);
  const closing = closingOf(analysis, missing);
  const texts = closing === null ? [missing] : [missing + closing, missing];
  return texts.flatMap((text) =>
    places.map((place) => ({
      title: `Write ${quote(text)} in the finished turn too`,
      edits: [place(text)],
    })),
  );
}

type Insertion = (text: string) => Edit;

/** Behind the run that ends at an offset, and before the one that begins there, where only assistant turns have them. */
function insertionsAt(analysis: Analysis, runs: readonly Run[], offset: number): Insertion[] {
  const index = runs.findIndex(({ end }) => end > offset);
  const next = index < 0 ? undefined : runs[index];
  const last = index < 0 ? runs.at(-1) : runs[index - 1];
  const inside = next !== undefined && next.start < offset ? next : undefined;
  if (inside !== undefined) {
    return isAssistants(analysis, inside) ? insideLiteral(analysis, inside.site, offset - inside.start) : [];
  }
  return [
    ...(last !== undefined && isAssistants(analysis, last) ? atBorder(analysis, last.site, 'end') : []),
    ...(next !== undefined && isAssistants(analysis, next) ? atBorder(analysis, next.site, 'start') : []),
  ];
}

/** No other role's turn is written by the same place. */
function isAssistants({ subject, dialect }: Analysis, { site, message }: Run): boolean {
  if (message < 0) return false;
  return suite.every((trajectory) => {
    const messages = dialect.spell(trajectory.messages);
    const request: RenderRequest = {
      conversation: conversationOf(trajectory, {}, messages),
      addGenerationPrompt: false,
    };
    if (!subject.render(request).ok) return true;
    return tracedText(subject, request)
      .trace.runs()
      .filter((run) => run.site.start === site.start && run.site.end === site.end)
      .every((run) => messages[run.message]?.role === 'assistant');
  });
}

/** In a string literal inside its quotes, beside other text as it is, beside an output as an output of its own. */
function atBorder(analysis: Analysis, site: Span, side: 'start' | 'end'): Insertion[] {
  const { source, subject } = analysis;
  const node = nodeAt(subject.program.template, site);
  const at = side === 'start' ? site.start : site.end;
  if (node?.kind === 'string') {
    const quoteMark = source[site.end - 1]!;
    const inner = side === 'start' ? source.indexOf(quoteMark, site.start) + 1 : site.end - 1;
    return [(text) => ({ span: { start: inner, end: inner }, text: escaped(text, quoteMark) })];
  }
  if (node?.kind === 'output' || node?.kind === 'text') {
    return [(text) => ({ span: { start: at, end: at }, text: `{{- ${literal(text, source)} }}` })];
  }
  // Part of a longer expression: joined to it.
  return [
    (text) => ({
      span: { start: at, end: at },
      text: side === 'start' ? `${literal(text, source)} ~ ` : ` ~ ${literal(text, source)}`,
    }),
  ];
}

/** A literal without escapes before the offset can be opened there. */
function insideLiteral({ source, subject }: Analysis, site: Span, units: number): Insertion[] {
  const node = nodeAt(subject.program.template, site);
  if (node?.kind !== 'string') return [];
  const quoteMark = source[site.end - 1]!;
  const written = escaped(node.value.slice(0, units), quoteMark);
  const at = site.start + 1 + written.length;
  if (source.slice(site.start + 1, at) !== written) return [];
  return [(text) => ({ span: { start: at, end: at }, text: escaped(text, quoteMark) })];
}

/** What a turn with reasoning writes between it and the content, where the scaffold opens a block and leaves it open. */
function closingOf({ subject }: Analysis, scaffold: string): string | null {
  if (!/<[^/<>]+>\s*$/.test(scaffold)) return null;
  const request: RenderRequest = {
    conversation: {
      messages: [user('question'), assistant({ reasoning: 'zreasonz', content: 'zcontentz' })],
      tools: null,
      documents: null,
      kwargs: {},
    },
    addGenerationPrompt: false,
  };
  const rendered = subject.render(request);
  if (!rendered.ok) return null;
  return /zreasonz([^]{1,40}?)zcontentz/.exec(rendered.text)?.[1] ?? null;
}
