import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { FileSession } from '../../../kernel/http/files/file-session.ts';
import type { RequestFacts } from '../../../kernel/http/handle.ts';
import type { ReturnSession } from '../../../kernel/http/return-cookies.ts';
import { newSecret, secretHash } from '../../../kernel/secrets/secrets.ts';

type NewSession = {
  kind: 'login' | 'login_as' | 'staff_access';
  userId: number;
  domainId: number;
  actorId: number;
  parentId: number | null;
  hours: number;
  /** How the user was identified; an acting session starts from one with a password. */
  provedBy?: string;
  /** 2: a passkey, or a password and a second factor. */
  level?: 1 | 2;
  /** Whether the login itself counts as a proof of identity for some minutes. */
  isProof?: boolean;
  /** The browser that opened it, where it is known. */
  deviceHash?: Buffer | null;
  request: RequestFacts;
  /** The reason why an administrator opens the account. */
  reason?: string | null;
};

/** The token, and the secret of the file cookie (S-18); the server stores only their hashes. */
export type OpenedSession = { readonly id: number; readonly token: string; readonly files: FileSession };

export async function openSession(work: Work, opened: NewSession): Promise<OpenedSession> {
  return insertSession(work, opened, null);
}

/**
 * Opens a session in another account. The return cookie with its second secret is the only way back to the actor's own
 * session.
 */
export async function openActingSession(
  work: Work,
  opened: NewSession,
): Promise<OpenedSession & { readonly returning: ReturnSession }> {
  const secret = newSecret();
  const session = await insertSession(work, opened, secretHash(secret));
  return { ...session, returning: { id: session.id, secret, hours: opened.hours } };
}

async function insertSession(work: Work, opened: NewSession, returnHash: Buffer | null): Promise<OpenedSession> {
  const token = newSecret();
  const secret = newSecret();
  const reason = opened.reason ?? null;
  const { id } = await work.db
    .insertInto('sessions')
    .values({
      domain_id: opened.domainId,
      token_hash: secretHash(token),
      file_hash: secretHash(secret),
      return_hash: returnHash,
      kind: opened.kind,
      user_id: opened.userId,
      actor_id: opened.actorId,
      parent_id: opened.parentId,
      site_id: opened.request.site.id,
      device: opened.request.device,
      proved_by: opened.provedBy ?? 'password',
      level: opened.level ?? 1,
      // A person who enters another account has proved nothing new.
      proved_at: opened.isProof === false ? sql<Date>`to_timestamp(0)` : inheritedProof(opened.parentId),
      device_hash: opened.deviceHash ?? null,
      address: opened.request.address,
      reason,
      expires_at: sql`now() + make_interval(hours => ${opened.hours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(
    { ...work, cause: { ...work.cause, actorId: opened.actorId, userId: opened.userId, sessionId: id } },
    {
      domainId: opened.domainId,
      action: `session.${opened.kind}`,
      subject: 'user',
      subjectId: opened.userId,
      ...(reason === null ? {} : { facts: { reason } }),
    },
  );
  return { id, token, files: { id, secret, hours: opened.hours } };
}

function inheritedProof(parentId: number | null) {
  if (parentId === null) return null;
  return sql<Date>`(select coalesce(proved_at, created_at) from sessions where id = ${parentId})`;
}

type Ended = {
  userId?: number;
  userIds?: readonly number[];
  id?: number;
  except?: number;
  kinds?: readonly NewSession['kind'][];
};

/** Ends sessions and all sessions opened from them, because each request checks its parent session. */
export async function endSessions(work: Work, which: Ended, why: string): Promise<number> {
  const { userId, userIds, id, except, kinds } = which;
  const ended = await work.db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_why: why })
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(userIds !== undefined, (query) => query.where('user_id', '=', anyOf(userIds ?? [])))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? 0))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .returning('id')
    .execute();
  return ended.length;
}
