import { auditDummy } from '../../conversation/audit.ts';
import { prefixProperty, type PrefixPair } from './prefixProperty.ts';
import type { PropertyInput } from './property.ts';

export const titoAudit = prefixProperty({
  id: 'tito.audit',
  title: 'The published Token-In, Token-Out audit',
  definition: 'T(R(dummy, off)) is a prefix of T(R(dummy + tool message, on))',
  explanation: `One conversation: a user message "dummy", an assistant turn with empty content and one call of the
function "dummy" with empty arguments, then a tool message "dummy". A trainer that keeps sampled ids and appends
only the tool response needs the first render to be a prefix of the second. It is retried with arguments as a JSON
string when a mapping raises, and with a nine-character call id when the template asks for one.

It is one conversation only: templates that pass it can still fail on other appends, which is why \`append.tool\`
looks at the whole suite.`,
  pairs: (input) => [auditPair(input)],
});

/** The audit's two renders in the template's own dialect. */
export function auditPair({ dialect }: Pick<PropertyInput, 'dialect'>, toolResult?: string): PrefixPair {
  const { before, toolMessage } = auditDummy({ withId: dialect.callIds, content: toolResult });
  const conversation = { tools: dialect.dummyTools, documents: null, kwargs: {} };
  return {
    trajectory: 'audit-dummy',
    before: {
      conversation: { ...conversation, messages: dialect.spell(before) },
      addGenerationPrompt: false,
    },
    after: {
      conversation: { ...conversation, messages: dialect.spell([...before, toolMessage]) },
      addGenerationPrompt: true,
    },
  };
}
