import type { Finding, Severity } from '../../../protocol/certification.ts';
import { argsShape, type ShapeFault } from '../certify/properties/argsShape.ts';
import { stringGuard } from '../fix/candidates/stringGuard.ts';
import { defineRule } from './rule.ts';
import { wholeTemplate } from './wording.ts';

/** A template that has settled on one shape is told of the other; one that loses arguments is broken. */
const severities: Readonly<Record<ShapeFault['kind'], Severity>> = {
  drops: 'error',
  raises: 'warning',
  'double-encodes': 'warning',
  differs: 'warning',
};

const consequences: Readonly<Record<ShapeFault['kind'], string>> = {
  drops: 'are dropped: the call is printed without them, and nothing is raised',
  raises: 'raise',
  'double-encodes': 'are encoded twice: the text holds a JSON string inside JSON, and nothing is raised',
  differs: 'are printed otherwise than the same arguments as a mapping',
};

export const ct501ArgumentsShape = defineRule<ShapeFault>({
  code: 'CT501',
  title: 'Arguments of a call depend on their shape',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The same arguments, passed as a mapping and as a JSON string, do not give the same text. OpenAI's format has
the string; trainers and some servers pass the mapping; a replayed conversation may hold either. A template that
drops arguments in one shape is an error; one that raises on it or encodes it twice is a warning, for a pipeline
that always passes the other shape never meets it.`,
  repair:
    'Print a string as it is and encode only what is not one: `args if args is string else args | tojson`.',
  find: (analysis) =>
    analysis.factsOf(argsShape).faults.map(({ data, site }): Finding => {
      const shape = data.shape === 'string' ? 'a JSON string' : 'a mapping';
      const raised = data.error === null ? '' : ` ${data.error}`;
      return {
        code: 'CT501',
        severity: severities[data.kind],
        message: `Arguments passed as ${shape} ${consequences[data.kind]}${raised}.`,
        span: site ?? wholeTemplate(analysis.source),
        related: [],
        payload: data,
      };
    }),
  candidates: stringGuard,
});
