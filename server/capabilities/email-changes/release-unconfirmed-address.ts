import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/**
 * Removes the account that signed up with this address and never confirmed it, if nothing depends on it, so that
 * another account can use the address. Otherwise does nothing, and the unique constraint refuses the second account.
 */
export async function releaseUnconfirmedAddress(work: Work, email: string, forUserId?: number): Promise<void> {
  const { requestId } = work.cause;
  await sql`select release_unconfirmed_address(${email}, ${forUserId ?? null}::integer, ${requestId})`.execute(work.db);
}
