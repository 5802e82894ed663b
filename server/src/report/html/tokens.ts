/** The token diff of a witness: what both renders share is folded, what differs is marked. */
import type { RenderView, TokenCell, TokenDiffModel } from '../../../../protocol/views.ts';
import { tokenDiff, type Analysis } from '../../certify/index.ts';
import { html, type Markup } from './markup.ts';

/** Cells shown before the first that differs, and after it. */
const before = 12;
const after = 80;

/** Comparisons shown of one template: the smallest of each cause, and of each property, come first. */
const most = 8;

/** One block per comparison that fails. */
export function tokenDiffs(analysis: Analysis, path: string): Markup[] {
  const viewed = { templateUri: '', templateName: path, tokenizer: null };
  const first = tokenDiff(analysis, viewed);
  const failing = first?.choices.filter(({ verdict }) => verdict === 'FAIL').slice(0, most) ?? [];
  return failing.flatMap(({ id }) => {
    const model = tokenDiff(analysis, viewed, id);
    return model === null || model.divergence === null ? [] : [diffBlock(model)];
  });
}

function diffBlock(model: TokenDiffModel): Markup {
  const { title, explanation } = model;
  return html`<details open>
    <summary>${title}</summary>
    <p class="dim">${explanation}</p>
    <div class="sides">${side(model, 'before', 'gone')}${side(model, 'after', 'come')}</div>
  </details>`;
}

function side(model: TokenDiffModel, which: 'before' | 'after', changed: string): Markup {
  const view: RenderView = model[which];
  const start = Math.max(0, (model.divergence?.[which] ?? 0) - before);
  const end = Math.min(view.tokens.length, start + before + after);
  const marked = model.stretches.filter(({ kind }) => kind === 'changed').map((stretch) => stretch[which]);
  const cells = view.tokens.slice(start, end).map((cell, offset) => {
    const index = start + offset;
    const differs = marked.some((stretch) => index >= stretch.start && index < stretch.end);
    return cellMarkup(cell, differs ? changed : '');
  });
  return html`<div class="side">
    <h4>${view.title}</h4>
    <div class="tokens">${folded(start, 'before')}${cells}${folded(view.tokens.length - end, 'after')}</div>
  </div>`;
}

const folded = (count: number, where: string) =>
  count === 0 ? null : html`<i>… ${count} more ${where} … </i>`;

function cellMarkup({ id, text, special, line, path, bytes }: TokenCell, changed: string): Markup {
  const told = [
    ...(id < 0 ? [] : [`id ${id}`]),
    ...(line === undefined ? [] : [`line ${line} of the template`]),
    ...(path === null ? [] : [path]),
  ].join(', ');
  const shown = bytes === null ? text.replaceAll('\n', '⏎\n').replaceAll('\t', '⇥') : `‹${bytes}›`;
  return html`<span class="${changed}${special ? ' special' : ''}" title="${told}">${shown}</span>`;
}
