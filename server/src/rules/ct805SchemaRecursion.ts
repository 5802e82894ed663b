import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { Json } from '../../../protocol/conversation.ts';
import { functionSchema, user } from '../conversation/messages.ts';
import { defineRule } from './rule.ts';

export interface SchemaPayload {
  readonly schema: string;
  readonly error: string;
}

/** Schemas of one parameter that tools really have. */
const schemas: Readonly<Record<string, Json>> = {
  'a union of types (`"type": ["number", "null"]`)': { type: ['number', 'null'], description: 'One' },
  'a union with an array (`"type": ["array", "null"]`)': {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'One',
  },
  'a choice of schemas (`anyOf`)': { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'One' },
  'no type': { description: 'Anything' },
  'an array of arrays': {
    type: 'array',
    items: { type: 'array', items: { type: 'number' } },
    description: 'One',
  },
  'an object in an object': {
    type: 'object',
    properties: { inner: { type: 'object', properties: { leaf: { type: 'boolean' } }, description: 'One' } },
    description: 'One',
  },
  'an object without properties': { type: 'object', description: 'One' },
  'an enumeration of numbers': { type: 'integer', enum: [1, 2], description: 'One' },
};

export const ct805SchemaRecursion = defineRule<SchemaPayload>({
  code: 'CT805',
  title: 'A parameter schema that the template can not print',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The template prints tool definitions type by type and does not know a form of JSON schema that tools really have:
it raises, or a macro calls itself until Python gives up (a union of types, whose members it takes for schemas). Every
request with such a tool then fails.`,
  repair:
    'Ask `is string` before a type is compared or printed, loop over a list of types without calling the macro on its members, and print what is not known with `tojson`.',
  find: ({ subject }) => {
    const render = (parameter: Json) =>
      subject.render({
        conversation: {
          messages: [user('one')],
          tools: [functionSchema('lookup', 'Looks it up.', { parameter })],
          documents: null,
          kwargs: {},
        },
        addGenerationPrompt: true,
      });
    if (!render({ type: 'string', description: 'One' }).ok) return [];
    const findings = new Map<number, Finding>();
    for (const [schema, parameter] of Object.entries(schemas)) {
      const rendered = render(parameter);
      if (rendered.ok || findings.has(rendered.error.span.start)) continue;
      const { type, message, span } = rendered.error;
      const severity: Severity = type === 'TemplateRaised' ? 'information' : 'error';
      findings.set(span.start, {
        code: 'CT805',
        severity,
        message: `A tool with ${schema} makes the template raise ${type}: ${message}.`,
        span,
        related: [],
        payload: { schema, error: `${type}: ${message}` } satisfies SchemaPayload,
      });
    }
    return [...findings.values()];
  },
});
