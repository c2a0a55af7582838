import { about, type Matrix } from '../matrix/rows.ts';
import { newCode } from './fill-bench.ts';

/** The bench of every lab is off, so that a call which gets as far as the bench is refused with 409. */
const benchIsOff = {
  own: '409: 1 7 10 7n; 403: rest',
  same: '409: 7 10 7n; 404: 1; 403: rest',
  other: '409: 7 10; 404: 1 7n; 403: rest',
};

const ofLab = (id: number) => ({ query: { lab_id: id } });
const inBody = (body: object) => (id: number) => ({ body: { lab_id: id, ...body } });
const signature = { pin: '246810' };
const source = { lab_day: '2026-01-05' };
const vial_codes = [newCode()];

export const releaseRows: Matrix = {
  listDeviations: about('lab', ofLab, benchIsOff),
  openDeviation: about('lab', inBody({ title: 'Of the matrix', source }), benchIsOff),
  readDeviation: about('deviation', (id) => ({ params: { id } }), benchIsOff),
  traceSource: about('lab', inBody({ source }), benchIsOff),
  exportTrace: about('deviation', (id) => ({ params: { id } }), benchIsOff),
  listCandidates: about('lab', ofLab, benchIsOff),
  releaseVials: about('lab', inBody({ vial_codes, signature }), benchIsOff),
  quarantineVials: about('lab', inBody({ vial_codes, note: 'Odd' }), benchIsOff),
  discardVials: about('lab', inBody({ vial_codes, basis: 'recall', note: 'Old', signature }), benchIsOff),
  recallDeviation: about('deviation', (id) => ({ params: { id }, body: { notify: true } }), benchIsOff),
  closeDeviation: about(
    'deviation',
    (id) => ({ params: { id }, body: { risk: 'none', conclusion: 'No harm', signature } }),
    benchIsOff,
  ),
};
