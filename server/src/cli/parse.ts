/** `chat-template parse PATH`: a sampled turn as the message that it is read as, and what is rendered of that. */
import { open } from '../certify/certify.ts';
import { compareTurn, outcomeOf, placeOf, type Comparison } from '../certify/drift/index.ts';
import { messageOf, type Place } from '../certify/response/index.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';
import { variablesOf } from './kit.ts';
import { conversationFor, sampledFrom, untilStopped } from './sampledTurn.ts';

export interface ParseOptions extends InputOptions {
  /** A file, or `-`. */
  readonly turn: string;
  readonly ids: boolean;
  readonly conversation?: string;
  readonly index: number;
  readonly kwargs?: string;
  readonly format: string;
}

export async function parse(path: string, options: ParseOptions): Promise<Outcome> {
  const { input } = await readInput(path, options);
  const { subject, error } = open(input);
  if (subject === null) throw new InputError(`${path}: ${error.message}`);
  const asked = {
    ...(await conversationFor(options.conversation, options.index)),
    kwargs: variablesOf(options.kwargs),
  };
  const sampled = await sampledFrom(options.turn, options.ids);
  const place = untilStopped(() => placeOf(subject, asked));
  if (place === null)
    throw new InputError('the template renders no assistant turn: there is nothing to parse');
  const compared = untilStopped(() => compareTurn(place, sampled));
  if (!compared.ok) throw new InputError(compared.reason);
  const { comparison } = compared;
  const output =
    options.format === 'json'
      ? `${JSON.stringify(dataOf(comparison, place), null, 2)}\n`
      : textOf(comparison, place);
  return { output, code: outcomeOf(comparison) === 'same' ? exitCode.clean : exitCode.findings };
}

function dataOf(comparison: Comparison, { format }: Place) {
  const { parsed, againText, againIds, sampled, drift } = comparison;
  return {
    outcome: outcomeOf(comparison),
    message: messageOf(format, parsed.turn),
    malformed: parsed.malformed,
    sampled: {
      text: sampled.text.slice(sampled.sampledFrom),
      ids: sampled.ids === null ? null : [...sampled.ids],
    },
    again:
      againText === null
        ? null
        : { text: againText.slice(sampled.base), ids: againIds === null ? null : [...againIds] },
    drift,
  };
}

const around = 40;

function textOf(comparison: Comparison, { format }: Place): string {
  const { parsed, sampled, againText, drift } = comparison;
  const lines = [JSON.stringify(messageOf(format, parsed.turn), null, 2), ''];
  if (parsed.malformed !== null) lines.push(`not all of it was read: ${parsed.malformed.message}`);
  if (againText === null) lines.push('the template raises on this message');
  else if (drift === null)
    lines.push(`rendered again, it is the same ${sampled.ids === null ? 'text' : 'ids'}`);
  else {
    const { level, offset, shared, sampledCount, againCount } = drift;
    const tokens =
      shared === null ? '' : `: ${sampledCount} sampled ids from ${shared} on become ${againCount}`;
    lines.push(`rendered again, it is other ${level === 'text' ? 'text' : 'ids'}${tokens}`);
    if (level === 'text') {
      lines.push(`  sampled   ${JSON.stringify(sampled.text.slice(offset, offset + around))}`);
      lines.push(`  rendered  ${JSON.stringify(againText.slice(offset, offset + around))}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
