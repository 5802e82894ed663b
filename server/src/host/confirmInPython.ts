/** Asks the person's Python for renders, and says where it answers otherwise. */
import type {
  Disagreement,
  PythonAnswers,
  RenderOutcome,
  RenderToConfirm,
} from '../../../protocol/confirmation.ts';
import { isSameOutcome } from '../certify/confirmation.ts';
import { certificateClock } from '../certify/subject.ts';
import { PythonBridge, type PythonAnswer } from './pythonBridge.ts';
import { shippedFile } from './shippedFile.ts';

/** Renders that Python is asked for in one go. */
const BATCH = 64;

/** A template that hangs Python this often is not tried any further. */
const MOST_STOPS = 3;

/** The usual name of an interpreter on this system. */
export const defaultPython = process.platform === 'win32' ? 'python' : 'python3';

/**
 * `python`: a path or a command. Null where `signal` said that the answer is no longer wanted: Python is ended at once.
 * Rejects with `PythonUnavailable`.
 */
export async function confirmInPython(
  python: string,
  source: string,
  renders: readonly RenderToConfirm[],
  signal?: AbortSignal,
): Promise<PythonAnswers | null> {
  if (signal?.aborted) return null;
  const bridge = new PythonBridge({
    python,
    script: shippedFile('python/render.py', '../../python/render.py'),
  });
  const end = () => bridge.dispose();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const versions = await bridge.versions();
    const answers = await answersOf(bridge, source, renders);
    if (signal?.aborted) return null;
    const disagreements = renders.flatMap(({ request, ours }, index): Disagreement[] => {
      const theirs = answers[index]!;
      return isSameOutcome(ours, theirs) ? [] : [{ request, ours, theirs }];
    });
    return { versions, renders: renders.length, disagreements };
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    bridge.dispose();
  }
}

async function answersOf(
  bridge: PythonBridge,
  template: string,
  renders: readonly RenderToConfirm[],
): Promise<RenderOutcome[]> {
  const requests = renders.map(({ context }) => ({ template, context, now: certificateClock }));
  const answers: PythonAnswer[] = [];
  let stops = 0;
  while (answers.length < requests.length && stops < MOST_STOPS) {
    const batch = requests.slice(answers.length, answers.length + BATCH);
    const together = await bridge.renderAll(batch);
    if (!together.some(isStopped)) {
      answers.push(...together);
      continue;
    }
    // One by one, it is seen which of them it is.
    for (const request of batch) {
      const answer = await bridge.render(request);
      answers.push(answer);
      if (isStopped(answer)) stops += 1;
      if (stops >= MOST_STOPS) break;
    }
  }
  const reason = `Python was not asked any more after ${MOST_STOPS} renders without an answer.`;
  return requests.map((_, index) => outcomeOf(answers[index] ?? { kind: 'stopped', reason }));
}

const isStopped = ({ kind }: PythonAnswer) => kind === 'stopped';

function outcomeOf(answer: PythonAnswer): RenderOutcome {
  if (answer.kind !== 'failed') return answer;
  const { type, message } = answer.error;
  return { kind: 'failed', type, message };
}
