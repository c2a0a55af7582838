import { generateKeyPairSync } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type ClientRequest, createServer, type ServerResponse } from 'node:http';
import { crypto } from 'acme-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CertificateUnavailable } from '../../ports/certificates.ts';
import { fakeAcme } from '../../testing/fakes/certificates/fake-acme.ts';
import { acmeCertificates } from './acme.ts';

/** The fake authority makes an RSA key in JavaScript. */
const TIME = 120_000;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

// All orders are for one host and share a request, because a new RSA key takes most of the time of an order.
beforeAll(() => {
  const createCsr = crypto.createCsr.bind(crypto);
  let request: ReturnType<typeof createCsr> | undefined;
  vi.spyOn(crypto, 'createCsr').mockImplementation((about, key) => (request ??= createCsr(about, key)));
});
afterAll(() => {
  vi.restoreAllMocks();
});

type Answer = { status?: number; headers?: Record<string, string>; body?: object | string };
type Reply = Answer | ((response: ServerResponse) => void);

/** The paths that were requested, in order; the library also fetches a nonce before each signed request. */
let requested: string[];
/** What the authority answers instead of the usual, by path. */
let replies: Record<string, Reply>;
let base: string;
let foreignBase: string;
let foreignRequests: number;
let closeServers: () => Promise<void>;

