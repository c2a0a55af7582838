import type { TableDecision } from './personal-table.ts';

type BenchTable =
  | 'arrival_corrections'
  | 'arrival_photos'
  | 'arrivals'
  | 'batch_lot_corrections'
  | 'batch_lots'
  | 'batches'
  | 'bench_shifts'
  | 'count_lines'
  | 'deviation_letters'
  | 'deviation_vials'
  | 'deviations'
  | 'discard_photos'
  | 'discards'
  | 'harvests'
  | 'kits'
  | 'lab_operators'
  | 'lab_settings'
  | 'label_prints'
  | 'lot_corrections'
  | 'lots'
  | 'moves'
  | 'places'
  | 'qc_results'
  | 'scan_actions'
  | 'signatures'
  | 'stock_counts'
  | 'vial_orders'
  | 'vials';

const vialsOfPerson = 'vial_id in (select id from vials where patient_id = :person)';
const batchesOfPerson = 'batch_id in (select id from batches where patient_id = :person)';

/** The decisions about the tables of a lab's bench. Records of tissue are kept by law, under the patient's number. */
export const benchDecisions: Readonly<Record<BenchTable, TableDecision>> = {
  arrival_photos: {
    where: 'arrival_id in (select id from arrivals where patient_id = :person)',
    erasure: 'kept by number',
  },
  arrival_corrections: { ids: ['patient_id'], erasure: 'kept by number' },
  arrivals: {
    ids: ['patient_id'],
    named: { ids: ['lab_id'], shown: ['id', 'arrived_at', 'decision'] },
    erasure: 'kept by number',
  },
  batch_lot_corrections: { where: batchesOfPerson, erasure: 'kept by number' },
  batch_lots: { where: batchesOfPerson, erasure: 'kept by number' },
  batches: {
    ids: ['patient_id'],
    named: { ids: ['lab_id'], shown: ['id', 'code', 'opened_on', 'state'] },
    erasure: 'kept by number',
  },
  bench_shifts: { notPersonal: 'Until when an operator works on a session; operators have no account.' },
  count_lines: { notPersonal: 'Codes that were counted in a box.' },
  deviation_letters: { named: { ids: ['user_id'], shown: ['deviation_id', 'written_at'] }, erasure: 'kept by number' },
  deviation_vials: {
    where: vialsOfPerson,
    named: { ids: ['center_id'], shown: ['deviation_id', 'vial_id'] },
    erasure: 'kept by number',
  },
  deviations: {
    named: { ids: ['lab_id'], shown: ['id', 'title', 'state', 'opened_at'] },
    erasure: 'kept by number',
  },
  discard_photos: {
    where:
      'discard_id in (select id from discards where document_id in (select id from documents where signer_id = :person))',
    erasure: 'kept by number',
  },
  discards: {
    where: 'document_id in (select id from documents where signer_id = :person)',
    named: { ids: ['lab_id'], shown: ['id', 'basis', 'discarded_at'] },
    erasure: 'kept by number',
  },
  harvests: {
    ids: ['patient_id'],
    named: { ids: ['center_id'], shown: ['id', 'kit_id', 'harvested_at'] },
    erasure: 'overwritten',
  },
  kits: { named: { ids: ['center_id'], shown: ['id', 'code', 'state', 'sent_at'] }, erasure: 'kept by number' },
  lab_operators: {
    named: { ids: ['lab_id'], shown: ['id', 'name', 'code', 'may_sign', 'ended_at'] },
    omitted: ['pin_hash'],
    erasure: 'kept by number',
  },
  lab_settings: { named: { ids: ['lab_id'], shown: ['id', 'bench_on', 'version'] }, erasure: 'kept by number' },
  label_prints: { named: { ids: ['lab_id'], shown: ['id', 'format', 'at'] }, erasure: 'kept by number' },
  lot_corrections: {
    named: { ids: ['lab_id'], shown: ['id', 'lot_id', 'expires_on', 'at'] },
    erasure: 'kept by number',
  },
  lots: { named: { ids: ['lab_id'], shown: ['id', 'kind', 'name', 'lot'] }, erasure: 'kept by number' },
  moves: {
    where: vialsOfPerson,
    named: { ids: ['lab_id'], shown: ['id', 'at'] },
    erasure: 'kept by number',
  },
  places: { named: { ids: ['lab_id'], shown: ['id', 'kind', 'name', 'code'] }, erasure: 'kept by number' },
  qc_results: { where: batchesOfPerson, erasure: 'kept by number' },
  scan_actions: {
    named: { ids: ['lab_id', 'user_id'], shown: ['id', 'kind', 'input', 'at'] },
    erasure: 'kept by number',
  },
  signatures: {
    named: { ids: ['lab_id', 'user_id'], shown: ['id', 'printed_name', 'meaning', 'subject', 'signed_at'] },
    omitted: ['record', 'record_sha256'],
    erasure: 'kept sealed',
  },
  stock_counts: { notPersonal: 'When a box was counted.' },
  vial_orders: {
    ids: ['patient_id'],
    named: { ids: ['lab_id'], shown: ['id', 'code', 'state', 'quantity'] },
    erasure: 'kept by number',
  },
  vials: {
    ids: ['patient_id'],
    named: { ids: ['lab_id'], shown: ['id', 'code', 'state'] },
    erasure: 'kept by number',
  },
};
