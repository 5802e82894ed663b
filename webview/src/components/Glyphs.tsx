import { glyphsOf } from '../model/glyphs.ts';

interface GlyphsProps {
  readonly text: string;
  readonly whitespace: boolean;
}

/** Text with its whitespace and invisible characters drawn. */
export function Glyphs({ text, whitespace }: GlyphsProps) {
  return (
    <>
      {glyphsOf(text, whitespace).map(({ text: shown, kind }, i) =>
        kind === 'plain' ? (
          shown
        ) : (
          <span key={i} class={kind}>
            {shown}
          </span>
        ),
      )}
    </>
  );
}
