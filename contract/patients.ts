import { z } from 'zod';
import { DomainId, DomainIdInPath, UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, requiredName, requiredText, text } from './kernel/text.ts';
import { ProcessingChanges, ProcessingData } from './processing.ts';
import { Stage } from './stage.ts';

export { ProcessingChanges, ProcessingData };

/** The lab that processes the tissue, by its user id (U-09). */
const PatientRelations = z.object({
  processing_lab: UserId.nullable(),
  harvest_center_temporal: UserId.nullable(),
  referral_harvest_center_temporal: UserId.nullable(),
});

/** The same as a form sends it. */
const givenId = orEmpty(UserId).optional();
const belongingChanges = {
  processing_lab: givenId,
  harvest_center_temporal: givenId,
  referral_harvest_center_temporal: givenId,
};

const Clinic = z.object({ id: UserId, company: z.string() });

export const processingRefusals = {
  dates_contradict: refusal(400, 'These dates cannot all be right.'),
  changed_meanwhile: refusal(409, 'Somebody else changed this patient. Look at the new values and save again.'),
};

export const CreatePatientBody = ProcessingChanges.extend({
  ...belongingChanges,
  email: Email,
  first_name: requiredName('First Name', 100),
  last_name: requiredName('Last Name', 100),
  /** Defaults to the administrator’s own site. */
  domain: DomainId.optional(),
  /** Sells to the patient where no center provides a rep; the documented payload has the id as text. */
  saless_rep_id: orEmpty(z.union([UserId, UserIdInPath])).optional(),
});

/** The patient gets a one-time password by email; a password in the body is ignored (U-11, S-16). */
export const createPatient = route({
  method: 'POST',
  path: '/api/v1/users/',
  summary: 'Add a patient',
  access: 'patients.create',
  body: CreatePatientBody,
  answer: z.object({ success: z.literal(true), id: UserId, message: z.string() }),
  refusals: {
    dates_contradict: processingRefusals.dates_contradict,
    email_in_use: refusal(400, 'This e-mail already has an account.'),
    unknown_domain: refusal(400, 'There is no such site.'),
  },
});

export const UpdatePatientBody = ProcessingChanges.extend({
  ...belongingChanges,
  email: Email.optional(),
  first_name: requiredText('First Name', 100).optional(),
  last_name: requiredText('Last Name', 100).optional(),
  /** The version that the form was filled from; a newer one on the server means that another user saved in between. */
  version: Version.optional(),
});

/** The fields of a patient besides the identity. */
export const PatientFields = ProcessingData.extend({
  ...PatientRelations.shape,
  vials_available: z.number().int(),
  vials_shipped: z.number().int(),
});

/** A patient's record: the processing data, the patient's relations, and what the reader may do with it. */
export const PatientRecord = PatientFields.extend({
  id: UserId,
  /** Left out for sales plans: they see that a patient exists, not who it is (S-20). */
  email: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  phone_number: z.string().optional(),
  date_joined: z.string(),
  domain: z.object({ id: DomainId, name: z.string() }),
  hc_desc: z.array(Clinic),
  rhc_desc: z.array(Clinic),
  lab_desc: z.array(Clinic),
  sales_rep: z.object({ id: UserId, name: z.string() }).nullable(),
  version: z.number().int(),
  /** The reader may change everything, change only the processing data, or only read (U-08). */
  may: z.array(z.enum(['change_processing', 'change_identity', 'change_vials'])),
});
export type PatientRecord = z.infer<typeof PatientRecord>;

