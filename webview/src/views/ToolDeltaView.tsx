/** The ids to append after a tool call, for a tool result that can be edited. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ToolDeltaModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { DeltaRefused } from '../components/DeltaRefused.tsx';
import { DeltaResult } from '../components/DeltaResult.tsx';
import { HelpDialog } from '../components/HelpDialog.tsx';
import { TemplateFacts } from '../components/TemplateFacts.tsx';
import { useDebounced } from '../hooks/useDebounced.ts';
import { useViewKeys, type ViewCommands } from '../hooks/useViewKeys.ts';

interface ToolDeltaViewProps {
  readonly model: ToolDeltaModel;
  readonly busy: boolean;
}

export function ToolDeltaView({ model, busy }: ToolDeltaViewProps) {
  const { host, state, keep } = usePanel();
  const [help, setHelp] = useState(false);
  // What is typed is the person's: a result for an older text never overwrites it.
  const typed = state.toolResult ?? model.toolResult;
  const stale = busy || typed !== model.toolResult;
  const ask = useDebounced((text: string) => host.post({ type: 'toolResult', text }), 250);
  // After a reload, or for another template: the host does not know yet what was typed. It is told once.
  const told = useRef('');
  useEffect(() => {
    const now = `${model.templateUri}\n${typed}`;
    if (typed !== model.toolResult && told.current !== now) ask(typed);
    told.current = now;
  }, [model, typed, ask]);

  const commands: ViewCommands = {
    whitespace: () => keep({ whitespace: !state.whitespace }),
    ids: () => keep({ ids: !state.ids }),
    help: () => setHelp(true),
  };
  useViewKeys(help ? null : commands);

  const { outcome } = model;
  return (
    <main class="view view-delta">
      <header class="head">
        <div class="head-line">
          <h1 class="head-title">
            Tool response delta for <code>{model.toolName}</code>
          </h1>
        </div>
        <TemplateFacts templateName={model.templateName} tokenizer={model.tokenizer} />
      </header>
      <label class="tool-result">
        <span class="label">Tool result</span>
        <textarea
          class="field"
          rows={Math.min(8, Math.max(2, typed.split('\n').length))}
          spellcheck={false}
          value={typed}
          onInput={(event) => keep({ toolResult: event.currentTarget.value })}
        />
      </label>
      <div class={`outcome ${stale ? 'outcome-stale' : ''}`} aria-busy={stale}>
        {outcome.ok ? (
          <DeltaResult outcome={outcome} onHelp={() => setHelp(true)} />
        ) : (
          <DeltaRefused reason={outcome.reason} span={outcome.span} />
        )}
      </div>
      {help && <HelpDialog view="delta" onClose={() => setHelp(false)} />}
    </main>
  );
}
