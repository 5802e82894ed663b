import type { Severity } from '../../../../protocol/certification.ts';
import type { CertificateModel } from '../../../../protocol/views.ts';
import { usePanel } from '../../app/panelContext.ts';
import { Icon } from '../Icon.tsx';

const icons: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', information: 'info' };

export function FindingList({ findings }: Pick<CertificateModel, 'findings'>) {
  const { host } = usePanel();
  if (findings.length === 0) return <p class="section-text">Nothing was found.</p>;
  return (
    <ul class="findings">
      {findings.map(({ code, severity, message, span, line }) => (
        <li key={`${code} ${span.start} ${message}`} class={`finding finding-${severity}`}>
          <Icon name={icons[severity]} />
          <div>
            <strong>{code}</strong> {severity},{' '}
            <button type="button" class="link" onClick={() => host.post({ type: 'reveal', span })}>
              line {line}
            </button>
            : {message}
          </div>
        </li>
      ))}
    </ul>
  );
}
