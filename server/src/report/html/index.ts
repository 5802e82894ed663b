import { matrixOf } from '../../certify/profiles/matrix.ts';
import type { CheckedTemplate, Writer } from '../report.ts';
import { plural, tokenizerNoteOf } from '../words.ts';
import { findingBlocks } from './findings.ts';
import { pageOf } from './pageOf.ts';
import { html, type Markup } from './markup.ts';
import { profileTable, propertyTable, safetyTable } from './tables.ts';
import { tokenDiffs } from './tokens.ts';

/** One page that holds all it shows: it can be sent by mail and opened without a network. */
export const htmlWriter: Writer = {
  format: 'html',
  write: (checked, { version }) => `${page(checked, version).text}\n`,
};

function page(checked: readonly CheckedTemplate[], version: string): Markup {
  const findings = checked.flatMap(({ certification }) => certification.findings);
  return pageOf(
    'Chat template report',
    html`<p class="dim">
        ${plural(checked.length, 'template')}, ${plural(findings.length, 'finding')}. Made by chat-template
        ${version}.
      </p>
      ${checked.map(templateSection)}`,
  );
}

function templateSection(checked: CheckedTemplate): Markup {
  const { path, certification, analysis } = checked;
  const diffs = analysis === null ? [] : tokenDiffs(analysis, path);
  return html`<section>
    <h2>${path}</h2>
    <p class="dim">SHA-256 <code>${certification.templateSha256}</code>; ${tokenizerNoteOf(checked)}</p>
    <h3>Findings</h3>
    ${certification.findings.length === 0 ? html`<p class="PASS">No findings.</p>` : findingBlocks(checked)}
    ${certification.properties.length === 0 ? null : propertyTable(certification.properties)}
    ${safetyTable(certification.properties)}
    ${certification.properties.length === 0 ? null : profileTable(matrixOf(certification.properties))}
    ${
      diffs.length === 0
        ? null
        : html`<h3>Where renders part</h3>
            ${diffs}`
    }
  </section>`;
}
