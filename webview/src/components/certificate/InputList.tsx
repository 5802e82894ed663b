import type { Certificate } from '../../../../protocol/certificate.ts';
import { counted } from '../../model/summary.ts';

/** Everything with its hash: another certificate of the same hashes has the same verdicts. */
export function InputList({ certificate }: { certificate: Certificate }) {
  return (
    <dl class="inputs">
      {rowsOf(certificate).map(([name, value, hash]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {hash !== null && <code class="hash">{hash}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Row = readonly [name: string, value: string, hash: string | null];

function rowsOf({ template, tokenizer, engine, suite, kwargs }: Certificate): Row[] {
  return [
    ['Template', template.name, template.sha256],
    tokenizer === null
      ? ['Tokenizer', 'none: only text was compared', null]
      : ['Tokenizer', tokenizer.source, tokenizer.sha256],
    ['Conversations', String(suite.trajectories.length), suite.sha256],
    [
      'Variables',
      `${counted(kwargs.length, 'setting')}: ${kwargs.map((setting) => JSON.stringify(setting)).join(' ')}`,
      null,
    ],
    ['Engine', `bytes of Jinja2 ${engine.jinja2}; templates are told that it is ${engine.clock}`, null],
  ];
}
