/** What a person gives a command as the sampled turn, and what it answers. */
import { readFile } from 'node:fs/promises';
import { RenderStopped } from '../certify/subject.ts';
import type { Asked, SampledTurn } from '../certify/drift/index.ts';
import { problemText, readConversations } from '../conversation/read/index.ts';
import { InputError } from './failure.ts';

/** A file, or `-` for standard input. */
export async function sampledFrom(file: string, ids: boolean): Promise<SampledTurn> {
  const content = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch((error: Error) => {
    throw new InputError(`${file} can't be read: ${error.message}`);
  });
  return ids ? { kind: 'ids', ids: idsIn(content) } : { kind: 'text', text: content };
}

/** Numbers, with whatever people put between them. */
export function idsIn(content: string): number[] {
  const odd = /[^\d\s,[\]]+/.exec(content);
  if (odd !== null)
    throw new InputError(`"${odd[0]}" is no token id: give numbers, with blanks or commas between.`);
  return (content.match(/\d+/g) ?? []).map(Number);
}

/** The conversation that the turn answers; the last message may be the turn itself: it is left out. */
export async function conversationFor(
  file: string | undefined,
  index: number,
): Promise<Pick<Asked, 'messages' | 'tools'>> {
  if (file === undefined) return {};
  const content = await readFile(file, 'utf8').catch(() => {
    throw new InputError(`${file} does not exist, or can't be read.`);
  });
  const { trajectories, problems } = readConversations(content, file);
  const [problem] = problems;
  if (problem !== undefined) throw new InputError(problemText(file, problem));
  const chosen = trajectories[index - 1];
  if (chosen === undefined)
    throw new InputError(`${file} holds ${trajectories.length} conversations, not ${index}.`);
  const { messages, tools } = chosen;
  return { messages: messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages, tools };
}

/** A render that met a limit is told as what the command can't go on with. */
export function untilStopped<T>(work: () => T): T {
  try {
    return work();
  } catch (stopped) {
    if (stopped instanceof RenderStopped) throw new InputError(stopped.message);
    throw stopped;
  }
}
