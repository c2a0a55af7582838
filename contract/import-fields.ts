import { z } from 'zod';
import { PatientDocumentKind } from './documents.ts';
import { type Plan, Plan as planIds, planNames, plans } from './plans.ts';

/** What a file describes, in the order in which an import applies it. `pdfs`: a PDF, or a ZIP of them, that rows name. */
export const importKinds = ['people', 'processing', 'vials', 'transactions', 'documents', 'labels', 'pdfs'] as const;
export const ImportKind = z.enum(importKinds, 'Choose what the file describes.');
export type ImportKind = z.infer<typeof ImportKind>;
/** The kinds of files that have columns, and so a template. */
export const TemplateKind = ImportKind.exclude(['pdfs']);

/** How the cells of a field are read. */
export type ImportFieldType =
  | 'key'
  | 'text'
  | 'email'
  | 'plan'
  | 'product'
  | 'entry_type'
  | 'document_kind'
  | 'yes_no'
  | 'day'
  | 'moment'
  | 'money'
  | 'count'
  | 'person'
  | 'people'
  | 'tags'
  | 'codes'
  | 'file';

export type ImportField = {
  readonly name: string;
  readonly type: ImportFieldType;
  readonly required: boolean;
  /** The cell of the example row in the template. */
  readonly example: string;
};

const field = (name: string, type: ImportFieldType, example: string): ImportField => ({
  name,
  type,
  required: false,
  example,
});
const required = (name: string, type: ImportFieldType, example: string): ImportField => ({
  ...field(name, type, example),
  required: true,
});

/** The columns of each kind of file. */
export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  people: [
    required('key', 'key', 'P-1001'),
    required('plan', 'plan', 'General Member'),
    required('email', 'email', 'anna.example@example.com'),
    required('first_name', 'text', 'Anna'),
    required('last_name', 'text', 'Example'),
    field('company', 'text', ''),
    field('phone_number', 'text', '(305) 555-0134'),
    field('address1', 'text', '1 Example Street'),
    field('address2', 'text', ''),
    field('city', 'text', 'Miami'),
    field('state_desc', 'text', 'FL'),
    field('country_desc', 'text', 'US'),
    field('zip_code', 'text', '33101'),
    field('tags', 'tags', ''),
    field('date_joined', 'day', '2021-03-15'),
    field('is_active', 'yes_no', 'yes'),
    field('center', 'people', 'C-17'),
    field('referral_center', 'person', ''),
    field('lab', 'people', 'L-2'),
    field('rep', 'person', ''),
    field('manager', 'people', ''),
    field('distributor', 'person', ''),
    field('affiliate', 'person', ''),
  ],
  processing: [
    required('patient', 'person', 'P-1001'),
    field('lab_id', 'text', 'A-2231'),
    field('date_adipose_shipped_to_lab', 'day', '2021-04-01'),
    field('date_adipose_received_by_lab', 'day', '2021-04-02'),
    field('estimated_date_vials_ready_to_ship', 'day', ''),
    field('number_times_qc_done', 'text', '2'),
    field('stemcell_plating_initiated_date', 'day', '2021-04-05'),
    field('stemcell_plating_successful', 'yes_no', 'yes'),
    field('date_vials_ready_to_ship', 'day', '2021-05-20'),
    field('vials_preparation', 'count', '12'),
    field('hla_typing_test', 'yes_no', 'no'),
    field('sterility_start_date', 'day', '2021-05-01'),
    field('sterility_complete', 'yes_no', 'yes'),
  ],
  vials: [
    field('key', 'key', 'V-1'),
    required('patient', 'person', 'P-1001'),
    required('type', 'entry_type', 'added'),
    required('quantity', 'count', '12'),
    required('date', 'day', '2021-05-20'),
    field('tracking_id', 'text', ''),
    field('note', 'text', ''),
    field('codes', 'codes', ''),
  ],
  transactions: [
    required('key', 'key', 'T-5001'),
    required('date', 'moment', '2021-04-01'),
    required('buyer', 'person', 'C-17'),
    required('product', 'product', '2'),
    required('amount', 'money', '1250.00'),
    field('quantity', 'count', '1'),
    field('center', 'person', 'C-17'),
    field('referral_center', 'person', ''),
    field('patient', 'person', 'P-1001'),
    field('rep', 'person', ''),
    field('manager', 'person', ''),
    field('distributor', 'person', ''),
    field('affiliate', 'person', ''),
    field('coupon_code', 'text', ''),
    field('commission_paid', 'yes_no', 'yes'),
    field('card_brand', 'text', ''),
    field('card_last4', 'text', ''),
    field('description', 'text', ''),
  ],
  documents: [
    required('patient', 'person', 'P-1001'),
    required('kind', 'document_kind', 'storage'),
    required('signed_on', 'day', '2021-03-20'),
    required('file', 'file', 'P-1001 storage.pdf'),
  ],
  labels: [
    required('key', 'key', 'F-301'),
    required('center', 'person', 'C-17'),
    required('patients', 'people', 'P-1001'),
    required('label_date', 'day', '2021-03-28'),
    field('tracking_number', 'text', '794912345678'),
    field('tracking_link', 'text', 'https://www.fedex.com/fedextrack/?trknbr=794912345678'),
    field('delivered_on', 'day', '2021-04-02'),
    field('address', 'text', ''),
    field('file', 'file', 'F-301.pdf'),
  ],
  pdfs: [],
};

export const documentKinds = PatientDocumentKind.options;

/** Administrators are made by hand, and a patients list is no person. */
const neverImported: readonly Plan[] = [planIds.admin, planIds.superAdmin, planIds.patientsList];

/** The plans of imported people. */
export const importedPlans: readonly Plan[] = plans.filter((plan) => !neverImported.includes(plan));

/** The plans by the id and the name that a file may have. */
export const planWords: Readonly<Record<string, Plan>> = Object.fromEntries(
  plans.flatMap((plan) => [
    [String(plan), plan],
    [planNames[plan].toLowerCase(), plan],
  ]),
);

/** The ways in which a file may write its dates. Without one, only days that can be read in one way are accepted. */
export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY'] as const;
export const DateFormat = z.enum(dateFormats, 'Choose how the dates are written.');
export type DateFormat = z.infer<typeof DateFormat>;
