/**
 * Where characters and squiggles lie on the screen. VS Code draws a squiggle as a box in a layer of its own, so what
 * it underlines is found by geometry: the characters whose middle lies above the box. These functions run in the page.
 */

export interface Squiggle {
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Glyph {
  readonly text: string;
  readonly box: DOMRect;
}

/** Every squiggle of the visible part of the active editor, one per line it spans, from top to bottom. */
export function visibleSquiggles(): Squiggle[] {
  const editor = document.querySelector('.editor-group-container.active .monaco-editor');
  if (!editor) return [];
  const lineNumberAt = (middle: number) => {
    const numbers = [...editor.querySelectorAll('.line-numbers')];
    const hit = numbers.find((number) => within(number.getBoundingClientRect(), middle));
    return Number(hit?.textContent ?? Number.NaN);
  };
  const glyphsAt = (middle: number): Glyph[] => {
    const lines = [...editor.querySelectorAll('.view-line')];
    const line = lines.find((candidate) => within(candidate.getBoundingClientRect(), middle));
    return line ? glyphsOf(line) : [];
  };
  const within = (box: DOMRect, y: number) => box.top <= y && y < box.bottom;
  const glyphsOf = (line: Element): Glyph[] => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const glyphs: Glyph[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      for (let index = 0; index < text.length; index++) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        glyphs.push({ text: text.charAt(index).replace('\u00a0', ' '), box: range.getBoundingClientRect() });
      }
    }
    return glyphs;
  };
  const severities = ['error', 'warning', 'info', 'hint'] as const;
  return severities
    .flatMap((severity) =>
      [...editor.querySelectorAll(`.squiggly-${severity}`)].map((element) => {
        const box = element.getBoundingClientRect();
        const middle = box.top + box.height / 2;
        const covered = glyphsAt(middle).filter(({ box: glyph }) => {
          const centre = glyph.left + glyph.width / 2;
          return box.left <= centre && centre < box.right;
        });
        return { severity, line: lineNumberAt(middle), text: covered.map(({ text }) => text).join('') };
      }),
    )
    .sort((a, b) => a.line - b.line);
}

/** The middle of the first character of `text` in the visible part of the active editor, or null. */
export function pointOfText({ text, line }: { text: string; line?: number }): Point | null {
  const editor = document.querySelector('.editor-group-container.active .monaco-editor');
  if (!editor) return null;
  const numberOf = (viewLine: Element) => {
    const top = viewLine.getBoundingClientRect().top;
    const numbers = [...editor.querySelectorAll('.line-numbers')];
    const hit = numbers.find((number) => Math.abs(number.getBoundingClientRect().top - top) < 2);
    return Number(hit?.textContent);
  };
  for (const viewLine of editor.querySelectorAll('.view-line')) {
    if (line !== undefined && numberOf(viewLine) !== line) continue;
    const content = (viewLine.textContent ?? '').replaceAll('\u00a0', ' ');
    let index = content.indexOf(text);
    if (index < 0) continue;
    const walker = document.createTreeWalker(viewLine, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      if (index < length) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const box = range.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      }
      index -= length;
    }
  }
  return null;
}
