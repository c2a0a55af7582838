import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import forge from 'node-forge';
import { z } from 'zod';

/** Reads `path` of `host` over http, as the authority does; null when there is no answer. */
type Visit = (host: string, path: string) => Promise<string | null>;

export type AcmeStandIn = {
  readonly directoryUrl: string;
  /** The authority's own certificate, as PEM. */
  readonly certificate: string;
  /**
   * 'down': answers 503 to everything; 'stale nonce': the first nonce of each order is expired; 'refuse': refuses every
   * name.
   */
  behaviour: 'well' | 'down' | 'stale nonce' | 'refuse';
  /** The hosts with an issued certificate. */
  readonly issued: string[];
  close(): Promise<void>;
};

type Order = { host: string; token: string; state: 'pending' | 'ready' | 'valid' | 'invalid'; chain: string };

/**
 * A fake certificate authority on loopback that speaks ACME (RFC 8555), checks signatures and nonces, and fetches the
 * proof.
 */
export async function fakeAcme(visit: Visit): Promise<AcmeStandIn> {
  const authority = newAuthority();
  const nonces = new Set<string>();
  const accounts = new Map<string, Jwk>();
  const orders: Order[] = [];
  let hasGivenStale = false;

  const standIn: AcmeStandIn = {
    directoryUrl: '',
    certificate: forge.pki.certificateToPem(authority.certificate),
    behaviour: 'well',
    issued: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const nonce = randomBytes(12).toString('base64url');
    nonces.add(nonce);
    response.setHeader('replay-nonce', nonce);
    const say = (status: number, body: object | string) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    const problem = (status: number, type: string) => say(status, { type: `urn:ietf:params:acme:error:${type}` });

    if (standIn.behaviour === 'down') return void say(503, '');
    if (url === '/directory') {
      return void say(200, { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` });
    }
    if (url === '/nonce') return void say(200, '');

    const message = await signedMessage(request, base + url, accounts);
    if (message === null) return void problem(400, 'malformed');
    const isStale = standIn.behaviour === 'stale nonce' && !hasGivenStale && url === '/order';
    hasGivenStale ||= isStale;
    if (!nonces.delete(message.nonce) || isStale) return void problem(400, 'badNonce');

    if (url === '/account') {
      const isKnown = accounts.has(`${base}/account/1`);
      accounts.set(`${base}/account/1`, message.jwk);
      response.setHeader('location', `${base}/account/1`);
      return void say(isKnown ? 200 : 201, { status: 'valid' });
    }
    if (url === '/account/1') return void say(200, { status: 'valid' });
    if (url === '/order') {
      if (standIn.behaviour === 'refuse') return void problem(400, 'rejectedIdentifier');
      const { identifiers } = z
        .object({ identifiers: z.array(z.object({ value: z.string() })) })
        .parse(message.payload);
      const host = identifiers[0]?.value ?? '';
      orders.push({ host, token: randomBytes(16).toString('base64url'), state: 'pending', chain: '' });
      response.setHeader('location', `${base}/order/${orders.length - 1}`);
      return void say(201, presented(orders.length - 1));
    }

    const [, what, number = ''] = /^\/(order|authorization|challenge|finalize|certificate)\/(\d+)$/.exec(url) ?? [];
    const order = orders[Number(number)];
    if (!order) return void problem(404, 'malformed');
    if (what === 'challenge') {
      const expected = `${order.token}.${thumbprint(message.jwk)}`;
      const given = await visit(order.host, `/.well-known/acme-challenge/${order.token}`);
      order.state = given === expected ? 'ready' : 'invalid';
      return void say(200, { status: 'processing' });
    }
    if (what === 'authorization') {
      const status = order.state === 'pending' || order.state === 'invalid' ? order.state : 'valid';
      const challenge = { type: 'http-01', url: `${base}/challenge/${number}`, token: order.token };
      return void say(200, { status, challenges: [{ type: 'dns-01', url: `${base}/none` }, challenge] });
    }
    if (what === 'finalize') {
      if (order.state !== 'ready') return void problem(403, 'orderNotReady');
      const { csr } = z.object({ csr: z.string() }).parse(message.payload);
      order.chain = certified(authority, csr) + standIn.certificate;
      order.state = 'valid';
      standIn.issued.push(order.host);
    }
    return void say(200, what === 'certificate' ? order.chain : presented(Number(number)));
  }

  function presented(number: number): object {
    const state = orders[number]?.state;
    return {
      status: state,
      authorizations: [`${base}/authorization/${number}`],
      finalize: `${base}/finalize/${number}`,
      ...(state === 'valid' ? { certificate: `${base}/certificate/${number}` } : {}),
    };
  }

  return Object.assign(standIn, { directoryUrl: `${base}/directory` });
}

const Jwk = z.object({ crv: z.string(), kty: z.string(), x: z.string(), y: z.string() });
type Jwk = z.infer<typeof Jwk>;

const Head = z.object({
  alg: z.literal('ES256'),
  nonce: z.string(),
  url: z.string(),
  jwk: Jwk.optional(),
  kid: z.string().optional(),
});

/** The payload, if its signature is that of the account and it is meant for this address; else null. */
async function signedMessage(request: IncomingMessage, url: string, accounts: ReadonlyMap<string, Jwk>) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const body = z
    .object({ protected: z.string(), payload: z.string(), signature: z.string() })
    .parse(JSON.parse(Buffer.concat(parts).toString()));
  const head = Head.parse(JSON.parse(Buffer.from(body.protected, 'base64url').toString()));
  const jwk = head.jwk ?? accounts.get(head.kid ?? '');
  if (jwk === undefined || head.url !== url) return null;
  const isTheirs = verify(
    'sha256',
    Buffer.from(`${body.protected}.${body.payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(body.signature, 'base64url'),
  );
  if (!isTheirs) return null;
  const payload: unknown = body.payload === '' ? null : JSON.parse(Buffer.from(body.payload, 'base64url').toString());
  return { nonce: head.nonce, jwk, payload };
}

function thumbprint({ crv, kty, x, y }: Jwk): string {
  const digest = forge.md.sha256.create().update(JSON.stringify({ crv, kty, x, y })).digest().getBytes();
  return Buffer.from(digest, 'binary').toString('base64url');
}

function newAuthority() {
  const pair = forge.pki.rsa.generateKeyPair(2_048);
  const name = [{ name: 'commonName', value: 'Stand-in Authority' }];
  const certificate = begun(pair.publicKey, name, name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true },
  ]);
  certificate.sign(pair.privateKey, forge.md.sha256.create());
  return { key: pair.privateKey, certificate };
}

/** Issues a certificate for the names in the request and ignores the rest of it. */
function certified(authority: ReturnType<typeof newAuthority>, csr: string): string {
  const der = Buffer.from(csr, 'base64url').toString('binary');
  const request = forge.pki.certificationRequestFromAsn1(forge.asn1.fromDer(der));
  if (!request.verify() || request.publicKey === null) throw new Error('The request is not signed by its own key.');
  const made = begun(request.publicKey, [], authority.certificate.subject.attributes);
  // @NOTE the library's types omit the content of this attribute.
  const asked = request.getAttribute({ name: 'extensionRequest' }) as { extensions?: { name: string }[] } | null;
  made.setExtensions((asked?.extensions ?? []).filter(({ name }) => name === 'subjectAltName'));
  made.sign(authority.key, forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}

function begun(
  publicKey: forge.pki.PublicKey,
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
): forge.pki.Certificate {
  const made = forge.pki.createCertificate();
  made.publicKey = publicKey;
  made.serialNumber = `01${randomBytes(8).toString('hex')}`;
  made.validity.notBefore = new Date(Date.now() - 60_000);
  made.validity.notAfter = new Date(Date.now() + 90 * 86_400_000);
  made.setSubject(subject);
  made.setIssuer(issuer);
  return made;
}
