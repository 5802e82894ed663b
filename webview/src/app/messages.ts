/** What the host has told the panel so far. */
import type { Span } from '../../../protocol/certification.ts';
import type { ToView, ViewModel } from '../../../protocol/views.ts';

export interface PanelContent {
  readonly model: ViewModel | null;
  readonly busy: boolean;
  /** Of the last request; the model before it stays on show. */
  readonly error: string | null;
  /** Where the cursor is in the template. */
  readonly cursor: Span | null;
}

export const nothingYet: PanelContent = { model: null, busy: true, error: null, cursor: null };

export function afterMessage(content: PanelContent, message: ToView): PanelContent {
  switch (message.type) {
    case 'show':
      return { ...content, model: message.model, busy: false, error: null };
    case 'busy':
      return { ...content, busy: message.busy };
    case 'error':
      return { ...content, error: message.message, busy: false };
    case 'cursor':
      return { ...content, cursor: message.span };
    default:
      return content;
  }
}
