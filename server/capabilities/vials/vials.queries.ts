import { VialEntryType, VialState } from '@vialkeep/contract/vials.ts';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';

export type VialCounts = { readonly available: number; readonly shipped: number; readonly added: number };

/** The numbers of vials of each of these patients. */
export async function vialCounts(db: Db, patientIds: readonly number[]): Promise<Map<number, VialCounts>> {
  const none: VialCounts = { available: 0, shipped: 0, added: 0 };
  const counts = new Map(patientIds.map((id) => [id, none]));
  for (const { patient_id, ...counted } of await countVials(db, patientIds)) counts.set(patient_id, counted);
  return counts;
}

const countVials = statementByIds((db, these) => vialCountsByPatient(db).where('patient_id', '=', these));

/** The numbers of vials of each patient who has or had some, as a query. */
export function vialCountsByPatient(db: Db) {
  const count = (where: string) => sql<number>`count(*) filter (where ${sql.raw(where)})`;
  return db
    .selectFrom('vials')
    .select([
      'patient_id',
      count('vial_is_available(state, held_at)').as('available'),
      count("state = 'shipped'").as('shipped'),
      count("state <> 'withdrawn'").as('added'),
    ])
    .groupBy('patient_id');
}

/** The number of a patient's vials in store that are not in quarantine, as a subquery. */
export function availableVials(eb: ExpressionBuilder<Tables, never>, patientId: number | RawBuilder<number>) {
  return eb
    .selectFrom('vials')
    .select((vials) => vials.fn.countAll<number>().as('count'))
    .where('patient_id', '=', patientId)
    .where(sql<boolean>`vial_is_available(state, held_at)`);
}

/** The number of vials of an added entry that are so now. */
const countOfAdded = (where: string) =>
  sql<number>`(select count(*) from vials where added_entry_id = vial_entries.id and ${sql.raw(where)})`;

/** Entries that are not deleted, with their vials. */
function entries(db: Db) {
  return db
    .selectFrom('vial_entries')
    .select(['id', 'patient_id', 'type', 'quantity', 'date', 'tracking_id', 'note'])
    .select(
      sql<string[]>`case type
        when 'added' then array(
          select code from vials where added_entry_id = vial_entries.id and state <> 'withdrawn' order by id)
        else array(select code from vials where shipped_entry_id = vial_entries.id order by id)
      end`.as('codes'),
    )
    .select([
      countOfAdded('held_at is not null').as('quarantined'),
      countOfAdded("state = 'discarded'").as('discarded'),
      countOfAdded("state = 'stored' and order_id is not null").as('reserved'),
    ])
    .where('deleted_at', 'is', null);
}

type StoredEntry = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;

/** Narrows the column to the contract's type, which a check constraint guarantees. */
const typed = (row: StoredEntry) => ({ ...row, type: VialEntryType.parse(row.type) });

export type EntryRow = ReturnType<typeof typed>;

/** The added and shipped entries of a patient, oldest first. */
export async function historyOf(db: Db, patientId: number): Promise<EntryRow[]> {
  return (await entriesOf(db, { patientId })).map(typed);
}

const entriesOf = statement((db, { patientId }: Placeholders<{ patientId: number }>) =>
  entries(db).where('patient_id', '=', patientId).orderBy('id'),
);

export async function findEntry(db: Db, id: number): Promise<EntryRow | null> {
  const row = await entries(db).where('id', '=', id).executeTakeFirst();
  return row ? typed(row) : null;
}

/** What another system had printed on a vial of the query. */
export const oldCodeOfVial = sql<string | null>`(select min(alias) from vial_aliases where vial_id = vials.id)`;

/** Every vial that a patient has or had, in the order of their arrival. */
export async function vialsOf(db: Db, patientId: number) {
  const rows = await vialsOfPatient(db, { patientId });
  return rows.map((row) => ({ ...row, state: VialState.parse(row.state) }));
}

const vialsOfPatient = statement((db, { patientId }: Placeholders<{ patientId: number }>) =>
  db
    .selectFrom('vials')
    .innerJoin('vial_entries as added', 'added.id', 'vials.added_entry_id')
    .leftJoin('vial_entries as shipped', 'shipped.id', 'vials.shipped_entry_id')
    .select(oldCodeOfVial.as('old_code'))
    .select([
      'vials.code',
      'vials.state',
      sql<boolean>`vials.held_at is not null`.as('held'),
      sql<boolean>`vials.state = 'stored' and vials.order_id is not null`.as('reserved'),
      'added.date as added_on',
      'vials.added_entry_id',
      'shipped.date as shipped_on',
      'vials.shipped_entry_id',
      'shipped.tracking_id',
    ])
    .where('vials.patient_id', '=', patientId)
    .orderBy('vials.id'),
);
