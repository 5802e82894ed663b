import type { MessageTokens } from '../../../protocol/views.ts';
import { counted } from '../model/summary.ts';

interface MessageHeadingProps {
  readonly part: MessageTokens;
  /** `token` or `run` */
  readonly unit: string;
}

/** Over the tokens of a message: whose they are, and how many of them are whose doing. */
export function MessageHeading({ part, unit }: MessageHeadingProps) {
  const { message, role, start, end, scaffold, sampled } = part;
  const details = [
    message < 0 || scaffold === 0 ? '' : `${scaffold.toLocaleString('en')} of them scaffold`,
    sampled === 0 ? '' : `${sampled.toLocaleString('en')} sampled`,
  ].filter((text) => text !== '');
  return (
    <>
      {message < 0 ? (
        <span class="heading-nobody">template</span>
      ) : (
        <>
          <span class={`role heading-role role-of-${role ?? 'none'}`}>{role}</span>
          <code>messages[{message}]</code>
        </>
      )}
      <span class="heading-count">{counted(end - start, unit)}</span>
      {details.length > 0 && <span class="heading-details">{details.join(', ')}</span>}
    </>
  );
}
