import type { Edit, Span } from '../../../../protocol/certification.ts';
import { assistant, user } from '../../conversation/messages.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { changeOf } from '../probes/changed.ts';
import { siteAt } from '../blame/siteAt.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

export interface VerbatimFault {
  /**
   * `edges`: blanks at the edges are gone. `inside`: blanks between words are others. `characters`: other characters are.
   * `split`: text around a marker that the template splits at is gone.
   */
  readonly kind: 'edges' | 'inside' | 'characters' | 'split';
  /** The marker that it is split at; null unless `kind` is `split`. */
  readonly separator: string | null;
  /** Leaves out the filter or method that changes it; null where no single one does, and where `kind` is `split`. */
  readonly unchanged: Edit | null;
}

const sentence = 'first zanswerz';

interface Probe {
  readonly kind: 'edges' | 'inside' | 'characters';
  readonly content: string;
  /** What shows where the content stands, if not the whole of it. */
  readonly word: string;
  readonly trajectory: string;
  readonly detail: string;
}

/** As answers have them: edges as models leave them, paragraphs, code, lists. */
const probes: readonly Probe[] = [
  {
    kind: 'edges',
    content: ` \n${sentence} \n`,
    word: sentence,
    trajectory: 'content with blank edges',
    detail: 'the blanks at the edges of the content are gone',
  },
  {
    kind: 'inside',
    content: 'zheadz:\n\n\n- one  two\n\tzendz',
    word: 'zheadz',
    trajectory: 'content with blanks inside',
    detail: 'the blanks between the words of the content are others',
  },
  {
    kind: 'characters',
    content: `zheadz if a < b && c > 0: print("it's 1&2") zendz`,
    word: 'zheadz',
    trajectory: 'content with code in it',
    detail: 'the characters of the content are others',
  },
];

export const surviveVerbatim = faultProperty<VerbatimFault>({
  id: 'survive.verbatim',
  title: 'Assistant content is verbatim',
  definition:
    'the content of an assistant message stands in R(M, off) unit by unit, its edges and any text in it too',
  explanation: `What the model sampled is stored as content and rendered again in the next request. Where the template trims its
edges, or splits it at a marker that occurs in it, the rendered turn is not the sampled one: continuing a final message
cuts at the wrong place, and a round trip changes ids.`,
  examine({ subject }, examination) {
    const request = (content: string) =>
      plainRequest([user('zuserz'), assistant({ content }), user('zlastz')]);
    const plain = examination.text(request(sentence));
    if (plain === null || !plain.includes(sentence)) return;
    for (const { kind, content, word, trajectory, detail } of probes) {
      const asked = request(content);
      const text = examination.text(asked);
      if (text === null || text.includes(content)) continue;
      const start = text.indexOf(word);
      const unchanged = changeOf(subject, asked, content);
      examination.fault(
        { trajectory, request: asked, at: start < 0 ? null : { start, end: start + word.length }, detail },
        unchanged?.span ?? siteAt(subject, asked, Math.max(start, 0)),
        { kind, separator: null, unchanged },
      );
    }
    for (const { separator, span } of splitsOf(subject)) {
      const content = `zbeforez${separator}zafterz`;
      const split = examination.text(request(content));
      if (split === null || split.includes(content)) continue;
      if (split.includes('zbeforez') && split.includes('zafterz')) continue;
      examination.fault(
        {
          trajectory: `content with ${separator}`,
          request: request(content),
          at: null,
          detail: `text beside ${JSON.stringify(separator)} is gone`,
        },
        span,
        { kind: 'split', separator, unchanged: null },
      );
    }
  },
});

/** Texts that the template splits at. */
function splitsOf({ program }: Subject): { separator: string; span: Span }[] {
  const found = new Map<string, Span>();
  for (const node of nodesOf(program.template)) {
    if (node.kind !== 'call' || node.callee.kind !== 'attribute' || node.callee.attribute !== 'split')
      continue;
    const [separator] = node.args.positional;
    if (separator?.kind === 'string' && separator.value.trim() !== '' && !found.has(separator.value))
      found.set(separator.value, node.span);
  }
  return [...found].map(([separator, span]) => ({ separator, span }));
}
