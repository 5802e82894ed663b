import type { PropertyResult } from '../../../../protocol/certification.ts';
import type { CertificateModel } from '../../../../protocol/views.ts';
import { usePanel } from '../../app/panelContext.ts';
import { counted } from '../../model/summary.ts';
import { Mark } from './Mark.tsx';
import { toneOf, wordOf, worstFirst } from './verdicts.ts';

interface PropertyTableProps {
  readonly properties: readonly PropertyResult[];
  readonly comparisons: CertificateModel['comparisons'];
}

export function PropertyTable({ properties, comparisons }: PropertyTableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Property</th>
          <th scope="col">Verdict</th>
          <th scope="col">Seen on</th>
          <th scope="col">Evidence</th>
        </tr>
      </thead>
      <tbody>
        {worstFirst(properties, toneOf).map((property) => (
          <tr key={property.id}>
            <th scope="row">
              <code>{property.id}</code>
            </th>
            <td>
              <Mark tone={toneOf(property)} word={wordOf(property)} />
            </td>
            <td>{seenOn(property)}</td>
            <td>
              <Evidence property={property} choice={comparisons[property.id]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `24 renders of 8 conversations, 3 settings, on tokens` */
function seenOn({ renders, conversations, kwargs, level }: PropertyResult): string {
  if (renders === 0) return 'nothing';
  const settings = kwargs.length > 1 ? `, ${counted(kwargs.length, 'setting')}` : '';
  return `${counted(renders, 'render')} of ${counted(conversations, 'conversation')}${settings}, on ${level}`;
}

interface EvidenceProps {
  readonly property: PropertyResult;
  /** The comparison that shows it. */
  readonly choice: string | undefined;
}

function Evidence({ property: { witness, message }, choice }: EvidenceProps) {
  const { host } = usePanel();
  if (witness === null) return <>{message}</>;
  if (witness.kind === 'render')
    return (
      <>
        <code>{witness.trajectory}</code>: {witness.detail}
      </>
    );
  return choice === undefined ? (
    <code>{witness.trajectory}</code>
  ) : (
    <button
      type="button"
      class="link"
      title="Show both renders in the token diff"
      onClick={() => host.post({ type: 'compare', choice })}
    >
      {witness.trajectory}
    </button>
  );
}
