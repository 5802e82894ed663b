import type { Finding } from '../../../protocol/certification.ts';
import type { TemplateError } from '../jinja/api.ts';
import { defineRule } from './rule.ts';

export interface SyntaxPayload {
  /** Python's exception class. */
  readonly type: string;
}

export const ct001Syntax = defineRule<SyntaxPayload>({
  code: 'CT001',
  title: 'The template does not compile',
  by: ['static'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `Python's Jinja2, as \`transformers\` sets it up, refuses this template. The message is Python's own.
Nothing else can be said of a template that does not compile: findings made from renders of its last good state
are taken away.`,
  repair: 'Correct the place that is underlined.',
});

export function syntaxFinding({ type, message, span }: TemplateError): Finding {
  return {
    code: 'CT001',
    severity: 'error',
    message: `${type}: ${message}`,
    span,
    related: [],
    payload: { type },
  };
}
