import type { Span } from '../../../../protocol/certification.ts';
import { assistant, system, user } from '../../conversation/messages.ts';
import { siteAt } from '../blame/siteAt.ts';
import { plainRequest } from '../requests.ts';
import { structureOf, type Structure } from '../structure.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

export interface BosFault {
  /** `twice`: more than one. `missing`: none, although the tokenizer begins every text with one. `late`: not the first id. */
  readonly kind: 'twice' | 'missing' | 'late';
  readonly bos: string;
  /** How often it stands there. */
  readonly count: number;
}

const conversations = [
  { id: 'a user message', messages: [user('the first question')] },
  { id: 'system and user', messages: [system('the instruction'), user('the first question')] },
  {
    id: 'several turns',
    messages: [user('the first question'), assistant({ content: 'the answer' }), user('the second question')],
  },
];

export const bosOnce = faultProperty<BosFault>({
  id: 'bos.once',
  title: 'Exactly one BOS',
  definition:
    'T(R(M, on)) begins with the BOS id and has no other; without a tokenizer, its text stands there at most once',
  explanation: `A template that writes the BOS token twice, or in two places that both apply, begins every prompt in a way the model
has not seen. Chat servers and \`apply_chat_template\` encode a render without added special tokens, so that the template
alone decides: one BOS where the tokenizer begins ordinary texts with one, at the very beginning. Whoever encodes the
render as an ordinary text gets what the tokenizer adds on top of it; CT301 says what that comes to.`,
  examine({ subject }, examination) {
    const bos = subject.specialTokens.bos_token ?? '';
    if (bos === '') {
      examination.cannotJudge('the tokenizer has no BOS token');
      return;
    }
    const structure = structureOf(subject);
    if (opensTurns(structure, bos)) {
      examination.cannotJudge('every turn begins with the BOS token');
      return;
    }
    if (subject.tokenizer !== null) examination.comparedTokens();
    for (const { id, messages } of conversations) {
      const request = plainRequest(messages, { addGenerationPrompt: true });
      const text = examination.text(request);
      if (text === null) continue;
      const places = bosIn(subject, text, bos).filter(
        (at) => at === 0 || !opensExchange(structure, text, at),
      );
      const kind = kindOf(places, addsBos(subject));
      if (kind === null) continue;
      const at = (kind === 'twice' ? places[1] : places[0]) ?? 0;
      const detail = {
        twice: `${places.length} times ${bos}`,
        missing: `no ${bos}`,
        late: `text before ${bos}`,
      };
      examination.fault(
        {
          trajectory: id,
          request,
          at: kind === 'missing' ? null : { start: at, end: at + bos.length },
          detail: detail[kind],
        },
        siteAt(subject, request, kind === 'late' ? 0 : at),
        { kind, bos, count: places.length },
        kind === 'twice' ? 'text' : 'tokens',
      );
    }
  },
});

/** Some models have it for what begins each turn, the one that is asked for too. */
const opensTurns = ({ turns, generationPrompt }: Structure, bos: string): boolean =>
  [turns.user?.header, turns.assistant?.header, generationPrompt].every((header) =>
    header?.trimStart().startsWith(bos),
  );

/** Where the answer follows the user's turn without a header, question and answer may stand between BOS and EOS together. */
const opensExchange = ({ turns, stop }: Structure, text: string, at: number): boolean =>
  turns.assistant?.header.trim() === '' && stop !== null && text.slice(0, at).trimEnd().endsWith(stop);

function kindOf(places: readonly number[], expected: boolean): BosFault['kind'] | null {
  if (places.length > 1) return 'twice';
  if (!expected) return null;
  if (places.length === 0) return 'missing';
  return places[0] === 0 ? null : 'late';
}

/** Whether this tokenizer begins a text with BOS when special tokens are asked for. */
function addsBos({ tokenizer, specialTokens }: Subject): boolean {
  const id = tokenizer?.addedTokenId(specialTokens.bos_token ?? '') ?? null;
  return id !== null && tokenizer!.postProcessing.before.includes(id);
}

/** Offsets of the BOS token; of its text where no tokenizer is. */
function bosIn(subject: Subject, text: string, bos: string): number[] {
  const encoding = subject.encode(text);
  const id = subject.tokenizer?.addedTokenId(bos) ?? null;
  if (encoding === null || id === null) return [...text.matchAll(literally(bos))].map(({ index }) => index);
  return [...encoding.ids].flatMap((one, index) => (one === id ? [encoding.starts[index]!] : []));
}

const literally = (text: string) => new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gu');

export interface EncodedAsText {
  readonly bos: string;
  /** What the tokenizer puts behind the text: empty for most. */
  readonly behind: string;
  readonly site: Span | null;
}

/** A render that begins with the one BOS it needs, and what encoding it as an ordinary text makes of that. */
export function bosWhenEncodedAsText(subject: Subject): EncodedAsText | null {
  const bos = subject.specialTokens.bos_token ?? '';
  const request = plainRequest(conversations[0]!.messages, { addGenerationPrompt: true });
  const rendered = subject.render(request);
  if (bos === '' || !rendered.ok || !addsBos(subject)) return null;
  const behind = subject.tokenizer!.decode(subject.tokenizer!.postProcessing.after);
  const [at, ...others] = bosIn(subject, rendered.text, bos);
  return at !== 0 || others.length > 0 ? null : { bos, behind, site: siteAt(subject, request, at) };
}
