/** Asks a real Python for every render that a certificate rests on. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PythonConfirmation } from '../../../protocol/certificate.ts';
import { certificateClock, type Subject } from '../certify/subject.ts';
import { PythonBridge, PythonUnavailable, type PythonAnswer } from '../host/pythonBridge.ts';
import type { Rendered } from '../jinja/index.ts';
import { dumps } from '../jinja/json/index.ts';
import { print } from '../jinja/values/print.ts';
import { InputError } from './failure.ts';

/** Throws InputError where there is no such Python, or it has no Jinja2. */
export async function confirmInPython(
  python: string,
  source: string,
  subject: Subject,
): Promise<PythonConfirmation> {
  const bridge = new PythonBridge({ python, script: scriptPath() });
  try {
    const versions = await bridge.versions();
    const renders = subject.rendered();
    let confirmed = 0;
    for (const { request, rendered } of renders) {
      const asked = {
        template: source,
        context: print(dumps(subject.contextOf(request))),
        now: certificateClock,
      };
      if (isSame(rendered, await bridge.render(asked))) confirmed += 1;
    }
    return { ...versions, renders: renders.length, confirmed };
  } catch (error) {
    if (error instanceof PythonUnavailable) throw new InputError(error.message);
    throw error;
  } finally {
    bridge.dispose();
  }
}

/** Beside the bundle; in the checkout where nothing was bundled. */
function scriptPath(): string {
  const bundled = path.join(import.meta.dirname, 'python/render.py');
  return existsSync(bundled) ? bundled : path.join(import.meta.dirname, '../../python/render.py');
}

function isSame(ours: Rendered, theirs: PythonAnswer): boolean {
  switch (theirs.kind) {
    case 'rendered':
      return ours.ok && ours.text === theirs.text;
    case 'failed':
      return !ours.ok && ours.error.type === theirs.error.type && ours.error.message === theirs.error.message;
    case 'stopped':
      return false;
  }
}