beforeEach(async () => {
  requested = [];
  replies = {};
  foreignRequests = 0;
  const authority = await listening((path, response) => {
    requested.push(path);
    const reply = replies[path] ?? usualReplies()[path] ?? { status: 404 };
    if (typeof reply === 'function') return reply(response);
    const { status = 200, headers = {}, body = '' } = reply;
    response.writeHead(status, { 'replay-nonce': `n${requested.length}`, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const foreign = await listening((_path, response) => {
    foreignRequests += 1;
    response.end();
  });
  base = authority.address;
  foreignBase = foreign.address;
  closeServers = async () => {
    await Promise.all([authority.close(), foreign.close()]);
  };
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await closeServers();
});

async function listening(answer: (path: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume();
    answer(request.url ?? '', response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An authority that issues to everyone, up to a certificate that is none. */
function usualReplies(): Record<string, Answer> {
  const order = { status: 'pending', authorizations: [`${base}/authorization`], finalize: `${base}/finalize` };
  const isProven = requested.includes('/challenge');
  return {
    '/directory': { body: { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` } },
    '/nonce': {},
    '/account': { status: 201, headers: { location: `${base}/account/1` }, body: { status: 'valid' } },
    '/order': { status: 201, headers: { location: `${base}/order/1` }, body: order },
    '/authorization': { body: { status: isProven ? 'valid' : 'pending', challenges: [challenge()] } },
    '/challenge': { body: { status: 'processing' } },
    '/finalize': { body: { ...order, status: 'processing' } },
    '/order/1': { body: { ...order, status: 'valid', certificate: `${base}/certificate` } },
    '/certificate': { body: 'no certificate' },
  };
}

function challenge() {
  return { type: 'http-01', url: `${base}/challenge`, token: 'a-token' };
}

/** The authority's usual answer to a path, with other fields. */
function usualBut(path: string, fields: object): Answer {
  const usual = usualReplies()[path];
  return { ...usual, body: { ...Object(usual?.body), ...fields } };
}

const stored: string[] = [];
const challenges = {
  put: vi.fn(async (token: string, answer: string) => void stored.push(`${token} ${answer}`)),
  remove: vi.fn(async (_token: string) => {}),
};
afterEach(() => {
  stored.length = 0;
  vi.clearAllMocks();
});

function certificatesAt(directoryUrl: string, timeoutMs = 60_000) {
  return acmeCertificates({ directoryUrl, accountKey: async () => privateKey, challenges, pauseMs: 0, timeoutMs });
}

async function refusalOf(timeoutMs?: number): Promise<string> {
  const error: unknown = await certificatesAt(`${base}/directory`, timeoutMs)
    .issue('clinic.test')
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  if (!(error instanceof CertificateUnavailable)) throw error;
  return error.words;
}

const UNREACHABLE = 'The certificate authority cannot be reached.';
const NOT_UNDERSTOOD = 'The certificate authority cannot be understood.';
const PATHS = ['/directory', '/nonce', '/account', '/order', '/authorization', '/challenge', '/finalize', '/order/1'];

describe('Requests to the certificate authority', () => {
  test.each([
    ['/directory', 'newNonce'],
    ['/directory', 'newAccount'],
    ['/directory', 'newOrder'],
    ['/order', 'finalize'],
    ['/order', 'authorizations'],
    ['/order/1', 'certificate'],
  ])('an answer to %s that names a foreign address as %s is refused without a request to it', async (path, field) => {
    const address = `${foreignBase}/elsewhere`;
    replies[path] = usualBut(path, { [field]: field === 'authorizations' ? [address] : address });
    expect(await refusalOf()).toBe('The certificate authority named a foreign address.');
    expect(foreignRequests).toBe(0);
  });

  test('a foreign address of an order or of a challenge is refused, and the challenge is deleted', async () => {
    replies['/authorization'] = {
      body: { status: 'pending', challenges: [{ ...challenge(), url: `${foreignBase}/challenge` }] },
    };
    expect(await refusalOf()).toBe('The certificate authority named a foreign address.');
    expect(challenges.remove.mock.calls).toEqual([['a-token']]);
    replies = { '/order': { ...usualReplies()['/order'], headers: { location: `${foreignBase}/order/1` } } };
    expect(await refusalOf()).toBe('The certificate authority named a foreign address.');
    expect(foreignRequests).toBe(0);
  });

  test.each(PATHS)('a redirect of %s is not followed', async (path) => {
    replies[path] = { ...usualReplies()[path], status: 307, headers: { location: `${foreignBase}/elsewhere` } };
    expect(await refusalOf()).toBe(UNREACHABLE);
    requested = [];
    replies[path] = { ...usualReplies()[path], status: 302, headers: { location: `${base}/directory` } };
    expect(await refusalOf()).toBe(UNREACHABLE);
    expect(foreignRequests).toBe(0);
  });

  test('an answer of 64 KiB is read, and a longer one is refused', async () => {
    const body = JSON.stringify(usualReplies()['/directory']?.body);
    replies['/directory'] = { body: body.padEnd(64 * 1024) };
    expect(await refusalOf()).toBe(NOT_UNDERSTOOD);
    expect(requested).toContain('/certificate');
    requested = [];
    replies['/directory'] = { body: body.padEnd(64 * 1024 + 1) };
    expect(await refusalOf()).toBe(UNREACHABLE);
    expect(requested).toEqual(['/directory']);
  });

  test.each([
    ['is silent', () => {}],
    ['trickles', trickle],
  ])('an authority that %s is cut off by the timeout', async (_what, reply) => {
    replies['/directory'] = reply;
    expect(await refusalOf(300)).toBe(UNREACHABLE);
    expect(requested).toEqual(['/directory']);
  });

  test('a closed port and a cut connection are reported as unreachable', async () => {
    replies['/order'] = (response) => response.destroy();
    expect(await refusalOf()).toBe(UNREACHABLE);
    const closed = await listening(() => {});
    await closed.close();
    await expect(certificatesAt(`${closed.address}/directory`).issue('clinic.test')).rejects.toThrow(UNREACHABLE);
  });

  test('a failing or limiting authority is asked once, whatever delay it asks for', async () => {
    replies['/order'] = { status: 503, headers: { 'retry-after': '3600' } };
    expect(await refusalOf()).toBe('The certificate authority is not available right now.');
    replies['/order'] = { status: 429, headers: { 'retry-after': '3600' }, body: { type: 'urn:limited' } };
    expect(await refusalOf()).toBe('The certificate authority refused (urn:limited).');
    expect(requested.filter((path) => path === '/order')).toHaveLength(2);
  });

  test('a request whose nonce is refused is repeated once', async () => {
    const problem = 'urn:ietf:params:acme:error:badNonce';
    replies['/order'] = { status: 400, body: { type: problem } };
    expect(await refusalOf()).toBe(`The certificate authority refused (${problem}).`);
    expect(requested.filter((path) => path === '/order')).toHaveLength(2);
  });

  test('the text of a problem is not repeated', async () => {
    for (const type of ['<script>', 'x'.repeat(101), 7, null]) {
      replies['/order'] = { status: 403, body: { type, detail: 'secret' } };
      expect(await refusalOf()).toBe('The certificate authority refused (status 403).');
    }
  });

  test('a proxy of the environment is not used', async () => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy']) vi.stubEnv(name, foreignBase);
    expect(await refusalOf()).toBe(NOT_UNDERSTOOD);
    expect(requested).toContain('/certificate');
    expect(foreignRequests).toBe(0);
  });

  test('S-26 an order calls the authority only, never the host that it is for', { timeout: TIME }, async () => {
    const authority = await fakeAcme(async (_host, path) => {
      const [token, answer] = stored.at(-1)?.split(' ') ?? [];
      return path.endsWith(`/${token}`) ? (answer ?? null) : null;
    });
    const called = new Set<string>();
    // @NOTE the channel's type leaves its message open; it carries the request.
    const note = (message: unknown) => called.add((message as { request: ClientRequest }).request.host);
    subscribe('http.client.request.start', note);
    try {
      const issued = await certificatesAt(authority.directoryUrl).issue('clinic.test');
      expect(issued.key).toContain('BEGIN PRIVATE KEY');
      expect(authority.issued).toEqual(['clinic.test']);
      expect([...called]).toEqual([new URL(authority.directoryUrl).hostname]);
    } finally {
      unsubscribe('http.client.request.start', note);
      await authority.close();
    }
  });
});

describe('Answers of the certificate authority', () => {
  test.each(PATHS.filter((path) => path !== '/nonce' && path !== '/challenge'))(
    'an answer to %s without meaning is reported as not understood',
    async (path) => {
      for (const body of ['', 'null', '[]', '7', '{"status":"pend', '<html></html>']) {
        replies[path] = { ...usualReplies()[path], body };
        expect(await refusalOf(), body).toBe(NOT_UNDERSTOOD);
      }
    },
  );

  test('an order with more than ten authorizations is refused before any of them is read', async () => {
    replies['/order'] = usualBut('/order', { authorizations: Array(11).fill(`${base}/authorization`) });
    expect(await refusalOf()).toBe(NOT_UNDERSTOOD);
    expect(requested).not.toContain('/authorization');
  });

  test.each(['../../etc/passwd', 'a/b', 'a.b', '', 'x'.repeat(129)])(
    'the challenge token %j is refused and not stored',
    async (token) => {
      replies['/authorization'] = { body: { status: 'pending', challenges: [{ ...challenge(), token }] } };
      expect(await refusalOf()).toBe(NOT_UNDERSTOOD);
      expect(challenges.put).not.toHaveBeenCalled();
    },
  );

  test('an authority that does not offer http-01 is refused', async () => {
    replies['/authorization'] = { body: { status: 'pending', challenges: [{ ...challenge(), type: 'dns-01' }] } };
    expect(await refusalOf()).toBe('The certificate authority does not ask over http.');
    expect(challenges.put).not.toHaveBeenCalled();
  });

  test('an authorization that stays pending is read fifteen times, and its challenge is deleted', async () => {
    replies['/authorization'] = { body: { status: 'pending', challenges: [challenge()] } };
    expect(await refusalOf()).toBe('The certificate authority takes too long.');
    expect(requested.filter((path) => path === '/authorization')).toHaveLength(16);
    expect(challenges.remove.mock.calls).toEqual([['a-token']]);
  });

  test('an order without a certificate, and a certificate for another name, are refused', {
    timeout: TIME,
  }, async () => {
    replies['/order/1'] = usualBut('/order/1', { certificate: undefined });
    expect(await refusalOf()).toBe('The certificate authority gave no certificate.');
    const authority = await fakeAcme(async () => null);
    replies = { '/certificate': { body: authority.certificate } };
    expect(await refusalOf()).toBe('The certificate is for another name.');
    await authority.close();
  });

  test('a challenge that cannot be stored ends the order with that error', async () => {
    challenges.put.mockRejectedValueOnce(new Error('The database is gone.'));
    await expect(certificatesAt(`${base}/directory`).issue('clinic.test')).rejects.toThrow('The database is gone.');
    expect(requested).not.toContain('/challenge');
  });
});

function trickle(response: ServerResponse): void {
  response.writeHead(200);
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
}
