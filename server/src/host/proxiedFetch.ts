/** The network as the person's variables set it: HTTPS_PROXY, HTTP_PROXY, NO_PROXY. Node 20 itself obeys none of them. */
import { getProxyForUrl } from 'proxy-from-env';
import type { ProxyAgent } from 'undici';

const proxies = new Map<string, ProxyAgent>();

export const proxiedFetch = (async (input: string, init?: RequestInit) => {
  const proxy = getProxyForUrl(input);
  if (proxy === '') return fetch(input, init);
  // A large library, for few: loaded when it is needed.
  const { ProxyAgent, fetch: fetchThrough } = await import('undici');
  const dispatcher = proxies.get(proxy) ?? new ProxyAgent(proxy);
  proxies.set(proxy, dispatcher);
  // The library's web classes are those of Node, under names of its own.
  return fetchThrough(input, { ...(init as object), dispatcher });
}) as unknown as typeof fetch;
