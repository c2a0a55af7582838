import { about, type Matrix, plain } from '../matrix/rows.ts';

/** No import has the number of an account. */
const none = {
  own: '404: 7 10 7n; 403: rest',
  same: '404: 7 10 7n; 403: rest',
  other: '404: 7 10 7n; 403: rest',
} as const;

const ADMINISTRATORS = '200: 7 10 7n; 403: rest';

const ofImport = (input: object = {}) => about('account', (id) => ({ params: { id }, ...input }), none);
const ofFile = (input: object = {}, more: object = {}) =>
  about('account', (id) => ({ params: { id, fileId: id, ...more }, ...input }), none);

export const importRows: Matrix = {
  readImportTemplate: plain(ADMINISTRATORS, { params: { kind: 'people' } }),
  listImports: plain(ADMINISTRATORS),
  createImport: plain(ADMINISTRATORS, { body: { name: 'From the old system' } }),
  readImport: ofImport(),
  discardImport: ofImport(),
  addImportFile: ofImport({ body: { kind: 'people', name: 'people.csv', bytes: 10, sha256: '0'.repeat(64) } }),
  removeImportFile: ofFile(),
  putImportChunk: ofFile({}, { n: 0 }),
  completeImportFile: ofFile(),
  mapImportFile: ofFile({ body: { columns: {} } }),
  checkImport: ofImport(),
  listImportProblems: ofImport(),
  exportImportProblems: about('account', (id) => ({ params: { id }, query: { file: String(id) } }), none),
  applyImport: ofImport({ body: { check_no: 1 } }),
  stopImport: ofImport(),
  readImportUndo: ofImport(),
  undoImport: ofImport({ body: { reason: 'The wrong file.' } }),
  readImportWaves: ofImport(),
  startImportWave: ofImport({ body: { plans: [2] } }),
  stopImportWave: ofImport(),
};
