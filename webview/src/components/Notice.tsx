import type { ComponentChildren } from 'preact';
import { Icon } from './Icon.tsx';

interface NoticeProps {
  readonly kind: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A message that stays: why there is no result, or an old one. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'note'}>
      <Icon name={kind} />
      <div class="notice-text">
        <strong>{title}</strong> {children}
      </div>
    </div>
  );
}
