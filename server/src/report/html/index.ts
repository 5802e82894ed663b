import type { PropertyResult } from '../../../../protocol/certification.ts';
import type { ProfileVerdict } from '../../../../protocol/certificate.ts';
import { matrixOf } from '../../certify/profiles/matrix.ts';
import type { CheckedTemplate, Writer } from '../report.ts';
import { plural, tokenizerNoteOf } from '../words.ts';
import { findingBlocks } from './findings.ts';
import { html, Markup } from './markup.ts';
import { style } from './style.ts';
import { tokenDiffs } from './tokens.ts';

/** One page that holds all it shows: it can be sent by mail and opened without a network. */
export const htmlWriter: Writer = {
  format: 'html',
  write: (checked, { version }) => `<!doctype html>\n${page(checked, version).text}\n`,
};

function page(checked: readonly CheckedTemplate[], version: string): Markup {
  const findings = checked.flatMap(({ certification }) => certification.findings);
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>Chat template report</title>
      <style>
        ${new Markup(style)}
      </style>
    </head>
    <body>
      <h1>Chat template report</h1>
      <p class="dim">
        ${plural(checked.length, 'template')}, ${plural(findings.length, 'finding')}. Made by chat-template
        ${version}.
      </p>
      ${checked.map(templateSection)}
    </body>
  </html>`;
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
    ${certification.properties.length === 0 ? null : profileTable(matrixOf(certification.properties))}
    ${
      diffs.length === 0
        ? null
        : html`<h3>Where renders part</h3>
            ${diffs}`
    }
  </section>`;
}

function propertyTable(properties: readonly PropertyResult[]): Markup {
  return html`<h3>Properties</h3>
    <table>
      <tr>
        <th>Property</th>
        <th>Verdict</th>
        <th>Seen on</th>
      </tr>
      ${properties.map(propertyRow)}
    </table>`;
}

function propertyRow(result: PropertyResult): Markup {
  const { id, verdict, byDesign, level, renders, conversations, message, witness } = result;
  const seen = `${plural(renders, 'render')} of ${plural(conversations, 'conversation')}, on ${level}`;
  const shown = witness === null ? '' : `; shown by ${witness.trajectory}`;
  return html`<tr>
    <td><code>${id}</code></td>
    <td class="${byDesign ? 'design' : verdict}">${verdict}${byDesign ? ' (by design)' : ''}</td>
    <td>${message ?? seen + shown}</td>
  </tr>`;
}

function profileTable(rows: readonly ProfileVerdict[]): Markup {
  return html`<h3>Trainers and servers</h3>
    <table>
      <tr>
        <th>Profile</th>
        <th>Verdict</th>
        <th>What happens</th>
      </tr>
      ${rows.map(
        ({ title, verdict, because, consequence, level }) =>
          html`<tr>
            <td>${title}</td>
            <td class="${verdict}">${verdict}</td>
            <td>${because.map((id) => html`<code>${id}</code> `)}${consequence ?? `on ${level}`}</td>
          </tr>`,
      )}
    </table>`;
}
