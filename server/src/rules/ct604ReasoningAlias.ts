import { reasoningFields } from '../certify/dialect.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { defineRule } from './rule.ts';
import { listed } from './wording.ts';

const aliases: ReadonlySet<string> = new Set(reasoningFields);

export const ct604ReasoningAlias = defineRule<{ readonly read: string }>({
  code: 'CT604',
  title: 'Reasoning is read under one name only',
  by: ['static'],
  severity: { serving: 'information', sft: 'information', rl: 'information' },
  explanation: `Servers disagree on the name of the field that carries reasoning: \`reasoning_content\`, \`reasoning\`, \`thinking\`. A
template that reads one of them writes nothing, and says nothing, where the caller passes another.`,
  repair:
    'Take the first that is there: `message.reasoning_content or message.reasoning or message.thinking`.',
  find: ({ subject }) => {
    const reads = dataFlowOf(subject.program.template).reads.filter(
      ({ field, of }) => of.has('messages[]') && aliases.has(field),
    );
    const [first] = reads;
    if (first === undefined || reads.some(({ field }) => field !== first.field)) return [];
    const others = reasoningFields.filter((name) => name !== first.field).map((name) => `\`${name}\``);
    return [
      {
        code: 'CT604',
        severity: 'information',
        message: `Reasoning is read as \`${first.field}\` only: what a caller passes as ${listed(others)} is dropped.`,
        span: first.nameSpan,
        related: [],
        payload: { read: first.field },
      },
    ];
  },
});
