import type { IdentityPolicyFields } from '@vialkeep/contract/identity-policy.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/** Writes what a site asks beyond the installation; fields that are left out stay as they are. */
export async function saveSitePolicy(
  { db, cause }: Work,
  domainId: number,
  fields: Partial<IdentityPolicyFields>,
): Promise<void> {
  const changed = { ...fields, updated_at: sql<Date>`now()`, updated_by: cause.actorId };
  await db
    .insertInto('identity_policies')
    .values({ domain_id: domainId, ...changed })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet(changed))
    .execute();
}
