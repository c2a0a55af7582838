import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';
import { sql } from 'kysely';
import type { Work } from '../db/db.ts';

/** The second half of how a session was proven. */
const halfOf: Readonly<Record<Exclude<ProofMethod, 'password'>, string>> = {
  passkey: 'passkey',
  totp: 'app',
  recovery_code: 'recovery code',
};

/** How a login is recorded whose first half was a password and whose second half was this factor. */
export function provedByBoth(first: string, factor: Exclude<ProofMethod, 'password'>): string {
  return `${first} and ${halfOf[factor]}`;
}

/**
 * Records that the holder of the session proved their identity now, which also unlocks it; null where the session has
 * ended. A factor raises a session that was opened with a password alone.
 */
export async function recordProof(work: Work, sessionId: number, method: ProofMethod): Promise<Date | null> {
  const raised =
    method === 'password'
      ? {}
      : {
          level: 2,
          proved_by: sql<string>`case when level = 1 then proved_by || ${` and ${halfOf[method]}`} else proved_by end`,
        };
  const proved = await work.db
    .updateTable('sessions')
    .set({ proved_at: sql`now()`, proved_once: true, locked_at: null, last_seen_at: sql`now()`, ...raised })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('proved_at')
    .executeTakeFirst();
  return proved?.proved_at ?? null;
}

/** The holders of the account's other sessions must prove their identity with the factor that it now has. */
export async function lockOtherSessions(work: Work, userId: number, exceptId: number): Promise<number> {
  const locked = await work.db
    .updateTable('sessions')
    .set({ locked_at: sql`now()` })
    .where('actor_id', '=', userId)
    .where('id', '!=', exceptId)
    .where('ended_at', 'is', null)
    .where('locked_at', 'is', null)
    .returning('id')
    .execute();
  return locked.length;
}

export async function lockSession(work: Work, sessionId: number): Promise<void> {
  await work.db.updateTable('sessions').set({ locked_at: sql`now()` }).where('id', '=', sessionId).execute();
}
