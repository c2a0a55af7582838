import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';

/** Until when a key works, as one condition: it is neither revoked, expired nor replaced and past its overlap. */
export const isWorking = sql<boolean>`(api_keys.revoked_at is null
  and api_keys.expires_on >= (now() at time zone 'utc')::date
  and (api_keys.dies_at is null or api_keys.dies_at > now()))`;

/** The keys that the caller sees; an administrator does not see those of a super admin (S-34). */
export function visibleKeys(db: Db, access: Access) {
  const { where } = access.listFilter();
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .where(where)
    .where((eb) => (access.actor.plan === Plan.superAdmin ? eb.lit(true) : eb('users.plan_id', '!=', Plan.superAdmin)));
}

/** Everything about keys but their hash. */
export function keyRows(db: Db, access: Access) {
  return visibleKeys(db, access)
    .select([
      'api_keys.id',
      'api_keys.domain_id',
      'api_keys.owner_id',
      'users.username as owner_name',
      'api_keys.site_id',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.scopes',
      'api_keys.created_at',
      'api_keys.expires_on',
      'api_keys.last_used_at',
      'api_keys.last_network',
      'api_keys.replaced_by',
      'api_keys.dies_at',
      'api_keys.revoked_at',
    ])
    .select(isWorking.as('is_working'));
}

export type KeyRow = Awaited<ReturnType<typeof requireKey>>;

/** A key that the caller sees, or 404. */
export async function requireKey(db: Db, access: Access, id: number) {
  const key = orNotFound(await keyRows(db, access).where('api_keys.id', '=', id).executeTakeFirst());
  access.authorize({ domainId: key.domain_id, ownerIds: [key.owner_id] });
  return key;
}

/** The keys of one owner are made one after the other, so that their number holds. */
export async function lockOwner(work: Work, ownerId: number): Promise<void> {
  await work.db.selectFrom('users').select('id').where('id', '=', ownerId).forUpdate().execute();
}

/** The working keys of an owner: those that were not replaced, or those that work on beside their successors. */
export async function countWorkingKeys({ db }: Work, ownerId: number, of: 'active' | 'replaced'): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('replaced_by', of === 'active' ? 'is' : 'is not', null)
    .where(isWorking)
    .executeTakeFirstOrThrow();
  return count;
}
