/** One request and its answer: redirects, time-outs, cancelling. */
import type { HubAccess } from './access.ts';
import { HubError, PassingError, refusalOf, type Asked } from './errors.ts';

export interface Transport {
  readonly fetch: typeof fetch;
  readonly access: HubAccess;
  /** Milliseconds without a byte after which a connection is given up. */
  readonly idle: number;
  /** Milliseconds to wait before each further try; as many tries as there are waits. */
  readonly waits: readonly number[];
}

export const TRANSPORT_LIMITS = { idle: 30_000, waits: [500, 2_000, 5_000, 10_000] } as const;

export interface Exchange {
  readonly response: Response;
  /** Headers of the endpoint itself, which tell the content's hash; a storage server behind it does not. */
  readonly first: Headers;
  /** The body, once. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Where the body is not read. */
  close(): Promise<void>;
}

const REDIRECTS = 8;
const LONGEST_WAIT = 60_000;
/** Nobody is there: asking again in seconds finds nobody either. */
const HOPELESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_/;
const CERTIFICATE_HINT = 'Where a proxy has a certificate of its own, name its file in NODE_EXTRA_CA_CERTS.';

/** Opens a request; the caller reads the body or closes. Throws HubError, PassingError, or the signal's reason. */
export async function open(
  { fetch, access, idle }: Transport,
  address: string,
  asked: Asked,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: 'GET' | 'HEAD' },
  signal: AbortSignal,
): Promise<Exchange> {
  const timer = new IdleTimer(idle);
  const origin = new URL(access.endpoint).origin;
  let url = address;
  let first: Headers | null = null;
  try {
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      timer.touch();
      const own: Record<string, string> =
        access.token !== null && new URL(url).origin === origin
          ? { authorization: `Bearer ${access.token}` }
          : {};
      const response = await fetch(url, {
        method,
        // Compressed bodies would make sizes and ranges mean something else.
        headers: { 'accept-encoding': 'identity', ...headers, ...own },
        redirect: 'manual',
        signal: AbortSignal.any([signal, timer.signal]),
      });
      first ??= response.headers;
      const target = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && target !== null) {
        await response.body?.cancel();
        url = redirected(url, target);
        continue;
      }
      if (!response.ok && response.status !== 416) {
        await response.body?.cancel();
        throw refusalOf(response, asked);
      }
      return exchangeOf(response, first, (error) => failureOf(error, timer, signal, url), timer);
    }
    throw new HubError(`${address} redirects without end.`);
  } catch (error) {
    timer.stop();
    throw failureOf(error, timer, signal, url);
  }
}

function exchangeOf(
  response: Response,
  first: Headers,
  failure: (error: unknown) => unknown,
  timer: IdleTimer,
): Exchange {
  return {
    response,
    first,
    async *chunks() {
      try {
        for await (const chunk of bodyOf(response)) {
          timer.touch();
          yield chunk;
        }
      } catch (error) {
        throw failure(error);
      } finally {
        timer.stop();
      }
    },
    async close() {
      timer.stop();
      await response.body?.cancel();
    },
  };
}

/** Node's streams can be iterated; the types of the web do not say so. */
function bodyOf({ body }: Response): AsyncIterable<Uint8Array> {
  return (body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>;
}

/** Says of anything that ended a request or its body what it was; the signal's reason goes before all. */
function failureOf(error: unknown, timer: IdleTimer, signal: AbortSignal, url: string): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof HubError) return error;
  const { host } = new URL(url);
  if (timer.expired) return new PassingError(`${host} did not answer in time.`);
  const { message, code } = causeOf(error);
  const words = `${host} can't be reached: ${message}.`;
  if (UNTRUSTED.test(code)) return new HubError(`${words} ${CERTIFICATE_HINT}`);
  return HOPELESS.has(code) ? new HubError(words) : new PassingError(words);
}

/** `work` again after a PassingError, as often as there are waits. */
export async function retried<T>(
  { waits }: Transport,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const pause = waits[tries];
      if (!(error instanceof PassingError) || pause === undefined) throw error;
      if (error.wait !== null && error.wait > LONGEST_WAIT) throw error;
      await sleep(Math.max(pause, error.wait ?? 0), signal);
    }
  }
}

class IdleTimer {
  private readonly controller = new AbortController();
  private timeout: ReturnType<typeof setTimeout> | undefined;
  expired = false;

  constructor(private readonly limit: number) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  touch(): void {
    clearTimeout(this.timeout);
    this.timeout = setTimeout(() => {
      this.expired = true;
      this.controller.abort();
    }, this.limit);
  }

  stop(): void {
    clearTimeout(this.timeout);
  }
}

function redirected(from: string, to: string): string {
  const target = URL.canParse(to, from) ? new URL(to, from) : null;
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw new HubError(`${from} redirects to ${to}, which is no web address.`);
  }
  // What was asked over a protected line is not fetched over an open one.
  if (from.startsWith('https:') && target.protocol === 'http:') {
    throw new HubError(`${from} redirects to an unprotected address, ${to}.`);
  }
  return target.href;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timeout);
      reject(signal.reason as Error);
    };
    const timeout = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** The innermost reason: `fetch failed` alone helps nobody. */
function causeOf(error: unknown): { readonly message: string; readonly code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' };
  if (error.cause instanceof Error) return causeOf(error.cause);
  const { code } = error as NodeJS.ErrnoException;
  // Of an address that was tried in several ways only the parts have words.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return error.message === '' && first !== undefined
    ? causeOf(first)
    : { message: error.message, code: code ?? '' };
}
