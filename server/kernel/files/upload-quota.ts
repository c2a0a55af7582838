import { sql } from 'kysely';
import type { Db, Work } from '../db/db.ts';
import { refuse } from '../http/refuse.ts';
import type { Services } from '../services.ts';

const MEGABYTE = 1_000_000;

/** The class of the advisory lock, so that no other part of the product waits for an upload. */
const LOCK = 0x75706c64;

/** Refuses with 429 an upload that would exceed the user's daily quota of unused files. */
export async function requireQuota(db: Db, services: Services, uploadedBy: number, bytes: number): Promise<void> {
  const { settings, uploadFolders } = services;
  const unused = await db
    .selectFrom('files')
    .select([sql<number>`count(*)::int`.as('files'), sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes')])
    .where('files.uploaded_by', '=', uploadedBy)
    .where('files.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where((eb) =>
      eb.or(
        uploadFolders.map(({ folder, isUsed }) =>
          eb.and([eb('files.name', 'like', `${folder}/%`), eb.not(isUsed(eb))]),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  const isWithin =
    unused.files < settings.uploadsPerDay && unused.bytes + bytes <= settings.uploadMegabytesPerDay * MEGABYTE;
  if (!isWithin) throw refuse('too_many_uploads');
}

/** The same under a lock, so that simultaneous uploads are counted one after the other. */
export async function claimQuota(work: Work, services: Services, uploadedBy: number, bytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${uploadedBy})`.execute(work.db);
  await requireQuota(work.db, services, uploadedBy, bytes);
}
