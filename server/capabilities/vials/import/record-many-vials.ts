import { randomBytes } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type { VialEntryType } from '@vialkeep/contract/vials.ts';
import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { appendCustodyToMany, type EventOfPatient, lockCustodyOfMany, type Patient } from '../../custody/index.ts';
import { buildLedgerFacts, type Moves } from '../ledger-facts.ts';
import { isWithdrawable, returnVials, shipChosenVials, shipVials, withdrawVials } from '../stock.ts';
import { notStored, onlyAvailable } from '../vial-refusals.ts';
import { type EntryRow, findEntry } from '../vials.queries.ts';

/** An entry of another system's history; `aliases` are the codes printed on its vials. */
export type ImportedEntry = {
  readonly patient: Patient;
  readonly type: VialEntryType;
  readonly quantity: number;
  readonly date: string;
  readonly trackingId: string | null;
  readonly note: string;
  readonly aliases: readonly string[] | null;
};

/**
 * Records entries of patients' vials with their custody events, all of one type. Their vials are in no quarantine: the
 * other system has released them. Returns the id of each entry, in order.
 */
export async function recordManyVials(
  work: Work,
  type: VialEntryType,
  entries: readonly ImportedEntry[],
): Promise<number[]> {
  await lockCustodyOfMany(work, [...new Set(entries.map(({ patient }) => patient.id))]);
  const ids = await insertEntries(work, type, entries);
  const moves = type === 'added' ? await makeManyVials(work, entries, ids) : await shipMany(work, entries, ids);
  const events: EventOfPatient[] = [];
  for (const [index, { patient, date, quantity, trackingId, note }] of entries.entries()) {
    const row = { id: orNotFound(ids[index]), type, quantity, date, tracking_id: trackingId, note };
    const moved = type === 'added' ? { made: moves[index] ?? [] } : { shipped: moves[index] ?? [] };
    events.push({
      patient,
      occurredOn: date,
      facts: buildLedgerFacts({ entry: row as EntryRow, before: null, after: row as EntryRow, moves: moved }),
    });
  }
  await appendCustodyToMany(work, type === 'added' ? 'vials.added' : 'vials.shipped', events);
  return ids;
}

async function insertEntries(work: Work, type: VialEntryType, entries: readonly ImportedEntry[]): Promise<number[]> {
  const rows = entries.map(({ patient, quantity, date, trackingId, note }) => ({
    patient_id: patient.id,
    domain_id: patient.domainId,
    quantity,
    date,
    tracking_id: trackingId,
    note,
  }));
  const { rows: made } = await sql<{ id: number }>`
    insert into vial_entries (patient_id, domain_id, type, quantity, date, tracking_id, note)
    select row.patient_id, row.domain_id, ${type}, row.quantity, row.date, row.tracking_id, row.note
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (patient_id integer, domain_id integer,
      quantity integer, date date, tracking_id text, note text)) with ordinality
      as row (patient_id, domain_id, quantity, date, tracking_id, note, n)
    order by row.n returning id`.execute(work.db);
  return made.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Creates the vials of added entries. A code that exists already, which is rare, is drawn again. */
async function makeManyVials(work: Work, entries: readonly ImportedEntry[], ids: readonly number[]) {
  const made: string[][] = entries.map(() => []);
  let missing = entries.flatMap(({ quantity }, index) => Array.from({ length: quantity }, () => index));
  while (missing.length > 0) {
    const drawn = missing.map((index) => ({
      index,
      patient_id: entries[index]?.patient.id,
      domain_id: entries[index]?.patient.domainId,
      entry_id: ids[index],
      code: vialCodeFrom(randomBytes(8)),
    }));
    const { rows } = await sql<{ code: string }>`
      insert into vials (patient_id, domain_id, code, added_entry_id, lab_id)
      select drawn.patient_id, drawn.domain_id, drawn.code, drawn.entry_id, (select object_id from active_relations
        where subject_id = drawn.patient_id and kind = 'lab' order by id limit 1)
      from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb)
        drawn (patient_id integer, domain_id integer, code text, entry_id integer)
      on conflict (code) do nothing returning code`.execute(work.db);
    const kept = new Set(rows.map(({ code }) => code));
    for (const { index, code } of drawn) if (kept.delete(code)) made[index]?.push(code);
    missing = drawn.filter(({ index, code }) => made[index]?.includes(code) !== true).map(({ index }) => index);
  }
  await insertAliases(work, entries, made);
  return made;
}

async function insertAliases(work: Work, entries: readonly ImportedEntry[], made: readonly string[][]): Promise<void> {
  const rows = entries.flatMap(({ patient, aliases }, index) =>
    (aliases ?? []).map((alias, n) => ({ domain_id: patient.domainId, alias, code: made[index]?.[n] })),
  );
  if (rows.length === 0) return;
  await sql`insert into vial_aliases (domain_id, alias, vial_id)
    select row.domain_id, row.alias, vials.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) row (domain_id integer, alias text, code text)
      join vials on vials.code = row.code`.execute(work.db);
}

async function shipMany(work: Work, entries: readonly ImportedEntry[], ids: readonly number[]): Promise<string[][]> {
  const shipped: string[][] = [];
  for (const [index, { patient, quantity, aliases }] of entries.entries()) {
    const id = orNotFound(ids[index]);
    const codes = aliases && (await codesOf(work, patient, aliases));
    const moved = codes
      ? await shipChosenVials(work, patient, id, codes)
      : await shipVials(work, patient, id, quantity);
    if (moved.length < quantity) throw codes ? notStored(codes) : onlyAvailable(moved.length);
    shipped.push(moved);
  }
  return shipped;
}

async function codesOf(work: Work, patient: Patient, aliases: readonly string[]): Promise<string[]> {
  const found = await work.db
    .selectFrom('vial_aliases')
    .innerJoin('vials', 'vials.id', 'vial_aliases.vial_id')
    .select('vials.code')
    .where('vial_aliases.domain_id', '=', patient.domainId)
    .where(sql<boolean>`vial_aliases.alias = any(${aliases}::text[])`)
    .where('vials.patient_id', '=', patient.id)
    .execute();
  return found.map(({ code }) => code);
}

/**
 * Takes an imported entry back, as its withdrawal would, and its printed codes with it. False where its vials have
 * moved on since. The caller has locked the patient's chain.
 */
export async function takeBackEntry(work: Work, patient: Patient, id: number): Promise<boolean> {
  const entry = await findEntry(work.db, id);
  if (!entry || !(await areVialsThere(work, entry))) return false;
  const moves: Moves =
    entry.type === 'shipped'
      ? { returned: await returnVials(work, id, entry.quantity) }
      : { withdrawn: await withdrawVials(work, id, entry.quantity) };
  await work.db.updateTable('vial_entries').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
  await work.db
    .deleteFrom('vial_aliases')
    .where('vial_id', 'in', (eb) => eb.selectFrom('vials').select('id').where('added_entry_id', '=', id))
    .execute();
  await appendCustodyToMany(work, 'vials.entry_deleted', [
    { patient, occurredOn: entry.date, facts: buildLedgerFacts({ entry, before: entry, after: null, moves }) },
  ]);
  return true;
}

/** Whether every vial of an entry is where the entry left it. They are locked, so that it stays true. */
async function areVialsThere(work: Work, { id, type, quantity }: EntryRow): Promise<boolean> {
  const { rows } = await sql`select from vials where ${
    type === 'shipped' ? sql`shipped_entry_id = ${id}` : sql`added_entry_id = ${id} and ${isWithdrawable}`
  } order by vials.id for no key update`.execute(work.db);
  return rows.length >= quantity;
}
