import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Integer, OctetString } from 'asn1js';
import forge from 'node-forge';
import { TimeStampReq } from 'pkijs';
import { runOpenssl } from './openssl-ts.ts';

/** How the authority behaves, each under the name of its fault. */
export const tsaFaults = [
  'down',
  'slow',
  'wrong nonce',
  'wrong imprint',
  'wrong policy',
  'expired certificate',
  'another chain',
  'garbage',
  'truncated',
  'too large',
  'HTTP 500',
  'rejection',
] as const;

export type TsaBehaviour = 'well' | 'granted with mods' | (typeof tsaFaults)[number];

export type FakeTsa = {
  readonly url: string;
  readonly host: string;
  /** The certificate of its authority, as PEM. */
  readonly authority: string;
  behaviour: TsaBehaviour;
  /** The number of requests so far. */
  calls: number;
  close(): Promise<void>;
};

export const FAKE_POLICY = '1.3.6.1.4.1.13762.3';

/**
 * A time-stamp authority on loopback that speaks RFC 3161 over HTTP. Its answers are made by `openssl ts -reply`, so that
 * the product's reader is tested with an encoder that is not its own.
 */
export async function fakeTsa(slowMs = 2_000): Promise<FakeTsa> {
  const authority = newAuthority('Fake Authority');
  const signers = {
    good: newSigner(authority, {}),
    expired: newSigner(authority, { daysAgo: 400, days: 30 }),
    other: newSigner(newAuthority('Other Authority'), {}),
  };
  const standIn: FakeTsa = {
    url: '',
    host: '',
    authority: forge.pki.certificateToPem(authority.certificate),
    behaviour: 'well',
    calls: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const server = createServer((request, response) => {
    // openssl blocks this thread, in which a connection that is kept could time out unnoticed.
    response.setHeader('connection', 'close');
    const { behaviour } = standIn;
    standIn.calls += 1;
    if (behaviour === 'down') return void request.socket.destroy();
    void buffer(request).then(async (query) => {
      if (behaviour === 'slow') await sleep(slowMs);
      if (request.method !== 'POST' || request.headers['content-type'] !== 'application/timestamp-query') {
        return void response.writeHead(415).end();
      }
      if (behaviour === 'HTTP 500') return void response.writeHead(500).end('Internal error');
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      response.end(answerTo(query, behaviour, signers));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return Object.assign(standIn, { url: `http://${host}/tsr`, host });
}

type Signer = { readonly key: string; readonly certificate: string; readonly chain: string };
type Signers = Readonly<Record<'good' | 'expired' | 'other', Signer>>;

function answerTo(query: Buffer, behaviour: TsaBehaviour, signers: Signers): Buffer {
  switch (behaviour) {
    case 'wrong nonce':
      return reply(
        changeQuery(query, (asked) => (asked.nonce = new Integer({ valueHex: POSITIVE }))),
        signers.good,
      );
    case 'wrong imprint':
      return reply(changeQuery(query, changeImprint), signers.good);
    case 'wrong policy':
      return reply(
        changeQuery(query, (asked) => (asked.reqPolicy = '1.2.3.4.1')),
        signers.good,
      );
    case 'expired certificate':
      return reply(query, signers.expired);
    case 'another chain':
      return reply(query, signers.other);
    case 'garbage':
      return randomBytes(2_000);
    case 'truncated':
      return reply(query, signers.good).subarray(0, -100);
    case 'too large':
      return Buffer.alloc(1_000_000, 0x30);
    case 'rejection':
      return reply(
        changeQuery(query, (asked) => (asked.reqPolicy = '1.2.3.4.99')),
        signers.good,
      );
    case 'granted with mods':
      return grantWithMods(reply(query, signers.good));
    default:
      return reply(query, signers.good);
  }
}

const POSITIVE = Buffer.from('0102030405060708', 'hex');

function changeQuery(query: Buffer, change: (asked: TimeStampReq) => unknown): Buffer {
  const asked = TimeStampReq.fromBER(query);
  change(asked);
  return Buffer.from(asked.toSchema().toBER());
}

function changeImprint({ messageImprint }: TimeStampReq): void {
  messageImprint.hashedMessage = new OctetString({ valueHex: randomBytes(32) });
}

/** The status is the first number of an answer, behind the headers of two sequences. */
function grantWithMods(answer: Buffer): Buffer {
  const at = answer.indexOf(Buffer.from('3003020100', 'hex'));
  if (at < 0) throw new Error('The answer has no status.');
  const changed = Buffer.from(answer);
  changed[at + 4] = 1;
  return changed;
}

const CONFIGURATION = `
[tsa]
default_tsa = fake
[fake]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = ${FAKE_POLICY}
other_policies = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

function reply(query: Buffer, { key, certificate, chain }: Signer): Buffer {
  const files = {
    'query.tsq': query,
    'key.pem': key,
    'certificate.pem': certificate,
    'chain.pem': chain,
    'tsa.cnf': CONFIGURATION,
    serial: `01${randomBytes(6).toString('hex').toUpperCase()}`,
  };
  const asked = 'ts -reply -config tsa.cnf -section fake -queryfile query.tsq';
  const by = '-signer certificate.pem -inkey key.pem -chain chain.pem';
  const { status, stdout, output } = runOpenssl(files, `${asked} ${by}`.split(' '));
  if (status !== 0 || stdout.length === 0) throw new Error(`openssl made no answer: ${output}`);
  return stdout;
}

type Authority = { readonly key: forge.pki.rsa.PrivateKey; readonly certificate: forge.pki.Certificate };

function newAuthority(name: string): Authority {
  const { publicKey, privateKey } = newPair();
  const certificate = newCertificate(publicKey, name, -1, 3_650);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return { key: privateKey, certificate };
}

type Validity = { daysAgo?: number; days?: number };

function newSigner(authority: Authority, { daysAgo = 1, days = 365 }: Validity): Signer {
  const { publicKey, pem } = newPair();
  const certificate = newCertificate(publicKey, 'Fake Time Stamps', -daysAgo, days);
  certificate.setIssuer(authority.certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', timeStamping: true, critical: true },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  const chain = forge.pki.certificateToPem(authority.certificate);
  return { key: pem, certificate: forge.pki.certificateToPem(certificate), chain };
}

const DAY_MS = 86_400_000;

function newCertificate(publicKey: forge.pki.PublicKey, name: string, begins: number, days: number) {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `01${randomBytes(12).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() + begins * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + (begins + days) * DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  return certificate;
}

function newPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(publicKey),
    privateKey: forge.pki.privateKeyFromPem(privateKey),
    pem: privateKey,
  };
}
