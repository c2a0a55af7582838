import type { LocationId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';

export type LocationRow = Awaited<ReturnType<typeof locationsOf>>[number];

/** A user's locations, the default first. */
export function locationsOf(db: Db, userId: UserId) {
  return locations(db)
    .where('locations.user_id', '=', userId)
    .orderBy('locations.is_default', 'desc')
    .orderBy('locations.id')
    .execute();
}

/** A location of the calling account; 404 for another user's. */
export async function ownLocation(db: Db, access: Access, id: LocationId): Promise<LocationRow> {
  const row = orNotFound(await locations(db).where('locations.id', '=', id).executeTakeFirst());
  access.authorize({ domainId: row.domain_id, ownerIds: [row.user_id] });
  return row;
}

/** Locks the user's locations until the transaction ends, because the default concerns all of them. */
export async function lockLocations({ db }: Work, userId: UserId): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Clears the old default before it sets the new one, since the unique index allows only one. */
export async function moveDefault({ db }: Work, userId: UserId, to: number): Promise<void> {
  await db
    .updateTable('locations')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .where('id', '<>', to)
    .execute();
  await db.updateTable('locations').set({ is_default: true }).where('id', '=', to).execute();
}

function locations(db: Db) {
  return db
    .selectFrom('locations')
    .innerJoin('users', 'users.id', 'locations.user_id')
    .select([
      'locations.id',
      'locations.user_id',
      'locations.domain_id',
      'locations.location_name',
      'locations.address1',
      'locations.address2',
      'locations.city',
      'locations.state_desc',
      'locations.country_desc',
      'locations.zip_code',
      'locations.is_default',
      'users.template_id',
    ]);
}
