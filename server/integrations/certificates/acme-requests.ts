import { createHash, type KeyObject, sign } from 'node:crypto';
import { CertificateUnavailable } from '../../ports/certificates.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER = 64 * 1024;
const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce';

export type AcmeAnswer = { readonly status: number; readonly location: string; readonly text: string };

export type AcmeDirectory = { readonly newNonce: string; readonly newAccount: string; readonly newOrder: string };

/** Signed requests to one certificate authority (RFC 8555): a fresh nonce for each, and no redirects. */
export function acmeRequests(directoryUrl: string, key: KeyObject) {
  const origin = new URL(directoryUrl).origin;
  let nonce = '';
  let account = '';
  let known: AcmeDirectory | null = null;

  const directory = async (): Promise<AcmeDirectory> => {
    known ??= readDirectory(await exchange(directoryUrl, { method: 'GET' }));
    return known;
  };

  async function exchange(url: string, init: RequestInit): Promise<AcmeAnswer> {
    // The authority names its own addresses; one of another origin is refused.
    if (new URL(url).origin !== origin)
      throw new CertificateUnavailable('The certificate authority named a foreign address.');
    const answer = await ask(url, init);
    nonce = answer.nonce || nonce;
    if (answer.status >= 500) throw new CertificateUnavailable('The certificate authority is not available right now.');
    return answer;
  }

  /** A nonce may have expired; the authority then sends another one, and the request is repeated once. */
  async function post(url: string, payload: object | null): Promise<AcmeAnswer> {
    const first = await postOnce(url, payload);
    const answer = problemIn(first) === BAD_NONCE ? await postOnce(url, payload) : first;
    if (answer.status >= 400)
      throw new CertificateUnavailable(`The certificate authority refused (${problemIn(answer)}).`);
    return answer;
  }

  async function postOnce(url: string, payload: object | null): Promise<AcmeAnswer> {
    if (nonce === '') await exchange((await directory()).newNonce, { method: 'HEAD' });
    const protectedPart = { alg: 'ES256', nonce, url, ...(account === '' ? { jwk: jwkOf(key) } : { kid: account }) };
    nonce = '';
    const head = base64url(JSON.stringify(protectedPart));
    const body = payload === null ? '' : base64url(JSON.stringify(payload));
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' });
    return exchange(url, {
      method: 'POST',
      headers: { 'content-type': 'application/jose+json' },
      body: JSON.stringify({ protected: head, payload: body, signature: signature.toString('base64url') }),
    });
  }

  return {
    directory,
    post,
    actAs(address: string) {
      account = address;
    },
  };
}

async function ask(url: string, init: RequestInit): Promise<AcmeAnswer & { nonce: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const header = (name: string) => response.headers.get(name) ?? '';
    const text = (await response.text()).slice(0, LONGEST_ANSWER);
    return { status: response.status, location: header('location'), nonce: header('replay-nonce'), text };
  } catch (error) {
    throw new CertificateUnavailable('The certificate authority cannot be reached.', { cause: error });
  }
}

/** The key thumbprint (RFC 7638) by which the authority recognises our key in the proof. */
export function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x, y } = jwkOf(key);
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function jwkOf(key: KeyObject) {
  const { crv, kty, x, y } = key.export({ format: 'jwk' });
  return { crv, kty, x, y };
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function readDirectory({ status, text }: AcmeAnswer): AcmeDirectory {
  const given = status === 200 ? objectIn(text) : new Map<string, unknown>();
  const address = (name: string) => {
    const value = given.get(name);
    if (typeof value !== 'string') throw new CertificateUnavailable('The certificate authority cannot be understood.');
    return value;
  };
  return { newNonce: address('newNonce'), newAccount: address('newAccount'), newOrder: address('newOrder') };
}

/** Only the problem type, which is a URN; the rest of the answer is left out. */
function problemIn({ status, text }: AcmeAnswer): string {
  if (status < 400) return '';
  const type = objectIn(text).get('type');
  return typeof type === 'string' && /^[\w:.-]{1,100}$/.test(type) ? type : `status ${status}`;
}

function objectIn(text: string): ReadonlyMap<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return new Map(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []);
  } catch {
    return new Map();
  }
}
