import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import type { DataKey } from '../../kernel/secrets/data-key.ts';
import { hostOf } from '../../kernel/session/proof.ts';
import { CHALLENGE_MINUTES } from './challenges.ts';

/** EdDSA, ES256 and RS256: what every browser offers. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

type Person = { readonly id: number; readonly email: string; readonly username: string };

/** The options of the browser's call that makes a passkey for this site. */
export async function buildRegistrationOptions(db: Db, dataKey: DataKey, site: Domain, person: Person) {
  const known = await listCredentials(db, site, person.id);
  return generateRegistrationOptions({
    rpName: site.brand,
    rpID: hostOf(site),
    userName: person.email,
    userDisplayName: person.username,
    userID: new Uint8Array(handleOf(dataKey, person.id)),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
  });
}

/** The options of the browser's call that uses a passkey of this site: of this person, or of any that it has. */
export async function buildAssertionOptions(db: Db, site: Domain, personId: number | null) {
  const known = personId === null ? undefined : await listCredentials(db, site, personId);
  return generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
    ...(known === undefined ? {} : { allowCredentials: known }),
  });
}

async function listCredentials(db: Db, site: Domain, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('rp_id', '=', hostOf(site))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }));
}

/** An opaque name of the account inside the authenticator, which may show it to other people. */
function handleOf(dataKey: DataKey, userId: number): Buffer {
  return dataKey.hmac(String(userId), 'passkey user');
}

export type NewPasskey = {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
};

type SignedChallenge = { readonly site: Domain; readonly challenge: string; readonly response: object };

/** The passkey that the browser made for this challenge, or null. */
export async function checkRegistration({ site, challenge, response }: SignedChallenge): Promise<NewPasskey | null> {
  const sent = parseResponse(response);
  if (!sent) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // @NOTE the library checks each part of what the browser sent.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(site.url).origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== sent.id) return null;
    return {
      credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
      publicKey: Buffer.from(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      transports: Transports.parse(sent.response.transports),
    };
  } catch {
    return null;
  }
}

export type UsedPasskey = {
  readonly id: number;
  readonly userId: number;
  readonly domainId: number;
  readonly enrolledAt: Date;
};

/** The passkey of this site that signed the challenge, or null. A counter that goes back is refused. */
export async function checkAssertion(
  work: Work,
  { site, challenge, response, personId }: SignedChallenge & { personId: number | null },
): Promise<UsedPasskey | null> {
  const sent = parseResponse(response);
  if (!sent) return null;
  const passkey = await work.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'domain_id', 'public_key', 'counter', 'created_at'])
    .where('credential_id', '=', Buffer.from(sent.id, 'base64url'))
    .where('rp_id', '=', hostOf(site))
    .$if(personId !== null, (query) => query.where('user_id', '=', personId ?? 0))
    .executeTakeFirst();
  if (!passkey) return null;
  const { userHandle } = sent.response;
  if (userHandle && userHandle !== handleOf(work.dataKey, passkey.user_id).toString('base64url')) return null;
  const counter = await signedCounter({ site, challenge, response }, sent.id, passkey);
  if (counter === null || !(await raiseCounter(work, passkey.id, counter))) return null;
  return {
    id: passkey.id,
    userId: passkey.user_id,
    domainId: passkey.domain_id,
    enrolledAt: passkey.created_at,
  };
}

async function signedCounter(
  { site, challenge, response }: SignedChallenge,
  id: string,
  passkey: { public_key: Buffer; counter: number | string | bigint },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // @NOTE the library checks each part of what the browser sent.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(site.url).origin,
      expectedRPID: hostOf(site),
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** Authenticators without a counter always send 0. */
async function raiseCounter({ db }: Work, id: number, counter: number): Promise<boolean> {
  const raised = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}

const Transports = z.array(z.string().max(20)).max(10).catch([]);

const Sent = z.object({
  id: z.string().regex(/^[\w-]{1,1364}$/),
  response: z.object({
    clientDataJSON: z.string(),
    userHandle: z.string().nullish(),
    transports: z.unknown().optional(),
  }),
});

const ClientData = z.object({ crossOrigin: z.literal(false).optional() });

/** The parts that this file reads; null where they are malformed or come from a page inside a foreign frame. */
function parseResponse(response: object): z.output<typeof Sent> | null {
  const sent = Sent.safeParse(response);
  if (!sent.success) return null;
  const isCanonical = Buffer.from(sent.data.id, 'base64url').toString('base64url') === sent.data.id;
  return isCanonical && isOfOwnPage(sent.data.response.clientDataJSON) ? sent.data : null;
}

function isOfOwnPage(clientDataJSON: string): boolean {
  try {
    return ClientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).success;
  } catch {
    return false;
  }
}
