import type { RenderView } from '../../../protocol/views.ts';
import { counted, hasIds } from '../model/summary.ts';
import { CopyButtons } from './CopyButtons.tsx';

interface PaneTitlesProps {
  readonly before: RenderView;
  readonly after: RenderView;
  readonly inline: boolean;
}

const sides = [
  { sign: '−', mark: 'removed', of: 'of the first render' },
  { sign: '+', mark: 'added', of: 'of the second render' },
] as const;

/** What the two renders are, each over its pane. */
export function PaneTitles({ before, after, inline }: PaneTitlesProps) {
  return (
    <div class={`titles ${inline ? 'titles-inline' : ''}`}>
      {sides.map(({ sign, mark, of }, side) => {
        const { title, text, tokens } = side === 0 ? before : after;
        return (
          <div key={mark} class="title">
            <span class="title-text" title={title}>
              <span class={`sign sign-${mark}`}>{sign}</span>
              {title}
            </span>
            <span class="title-count">
              {hasIds(tokens) ? counted(tokens.length, 'token') : counted(text.length, 'character')}
            </span>
            <CopyButtons text={text} cells={tokens} of={of} />
          </div>
        );
      })}
    </div>
  );
}
