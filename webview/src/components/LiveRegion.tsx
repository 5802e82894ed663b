/** Read aloud by a screen reader whenever it changes; not seen. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <div class="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
