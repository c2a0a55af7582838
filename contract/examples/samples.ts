import { readVialPassport } from '../bench.ts';
import { listCustody } from '../custody.ts';
import { listCenterDocuments, listPatientDocuments, readDocumentFile } from '../documents.ts';
import { listHarvests, recordHarvest } from '../harvests.ts';
import { exampleOf } from '../kernel/example.ts';
import { countPatientsByStage, listAttention, readSterilityEndings, readVialStock } from '../patient-overview.ts';
import {
  listLabPatients,
  listPatientOptionsOfCenter,
  listPatientOptionsOfReferralCenter,
  listPatientsOfCenter,
  listPatientsOfLabCenter,
  listPatientsOfReferralCenter,
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  listReferralPatientsOfCenter,
  readPatientRecord,
  updatePatient,
} from '../patients.ts';
import { addVialEntry, deleteVialEntry, editVialEntry, listVials, readVials } from '../vials.ts';
import {
  address,
  center,
  distributor,
  lab,
  manager,
  PATIENT_EMAIL,
  PATIENT_NAME,
  patient,
  processing,
  referral,
  rep,
  repByName,
  site,
  vialCounts,
} from './network.ts';

const VIAL = 'P91C-3F45-B';
const KIT = 'B9MK-B9MK-6';
const JOINED = '2026-01-05T15:04:00.000Z';
const DOCUMENT = '5f0d8a0e-41e7-4f6f-9a53-0c3f6c1be0a4';

const ofPatient = { id: String(patient.id) };
const ofCenter = { id: String(center.id) };
const ofReferral = { id: String(referral.id) };

const record = {
  ...patient,
  ...processing,
  ...vialCounts,
  email: PATIENT_EMAIL,
  username: PATIENT_EMAIL,
  phone_number: '+1 608 555 0132',
  date_joined: JOINED,
  domain: site,
  processing_lab: lab.id,
  harvest_center_temporal: center.id,
  referral_harvest_center_temporal: null,
  hc_desc: [center],
  rhc_desc: [],
  lab_desc: [lab],
  sales_rep: repByName,
  version: 3,
  may: ['change_processing' as const],
};

/** What sales plans see of a patient, too. */
const unnamedPatient = {
  ...processing,
  ...vialCounts,
  id: patient.id,
  date_joined: JOINED,
  domain: site,
  hc_desc: [center],
  rhc_desc: [],
  referral_hc_desc: [],
};
const listedPatient = { ...unnamedPatient, ...patient, email: PATIENT_EMAIL };
const { country_desc: _country, ...tabledAddress } = address;
const teamPatient = {
  ...unnamedPatient,
  harvest_center: [center],
  sales_rep: [{ ...rep, sales_manager: [manager] }],
};
const patientOption = { label: PATIENT_NAME, value: patient.id };

const entry = {
  id: 88,
  type: 'added' as const,
  quantity: 2,
  date: '2026-02-25',
  tracking_id: null,
  note: '',
  user: patient.id,
  user_id: patient.id,
  codes: [VIAL, 'P91C-MQFJ-5'],
};

const vial = {
  code: VIAL,
  old_code: 'N-0417',
  state: 'stored' as const,
  held: false,
  reserved: false,
  added_on: '2026-02-25',
  shipped_on: null,
  tracking_id: null,
};

const custodyEvent = {
  id: 1,
  kind: 'vials.added' as const,
  at: '2026-02-25T16:20:00.000Z',
  occurred_on: '2026-02-25',
  who: { id: lab.id, name: lab.company },
  on_behalf_of: null,
  facts: { entry: entry.id, quantity: entry.quantity },
};

const harvest = {
  id: 12,
  kit_id: 40,
  kit_code: KIT,
  patient: { id: patient.id, name: PATIENT_NAME },
  center,
  harvested_at: '2026-01-12T14:30:00.000Z',
  volume_ml: 60,
  note: '',
  tissue_hours: 48,
  arrival_id: null,
  may_arrive_again: false,
};

const document = {
  id: 501,
  document_id: DOCUMENT,
  name: 'Vialkeep Storage',
  kind: 'storage' as const,
  status: 'Completed' as const,
  requested_at: '2026-01-05T15:10:00.000Z',
  signed_at: '2026-01-06T10:00:00.000Z',
  has_supplement: false,
};

