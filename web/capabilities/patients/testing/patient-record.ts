import { PatientRecord } from '@vialkeep/contract/patients.ts';

/** A patient record with the given fields and empty defaults. */
export function patientRecord(known: Partial<PatientRecord> = {}): PatientRecord {
  return PatientRecord.parse({
    id: 2031,
    lab_id: '',
    date_adipose_shipped_to_lab: null,
    date_adipose_received_by_lab: null,
    estimated_date_vials_ready_to_ship: null,
    estimated_date_set_manually: false,
    number_times_qc_done: '',
    stemcell_plating_initiated_date: null,
    stemcell_plating_successful: null,
    date_vials_ready_to_ship: null,
    vials_preparation: 0,
    hla_typing_test: null,
    sterility_start_date: null,
    sterility_end_date: null,
    sterility_complete: null,
    processing_lab: null,
    harvest_center_temporal: null,
    referral_harvest_center_temporal: null,
    vials_available: 0,
    vials_shipped: 0,
    date_joined: '2026-01-01T00:00:00Z',
    domain: { id: 1, name: 'Vialkeep' },
    hc_desc: [],
    rhc_desc: [],
    lab_desc: [],
    sales_rep: null,
    version: 1,
    may: [],
    ...known,
  });
}
