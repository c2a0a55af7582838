import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** A fault in the ledger: the patient, the first event that is affected, and the reason. */
export type LedgerFault = { readonly patientId: number; readonly position: number | null; readonly fault: string };

/** The number of ids in one statement, so that no statement runs long. */
const AT_ONCE = 20_000;

/** Verifies every patient's chain and returns the first broken event of each. */
export async function verifyCustody(db: Db): Promise<LedgerFault[]> {
  return inRanges(db, (lowest, highest) => listBreaks(db, lowest, highest));
}

/** Verifies the chain of one patient. */
export function verifyCustodyOf(db: Db, patientId: number): Promise<LedgerFault[]> {
  return listBreaks(db, patientId, patientId);
}

async function listBreaks(db: Db, lowest: number, highest: number): Promise<LedgerFault[]> {
  const { rows } = await sql<{ patient_id: number; first_break: number }>`
    select patient_id, first_break from custody_breaks(${lowest}, ${highest}) order by patient_id
  `.execute(db);
  return rows.map((row) => ({ patientId: row.patient_id, position: row.first_break, fault: 'the chain is broken' }));
}

/** Runs a check over all user ids in ranges. */
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
