import { type KeyObject, X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, crypto } from 'acme-client';
import { z } from 'zod';
import { CertificateUnavailable, type Challenges, type IssuedCertificate } from '../../ports/certificates.ts';
import { runWithinLimits } from './acme-limits.ts';

export type AcmeOptions = {
  readonly directoryUrl: string;
  /** The key of the ACME account, stored between orders. */
  readonly accountKey: () => Promise<KeyObject>;
  readonly challenges: Challenges;
  readonly pauseMs?: number;
  /** For one request with its whole answer. */
  readonly timeoutMs?: number;
};

const LOOKS = 15;

/**
 * Orders a certificate for the host. The library's check of the challenge is left out, because it would call the host
 * that an administrator typed (S-26).
 */
export async function orderCertificate(
  { directoryUrl, accountKey, challenges, pauseMs = 2_000, timeoutMs = 10_000 }: AcmeOptions,
  host: string,
): Promise<IssuedCertificate> {
  const key = (await accountKey()).export({ type: 'pkcs8', format: 'pem' });
  const client = new Client({ directoryUrl, accountKey: key });
  return runWithinLimits(directoryUrl, timeoutMs, order);

  async function order(): Promise<IssuedCertificate> {
    await answerOf(Account, client.createAccount({ termsOfServiceAgreed: true }));
    const placed = await answerOf(Order, client.createOrder({ identifiers: [{ type: 'dns', value: host }] }));
    for (const address of placed.authorizations) await prove(() => readAuthorization(placed, address));

    const [privateKey, csr] = await crypto.createCsr({ keySize: 2_048, altNames: [host] });
    await answerOf(Order, client.finalizeOrder(placed, csr));
    const issued = await untilValid(() => answerOf(Order, client.getOrder(placed)));
    if (issued.certificate === undefined) {
      throw new CertificateUnavailable('The certificate authority gave no certificate.');
    }
    return parseIssuedCertificate(
      host,
      await answerOf(z.string(), client.getCertificate(issued)),
      privateKey.toString(),
    );
  }

  async function readAuthorization(placed: PlacedOrder, address: string) {
    const [authorization] = await answerOf(
      z.tuple([Authorization]),
      client.getAuthorizations({ ...placed, authorizations: [address] }),
    );
    if (authorization === undefined) throw new Error('The library answers one authorization for one address.');
    return authorization;
  }

  async function prove(read: () => ReturnType<typeof readAuthorization>): Promise<void> {
    const asked = await read();
    if (asked.status === 'valid') return;
    const challenge = asked.challenges.find(({ type }) => type === 'http-01');
    if (challenge?.token === undefined) {
      throw new CertificateUnavailable('The certificate authority does not ask over http.');
    }
    await challenges.put(challenge.token, await client.getChallengeKeyAuthorization(challenge));
    try {
      await answerOf(z.unknown(), client.completeChallenge(challenge));
      await untilValid(read);
    } finally {
      await challenges.remove(challenge.token);
    }
  }

  async function untilValid<T extends { status: string }>(look: () => Promise<T>): Promise<T> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const seen = await look();
      if (seen.status === 'valid') return seen;
      if (seen.status === 'invalid') {
        throw new CertificateUnavailable('The certificate authority did not find this server there.');
      }
      await sleep(pauseMs);
    }
    throw new CertificateUnavailable('The certificate authority takes too long.');
  }
}

type PlacedOrder = Awaited<ReturnType<Client['createOrder']>>;

const Account = z.object({});

const Order = z.object({
  status: z.string(),
  authorizations: z.array(z.string()).max(10),
  finalize: z.string(),
  certificate: z.string().optional(),
});

const Authorization = z.object({
  status: z.string(),
  challenges: z.array(
    z.object({
      type: z.string(),
      url: z.string(),
      // The token becomes part of a path, so only the characters of RFC 8555 8.3 are accepted.
      token: z
        .string()
        .regex(/^[\w-]{1,128}$/)
        .optional(),
    }),
  ),
});

/** What the library returns is what the authority said; it is used only when it has this shape. */
async function answerOf<T>(shape: z.ZodType, request: Promise<T>): Promise<T> {
  try {
    const answer = await request;
    shape.parse(answer);
    return answer;
  } catch (error) {
    if (error instanceof CertificateUnavailable) throw error;
    throw new CertificateUnavailable('The certificate authority cannot be understood.', { cause: error });
  }
}

function parseIssuedCertificate(host: string, chain: string, key: string): IssuedCertificate {
  try {
    const certificate = new X509Certificate(chain);
    if (certificate.checkHost(host) !== undefined) return { chain, key, until: certificate.validToDate };
  } catch (error) {
    throw new CertificateUnavailable('The certificate authority cannot be understood.', { cause: error });
  }
  throw new CertificateUnavailable('The certificate is for another name.');
}
