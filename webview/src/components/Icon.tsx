/** A codicon; decoration, so a screen reader passes over it. */
export function Icon({ name }: { name: string }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}
