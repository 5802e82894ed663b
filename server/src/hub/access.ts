/** Where the Hub is and as whom it is asked: the variables and files that `huggingface_hub` obeys. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Environment, expandHome, huggingFaceHome } from '../tokenizer/find/hubCache.ts';
import { HubError } from './errors.ts';

export interface HubAccess {
  /** Without a slash at its end. */
  readonly endpoint: string;
  /** Sent to the endpoint only, never to where it redirects. */
  readonly token: string | null;
}

const ENDPOINT = 'https://huggingface.co';

/** Throws HubError where the variables forbid the network or name no address. */
export async function hubAccess(environment: Environment): Promise<HubAccess> {
  const { variables } = environment;
  for (const name of ['HF_HUB_OFFLINE', 'TRANSFORMERS_OFFLINE']) {
    if (/^(1|true|yes|on)$/i.test(variables[name] ?? '')) {
      throw new HubError(`${name} is set, so nothing is downloaded. Unset it to download a tokenizer.`);
    }
  }
  const endpoint = (variables['HF_ENDPOINT'] || ENDPOINT).replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint)) {
    throw new HubError(`HF_ENDPOINT has to be an address such as ${ENDPOINT}, not ${endpoint}.`);
  }
  return { endpoint, token: await tokenOf(environment) };
}

async function tokenOf(environment: Environment): Promise<string | null> {
  const { variables } = environment;
  const given = (variables['HF_TOKEN'] || variables['HUGGING_FACE_HUB_TOKEN'] || '').trim();
  if (given !== '') return given;
  const file = tokenFile(environment);
  const text = file === null ? '' : await readFile(file, 'utf8').catch(() => '');
  return text.trim() === '' ? null : text.trim();
}

function tokenFile(environment: Environment): string | null {
  const named = environment.variables['HF_TOKEN_PATH'];
  if (named) return expandHome(named, environment.home);
  const home = huggingFaceHome(environment);
  return home === null ? null : path.join(home, 'token');
}
