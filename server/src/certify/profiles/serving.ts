/** Servers: what is computed once should not be computed again, and every engine should send the same bytes. */
import { everyAppend, need, needs, type Profile } from './profile.ts';

export const servingProfiles: readonly Profile[] = [
  {
    id: 'prefix-cache',
    title: 'Serving with a prefix cache (vLLM, SGLang, TensorRT-LLM)',
    builds: 'renders the whole conversation for each request and reuses the longest known prefix of its ids',
    needs: [
      ...needs(
        everyAppend,
        'The next request misses the cache from the rewritten turn on: all that follows is prefilled again, at each turn.',
      ),
      need(
        'seam.generation',
        'What was generated is not reused: the turn is written otherwise in history than the prompt it was generated from.',
      ),
      need(
        'head.stable',
        'Turning thinking or tools on changes the head of the prompt: nothing of the cache is shared between such requests.',
      ),
    ],
  },
  {
    id: 'other-engines',
    title: 'llama.cpp, transformers.js and minijinja servers',
    builds: 'render with an engine of their own',
    needs: [
      need(
        'engines.agree',
        'These servers send other bytes than transformers, or refuse the template: answers get worse without an error.',
      ),
    ],
  },
];
