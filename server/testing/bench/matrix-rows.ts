import { about, type Matrix, ofPlan, once } from '../matrix/rows.ts';
import { newCode } from './fill-bench.ts';

const badge = newCode();
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
  listOperators: about('lab', ofLab, ofPlan(1)),
  addOperator: about('lab', (id) => ({ body: { lab_id: id, name: 'Ann Matrix' } }), ofPlan(1)),
  renewOperatorPin: about('operator', (id) => ({ params: { id } }), ofPlan(1)),
  endOperator: once(about('operator', (id) => ({ params: { id } }), ofPlan(1))),
  // The bench is off.
  beginShift: about('lab', (id) => ({ body: { lab_id: id, operator_code: badge, pin: '246810' } }), refusedOfPlan(409)),
  endShift: about('lab', ofLab, ofPlan(1)),
};
