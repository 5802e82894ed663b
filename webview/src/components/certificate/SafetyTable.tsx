import type { PropertyResult, SettingOutcome } from '../../../../protocol/certification.ts';
import { counted } from '../../model/summary.ts';
import { Mark } from './Mark.tsx';

/** Which appends keep what stands before them, by setting of the template's variables. */
export function SafetyTable({ properties }: { properties: readonly PropertyResult[] }) {
  const rows = properties.filter(variesBySetting);
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Property</th>
          {rows[0]?.bySetting?.map((outcome) => (
            <th scope="col" key={settingName(outcome)}>
              <code>{settingName(outcome)}</code>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, bySetting = [] }) => (
          <tr key={id}>
            <th scope="row">
              <code>{id}</code>
            </th>
            {bySetting.map((outcome) => (
              <td key={settingName(outcome)}>
                <Safety outcome={outcome} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where nothing was compared under another setting there is nothing to tell apart. */
export const variesBySetting = ({ bySetting = [] }: PropertyResult) =>
  bySetting.some(({ compared }, index) => index > 0 && compared > 0);

function Safety({ outcome: { compared, divergence } }: { outcome: SettingOutcome }) {
  if (compared === 0) return <span title="The template rendered no such conversation">–</span>;
  if (divergence === null) return <Mark tone="pass" word="safe" />;
  const { sharedTokens, totalTokens, textOffset } = divergence;
  const kept =
    sharedTokens === null ? counted(textOffset, 'character') : `${sharedTokens} of ${totalTokens} tokens`;
  return (
    <>
      <Mark tone="fail" word="not safe" /> keeps {kept}
    </>
  );
}

function settingName({ kwargs }: SettingOutcome): string {
  const values = Object.entries(kwargs).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return values.join(', ') || 'no variables';
}
