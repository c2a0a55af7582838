import { type KeyObject, X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  type Certificates,
  CertificateUnavailable,
  type Challenges,
  type IssuedCertificate,
} from '../../ports/certificates.ts';
import { acmeRequests, thumbprintOf } from './acme-requests.ts';
import { signingRequest } from './signing-request.ts';

type Options = {
  readonly directoryUrl: string;
  /** The key of the ACME account, stored between orders. */
  readonly accountKey: () => Promise<KeyObject>;
  readonly challenges: Challenges;
  readonly pauseMs?: number;
};

/** An external certificate authority that speaks ACME (RFC 8555) and validates the host over http (http-01). */
export function acmeCertificates(options: Options): Certificates {
  return { name: 'acme', issue: (host) => order(options, host) };
}

const LOOKS = 15;

async function order(
  { directoryUrl, accountKey, challenges, pauseMs = 2_000 }: Options,
  host: string,
): Promise<IssuedCertificate> {
  const key = await accountKey();
  const requests = acmeRequests(directoryUrl, key);
  const read = async <S extends z.ZodType>(shape: S, url: string) =>
    understood(shape, (await requests.post(url, null)).text);

  const { newAccount, newOrder } = await requests.directory();
  requests.actAs((await requests.post(newAccount, { termsOfServiceAgreed: true })).location);
  const begun = await requests.post(newOrder, { identifiers: [{ type: 'dns', value: host }] });
  const { authorizations, finalize } = understood(Order, begun.text);
  for (const address of authorizations) await prove(address);

  const { csr, privateKey } = await signingRequest(host);
  await requests.post(finalize, { csr });
  await untilValid(() => read(Order, begun.location));
  const { certificate } = await read(Order, begun.location);
  if (certificate === undefined) throw new CertificateUnavailable('The certificate authority gave no certificate.');
  return checked(host, (await requests.post(certificate, null)).text, privateKey);

  async function prove(address: string): Promise<void> {
    const asked = await read(Authorization, address);
    if (asked.status === 'valid') return;
    const challenge = asked.challenges.find(({ type }) => type === 'http-01');
    if (challenge?.token === undefined)
      throw new CertificateUnavailable('The certificate authority does not ask over http.');
    await challenges.put(challenge.token, `${challenge.token}.${thumbprintOf(key)}`);
    try {
      await requests.post(challenge.url, {});
      await untilValid(() => read(Authorization, address));
    } finally {
      await challenges.remove(challenge.token);
    }
  }

  async function untilValid(look: () => Promise<{ status: string }>): Promise<void> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const { status } = await look();
      if (status === 'valid') return;
      if (status === 'invalid')
        throw new CertificateUnavailable('The certificate authority did not find this server there.');
      await sleep(pauseMs);
    }
    throw new CertificateUnavailable('The certificate authority takes too long.');
  }
}

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

function understood<S extends z.ZodType>(shape: S, text: string): z.output<S> {
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new CertificateUnavailable('The certificate authority cannot be understood.', { cause: error });
  }
}

function checked(host: string, chain: string, key: string): IssuedCertificate {
  try {
    const certificate = new X509Certificate(chain);
    if (certificate.checkHost(host) !== undefined) return { chain, key, until: certificate.validToDate };
  } catch (error) {
    throw new CertificateUnavailable('The certificate authority cannot be understood.', { cause: error });
  }
  throw new CertificateUnavailable('The certificate is for another name.');
}
