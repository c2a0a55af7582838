import type { InsertObject, UpdateObject } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB } from '../../kernel/db/tables.generated.ts';

type NewSite = InsertObject<DB, 'domains'>;

/** Creates a site and returns its id. A host that another site has violates the constraint domains_host_key. */
export async function createSite(work: Work, site: NewSite): Promise<number> {
  const { id } = await work.db.insertInto('domains').values(site).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Creates the main site; false if the database has one, also one that another server has just created. */
export async function createMainSite(db: Db, site: Omit<NewSite, 'is_main'>): Promise<boolean> {
  const created = await db
    .insertInto('domains')
    .values({ ...site, is_main: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

export async function updateSite(work: Work, id: number, changes: UpdateObject<DB, 'domains'>): Promise<void> {
  await work.db.updateTable('domains').set(changes).where('id', '=', id).execute();
}
