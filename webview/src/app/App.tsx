/** A panel: listens to the host, keeps the state, shows the view its body asks for. */
import { useCallback, useEffect, useReducer, useState } from 'preact/hooks';
import type { ViewId } from '../../../protocol/views.ts';
import { LiveRegion } from '../components/LiveRegion.tsx';
import { Notice } from '../components/Notice.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { CertificateView } from '../views/CertificateView.tsx';
import { RoundTripView } from '../views/RoundTripView.tsx';
import { TokenDiffView } from '../views/TokenDiffView.tsx';
import { TokensView } from '../views/TokensView.tsx';
import { ToolDeltaView } from '../views/ToolDeltaView.tsx';
import type { Host } from '../vscode.ts';
import { afterMessage, nothingYet } from './messages.ts';
import { PanelContext } from './panelContext.ts';
import { ofModel, restoredState, type PanelState } from './panelState.ts';

export function App({ view, host }: { view: ViewId; host: Host }) {
  const [content, receive] = useReducer(afterMessage, nothingYet);
  const [state, setState] = useState(() => restoredState(view, host.load()));
  const [announcement, announce] = useState('');
  const keep = useCallback((change: Partial<PanelState>) => setState((old) => ({ ...old, ...change })), []);

  useEffect(() => {
    const stop = host.listen(receive);
    host.post({ type: 'ready' });
    return stop;
  }, [host]);
  useEffect(() => {
    if (state.templateUri !== '') host.save(state);
  }, [host, state]);

  const { model, busy, error } = content;
  useEffect(() => {
    if (model !== null) setState((old) => ofModel(old, model));
  }, [model]);

  return (
    <PanelContext.Provider value={{ host, state, keep, announce, cursor: content.cursor }}>
      <ProgressBar busy={busy} />
      <LiveRegion text={announcement} />
      {error !== null && (
        <Notice kind="error" title={error}>
          {model !== null && 'What is shown is the last good result.'}
        </Notice>
      )}
      {model?.kind === 'token-diff' && <TokenDiffView model={model} />}
      {model?.kind === 'tool-delta' && <ToolDeltaView model={model} busy={busy} />}
      {model?.kind === 'tokens' && <TokensView model={model} />}
      {model?.kind === 'round-trip' && <RoundTripView model={model} busy={busy} />}
      {model?.kind === 'certificate' && <CertificateView model={model} />}
      {model === null && error === null && <p class="placeholder">Rendering the template…</p>}
    </PanelContext.Provider>
  );
}
