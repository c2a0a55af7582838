import { about, type Matrix, ofPlan, plain } from '../matrix/rows.ts';
import { newCode } from './fill-bench.ts';

const badge = newCode();
const scan = { scan_id: '7c0f5a4e-8c55-4e0a-9a39-0d6c4f1e2b11', input: 'scanner' };
const ofLab = (id: number) => ({ query: { lab_id: id } });

/** The answers to a call that each of these callers gets as far as a refusal with this status. */
const refusedOfPlan = (status: number) => ({
  own: `${status}: 1 7 10 7n; 403: rest`,
  same: `${status}: 7 10 7n; 404: 1; 403: rest`,
  other: `${status}: 7 10; 404: 1 7n; 403: rest`,
});

export const benchRows: Matrix = {
  readLabSettings: about('lab', ofLab, ofPlan(1)),
  // The settings have another version.
  changeLabSettings: about('lab', (id) => ({ body: { lab_id: id, version: 9 } }), {
    own: '409: 7 10 7n; 403: rest',
    same: '409: 7 10 7n; 403: rest',
    other: '409: 7 10; 404: 7n; 403: rest',
  }),
  listBenchLabs: plain('200: 1 7 10 7n; 403: rest'),
  listOperators: about('lab', ofLab, ofPlan(1)),
  addOperator: about('lab', (id) => ({ body: { lab_id: id, name: 'Ann Matrix' } }), ofPlan(1)),
  renewOperatorPin: about('operator', (id) => ({ params: { id } }), ofPlan(1)),
  endOperator: about('operator', (id) => ({ params: { id } }), ofPlan(1)),
  // The bench is off.
  beginShift: about('lab', (id) => ({ body: { lab_id: id, operator_code: badge, pin: '246810' } }), refusedOfPlan(409)),
  endShift: about('lab', ofLab, ofPlan(1)),
  ...homeRows(),
  ...storageRows(),
  ...orderRows(),
};

/** Every bench of the matrix is off, so that a caller with the right gets 409. */
function homeRows(): Matrix {
  const inBody = (body: object) => (id: number) => ({ body: { lab_id: id, ...body } });
  const undoes = '5e7a7f0c-3f5b-4b52-8d0e-6a1f3c9b2d10';
  const off = refusedOfPlan(409);
  return {
    readBenchHome: about('lab', ofLab, off),
    listBenchLog: about('lab', ofLab, off),
    lookUpScan: about('lab', inBody({ text: badge }), off),
    undoScan: about('lab', inBody({ scan_id: '0b8f1f0e-6f0c-4d58-9a53-6f3b8d0c7e21', input: 'typed', undoes }), off),
    printLabels: about('lab', inBody({ codes: [badge], format: 'zpl' }), off),
  };
}

/** Every bench of the matrix is off, so that a caller with the right gets 409. */
function storageRows(): Matrix {
  const [inBody, byId] = [
    (body: object) => (id: number) => ({ body: { lab_id: id, ...body } }),
    (body?: object) => (id: number) => ({ params: { id }, ...(body ? { body } : {}) }),
  ];
  const off = refusedOfPlan(409);
  return {
    listPlaces: about('lab', ofLab, off),
    createPlace: about('lab', inBody({ kind: 'facility', name: 'A matrix' }), off),
    readPlace: about('place', byId(), off),
    changePlace: about('place', byId({ name: 'A matrix' }), off),
    placeVial: about('lab', inBody({ ...scan, vial_code: badge, box_code: badge }), off),
    takeVial: about('lab', inBody({ ...scan, vial_code: badge }), off),
    listStockCounts: about('lab', ofLab, off),
    beginStockCount: about('lab', inBody({ box_code: badge }), off),
    readStockCount: about('stockCount', byId(), off),
    scanIntoCount: about('stockCount', byId({ ...scan, text: 'A vial' }), off),
    closeStockCount: about('stockCount', byId({ resolutions: [] }), off),
  };
}

/** Every bench of the matrix is off, so that a caller with the right gets 409. */
function orderRows(): Matrix {
  const byId = (body?: object) => (id: number) => ({ params: { id }, ...(body ? { body } : {}) });
  const off = refusedOfPlan(409);
  const vial = { ...scan, vial_code: badge };
  return {
    listVialOrders: about('lab', ofLab, off),
    readVialOrder: about('vialOrder', byId(), off),
    printPackingSlip: about('vialOrder', byId(), off),
    readOrderLabel: about('vialOrder', byId(), off),
    pickOrderVial: about('vialOrder', byId(vial), off),
    packOrderVial: about('vialOrder', byId(vial), off),
    reportLostVial: about('vialOrder', byId(vial), off),
    shipVialOrder: about('vialOrder', byId({ ...scan, tracking_number: '794612345678' }), off),
    makeOrderLabel: about('vialOrder', byId({}), off),
    deliverVialOrder: about('vialOrder', byId({}), off),
    cancelOpenOrder: about('vialOrder', byId({ reason: 'A matrix' }), off),
  };
}
