import type { Db } from '../../kernel/db/db.ts';

/** Where a warning goes that only the person may read. */
export async function addressToWarn(
  _db: Db,
  account: { readonly id: number; readonly email: string },
): Promise<string> {
  return account.email;
}
