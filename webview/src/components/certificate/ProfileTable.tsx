import type { ProfileVerdict } from '../../../../protocol/certificate.ts';
import { Mark } from './Mark.tsx';
import { profileTones, worstFirst } from './verdicts.ts';

export function ProfileTable({ profiles }: { profiles: readonly ProfileVerdict[] }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Profile</th>
          <th scope="col">Verdict</th>
          <th scope="col">What happens</th>
        </tr>
      </thead>
      <tbody>
        {worstFirst(profiles, ({ verdict }) => profileTones[verdict]).map((row) => (
          <tr key={row.profile}>
            <th scope="row" title={row.profile}>
              {row.title}
            </th>
            <td>
              <Mark tone={profileTones[row.verdict]} word={row.verdict} />
            </td>
            <td>
              {row.consequence === null ? `Nothing goes wrong, seen on ${row.level}.` : <Broken row={row} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Broken({ row: { consequence, because } }: { row: ProfileVerdict }) {
  return (
    <>
      {consequence} <code class="because">{because.join(', ')}</code>
    </>
  );
}
