import type { Level } from '../../../protocol/certification.ts';
import { Icon } from './Icon.tsx';

const broken: Readonly<Record<Level, { text: string; title: string }>> = {
  text: { text: 'bytes differ', title: 'The second render starts with other text than the first.' },
  tokens: { text: 'ids differ', title: 'The text is the same, but it is encoded to other token ids.' },
};

interface VerdictBadgeProps {
  readonly preserved: boolean;
  readonly level: Level;
}

/** Whether the first render is a prefix of the second, and if not, at which level that broke. */
export function VerdictBadge({ preserved, level }: VerdictBadgeProps) {
  if (preserved)
    return (
      <span class="badge badge-pass" title="The first render is a prefix of the second.">
        <Icon name="pass-filled" /> Preserved
        <span class="badge-level">{level === 'tokens' ? 'bytes and ids' : 'bytes'}</span>
      </span>
    );
  return (
    <span class="badge badge-fail" title={broken[level].title}>
      <Icon name="error" /> Not preserved
      <span class="badge-level">{broken[level].text}</span>
    </span>
  );
}
