import { type InsertObject, sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB } from '../../kernel/db/tables.generated.ts';

/** Relations of every state: pending, in force and ended. */
export function relationsWithHistory(db: Db) {
  return db.selectFrom('relations');
}

/** Relations that have not ended, pending requests among them (S-04). */
export function openRelations(db: Db) {
  return relationsWithHistory(db).where('relations.ended_at', 'is', null);
}

/** Creates relations; the database refuses one that does not fit the plans of its two ends. */
export async function insertRelations(work: Work, rows: readonly InsertObject<DB, 'relations'>[]): Promise<void> {
  if (rows.length > 0) await work.db.insertInto('relations').values(rows).execute();
}

/** The same, returning their ids in the order of the rows. */
export async function insertRelationsWithIds(
  work: Work,
  rows: readonly InsertObject<DB, 'relations'>[],
): Promise<number[]> {
  const { rows: made } = await sql<{ id: number }>`
    insert into relations (domain_id, subject_id, kind, object_id)
    select row.domain_id, row.subject_id, row.kind, row.object_id
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (domain_id integer, subject_id integer, kind relation_kind, object_id integer)) with ordinality
      as row (domain_id, subject_id, kind, object_id, n)
    order by row.n returning id`.execute(work.db);
  return made.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Puts pending requests in force. */
export async function approveRelations(work: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await work.db.updateTable('relations').set({ approved_at: sql`now()` }).where('id', '=', anyOf(ids)).execute();
}

/** Ends these relations; the rows stay as history. */
export async function endRelations(work: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await work.db.updateTable('relations').set({ ended_at: sql`now()` }).where('id', '=', anyOf(ids)).execute();
}
