import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, system, tool, user, type Call } from '../../conversation/messages.ts';
import type { AddedToken } from '../../tokenizer/index.ts';
import { tracedText } from '../blame/causes.ts';
import { siteAt } from '../blame/siteAt.ts';
import { isContent } from '../content.ts';
import { markersIn } from '../markers.ts';
import type { Dialect } from '../dialect.ts';
import { structuralMarkers } from '../probes/structuralMarkers.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { faultProperty, type Examination } from './faultProperty.ts';

export interface ForgeFault {
  readonly field: string;
  /** `whole`: the token's text stands in the field. `halves`: only a part of it does, and the template, or the next field, has the rest. */
  readonly kind: 'whole' | 'halves';
  /** Tokens whose ids come out of the field, those of the template's own markers first. */
  readonly tokens: readonly string[];
  /** How many were tried. */
  readonly tried: number;
}

export const forge = faultProperty<ForgeFault>({
  id: 'forge',
  title: 'Content can not forge control tokens',
  definition: 'no id of an added token in T(R(M)) comes from content',
  explanation: `A render is one text, and encoding it makes a control token of its spelling wherever it stands: a user, a web page or a
tool result that contains the end marker of a turn ends the turn. Almost every template that is rendered first and
encoded afterwards allows it, so that the verdict is about how your stack encodes: a host has to encode content by itself
(\`split_special_tokens\`), or refuse it. Added tokens of the tokenizer are put into each field in turn, whole, and in
halves where the template's own text, or the field beside it, completes it; ids are counted by where their text came
from. A FAIL is *by design* where every marker that begins or ends a turn is flagged special, so that a host can do its part.
Needs a tokenizer.`,
  examine({ subject, dialect }, examination) {
    if (subject.tokenizer === null) return examination.cannotJudge('a tokenizer is needed');
    examination.comparedTokens();
    const markers = structuralMarkers(subject, dialect);
    const own = new Set(markers.map(({ text }) => text));
    const { addedTokens } = subject.tokenizer;
    const tokens = tokensToTry(addedTokens, own);
    for (const { field, request } of fields(dialect)) {
      const asked = field === 'user content' ? tokens : tokens.filter((token) => rankOf(token, own) < 2);
      lookForWhole({ subject, examination, field }, request, asked);
      lookForHalves({ subject, examination, field }, request, asked);
    }
    lookForParts({ subject, examination, field: 'text parts side by side' }, tokens);
    const special = new Set(addedTokens.flatMap((token) => (token.special ? [token.content] : [])));
    if (markers.every(({ role, text }) => role !== 'turn' || special.has(text))) examination.byDesign();
  },
});

/** Those of the template first, then special ones; of thousands that are reserved, a few stand for all. */
function tokensToTry(added: readonly AddedToken[], own: ReadonlySet<string>): AddedToken[] {
  const ranked = added.map((token) => ({ token, rank: rankOf(token, own) }));
  const of = (rank: number, most: number) =>
    ranked.flatMap((one) => (one.rank === rank ? [one.token] : [])).slice(0, most);
  return [...of(0, 64), ...of(1, 128), ...of(2, 16)];
}

interface Place {
  readonly subject: Subject;
  readonly examination: Examination<ForgeFault>;
  readonly field: string;
}

type Spelt = (text: string) => RenderRequest;

const call: Call = { id: 'callw0001', name: 'get_weather', arguments: { city: 'Paris' } };
const question = user('first question');

/** Every field of a conversation that whoever writes it decides. */
function fields(dialect: Dialect): { field: string; request: Spelt }[] {
  const tools = dialect.dummyTools;
  const of = (messages: readonly Message[], given: Json = tools, addGenerationPrompt = true) =>
    plainRequest(dialect.spell(messages), { tools: given, addGenerationPrompt });
  const calling = (changed: Partial<Call>) => assistant({ calls: [{ ...call, ...changed }] });
  return [
    { field: 'user content', request: (text) => of([user(text)]) },
    { field: 'system content', request: (text) => of([system(text), question]) },
    { field: 'tool result', request: (text) => of([question, calling({}), tool(call, text)]) },
    {
      field: 'assistant content',
      request: (text) => of([question, assistant({ content: text }), user('second question')]),
    },
    {
      field: 'reasoning',
      request: (text) =>
        of([question, assistant({ content: 'first answer', reasoning: text })], tools, false),
    },
    {
      field: 'call argument',
      request: (text) => of([question, calling({ arguments: { city: text } })], tools, false),
    },
    { field: 'function name', request: (text) => of([question, calling({ name: text })], tools, false) },
    {
      field: 'tool description',
      request: (text) => of([question], [functionSchema('get_weather', text, {})]),
    },
  ];
}