export const readPatientRecord = route({
  method: 'GET',
  path: '/api/v1/users/:id/record/',
  summary: 'A patient’s record',
  access: 'patients.read',
  reads: { what: 'record', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  answer: PatientRecord,
});

export const updatePatient = route({
  method: 'PUT',
  path: '/api/v1/users/:id/',
  summary: 'Save a patient’s data',
  access: 'patients.change',
  reads: { what: 'record', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  body: UpdatePatientBody,
  answer: PatientRecord.extend({ message: z.string() }),
  refusals: { ...processingRefusals, email_in_use: refusal(400, 'This e-mail already has an account.') },
});

/** One row of a table of patients. The stage is derived from the dates. */
export const ListedPatient = ProcessingData.extend({
  id: UserId,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  date_joined: z.string(),
  domain: z.object({ id: DomainId, name: z.string() }),
  vials_available: z.number().int(),
  vials_shipped: z.number().int(),
  hc_desc: z.array(Clinic),
  rhc_desc: z.array(Clinic),
  referral_hc_desc: z.array(Clinic),
});
export type ListedPatient = z.infer<typeof ListedPatient>;

/** The same row for sales plans, without the identity (S-20). */
export const UnnamedPatient = ListedPatient.omit({ email: true, first_name: true, last_name: true });
export type UnnamedPatient = z.infer<typeof UnnamedPatient>;

/**
 * A patient with the columns of the users list (C-42). Documents appear by name and status, without the id that opens
 * the file (W-04).
 */
export const TabledPatient = ListedPatient.extend({
  phone_number: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state_desc: z.string(),
  zip_code: z.string(),
  documents: z.array(z.object({ name: z.string(), status: z.string() })),
  sales_rep: z.object({ id: UserId, name: z.string() }).nullable(),
});
export type TabledPatient = z.infer<typeof TabledPatient>;

export const PATIENTS_PER_PAGE = 30;

/** The documented lists without pages end here; older patients are found by typing. */
export const MOST_PATIENTS = 5_000;

/**
 * Every patient of their sites for administrators and the Patients List plan, the lab's own patients for a lab (U-07).
 */
export const listLabPatients = route({
  method: 'GET',
  path: '/api/admin/users/lab/',
  summary: 'Patients, newest first, 30 at a time',
  access: 'patients.list_all',
  reads: { what: 'list' },
  query: z.object({
    ...paging(PATIENTS_PER_PAGE),
    search: text(100).optional(),
    domain_id: DomainIdInPath.optional(),
    stage: Stage.optional(),
  }),
  answer: pageOf(TabledPatient).extend({
    /** False where more patients match than the server counts; `count` is then a lower bound. */
    count_is_exact: z.boolean(),
  }),
});

const about = z.object({ id: UserIdInPath });
const Narrowing = z.object({ search: text(100).optional() });

export const listPatientsOfCenter = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/patients/',
  summary: 'The patients of a harvest center',
  access: 'patients.of_center',
  reads: { what: 'list' },
  params: about,
  query: Narrowing,
  answer: z.array(ListedPatient),
});

export const listReferralPatientsOfCenter = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/referral-patients/',
  summary: 'The patients of a harvest center that another center sent',
  access: 'patients.of_center',
  reads: { what: 'list' },
  params: about,
  query: Narrowing,
  answer: z.array(ListedPatient),
});

export const listPatientsOfReferralCenter = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/referral/:id/patients/',
  summary: 'The patients of a referral harvest center',
  access: 'patients.of_referral_center',
  reads: { what: 'list' },
  params: about,
  query: Narrowing,
  answer: z.array(ListedPatient),
});

const PatientOption = z.object({ label: z.string(), value: UserId });

export const listPatientOptionsOfCenter = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/patientList/',
  summary: 'The patients of a harvest center, to choose from',
  access: 'patients.of_center',
  reads: { what: 'list' },
  params: about,
  query: Narrowing,
  answer: z.array(PatientOption),
});

export const listPatientOptionsOfReferralCenter = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/:id/referral/patientList/',
  summary: 'The patients of a referral harvest center, to choose from',
  access: 'patients.of_referral_center',
  reads: { what: 'list' },
  params: about,
  query: Narrowing,
  answer: z.array(PatientOption),
});

/** A patient of a lab's center, without the identity for an affiliate (S-20, W-05). */
export const LabCenterPatient = ListedPatient.partial({ email: true, first_name: true, last_name: true });
export type LabCenterPatient = z.infer<typeof LabCenterPatient>;

/**
 * For a center or an affiliate, another center's list is empty (S-09). The search of an affiliate covers only ids, so
 * that it does not reveal names.
 */
export const listPatientsOfLabCenter = route({
  method: 'GET',
  path: '/api/v1/processing-labs/:labId/harvestcenter/:hcId/patients/',
  summary: 'The patients of a harvest center that a lab processes',
  access: 'patients.of_lab_center',
  reads: { what: 'list' },
  params: z.object({ labId: UserIdInPath, hcId: UserIdInPath }),
  query: Narrowing,
  answer: z.array(LabCenterPatient),
});

const Seller = z.object({ id: UserId, first_name: z.string(), last_name: z.string() });

/** A patient as a sales team sees one: with clinic, rep and team. */
export const TeamPatient = UnnamedPatient.extend({
  harvest_center: z.array(Clinic),
  sales_rep: z.array(Seller.extend({ sales_manager: z.array(Seller) })),
});
export type TeamPatient = z.infer<typeof TeamPatient>;

export const listPatientsOfSalesRep = route({
  method: 'GET',
  path: '/api/v1/users/sales-rep/:id/',
  summary: 'The patients of a sales rep’s centers',
  access: 'patients.of_sales_rep',
  reads: { what: 'list' },
  params: about,
  answer: z.array(TeamPatient),
});

export const listPatientsOfSalesManager = route({
  method: 'GET',
  path: '/api/v1/sales-managers/:id/patients/',
  summary: 'The patients of a sales manager’s team',
  access: 'patients.of_sales_manager',
  reads: { what: 'list' },
  params: about,
  answer: z.array(TeamPatient),
});

export const listPatientsOfSalesDistributor = route({
  method: 'GET',
  path: '/api/v1/sales-distributors/:id/patients/',
  summary: 'The patients of a sales distributor’s teams',
  access: 'patients.of_sales_distributor',
  reads: { what: 'list' },
  params: about,
  answer: z.array(TeamPatient),
});
