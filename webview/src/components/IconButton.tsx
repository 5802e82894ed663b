import { Icon } from './Icon.tsx';

interface IconButtonProps {
  readonly icon: string;
  /** Also its tooltip. */
  readonly label: string;
  /** Shown after the label in the tooltip. */
  readonly keys?: string;
  /** For a toggle. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  onClick(): void;
}

export function IconButton({ icon, label, keys, pressed, disabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
