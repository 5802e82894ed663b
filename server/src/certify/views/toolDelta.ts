/** The model behind "Show Tool Response Delta". */
import type { ToolDeltaModel } from '../../../../protocol/views.ts';
import type { Analysis } from '../analysis.ts';
import { tracedText } from '../blame/causes.ts';
import { toolDeltaOf } from '../delta.ts';
import { tokenCells } from './tokenCells.ts';
import type { ViewedTemplate } from './tokenDiff.ts';

export const defaultToolResult = '4';

export function toolDelta(
  analysis: Analysis,
  viewed: ViewedTemplate,
  toolResult = defaultToolResult,
): ToolDeltaModel {
  const delta = toolDeltaOf(analysis, toolResult);
  const model = { kind: 'tool-delta', ...viewed, toolResult, toolName: 'dummy' } as const;
  if (!delta.ok) return { ...model, outcome: delta };
  const { text, tail, rule, explanation, ids, appended } = delta;
  return {
    ...model,
    outcome: {
      ok: true,
      text,
      ids: ids ?? [],
      tokens: cellsFrom(analysis, delta.after, appended.start),
      junction: { rule, explanation, tail },
    },
  };
}

/** Cells of a render from an offset on, counted from there. */
function cellsFrom({ subject }: Analysis, request: Parameters<typeof tracedText>[1], offset: number) {
  return tokenCells(subject, tracedText(subject, request))
    .filter(({ end }) => end > offset)
    .map((cell) => {
      const start = Math.max(cell.start - offset, 0);
      return {
        ...cell,
        start,
        end: cell.end - offset,
        text: cell.text.slice(cell.text.length - (cell.end - offset - start)),
      };
    });
}
