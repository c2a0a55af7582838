import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { type TimeStamp, TimeStampInvalid, TimeStampUnavailable } from '../../ports/timestamps.ts';
import { AnswerTooLarge, callHttp, NoResponse, type OutsideAnswer, type Patience } from '../http-call.ts';
import { SHA256 } from './object-ids.ts';
import { readTimeStamp } from './read-time-stamp.ts';

/** An outside time-stamp authority that speaks RFC 3161 over HTTP. */
export type OutsideAuthority = {
  readonly url: string;
  /** Certificates of the authorities that its certificate must lead to. */
  readonly anchors: readonly X509Certificate[];
  /** The policy to stamp under; any where it is left out. */
  readonly policy: string | undefined;
  readonly patience: Patience | undefined;
};

/** An answer has some 6 kB with the chain of its certificates. */
const PATIENCE: Patience = { ms: 15_000, largest: 65_536 };

/** How far the authority's clock may be from this server's; a false clock must not become a proof. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/** Asks for a stamp and checks everything about it before it is used. */
export async function askForStamp(
  sha256: string,
  { url, anchors, policy, patience = PATIENCE }: OutsideAuthority,
): Promise<TimeStamp> {
  const nonce = randomBytes(16);
  // The number must be positive, and is encoded without leading zeros.
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f);
  const token = await post(url, buildQuery(sha256, nonce, policy), patience);
  const at = readTimeStamp(token, { sha256, nonce, policy }, anchors);
  if (Math.abs(at.getTime() - Date.now()) > CLOCK_TOLERANCE_MS) throw new TimeStampInvalid('wrong_time');
  return { token, at };
}

function buildQuery(sha256: string, nonce: Buffer, policy: string | undefined): Buffer {
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: Buffer.from(sha256, 'hex') }),
    }),
    ...(policy === undefined ? {} : { reqPolicy: policy }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return Buffer.from(query.toSchema().toBER());
}

async function post(url: string, query: Buffer, patience: Patience): Promise<Buffer> {
  const { ok, status, body } = await callAuthority(url, query, patience);
  if (!ok) throw new TimeStampUnavailable(`The time-stamp authority answered ${status}.`);
  return body;
}

async function callAuthority(url: string, query: Buffer, patience: Patience): Promise<OutsideAnswer> {
  const { username, password, ...address } = separateLogin(url);
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(username === '' ? {} : { authorization: `Basic ${login}` }),
  };
  try {
    return await callHttp(address.href, { method: 'POST', headers, body: new Uint8Array(query) }, patience);
  } catch (error) {
    if (error instanceof AnswerTooLarge)
      throw new TimeStampUnavailable('The time-stamp authority’s answer is too large.');
    if (error instanceof NoResponse) throw new TimeStampUnavailable(`The time-stamp authority: ${error.message}`);
    throw error;
  }
}

/** Some authorities are paid for and want a login; `fetch` takes none in an address. */
function separateLogin(url: string) {
  const address = new URL(url);
  const [username, password] = [address.username, address.password].map(decodeURIComponent);
  address.username = '';
  address.password = '';
  return { username, password, href: address.href };
}

/** Reads TSA_CA, one or several certificates as PEM. */
export function readAnchors(file: string): X509Certificate[] {
  const problem = (why: string) => new StartupProblem(`The setting TSA_CA must name a file of certificates: ${why}.`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw problem(`${file} cannot be read`);
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw problem(`${file} has none in PEM`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw problem(`one in ${file} cannot be read`);
  }
}
