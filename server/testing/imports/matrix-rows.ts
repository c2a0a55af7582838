import { about, adminOnly, type Matrix, plain, type Row } from '../matrix/rows.ts';
import type { Input } from '../world.ts';

const ADMINISTRATORS = '200: 7 10 7n; 403: rest';

/** A refusal by the state of the import, which only those learn who may see it. */
const refused = (status: number) => ({
  own: `${status}: 7 10 7n; 403: rest`,
  same: `${status}: 7 10 7n; 403: rest`,
  other: `${status}: 7 10; 404: 7n; 403: rest`,
});

/** What the file of a draft does not have yet. */
const missing = {
  own: '404: 7 10 7n; 403: rest',
  same: '404: 7 10 7n; 403: rest',
  other: '404: 7 10 7n; 403: rest',
} as const;

/** Calls about a draft with one file that was not sent yet. */
const ofImport = (input: object = {}, cells: Pick<Row, 'own' | 'same' | 'other'> = adminOnly) =>
  about('import', (id): Input => ({ params: { id }, ...input }), cells);
const ofFile = (input: object, more: object, cells: Pick<Row, 'own' | 'same' | 'other'> = adminOnly) =>
  about('import', (id, fileId): Input => ({ params: { id, fileId, ...more }, ...input }), cells);

export const importRows: Matrix = {
  readImportTemplate: plain(ADMINISTRATORS, { params: { kind: 'people' } }),
  listImports: plain(ADMINISTRATORS),
  createImport: plain(ADMINISTRATORS, { body: { name: 'From the old system' } }),
  readImport: ofImport(),
  discardImport: ofImport(),
  addImportFile: ofImport({ body: { kind: 'people', name: 'people.csv', bytes: 10, sha256: '0'.repeat(64) } }),
  removeImportFile: ofFile({}, {}),
  putImportChunk: ofFile({}, { n: 0 }, refused(400)),
  completeImportFile: ofFile({}, {}, refused(409)),
  mapImportFile: ofFile({ body: { columns: {} } }, {}, refused(409)),
  checkImport: ofImport({}, refused(409)),
  listImportProblems: ofImport(),
  exportImportProblems: about('import', (id, file) => ({ params: { id }, query: { file: String(file) } }), missing),
  applyImport: ofImport({ body: { check_no: 1 } }, refused(409)),
  stopImport: ofImport({}, refused(409)),
  readImportUndo: ofImport(),
  undoImport: ofImport({ body: { reason: 'The wrong file.' } }, refused(409)),
  readImportWaves: ofImport(),
  startImportWave: ofImport({ body: { plans: [2] } }, refused(409)),
  stopImportWave: ofImport({}, refused(409)),
};
