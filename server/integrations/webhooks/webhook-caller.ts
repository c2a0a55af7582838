import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isLinkLocal, isPrivateAddress } from '../../kernel/private-address.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { WebhookCaller, WebhookFault, WebhookMessage, WebhookOutcome } from '../../ports/webhooks.ts';

const RECEIVER_TIMEOUT_MS = 20_000;

type Address = { readonly address: string; readonly family: number };
type Resolve = (host: string) => Promise<readonly Address[]>;

/**
 * Resolves the name at every call, refuses it where one of its addresses is not global, and connects to the address that
 * was checked: a name that changes in between reaches nothing. Follows no redirect.
 */
export function openWebhookCaller(
  { webhooksToPrivate }: Pick<Settings, 'webhooksToPrivate'>,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): WebhookCaller {
  const isRefused = webhooksToPrivate ? isLinkLocal : isPrivateAddress;
  return {
    async post(message, signal) {
      const url = new URL(message.url);
      const patience = AbortSignal.any([signal, AbortSignal.timeout(RECEIVER_TIMEOUT_MS)]);
      const isAllowed = url.protocol === 'https:' || (webhooksToPrivate && url.protocol === 'http:');
      if (!isAllowed) return { fault: 'address_refused' };
      const addresses = await settleWithin(addressesOf(url, resolve), patience);
      if (addresses === null) return { fault: patience.aborted ? 'timeout' : 'name_not_found' };
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isRefused(address))) return { fault: 'address_refused' };
      return post(url, first, message, patience);
    },
  };
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly Address[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return family === 0 ? resolve(host) : [{ address: host, family }];
}

/** Null where it fails or does not end in time: a lookup cannot be aborted. */
async function settleWithin<T>(task: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = Promise.withResolvers<null>();
  const end = () => aborted.resolve(null);
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([task.catch(() => null), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function post(
  url: URL,
  { address, family }: Address,
  { headers, body }: WebhookMessage,
  signal: AbortSignal,
): Promise<WebhookOutcome> {
  const { promise, resolve } = Promise.withResolvers<WebhookOutcome>();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const bytes = Buffer.from(body);
  let isConnected = false;
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': bytes.length },
    // A connection of its own: a kept one might lead to an address of an earlier check.
    agent: false,
    lookup: (_host, options, done) => {
      if (options.all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    signal,
  });
  sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
  sent.on('response', (response) => {
    resolve({ status: response.statusCode ?? 0, retryAfter: secondsIn(response.headers['retry-after']) });
    // The answer is not read: it could be endless, or come from inside a network.
    response.destroy();
  });
  sent.on('error', (error) => resolve({ fault: faultOf(error, isConnected) }));
  sent.end(bytes);
  return promise;
}

function faultOf(error: Error, isConnected: boolean): WebhookFault {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|HOSTNAME|EPROTO/.test(code)) return 'not_encrypted';
  return isConnected ? 'connection_lost' : 'not_connected';
}

/** Accepts seconds or an HTTP date. */
function secondsIn(value: string | undefined): number | null {
  if (value === undefined) return null;
  const seconds = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
