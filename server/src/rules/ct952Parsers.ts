import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { siteAt } from '../certify/blame/siteAt.ts';
import {
  fittingReasoningParsers,
  fittingToolCallParsers,
  misreadCalls,
  readsReasoning,
  sampledCalls,
  sampledReasoning,
  type SampledTurn,
} from '../certify/parsers/fit.ts';
import { reasoningParser, reasoningParserNames } from '../certify/parsers/reasoningParsers.ts';
import { nameOf } from '../certify/parsers/names.ts';
import { toolCallParser, toolCallParserNames } from '../certify/parsers/toolCallParsers.ts';
import { defineRule } from './rule.ts';
import { listed, quote, wholeTemplate } from './wording.ts';

export interface ParserPayload {
  readonly kind: 'tool calls' | 'reasoning';
  /** As it was declared. */
  readonly parser: string;
  /** Names of parsers that read what the template writes. */
  readonly fitting: readonly string[];
}

export const ct952Parsers = defineRule<ParserPayload>({
  code: 'CT952',
  title: 'The declared parser does not read what the template writes',
  by: ['renders'],
  severity: { serving: 'error', sft: 'warning', rl: 'warning' },
  explanation: `A model learns to write calls and reasoning as its template shows them in history, and a server reads them with a
parser that somebody chose by name. Where the two do not fit, nothing fails: calls arrive as text, and an agent stops
after its first turn; reasoning arrives as part of the answer. The template's own turns, with one call, with two and with
reasoning, are given to the parser that is declared (\`toolCallParser\` and \`reasoningParser\` of the config file, or
\`--tool-call-parser\` and \`--reasoning-parser\`, by the names that vLLM and SGLang use). Without a declaration nothing is
compared: \`chat-template parsers\` tells which parsers fit.`,
  repair: 'Start the server with a parser that fits, or write turns as the parser wants them.',
  find: (analysis) => [...toolCallFindings(analysis), ...reasoningFindings(analysis)],
});

function toolCallFindings(analysis: Analysis): Finding[] {
  const { subject } = analysis;
  const name = subject.parsers.toolCall;
  if (name === undefined) return [];
  const parser = toolCallParser(name);
  if (parser === undefined) return [unknown(analysis, 'tool calls', name, toolCallParserNames)];
  const turns = sampledCalls(subject);
  const misread = misreadCalls(parser, turns);
  if (turns.length > 0 && misread === null) return [];
  const payload = {
    kind: 'tool calls',
    parser: name,
    fitting: fittingToolCallParsers(turns).map(nameOf),
  } as const;
  const message =
    misread === null
      ? `The template renders no calls, and the server is to read them with ${name}: a model that was trained with it writes none.`
      : `The tool-call parser ${name} looks for ${quote(parser.looksFor)} and does not read ${callsIn(misread)} as the template writes ${misread.turn.calls.length === 1 ? 'it' : 'them'}, ${quote(written(misread))}: ${arrives}. ${fits(payload.fitting)}`;
  return [told(analysis, misread, message, payload)];
}

function reasoningFindings(analysis: Analysis): Finding[] {
  const { subject } = analysis;
  const name = subject.parsers.reasoning;
  if (name === undefined) return [];
  const parser = reasoningParser(name);
  if (parser === undefined) return [unknown(analysis, 'reasoning', name, reasoningParserNames)];
  const turn = sampledReasoning(subject);
  // Many templates never show reasoning in history: then nothing tells how the model writes it.
  if (turn === null || readsReasoning(parser, turn)) return [];
  const fitting = fittingReasoningParsers(turn).map(nameOf);
  const message = `The reasoning parser ${name} looks for ${quote(parser.closes)} and does not find the reasoning in ${quote(written(turn))}: it arrives as part of the answer. ${fits(fitting)}`;
  return [told(analysis, turn, message, { kind: 'reasoning', parser: name, fitting })];
}

const arrives = 'calls arrive as text';
const callsIn = ({ turn: { calls } }: SampledTurn) =>
  calls.length === 1 ? 'a call' : `${calls.length} calls`;

/** From where the call, or the reasoning, begins. */
const written = ({ text, textFrom, offset }: SampledTurn) => text.slice(offset - textFrom);

const fits = (fitting: readonly string[]) =>
  fitting.length === 0 ? 'No parser that is known here reads it.' : `What reads it: ${listed(fitting)}.`;

function told(
  analysis: Analysis,
  turn: SampledTurn | null,
  message: string,
  payload: ParserPayload,
): Finding {
  const site = turn && siteAt(analysis.subject, turn.request, turn.offset);
  const span = site ?? wholeTemplate(analysis.source);
  return { code: 'CT952', severity: 'warning', message, span, related: [], payload };
}

function unknown(
  { source }: Analysis,
  kind: ParserPayload['kind'],
  name: string,
  known: readonly string[],
): Finding {
  return {
    code: 'CT952',
    severity: 'information',
    message: `${name} is no parser for ${kind} that is known here, so that nothing was compared. Known are ${known.join(', ')}.`,
    span: wholeTemplate(source),
    related: [],
    payload: { kind, parser: name, fitting: [] } satisfies ParserPayload,
  };
}
