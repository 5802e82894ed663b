/** The thin bar VS Code shows on top of what is at work. */
export function ProgressBar({ busy }: { busy: boolean }) {
  return (
    <div
      class={`progress ${busy ? 'progress-busy' : ''}`}
      role="progressbar"
      aria-hidden={!busy}
      aria-label="Working"
    >
      <div class="progress-bit" />
    </div>
  );
}
