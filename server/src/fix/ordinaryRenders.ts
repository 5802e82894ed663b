/** Which ordinary renders an edit changes: what a server sends with the suite's conversations, turn by turn. */
import type { RenderChange } from '../../../protocol/certification.ts';
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Analysis } from '../certify/analysis.ts';
import type { Certified } from '../certify/certify.ts';
import { conversationOf } from '../conversation/suite.ts';
import { generationCuts } from '../conversation/cuts.ts';

interface OrdinaryRender {
  readonly trajectory: string;
  readonly request: RenderRequest;
}

/** Each point of each conversation at which a server asks the model to go on. */
export function ordinaryRenders({ dialect, subject }: Analysis): OrdinaryRender[] {
  return subject.suite.flatMap((trajectory) => {
    const messages = dialect.spell(trajectory.messages);
    return generationCuts(messages).flatMap((cut) =>
      subject.kwargs.map((kwargs) => ({
        trajectory: trajectory.id,
        request: {
          conversation: conversationOf(trajectory, kwargs, messages.slice(0, cut.before)),
          addGenerationPrompt: true,
        },
      })),
    );
  });
}

/** Each conversation up to the end of each of its assistant turns: what a trainer renders. */
export function finishedRenders({ dialect, subject }: Analysis): OrdinaryRender[] {
  return subject.suite.flatMap((trajectory) => {
    const messages = dialect.spell(trajectory.messages);
    return generationCuts(messages).map((cut) => ({
      trajectory: trajectory.id,
      request: {
        conversation: conversationOf(trajectory, {}, messages.slice(0, cut.after)),
        addGenerationPrompt: false,
      },
    }));
  });
}

export interface ChangedRenders {
  readonly changes: readonly RenderChange[];
  /** Renders that were compared to find them. */
  readonly compared: number;
}

/** Renders that differ once the template is edited; a render that raises is told by its error. */
export function changedRenders(
  { analysis: before }: Certified,
  { analysis: after }: Certified,
): ChangedRenders {
  if (before === null || after === null) return { changes: [], compared: 0 };
  const renders = ordinaryRenders(before);
  const changes = renders.flatMap(({ trajectory, request }): RenderChange[] => {
    const was = textOrError(before, request);
    const is = textOrError(after, request);
    return was === is ? [] : [{ trajectory, request, before: was, after: is }];
  });
  return { changes, compared: renders.length };
}

function textOrError({ subject }: Analysis, request: RenderRequest): string {
  const rendered = subject.render(request);
  return rendered.ok ? rendered.text : `${rendered.error.type}: ${rendered.error.message}`;
}
