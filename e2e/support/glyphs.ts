/**
 * Where characters and marks lie on the screen. VS Code draws squiggles and selections as boxes in layers of their own,
 * so what they cover is found by geometry: the characters whose middle lies within the box. These functions run in the
 * page, so each is whole in itself.
 */

/** What a mark covers, on one line. */
export interface MarkedText {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * What the elements of CSS classes cover in the visible part of the (first) text editor: class by class, each from top to
 * bottom. All in one look: what is drawn between two looks would seem to come without the rest.
 */
export function textUnder(classNames: readonly string[]): (MarkedText & { className: string })[] {
  const editor = document.querySelector('.editor-instance .monaco-editor');
  if (!editor) return [];

  const reaches = (box: DOMRect, y: number) => box.top <= y && y < box.bottom;
  const at = (selector: string, y: number) =>
    [...editor.querySelectorAll(selector)].find((element) => reaches(element.getBoundingClientRect(), y));

  const glyphsOf = (line: Element | undefined) => {
    const glyphs: { text: string; centre: number }[] = [];
    if (!line) return glyphs;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      for (let index = 0; index < text.length; index++) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { left, width } = range.getBoundingClientRect();
        glyphs.push({ text: text.charAt(index).replace('\u00a0', ' '), centre: left + width / 2 });
      }
    }
    return glyphs;
  };

  return classNames.flatMap((className) =>
    [...editor.getElementsByClassName(className)]
      .map((mark) => {
        const box = mark.getBoundingClientRect();
        const middle = box.top + box.height / 2;
        const covered = glyphsOf(at('.view-line', middle)).filter(
          ({ centre }) => box.left <= centre && centre < box.right,
        );
        return {
          className,
          line: Number(at('.line-numbers', middle)?.textContent),
          text: covered.map(({ text }) => text).join(''),
        };
      })
      .sort((a, b) => a.line - b.line),
  );
}

/** The middle of the first character of `text` in the visible part of the (first) text editor, or null. */
export function pointOfText({ text, line }: { text: string; line?: number }): Point | null {
  const editor = document.querySelector('.editor-instance .monaco-editor');
  if (!editor) return null;

  const numberOf = (viewLine: Element) => {
    const { top } = viewLine.getBoundingClientRect();
    const numbers = [...editor.querySelectorAll('.line-numbers')];
    const beside = numbers.find((number) => Math.abs(number.getBoundingClientRect().top - top) < 2);
    return Number(beside?.textContent);
  };

  for (const viewLine of editor.querySelectorAll('.view-line')) {
    if (line !== undefined && numberOf(viewLine) !== line) continue;
    let index = (viewLine.textContent ?? '').replaceAll('\u00a0', ' ').indexOf(text);
    if (index < 0) continue;
    const walker = document.createTreeWalker(viewLine, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      if (index < length) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { left, top, width, height } = range.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
      index -= length;
    }
  }
  return null;
}
