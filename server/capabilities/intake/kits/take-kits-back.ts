import type { Db } from '../../../kernel/db/db.ts';

/** Kits that were sent to one clinic in one step. */
export type SentKits = { readonly kits: readonly number[]; readonly center: number };

/** The codes of the kits, where all of them are still on their way to this clinic; null otherwise. */
export async function findKitsToTakeBack(db: Db, labId: number, sent: SentKits): Promise<string[] | null> {
  const rows = await sentKits(db, labId, sent).execute();
  return rows.length === sent.kits.length ? rows.map(({ code }) => code) : null;
}

/** Puts the kits into stock again. Returns their codes, or null where one of them has gone on meanwhile. */
export async function takeKitsBack(db: Db, labId: number, sent: SentKits): Promise<string[] | null> {
  const rows = await sentKits(db, labId, sent).forUpdate().execute();
  if (rows.length !== sent.kits.length) return null;
  await db
    .updateTable('kits')
    .set({ state: 'in_stock', center_id: null, sent_at: null })
    .where('id', 'in', sent.kits)
    .execute();
  return rows.map(({ code }) => code);
}

function sentKits(db: Db, labId: number, { kits, center }: SentKits) {
  return db
    .selectFrom('kits')
    .select(['id', 'code'])
    .where('lab_id', '=', labId)
    .where('id', 'in', kits)
    .where('state', '=', 'sent')
    .where('center_id', '=', center)
    .orderBy('id');
}
