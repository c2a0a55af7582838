import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

/** A registration with its site. Sites that were not created by registration have none. */
export type Registration = Awaited<ReturnType<typeof registrations>>[number];

export async function registrations(db: Db) {
  return selection(db).orderBy('custom_sites.site_id', 'desc').execute();
}

export async function registrationOf(db: Db, id: DomainId): Promise<Registration> {
  return orNotFound(await selection(db).where('custom_sites.site_id', '=', id).executeTakeFirst());
}

/** Reads a registration and holds its row lock until the transaction ends. */
export async function lockedRegistration(work: Work, id: DomainId): Promise<Registration> {
  return orNotFound(
    await selection(work.db).where('custom_sites.site_id', '=', id).forUpdate('custom_sites').executeTakeFirst(),
  );
}

function selection(db: Db) {
  return db
    .selectFrom('custom_sites')
    .innerJoin('domains', 'domains.id', 'custom_sites.site_id')
    .leftJoin('users', 'users.id', 'custom_sites.admin_id')
    .selectAll('custom_sites')
    .select(['domains.name', 'domains.host', 'users.email as admin_email']);
}
