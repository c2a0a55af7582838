import { randomBytes } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Patient } from '../custody/index.ts';

/** The source of random bytes for new codes. */
export type Randomness = (bytes: number) => Uint8Array;

const CODE_BYTES = 8;

export async function storedOf(db: Db, patient: Patient): Promise<number> {
  const { stored } = await db
    .selectFrom('vials')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where('patient_id', '=', patient.id)
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow();
  return stored;
}

export async function shippedOf(db: Db, addedEntryId: number): Promise<number> {
  const { shipped } = await db
    .selectFrom('vials')
    .select((eb) => eb.fn.countAll<number>().as('shipped'))
    .where('added_entry_id', '=', addedEntryId)
    .where('state', '=', 'shipped')
    .executeTakeFirstOrThrow();
  return shipped;
}

/** Creates the vials of an added entry. A code that exists already, which is rare, is drawn again. */
export async function makeVials(
  work: Work,
  patient: Patient,
  entryId: number,
  count: number,
  random: Randomness = randomBytes,
): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const drawn = Array.from({ length: count - made.length }, () => vialCodeFrom(random(CODE_BYTES)));
    const { rows } = await sql<{ code: string }>`
      with made as (
        insert into vials (patient_id, domain_id, code, added_entry_id)
        select ${patient.id}::integer, ${patient.domainId}::integer, drawn.code, ${entryId}::integer
        from unnest(${drawn}::text[]) with ordinality drawn (code, place) order by drawn.place
        on conflict (code) do nothing returning id, code
      ) select code from made order by id`.execute(work.db);
    made.push(...rows.map(({ code }) => code));
  }
  return made;
}

/**
 * Withdraws stored vials of an added entry that were recorded by mistake, the last ones first. Their rows and codes
 * remain.
 */
export async function withdrawVials(work: Work, entryId: number, count: number): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'withdrawn'`,
    sql`select id from vials where added_entry_id = ${entryId} and state = 'stored' order by id desc limit ${count}`,
  );
}

/** Ships stored vials, the oldest first. */
export async function shipVials(work: Work, patient: Patient, entryId: number, count: number): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'shipped', shipped_entry_id = ${entryId}::integer`,
    sql`select vials.id from vials join vial_entries added on added.id = vials.added_entry_id
      where vials.patient_id = ${patient.id} and vials.state = 'stored' order by added.date, vials.id limit ${count}`,
  );
}

/** Ships the chosen vials; one that is not in store is not changed. */
export async function shipChosenVials(
  work: Work,
  patient: Patient,
  entryId: number,
  codes: readonly string[],
): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'shipped', shipped_entry_id = ${entryId}::integer`,
    sql`select id from vials
      where patient_id = ${patient.id} and state = 'stored' and code = any(${codes}::text[])`,
  );
}

/** Returns vials of a shipment to the stock, the newest first. */
export async function returnVials(work: Work, entryId: number, count: number): Promise<string[]> {
  return updateVials(
    work,
    sql`state = 'stored', shipped_entry_id = null`,
    sql`select vials.id from vials join vial_entries added on added.id = vials.added_entry_id
      where vials.shipped_entry_id = ${entryId} order by added.date desc, vials.id desc limit ${count}`,
  );
}

async function updateVials(
  work: Work,
  values: ReturnType<typeof sql>,
  which: ReturnType<typeof sql>,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with changed as (update vials set ${values} where id in (${which}) returning id, code)
    select code from changed order by id`.execute(work.db);
  return rows.map(({ code }) => code);
}
