/**
 * Shows a view with a sample in a theme, outside VS Code:
 * `?sample=not-preserved&theme=hc-dark`, and `&error=...`, `&busy`, `&cursor=LINE`.
 */
import type { FromView, ToView } from '../../protocol/views.ts';
import { samples } from './samples.ts';
import { themes } from './themes.ts';

const asked = new URLSearchParams(location.search);
const sample = asked.get('sample') ?? 'not-preserved';
const model = samples[sample]?.();
const theme = themes[asked.get('theme') ?? 'dark'];

document.body.className = theme?.classes ?? '';
document.body.dataset.view = model?.kind ?? 'token-diff';
for (const [name, value] of Object.entries(theme?.variables ?? {}))
  document.documentElement.style.setProperty(`--vscode-${name}`, value);

const posted: FromView[] = [];
const send = (message: ToView) => window.postMessage(message);

function postMessage(message: FromView): void {
  posted.push(message);
  console.info('posted', JSON.stringify(message).slice(0, 200));
  if (message.type === 'toolResult') send({ type: 'busy', busy: true });
  if (message.type !== 'ready') return;
  if (asked.has('error')) send({ type: 'error', message: asked.get('error') ?? '' });
  else if (model !== undefined) send({ type: 'show', model });
  if (asked.has('busy')) send({ type: 'busy', busy: true });
  const line = Number(asked.get('cursor') ?? -1);
  if (line >= 0) send({ type: 'cursor', span: { start: line * 40, end: line * 40 + 30 } });
}

const api = {
  postMessage,
  getState: (): unknown => JSON.parse(sessionStorage.getItem(sample) ?? 'null'),
  setState: (state: unknown) => sessionStorage.setItem(sample, JSON.stringify(state)),
};
Object.assign(window, { acquireVsCodeApi: () => api, posted, send });

await import('../src/main.tsx');
