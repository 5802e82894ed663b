import type { Span } from '../../../protocol/certification.ts';
import { usePanel } from '../app/panelContext.ts';
import { Notice } from './Notice.tsx';

/** Why there is no delta: nothing that could be appended would be right. */
export function DeltaRefused({ reason, span }: { reason: string; span: Span | null }) {
  const { host } = usePanel();
  return (
    <Notice kind="warning" title="There is no delta for this template.">
      <p class="reason">{reason}</p>
      {span !== null && (
        <button type="button" class="button" onClick={() => host.post({ type: 'reveal', span })}>
          Show where
        </button>
      )}
    </Notice>
  );
}
