/** The panel: one bundle for all views, chosen by `<body data-view>`. */
import '@vscode/codicons/dist/codicon.css';
import './styles/main.css';
import { render } from 'preact';
import { App } from './app/App.tsx';
import { isViewId } from './app/panelState.ts';
import { vscodeHost } from './vscode.ts';

const view = document.body.dataset.view;
const root = document.createElement('div');
root.id = 'root';
document.body.append(root);

if (isViewId(view)) render(<App view={view} host={vscodeHost()} />, root);
else root.textContent = `This panel has no view called “${view ?? ''}”.`;
