import { Icon } from '../Icon.tsx';

export type Tone = 'pass' | 'fail' | 'open';

const icons: Readonly<Record<Tone, string>> = { pass: 'pass-filled', fail: 'error', open: 'circle-slash' };

/** A verdict by sign, word and colour. */
export function Mark({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span class={`mark mark-${tone}`}>
      <Icon name={icons[tone]} /> {word}
    </span>
  );
}
