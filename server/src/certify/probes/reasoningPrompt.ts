/** Whether the generation prompt ends inside a block of reasoning: then the model's text begins in its middle. */
import type { Span } from '../../../../protocol/certification.ts';
import { user } from '../../conversation/messages.ts';
import { siteAt } from '../blame/siteAt.ts';
import type { Kwargs } from '../kwargs.ts';
import { markersIn } from '../markers.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';

export interface OpenReasoning {
  readonly opener: string;
  readonly kwargs: Kwargs;
  readonly site: Span | null;
}

const aboutReasoning = /think|thought|reason|scratchpad/i;
const closing = /^<[|｜]?\/|end|close/i;

/** The first setting of the template's switches under which it does; null where there is none. */
export function openReasoning(subject: Subject): OpenReasoning | null {
  for (const kwargs of subject.kwargs) {
    const question = [user('first question')];
    const off = subject.render(plainRequest(question, { kwargs }));
    const request = plainRequest(question, { kwargs, addGenerationPrompt: true });
    const on = subject.render(request);
    if (!off.ok || !on.ok || !on.text.startsWith(off.text)) continue;
    const prompt = on.text.slice(off.text.length);
    const markers = markersIn(prompt);
    const at = markers.findLastIndex((marker) => aboutReasoning.test(marker));
    const opener = markers[at];
    // Any marker behind it may be its end, in whatever way the family spells that.
    if (opener === undefined || at < markers.length - 1 || closing.test(opener)) continue;
    return { opener, kwargs, site: siteAt(subject, request, off.text.length + prompt.lastIndexOf(opener)) };
  }
  return null;
}
