/** A certificate as a page: what it rests on, the verdicts, and what they mean for whom. */
import type { Certificate } from '../../../../protocol/certificate.ts';
import { html, type Markup, type Part } from './markup.ts';
import { pageOf } from './pageOf.ts';
import { profileTable, propertyTable, safetyTable } from './tables.ts';

export function certificateHtml(certificate: Certificate): string {
  const { template, date, tool, properties, profiles, required } = certificate;
  const asked = required.length === 0 ? null : html`<p>Asked for: ${required.join(', ')}.</p>`;
  const body = html`<p class="dim">Made ${date} by ${tool.name} ${tool.version}.</p>
    <table>
      ${inputRows(certificate)}
    </table>
    ${propertyTable(properties)} ${safetyTable(properties)} ${asked} ${profileTable(profiles)}`;
  return `${pageOf(`Certificate of ${template.name}`, body).text}\n`;
}

function inputRows({
  template,
  tokenizer,
  engine,
  otherEngines,
  python,
  suite,
  kwargs,
}: Certificate): Markup[] {
  return [
    row('Template', html`SHA-256 <code>${template.sha256}</code>`),
    row(
      'Tokenizer',
      tokenizer === null
        ? 'none: only text was compared'
        : html`${tokenizer.source}, SHA-256 of tokenizer.json <code>${tokenizer.sha256}</code>`,
    ),
    row('Engine', `bytes of Jinja2 ${engine.jinja2}; templates were told that it is ${engine.clock}`),
    row(
      'Other engines',
      otherEngines.map(({ id, version }) => `${id} ${version}`).join(', ') || 'none was asked',
    ),
    row(
      'Python',
      python === null
        ? 'was not asked'
        : `${python.python} with Jinja2 ${python.jinja2}: ${python.confirmed} of ${python.renders} renders are the same`,
    ),
    row('Conversations', html`${suite.trajectories.length}, SHA-256 <code>${suite.sha256}</code>`),
    row(
      'Variables',
      kwargs.map((setting) => html`<code>${JSON.stringify(setting)}</code> `),
    ),
  ];
}

const row = (name: string, value: Part) =>
  html`<tr>
    <th>${name}</th>
    <td>${value}</td>
  </tr>`;
