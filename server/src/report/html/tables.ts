/** Verdicts as tables. */
import type { ProfileVerdict } from '../../../../protocol/certificate.ts';
import type { PropertyResult } from '../../../../protocol/certification.ts';
import { bySetting, plural, safetyOf, settingName } from '../words.ts';
import { html, type Markup } from './markup.ts';

export function propertyTable(properties: readonly PropertyResult[]): Markup {
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

/** Which appends keep what stands before them, by setting; null where there is one setting. */
export function safetyTable(properties: readonly PropertyResult[]): Markup | null {
  const rows = bySetting(properties);
  if (rows.length === 0) return null;
  return html`<h3>Append safety</h3>
    <table>
      <tr>
        <th>Property</th>
        ${rows[0]!.bySetting.map((outcome) => html`<th><code>${settingName(outcome)}</code></th>`)}
      </tr>
      ${rows.map(
        ({ id, bySetting: outcomes }) =>
          html`<tr>
            <td><code>${id}</code></td>
            ${outcomes.map(
              (outcome) =>
                html`<td class="${outcome.divergence === null ? 'PASS' : 'FAIL'}">${safetyOf(outcome)}</td>`,
            )}
          </tr>`,
      )}
    </table>`;
}

export function profileTable(rows: readonly ProfileVerdict[]): Markup {
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
