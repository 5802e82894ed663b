import { assistant, functionSchema, user } from '../../conversation/messages.ts';
import type { Span } from '../../../../protocol/certification.ts';
import { dataFlowOf, encodersOf, takesOf } from '../../dataflow/index.ts';
import type { Subject } from '../subject.ts';
import { plainRequest } from '../requests.ts';
import { siteAt } from '../blame/siteAt.ts';
import { faultProperty } from './faultProperty.ts';

export interface JsonFault {
  /** `order`: keys stand in another order than passed. `escaped`: non-ASCII letters became \\u escapes. `html`: `<`, `>`, `&` became escapes or entities. */
  readonly kind: 'order' | 'escaped' | 'html';
  readonly where: 'arguments' | 'tool definitions';
}

/** Keys out of the alphabet's order, a letter and a sign that writers of JSON like to escape. */
const value = 'zü尺z';
const markup = 'z<b>&z';
const call = { id: 'callj0001', name: 'zfunctionz', arguments: { zlastz: value, zfirstz: markup } };
const tool = functionSchema('zfunctionz', `${value} ${markup}`, {
  zlastz: { type: 'string', description: 'a key' },
  zfirstz: { type: 'string', description: 'a key' },
});

export const jsonBytes = faultProperty<JsonFault>({
  id: 'json.bytes',
  title: 'JSON keeps its bytes',
  definition:
    'keys of arguments and parameters stand in R(M) in the order they were passed, letters and signs unescaped',
  explanation: `Arguments and tool definitions are JSON, and JSON has many spellings. A template that sorts keys prints another call
than the model has written; one that escapes letters to \`\\u\` codes costs tokens, and teaches the model to write them;
one that escapes \`<\`, \`>\` and \`&\` as for a web page corrupts code.`,
  examine({ subject, dialect }, examination) {
    const renders = [
      {
        where: 'arguments' as const,
        request: plainRequest(dialect.spell([user('zuserz'), assistant({ calls: [call] })]), {
          tools: dialect.dummyTools,
        }),
      },
      { where: 'tool definitions' as const, request: plainRequest([user('zuserz')], { tools: [tool] }) },
    ];
    for (const { where, request } of renders) {
      const text = examination.text(request);
      if (text === null) continue;
      const fault = (kind: JsonFault['kind'], at: number) =>
        examination.fault(
          { trajectory: where, request, at: { start: at, end: at }, detail: `${where}: ${kind}` },
          changerOf(subject, where, kind, siteAt(subject, request, at)),
          { kind, where },
        );
      const [last, first] = [text.indexOf('zlastz'), text.indexOf('zfirstz')];
      if (first >= 0 && last > first) fault('order', first);
      const escaped = text.search(/z\\u00fc/i);
      if (escaped >= 0) fault('escaped', escaped);
      const html = text.search(/z(\\u003c|&lt;)b/i);
      if (html >= 0) fault('html', html);
    }
  },
});

/** The filter that sorts or escapes them, where it stands apart from what prints them; else that. */
function changerOf(
  { program }: Subject,
  where: JsonFault['where'],
  kind: JsonFault['kind'],
  printed: Span | null,
): Span | null {
  const flow = dataFlowOf(program.template);
  const [sorter] = kind === 'order' ? paths[where].flatMap((path) => takesOf(flow, path, 'order')) : [];
  const encoders = kind === 'order' ? [] : paths[where].flatMap((path) => encodersOf(flow, path));
  const changer = sorter ?? (encoders.length === 1 ? encoders[0] : undefined);
  const isInside =
    changer !== undefined &&
    printed !== null &&
    printed.start <= changer.span.start &&
    changer.span.end <= printed.end;
  return changer === undefined || (isInside && sorter === undefined) ? printed : changer.span;
}

const paths: Readonly<Record<JsonFault['where'], readonly string[]>> = {
  arguments: ['messages[].tool_calls[].function.arguments'],
  'tool definitions': ['tools[].function.parameters.properties', 'tools[].function.parameters'],
};
