import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { proxiedFetch } from './proxiedFetch.ts';

let server: Server;
let proxy: Server;
const proxied: string[] = [];
const portOf = (one: Server) => (one.address() as AddressInfo).port;

beforeEach(async () => {
  server = createServer((_, response) => response.end('here'));
  proxy = createServer();
  proxy.on('connect', ({ url = '' }, client, head) => {
    proxied.push(url);
    const [host, port] = url.split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
  });
  for (const one of [server, proxy]) {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  }
  proxied.length = 0;
  return () => {
    for (const one of [server, proxy]) {
      one.closeAllConnections();
      one.close();
    }
  };
});
afterEach(() => vi.unstubAllEnvs());

it('goes straight where no proxy is named', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, '');
  expect(await (await proxiedFetch(`http://127.0.0.1:${portOf(server)}/`)).text()).toBe('here');
  expect(proxied).toEqual([]);
});

it('goes through the proxy that the variables name, but not to whom they except', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, `http://127.0.0.1:${portOf(proxy)}`);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, 'localhost');
  const there = await proxiedFetch(`http://127.0.0.1:${portOf(server)}/`, { redirect: 'manual' });
  expect(await there.text()).toBe('here');
  expect(proxied).toEqual([`127.0.0.1:${portOf(server)}`]);
  expect(await (await proxiedFetch(`http://localhost:${portOf(server)}/`)).text()).toBe('here');
  expect(proxied).toHaveLength(1);
});
