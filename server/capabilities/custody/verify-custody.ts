import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** Where the ledger does not hold: whose, from which event on, and what is wrong there. */
export type LedgerFault = { readonly patientId: number; readonly position: number | null; readonly fault: string };

/** How many ids are looked at in one statement, so that none of them runs long. */
const AT_ONCE = 20_000;

/** Walks every patient's chain and names the first link of each that does not hold. */
export async function verifyCustody(db: Db): Promise<LedgerFault[]> {
  return inRanges(db, async (lowest, highest) => {
    const { rows } = await sql<{ patient_id: number; first_break: number }>`
      select patient_id, first_break from custody_breaks(${lowest}, ${highest}) order by patient_id
    `.execute(db);
    return rows.map((row) => ({ patientId: row.patient_id, position: row.first_break, fault: 'the chain is broken' }));
  });
}

/** Looks for faults among all patients, some at a time. */
export async function inRanges(
  db: Db,
  look: (lowest: number, highest: number) => Promise<LedgerFault[]>,
): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  const { last } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  for (let lowest = 1; lowest <= (last ?? 0); lowest += AT_ONCE) {
    faults.push(...(await look(lowest, lowest + AT_ONCE - 1)));
  }
  return faults;
}
