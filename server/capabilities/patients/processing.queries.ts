import type { ProcessingData } from '@vialkeep/contract/patients.ts';
import type { Db } from '../../kernel/db/db.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';

/** The columns of a record under their names on the wire. */
export const processingColumns = [
  'patient_records.lab_id',
  'patient_records.date_adipose_shipped_to_lab',
  'patient_records.date_adipose_received_by_lab',
  'patient_records.estimated_date_vials_ready_to_ship',
  'patient_records.estimated_is_manual as estimated_date_set_manually',
  'patient_records.number_times_qc_done',
  'patient_records.stemcell_plating_initiated_date',
  'patient_records.stemcell_plating_successful',
  'patient_records.date_vials_ready_to_ship',
  'patient_records.vials_preparation',
  'patient_records.hla_typing_test',
  'patient_records.sterility_start_date',
  'patient_records.sterility_end_date',
  'patient_records.sterility_complete',
] as const;

const recordsOf = statementByIds((db, these) =>
  db
    .selectFrom('patient_records')
    .select('patient_records.patient_id')
    .select(processingColumns)
    .where('patient_records.patient_id', '=', these),
);

/** The processing data of these patients; users who never were patients are not in the result. */
export async function processingOf(db: Db, ids: readonly number[]): Promise<Map<number, ProcessingData>> {
  const rows = await recordsOf(db, ids);
  return new Map(rows.map((row) => [row.patient_id, presentProcessing(row)]));
}

type YesOrNo = 1 | 2 | null;

type ProcessingRow = Awaited<ReturnType<typeof recordsOf>>[number];

/** The processing data without the other columns of a row. Written out, because long lists do it for every patient. */
export function presentProcessing(row: Omit<ProcessingRow, 'patient_id'>): ProcessingData {
  // @NOTE check constraints allow 1 and 2 only in the columns of yes and no.
  return {
    lab_id: row.lab_id,
    date_adipose_shipped_to_lab: row.date_adipose_shipped_to_lab,
    date_adipose_received_by_lab: row.date_adipose_received_by_lab,
    estimated_date_vials_ready_to_ship: row.estimated_date_vials_ready_to_ship,
    estimated_date_set_manually: row.estimated_date_set_manually,
    number_times_qc_done: row.number_times_qc_done,
    stemcell_plating_initiated_date: row.stemcell_plating_initiated_date,
    stemcell_plating_successful: row.stemcell_plating_successful as YesOrNo,
    date_vials_ready_to_ship: row.date_vials_ready_to_ship,
    vials_preparation: row.vials_preparation,
    hla_typing_test: row.hla_typing_test as YesOrNo,
    sterility_start_date: row.sterility_start_date,
    sterility_end_date: row.sterility_end_date,
    sterility_complete: row.sterility_complete,
  };
}