export const sampleExamples = [
  exampleOf(listLabPatients, {
    query: { stage: 'ready', limit: '30', offset: '0' },
    answer: {
      results: [
        { ...listedPatient, ...tabledAddress, phone_number: record.phone_number, documents: [], sales_rep: repByName },
      ],
      count: 1,
      count_is_exact: true,
    },
  }),
  exampleOf(listPatientsOfCenter, { params: ofCenter, query: { search: 'whit' }, answer: [listedPatient] }),
  exampleOf(listReferralPatientsOfCenter, { params: ofCenter, answer: [listedPatient] }),
  exampleOf(listPatientsOfReferralCenter, { params: ofReferral, answer: [listedPatient] }),
  exampleOf(listPatientOptionsOfCenter, { params: ofCenter, answer: [patientOption] }),
  exampleOf(listPatientOptionsOfReferralCenter, { params: ofReferral, answer: [patientOption] }),
  exampleOf(listPatientsOfLabCenter, {
    params: { labId: String(lab.id), hcId: String(center.id) },
    answer: [listedPatient],
  }),
  exampleOf(listPatientsOfSalesRep, { params: { id: String(rep.id) }, answer: [teamPatient] }),
  exampleOf(listPatientsOfSalesManager, { params: { id: String(manager.id) }, answer: [teamPatient] }),
  exampleOf(listPatientsOfSalesDistributor, { params: { id: String(distributor.id) }, answer: [teamPatient] }),
  exampleOf(readPatientRecord, { params: ofPatient, answer: record }),
  exampleOf(updatePatient, {
    params: ofPatient,
    body: { date_adipose_received_by_lab: '2026-01-13', version: 2 },
    answer: { ...record, message: 'Patient has been updated!' },
  }),
  exampleOf(countPatientsByStage, {
    answer: [{ stage: 'sterility', count: 6, oldest_days: 9, late: 0, failed: 0, ending_soon: 1, vials: null }],
  }),
  exampleOf(listAttention, {
    answer: [{ kind: 'estimate_passed', patient: { id: patient.id, name: PATIENT_NAME }, since: '2026-02-27' }],
  }),
  exampleOf(readSterilityEndings, {
    answer: {
      endings: [{ day: '2026-02-22', count: 1 }],
      finished: [{ id: patient.id, ready_on: '2026-02-25', days: 43 }],
    },
  }),
  exampleOf(readVialStock, { answer: [{ month: '2026-02', available: 12 }] }),
  exampleOf(listCustody, { params: ofPatient, answer: [custodyEvent] }),
  exampleOf(listHarvests, {
    query: { on_the_way: 'true' },
    answer: { results: [harvest], count: 1 },
  }),
  exampleOf(recordHarvest, {
    body: { patient_id: patient.id, kit_code: KIT, harvested_at: '2026-01-12T09:30:00-05:00', volume_ml: 60 },
    answer: { harvest, sent_here: true, pending_consents: [] },
  }),
  exampleOf(readVials, {
    params: { userId: String(patient.id) },
    answer: {
      success: true,
      data: {
        user_vials: {
          ...vialCounts,
          vials_added: 16,
          vials_quarantined: 0,
          vials_discarded: 0,
          vials_reserved: 0,
        },
        vials_history: [entry],
      },
      may: ['add', 'edit'],
    },
  }),
  exampleOf(listVials, {
    params: { userId: String(patient.id) },
    answer: [{ ...vial, added_entry_id: entry.id, shipped_entry_id: null }],
  }),
  exampleOf(addVialEntry, {
    body: { type: 'added', date: '2026-02-25', quantity: 2, user: patient.id },
    answer: { success: true, data: entry },
  }),
  exampleOf(editVialEntry, {
    params: { id: String(entry.id) },
    body: { note: 'Counted twice' },
    answer: { ...entry, note: 'Counted twice' },
  }),
  exampleOf(deleteVialEntry, { params: { id: String(entry.id) }, answer: { success: true } }),
  exampleOf(readVialPassport, {
    params: { code: VIAL },
    answer: {
      ...vial,
      patient: { id: patient.id, name: PATIENT_NAME },
      hold_reason: null,
      place: null,
      batch: null,
      order: null,
      steps: [{ ...custodyEvent, operator: null, signature: null }],
      may: [],
    },
  }),
  exampleOf(listPatientDocuments, {
    params: { userId: String(patient.id) },
    answer: { success: true, attestation: [], processing: [], storage: [document], may: [] },
  }),
  exampleOf(listCenterDocuments, {
    params: ofCenter,
    answer: [
      {
        ...document,
        domain: site,
        patient_name: PATIENT_NAME,
        patient_email: PATIENT_EMAIL,
        patient_desc: [{ ...patient, email: PATIENT_EMAIL }],
        hc_desc: [center],
        emailed_at: '2026-01-05T15:10:04.000Z',
        may: [],
      },
    ],
  }),
  exampleOf(readDocumentFile, { params: { file: `${DOCUMENT}.pdf` } }),
];
