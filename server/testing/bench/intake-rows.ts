import { about, type Matrix, plain } from '../matrix/rows.ts';
import { newCode } from './fill-bench.ts';

const scan = { scan_id: '00000000-0000-4000-8000-000000000025', input: 'typed' };
const ofLab = (id: number) => ({ query: { lab_id: id } });
const day = '2026-01-05';

/** The bench of every lab is off, so that a call which gets as far as the bench is refused with 409. */
const benchIsOff = {
  own: '409: 1 7 10 7n; 403: rest',
  same: '409: 7 10 7n; 404: 1; 403: rest',
  other: '409: 7 10; 404: 1 7n; 403: rest',
};

const inspection = {
  ...scan,
  arrived_at: `${day}T10:00:00Z`,
  condition: 'intact',
  indicator: 'ok',
  identity_matches: true,
  decision: 'accepted',
};
const arrival = { ...inspection, kit_code: newCode() };

export const intakeRows: Matrix = {
  listLots: about('lab', ofLab, benchIsOff),
  addLot: about('lab', (id) => ({ body: { lab_id: id, kind: 'kit', name: 'Kit', lot: 'A' } }), benchIsOff),
  correctLot: about(
    'lab',
    (id) => ({ params: { id: 1 }, body: { lab_id: id, expires_on: day, reason: 'The label says so.' } }),
    benchIsOff,
  ),
  listKits: about('lab', ofLab, benchIsOff),
  addKits: about('lab', (id) => ({ body: { lab_id: id, lot_id: 1, quantity: 1 } }), benchIsOff),
  sendKits: about('lab', (id) => ({ body: { ...scan, lab_id: id, codes: [newCode()], center_id: 1 } }), benchIsOff),
  voidKit: about('benchKit', (id) => ({ params: { id }, body: { reason: 'Dropped' } }), benchIsOff),
  listHarvests: plain('200: 1 4 5 7 10 7n; 403: rest'),
  recordHarvest: about(
    'patient',
    (id) => ({ body: { patient_id: id, kit_code: newCode(), harvested_at: `${day}T10:00:00Z` } }),
    { own: '409: 4 5; 403: rest', same: '404: 4 5; 403: rest', other: '404: 4 5; 403: rest' },
  ),
  uploadBenchPhoto: plain('415: 1 7 10 7n; 403: rest', {
    file: { name: 'box.png', bytes: Buffer.from('no picture') },
  }),
  readBenchPhoto: plain('404: 1 7 10 7n; 403: rest', { params: { file: `${'0'.repeat(32)}.png` } }),
  listArrivals: about('lab', ofLab, benchIsOff),
  recordArrival: about('lab', (id) => ({ body: { ...arrival, lab_id: id } }), benchIsOff),
  correctArrival: about(
    'lab',
    (id) => ({
      params: { id: 1 },
      body: { ...inspection, lab_id: id, version: 0, reason: 'The box was intact.' },
    }),
    benchIsOff,
  ),
  listBatches: about('lab', ofLab, benchIsOff),
  openBatch: about('lab', (id) => ({ body: { lab_id: id, patient_id: 1, passage: 1 } }), benchIsOff),
  readBatch: about('batch', (id) => ({ params: { id } }), benchIsOff),
  recordBatchLot: about('batch', (id) => ({ params: { id }, body: { ...scan, lot_id: 1 } }), benchIsOff),
  recordQc: about(
    'batch',
    (id) => ({ params: { id }, body: { test: 'sterility', verdict: 'pass', sampled_on: day } }),
    benchIsOff,
  ),
  addBatchVials: about('batch', (id) => ({ params: { id }, body: { ...scan, quantity: 1, date: day } }), benchIsOff),
  closeBatch: about('batch', (id) => ({ params: { id }, body: { outcome: 'closed' } }), benchIsOff),
};
