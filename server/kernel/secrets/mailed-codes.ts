import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Work } from '../db/db.ts';

export const CODE_MINUTES = 15;
const MOST_TRIES = 5;

type Codes = { userId: number; domainId: number; purpose: 'hold' | 'first_factor' };

/** Creates a six-digit code for one email. Older codes for the same purpose and account become invalid. */
export async function issueCode(work: Work, { userId, domainId, purpose }: Codes): Promise<string> {
  await work.db
    .updateTable('mailed_codes')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await work.db
    .insertInto('mailed_codes')
    .values({
      domain_id: domainId,
      user_id: userId,
      purpose,
      code_hmac: hmacOf(work, userId, purpose, code),
      expires_at: sql`now() + make_interval(mins => ${CODE_MINUTES})`,
    })
    .execute();
  return code;
}

/** Whether the code is right. Every attempt counts, so the caller must commit also after a wrong one. */
export async function tryCode(
  work: Work,
  { userId, purpose }: Omit<Codes, 'domainId'>,
  code: string,
): Promise<boolean> {
  const isRight = sql<boolean>`code_hmac = ${hmacOf(work, userId, purpose, code)}`;
  const tried = await work.db
    .updateTable('mailed_codes')
    .set({ tries: sql`tries + 1`, used_at: sql`case when ${isRight} then now() end` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('tries', '<', MOST_TRIES)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(isRight.as('right'))
    .executeTakeFirst();
  return tried?.right ?? false;
}

function hmacOf({ dataKey }: Work, userId: number, purpose: string, code: string): Buffer {
  return dataKey.hmac(code, `mailed code ${purpose} ${userId}`);
}
