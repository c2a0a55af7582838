import { passportCodeOf } from '../bench/passport-vials.ts';
import type { Cell } from './cells.ts';
import { ADMINS, about, type Matrix, ofPlan, plain } from './rows.ts';
import type { Side } from './targets.ts';

const byId = (id: number) => ({ params: { id } });
const byUserId = (id: number) => ({ params: { userId: id } });

/** The users related to a patient read the record; unrelated users get 403 if their plan never may, else 404. */
function ofPatient(related: string, refused: string): Readonly<Record<Side, Cell>> {
  return {
    own: `200: ${related} 7 10 15 7n; 403: rest`,
    same: `200: 7 10 15 7n; 403: ${refused}; 404: rest`,
    other: `200: 7 10; 403: ${refused}; 404: rest`,
  };
}

const readers = ofPatient('1 2 3 4 5 6 8 11', '9 12 16');

/** The callers who may record events of a sample. */
const keepers = ofPatient('1', '2 3 4 5 6 8 9 11 12 16');

/** Patients, their vials and their chain of custody. */
export const patientRows: Matrix = {
  createPatient: plain(ADMINS, {
    body: { email: 'new-patient@vialkeep.test', first_name: 'New', last_name: 'Patient' },
  }),
  readPatientRecord: about('patient', byId, readers),
  updatePatient: about('patient', (id) => ({ params: { id }, body: { number_times_qc_done: '3' } }), keepers),
  listLabPatients: plain('200: 1 7 10 15 7n; 403: rest'),
  listPatientsOfCenter: about('center', byId, ofPlan(4)),
  listReferralPatientsOfCenter: about('center', byId, ofPlan(4)),
  listPatientOptionsOfCenter: about('center', byId, ofPlan(4)),
  listPatientsOfReferralCenter: about('referral', byId, ofPlan(5)),
  listPatientOptionsOfReferralCenter: about('referral', byId, ofPlan(5)),
  listPatientsOfLabCenter: about('lab', (id, center) => ({ params: { labId: id, hcId: center } }), {
    // What a center or an affiliate finds is filtered, never refused (S-09).
    own: '200: 1 4 7 10 11 7n; 403: rest',
    same: '200: 4 7 10 11 7n; 404: 1; 403: rest',
    other: '200: 4 7 10 11; 404: 1 7n; 403: rest',
    missing: '200: 4 11; 404: 1 7 10 7n; 403: rest',
  }),
  listPatientsOfSalesRep: about('rep', byId, ofPlan(3)),
  listPatientsOfSalesManager: about('manager', byId, ofPlan(6)),
  listPatientsOfSalesDistributor: about('distributor', byId, ofPlan(8)),
  countPatientsByStage: plain('200: 1 3 4 5 6 7 8 10 15 7n; 403: rest'),
  listAttention: plain('200: 1 3 4 5 6 7 8 10 15 7n; 403: rest'),
  readVialStock: plain('200: 4 5; 403: rest'),
  readSterilityEndings: plain('200: 1 7 10 15 7n; 403: rest'),

  listCustody: about('patient', byId, readers),
  readVials: about('patient', byUserId, readers),
  listVials: about('patient', byUserId, readers),
  readVialPassport: about('patient', (id) => ({ params: { code: passportCodeOf(id) } }), readers),
  addVialEntry: about(
    'patient',
    (id) => ({ body: { type: 'added', date: '2026-01-05', quantity: 1, user: id } }),
    keepers,
  ),
  editVialEntry: about('entry', (id) => ({ params: { id }, body: { note: 'Counted again' } }), keepers),
  deleteVialEntry: about('entry', byId, keepers),
};
