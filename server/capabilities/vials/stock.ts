import { randomBytes } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Patient } from '../custody/index.ts';

/** The source of random bytes for new codes. */
export type Randomness = (bytes: number) => Uint8Array;

const CODE_BYTES = 8;

/** In store, released and free: what can be shipped or reserved. */
export const isOrderable = sql<boolean>`vials.state = 'stored' and vials.held_at is null and vials.order_id is null`;

export async function orderableOf(db: Db, patient: Patient): Promise<number> {
  const { orderable } = await db
    .selectFrom('vials')
    .select((eb) => eb.fn.countAll<number>().as('orderable'))
    .where('patient_id', '=', patient.id)
    .where(isOrderable)
    .executeTakeFirstOrThrow();
  return orderable;
}

/** A vial that is held for a deviation, a failed test or as missing does not leave its quarantine by a corrected entry. */
export const isWithdrawable = sql<boolean>`vials.state = 'stored' and vials.order_id is null
  and coalesce(vials.hold_reason, 'awaiting_release') in ('awaiting_release', 'returned')`;

export type NotWithdrawable = {
  readonly shipped: number;
  readonly discarded: number;
  readonly reserved: number;
  readonly held: number;
};

/** The vials of an added entry that cannot be withdrawn. */
export async function notWithdrawableOf(db: Db, addedEntryId: number): Promise<NotWithdrawable> {
  const count = (where: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${where})`;
  return db
    .selectFrom('vials')
    .select([
      count(sql`state = 'shipped'`).as('shipped'),
      count(sql`state = 'discarded'`).as('discarded'),
      count(sql`state = 'stored' and order_id is not null`).as('reserved'),
      count(sql`state = 'stored' and order_id is null and not ${isWithdrawable}`).as('held'),
    ])
    .where('added_entry_id', '=', addedEntryId)
    .executeTakeFirstOrThrow();
}

/** Creates the vials of an added entry. A code that exists already, which is rare, is drawn again. */
export async function makeVials(
  work: Work,
  patient: Patient,
  entryId: number,
  count: number,
  { random = randomBytes, batchId = null }: { random?: Randomness | undefined; batchId?: number | null } = {},
): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const drawn = Array.from({ length: count - made.length }, () => vialCodeFrom(random(CODE_BYTES)));
    const { rows } = await sql<{ code: string }>`
      with made as (
        insert into vials (patient_id, domain_id, code, added_entry_id, batch_id, lab_id)
        select ${patient.id}::integer, ${patient.domainId}::integer, drawn.code, ${entryId}::integer, ${batchId}::integer,
          (select object_id from active_relations where subject_id = ${patient.id} and kind = 'lab' order by id limit 1)
        from unnest(${drawn}::text[]) with ordinality drawn (code, place) order by drawn.place
        on conflict (code) do nothing returning id, code
      ) select code from made order by id`.execute(work.db);
    made.push(...rows.map(({ code }) => code));
  }
  return made;
}

/**
 * Withdraws stored vials of an added entry that were recorded by mistake, the last ones first. Their rows and codes
 * remain. A vial of an order is not withdrawn, and neither is one in quarantine for more than its release.
 */
export async function withdrawVials(work: Work, entryId: number, count: number): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'withdrawn', ${OFF_THE_BENCH}`,
    sql`select id from vials where added_entry_id = ${entryId} and ${isWithdrawable} order by id desc limit ${count}`,
  );
}

/** What a vial that leaves the stock has no more. */
export const OFF_THE_BENCH = sql`box_id = null, position = null, held_at = null, hold_reason = null,
  hold_deviation_id = null`;

/** Ships orderable vials, the oldest first. */
export async function shipVials(work: Work, patient: Patient, entryId: number, count: number): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'shipped', shipped_entry_id = ${entryId}::integer, ${OFF_THE_BENCH}`,
    sql`${oldestOrderable(patient)} limit ${count}`,
  );
}

/** The ids of a patient's orderable vials, the oldest first. */
export function oldestOrderable(patient: Patient): RawBuilder<unknown> {
  return sql`select vials.id from vials join vial_entries added on added.id = vials.added_entry_id
    where vials.patient_id = ${patient.id} and ${isOrderable} order by added.date, vials.id`;
}

/** Ships the chosen vials that are orderable or, for an order, packed for it; another one is not changed. */
export async function shipChosenVials(
  work: Work,
  patient: Patient,
  entryId: number,
  codes: readonly string[],
  orderId: number | null = null,
): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'shipped', shipped_entry_id = ${entryId}::integer, ${OFF_THE_BENCH}`,
    sql`select id from vials where patient_id = ${patient.id} and code = any(${codes}::text[]) and case
      when ${orderId}::integer is null then ${isOrderable}
      else state = 'stored' and held_at is null and order_id = ${orderId}::integer and packed_at is not null end`,
  );
}

/** Returns vials of a shipment to the stock, the newest first, free from their order. */
export async function returnVials(work: Work, entryId: number, count: number): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'stored', shipped_entry_id = null, order_id = null, picked_at = null, packed_at = null`,
    sql`select vials.id from vials join vial_entries added on added.id = vials.added_entry_id
      where vials.shipped_entry_id = ${entryId} order by added.date desc, vials.id desc limit ${count}`,
  );
}

/** Where a change of vials was scanned; both are null for a documented form. */
export type MovedBy = { readonly operatorId: number | null; readonly actionId: string | null };

/** Changes vials, and writes down each position that one has left or got. Returns the codes in the order of the vials. */
export async function updateVials(
  work: Work,
  values: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  { operatorId, actionId }: MovedBy = { operatorId: null, actionId: null },
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with before as materialized (
      select id, box_id, position from vials where id in (${which}) order by id for no key update
    ), changed as (
      update vials set ${values} where id in (select id from before) returning id, code, box_id, position
    ), moved as (
      insert into moves (domain_id, lab_id, vial_id, from_box, from_position, to_box, position, operator_id, action_id)
      select box.domain_id, box.lab_id, changed.id, before.box_id, before.position, changed.box_id, changed.position,
        ${operatorId}::integer, ${actionId}::uuid
      from changed join before using (id) join places box on box.id = coalesce(changed.box_id, before.box_id)
      where (before.box_id, before.position) is distinct from (changed.box_id, changed.position)
    )
    select code from changed order by id`.execute(work.db);
  return rows.map(({ code }) => code);
}