/** 0: a marker of the template. 1: special, or it looks like a control token. 2: reserved. 3: ordinary text. */
function rankOf({ content, special }: AddedToken, own: ReadonlySet<string>): number {
  if (own.has(content)) return 0;
  if (!special && markersIn(content).length === 0) return 3;
  return /unused|reserved|extra_|place.?holder|control_/i.test(content) ? 2 : 1;
}

function lookForWhole(place: Place, spelt: Spelt, tokens: readonly AddedToken[]): void {
  const request = spelt(tokens.map(({ content }) => `zz ${content} zz`).join('\n'));
  const found = forgedIn(place, request);
  const forged = tokens.filter(({ content }) => found.has(content)).map(({ content }) => content);
  if (forged.length > 0) report(place, request, { kind: 'whole', tokens: forged, tried: tokens.length });
}

/** The template's text right before or behind the field, where it holds one part of a token and content may hold the other. */
function lookForHalves(place: Place, spelt: Spelt, tokens: readonly AddedToken[]): void {
  const { subject } = place;
  const request = spelt('zcontentz');
  if (!subject.render(request).ok) return;
  const { text } = tracedText(subject, request);
  const at = text.indexOf('zcontentz');
  if (at < 0) return;
  const before = text.slice(0, at);
  const behind = text.slice(at + 'zcontentz'.length);
  for (const { content } of tokens) {
    for (let cut = 1; cut < content.length; cut += 1) {
      const [head, tail] = [content.slice(0, cut), content.slice(cut)];
      const half = behind.startsWith(tail) ? `zz ${head}` : before.endsWith(head) ? `${tail} zz` : null;
      if (half === null || !forgedIn(place, spelt(half)).has(content)) continue;
      report(place, spelt(half), { kind: 'halves', tokens: [content], tried: tokens.length });
      return;
    }
  }
}

/** Two parts of one content, each of which is harmless. */
function lookForParts(place: Place, tokens: readonly AddedToken[]): void {
  const token = tokens.find(({ content }) => content.length > 1);
  if (token === undefined) return;
  const { content } = token;
  const texts = [`zz ${content.slice(0, 2)}`, `${content.slice(2)} zz`];
  const request = plainRequest([user(texts.map((text) => ({ type: 'text', text })))], {
    addGenerationPrompt: true,
  });
  if (forgedIn(place, request).has(content))
    report(place, request, { kind: 'halves', tokens: [content], tried: tokens.length });
}

/** Added tokens that at least a part of content is in. */
function forgedIn({ subject, examination }: Place, request: RenderRequest): Set<string> {
  if (examination.text(request) === null) return new Set();
  const { text, trace } = tracedText(subject, request);
  const { ids, starts, ends } = subject.encode(text)!;
  const names = new Map(subject.tokenizer!.addedTokens.map(({ id, content }) => [id, content]));
  const content = trace.runs().filter(isContent);
  const forged = new Set<string>();
  let next = 0;
  ids.forEach((id, index) => {
    while (next < content.length && content[next]!.end <= starts[index]!) next += 1;
    const name = names.get(id);
    if (name !== undefined && next < content.length && content[next]!.start < ends[index]!) forged.add(name);
  });
  return forged;
}

function report(place: Place, request: RenderRequest, found: Omit<ForgeFault, 'field'>): void {
  const { subject, examination, field } = place;
  const { text } = tracedText(subject, request);
  const [first] = found.tokens;
  const at = Math.max(text.lastIndexOf('zz '), text.indexOf(' zz'), 0);
  examination.fault(
    {
      trajectory: field,
      request,
      at: null,
      detail: `${JSON.stringify(first)}${found.tokens.length > 1 ? ` and ${found.tokens.length - 1} more` : ''} from ${field}`,
    },
    siteAt(subject, request, at),
    { field, ...found },
    'tokens',
  );
}
