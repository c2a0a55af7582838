import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/**
 * An address that was never confirmed blocks no other account: the account that a person opened with it for themself is
 * removed, if nothing depends on it. Otherwise nothing happens, and the database refuses the second account.
 */
export async function releaseUnconfirmedAddress(work: Work, email: string, forUserId?: number): Promise<void> {
  const { requestId } = work.cause;
  await sql`select release_unconfirmed_address(${email}, ${forUserId ?? null}::integer, ${requestId})`.execute(work.db);
}
