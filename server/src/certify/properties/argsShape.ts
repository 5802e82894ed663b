import type { Span } from '../../../../protocol/certification.ts';
import type { Json } from '../../../../protocol/conversation.ts';
import { user } from '../../conversation/messages.ts';
import type { Trace } from '../../jinja/index.ts';
import { dataFlowOf, encodersOf } from '../../dataflow/index.ts';
import { branchOf } from '../blame/branch.ts';
import { choiceAgainst } from '../blame/lossSite.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

/** How the arguments of a call can reach a template, and what each shape must lead to. */
export type ArgumentsShape = 'mapping' | 'string';

export interface ShapeFault {
  /** The shape that is handled badly. */
  readonly shape: ArgumentsShape;
  readonly kind: 'raises' | 'double-encodes' | 'drops' | 'differs';
  /** What was raised; null unless `kind` is `raises`. */
  readonly error: string | null;
}

const value = 'zvaluez';
const shapes: Readonly<Record<ArgumentsShape, Json>> = {
  mapping: { zkeyz: value, count: 2 },
  string: JSON.stringify({ zkeyz: value, count: 2 }).replaceAll(/([:,])/g, '$1 '),
};

export const argsShape = faultProperty<ShapeFault>({
  id: 'args.shape',
  title: 'Arguments as mapping or as JSON string',
  definition: 'R(M with arguments as a mapping) = R(M with the same arguments as a JSON string)',
  explanation: `OpenAI's format carries the arguments of a call as a JSON string; trainers and some servers pass a mapping.
A template that handles one of them raises on the other, prints a JSON string inside a JSON string, or drops the
arguments. The double encoding is the worst of these: nothing is raised, and the model learns to escape quotes.`,
  examine({ subject }, examination) {
    const request = (shape: ArgumentsShape) => ({
      conversation: { messages: conversationWith(shapes[shape]), tools: null, documents: null, kwargs: {} },
      addGenerationPrompt: false,
    });
    const renders = {
      mapping: examination.render(request('mapping')),
      string: examination.render(request('string')),
    };
    // Where neither renders the template has no place for calls at all: that is not a fault of their shape.
    if (!renders.mapping.ok && !renders.string.ok) return;
    const texts = { mapping: textOf(renders.mapping), string: textOf(renders.string) };
    if (![texts.mapping, texts.string].some((text) => text?.includes(value))) return;
    for (const shape of ['mapping', 'string'] as const) {
      const rendered = renders[shape];
      const fault = rendered.ok
        ? faultOf(shape, rendered.text, texts.mapping)
        : { shape, kind: 'raises' as const, error: `${rendered.error.type}: ${rendered.error.message}` };
      if (fault === null) continue;
      const { trace } = subject.trace(request(shape));
      const site = !rendered.ok
        ? rendered.error.span
        : fault.kind === 'drops'
          ? (choiceAgainst(subject, { request: request(shape), text: value }, [request(other[shape])]) ??
            branchOf(trace!, 1))
          : writtenAt(subject, trace, rendered.text, fault.kind);
      examination.fault(
        {
          trajectory: `arguments as ${shape}`,
          request: request(shape),
          at: null,
          detail: `a ${shape} ${fault.kind}`,
        },
        site,
        fault,
      );
    }
  },
});

const other = { mapping: 'string', string: 'mapping' } as const;

/** What printed the arguments; where they were encoded before, in a variable, what encodes them. */
function writtenAt(
  { program }: Subject,
  trace: Trace | null,
  text: string,
  kind: ShapeFault['kind'],
): Span | null {
  const at = text.indexOf('zkeyz');
  const site = trace?.runs().find(({ end }) => end > at)?.site ?? null;
  const encoders = encodersOf(dataFlowOf(program.template), 'messages[].tool_calls[].function.arguments');
  if (kind !== 'double-encodes' || encoders.length !== 1 || site === null) return site;
  const { span } = encoders[0]!;
  return site.start <= span.start && span.end <= site.end ? site : span;
}

function conversationWith(args: Json) {
  const call = { id: 'call00001', type: 'function', function: { name: 'zfunctionz', arguments: args } };
  return [user('zuserz'), { role: 'assistant', content: '', tool_calls: [call] }];
}

function faultOf(shape: ArgumentsShape, text: string, asMapping: string | null): ShapeFault | null {
  const fault = (kind: ShapeFault['kind']): ShapeFault => ({ shape, kind, error: null });
  if (!text.includes(value)) return fault('drops');
  if (isTwice(text)) return fault('double-encodes');
  const isPrinted = shape === 'string' && asMapping?.includes(value) === true && !isTwice(asMapping);
  return isPrinted && !sameBut(text, asMapping) ? fault('differs') : null;
}

const isTwice = (text: string) => text.includes('\\"zkeyz\\"');

/** JSON may be spaced otherwise in the two renders, and its keys sorted; what it says must be the same. */
const sameBut = (one: string, other: string) => lettersOf(one) === lettersOf(other);
const lettersOf = (text: string) => [...text.replaceAll(/\s/g, '')].sort().join('');

const textOf = (rendered: { ok: true; text: string } | { ok: false }) => (rendered.ok ? rendered.text : null);
