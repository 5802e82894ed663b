import type { Edit, Span } from '../../../../protocol/certification.ts';
import { assistant, user } from '../../conversation/messages.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { trimThatTakes } from '../probes/trimmed.ts';
import { siteAt } from '../blame/siteAt.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

export interface VerbatimFault {
  /** `edges`: blanks at the edges are gone. `inside`: blanks between words are others. `split`: text around a marker that the template splits at is gone. */
  readonly kind: 'edges' | 'inside' | 'split';
  /** The marker that it is split at; null unless `kind` is `split`. */
  readonly separator: string | null;
  /** Leaves out the trim that takes the blanks; null where no single one does, and where `kind` is `split`. */
  readonly untrimmed: Edit | null;
}

const sentence = 'first zanswerz';

/** As answers have them: paragraphs, code, and lists. */
const blanksInside = 'zheadz:\n\n\n- one  two\n\tzendz';

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
    const padded = ` \n${sentence} \n`;
    const text = examination.text(request(padded));
    const plain = examination.text(request(sentence));
    if (text === null || plain === null || !plain.includes(sentence)) return;
    if (!text.includes(padded)) {
      const at = text.indexOf(sentence);
      const untrimmed = trimThatTakes(subject, request(padded), padded);
      examination.fault(
        {
          trajectory: 'content with blank edges',
          request: request(padded),
          at: { start: at, end: at + sentence.length },
          detail: 'the blanks at the edges of the content are gone',
        },
        untrimmed?.span ?? siteAt(subject, request(padded), Math.max(at, 0)),
        { kind: 'edges', separator: null, untrimmed },
      );
    }
    const spaced = request(blanksInside);
    const inside = examination.text(spaced);
    if (inside !== null && !inside.includes(blanksInside)) {
      examination.fault(
        {
          trajectory: 'content with blanks inside',
          request: spaced,
          at: null,
          detail: 'the blanks between the words of the content are others',
        },
        siteAt(subject, spaced, Math.max(inside.indexOf('zheadz'), 0)),
        { kind: 'inside', separator: null, untrimmed: null },
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
        { kind: 'split', separator, untrimmed: null },
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
