import type { Level } from '../../../protocol/certification.ts';
import { Icon } from './Icon.tsx';

const differences: Readonly<Record<Level, { text: string; title: string }>> = {
  text: { text: 'bytes differ', title: 'The second render starts with other text than the first.' },
  tokens: { text: 'ids differ', title: 'The text is the same, but it is encoded to other token ids.' },
};

interface VerdictBadgeProps {
  /** What broke; null: nothing. */
  readonly broken: Level | null;
  /** Up to where it was compared. */
  readonly level: Level;
}

/** Whether the first render is a prefix of the second, and if not, at which level that broke. */
export function VerdictBadge({ broken, level }: VerdictBadgeProps) {
  if (broken === null)
    return (
      <span class="badge badge-pass" title="The first render is a prefix of the second.">
        <Icon name="pass-filled" /> Preserved
        <span class="badge-level">{level === 'tokens' ? 'bytes and ids' : 'bytes'}</span>
      </span>
    );
  return (
    <span class="badge badge-fail" title={differences[broken].title}>
      <Icon name="error" /> Not preserved
      <span class="badge-level">{differences[broken].text}</span>
    </span>
  );
}
