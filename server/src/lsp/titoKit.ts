/** What "Export TITO Kit" asks: the files of the kit, or why there is none. */
import type { CancellationToken } from 'vscode-languageserver';
import type { TitoKitParams, TitoKitResult } from '../../../protocol/server.ts';
import { kitFiles } from '../certify/kit/files.ts';
import type { Supervisor } from '../worker/supervisor.ts';
import { signalOf } from './cancellation.ts';
import type { Checks } from './checks.ts';
import type { ServerHost } from './server.ts';
import { modelOf, viewJob } from './views.ts';

export interface KitMaker {
  readonly checks: Checks;
  readonly supervisor: Supervisor;
  readonly host: ServerHost;
}

export async function titoKit(
  { uri }: TitoKitParams,
  token: CancellationToken,
  { checks, supervisor, host }: KitMaker,
): Promise<TitoKitResult> {
  const job = await viewJob(uri, checks);
  const params = { ...job, toolVersion: host.version };
  const kit = modelOf(await supervisor.run('titoKit', params, signalOf(token)));
  const { appends, conversations } = kit.proof;
  return {
    files: kitFiles(kit, await host.kitPrograms()),
    summary: `${appends} appends in ${conversations} conversations have the ids of the whole render`,
  };
}
