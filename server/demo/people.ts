import type { Plan } from '@vialkeep/contract/plans.ts';
import type { RelationKind } from '../kernel/db/tables.generated.ts';

/** One invented account. Relations name other accounts by the part of their email before the @. */
export type DemoPerson = {
  key: string;
  id?: number;
  plan: Plan;
  name: readonly [first: string, last: string];
  company?: string;
  place: keyof typeof places;
  phone?: string;
  tags?: readonly number[];
  templateId?: string;
  isActive?: boolean;
  hasAgreed?: boolean;
  joinedDaysAgo: number;
  related?: readonly (readonly [kind: RelationKind, key: string])[];
  /** Requested and not yet approved relations (S-04). */
  pending?: readonly (readonly [kind: RelationKind, key: string])[];
};

export const places = {
  austin: { address1: '2100 Barton Creek Way', city: 'Austin', state_desc: 'Texas', zip_code: '78704' },
  boulder: { address1: '845 Flatiron Parkway', city: 'Boulder', state_desc: 'Colorado', zip_code: '80301' },
  chicago: { address1: '310 Lakeshore Row', city: 'Chicago', state_desc: 'Illinois', zip_code: '60611' },
  denver: { address1: '1717 Larimer Court', city: 'Denver', state_desc: 'Colorado', zip_code: '80202' },
  miami: { address1: '64 Bayfront Terrace', city: 'Miami', state_desc: 'Florida', zip_code: '33131' },
  portland: { address1: '520 Alder Street', city: 'Portland', state_desc: 'Oregon', zip_code: '97205' },
  seattle: { address1: '9 Harbor Steps', city: 'Seattle', state_desc: 'Washington', zip_code: '98101' },
} as const;

/** The network of the main site: one account of every plan, and enough others that no list is empty. */
export const mainPeople: readonly DemoPerson[] = [
  { key: 'super', plan: 10, name: ['Ingrid', 'Solberg'], place: 'chicago', joinedDaysAgo: 900 },
  { key: 'admin', plan: 7, name: ['Priya', 'Raman'], place: 'chicago', joinedDaysAgo: 880 },
  { key: 'distributor', plan: 8, name: ['Walter', 'Ashby'], place: 'miami', joinedDaysAgo: 760 },
  { key: 'distributor2', plan: 8, name: ['Camille', 'Laurent'], place: 'seattle', joinedDaysAgo: 540 },
  {
    key: 'manager',
    plan: 6,
    name: ['Petra', 'Nolan'],
    place: 'denver',
    joinedDaysAgo: 720,
    related: [['distributor', 'distributor']],
  },
  {
    key: 'manager2',
    plan: 6,
    name: ['Hugo', 'Marchetti'],
    place: 'austin',
    joinedDaysAgo: 510,
    related: [['distributor', 'distributor']],
  },
  {
    key: 'house',
    id: 606,
    plan: 3,
    name: ['House', 'Account'],
    place: 'chicago',
    joinedDaysAgo: 899,
    related: [['manager', 'manager']],
  },
  {
    key: 'rep',
    plan: 3,
    name: ['Julian', 'Reyes'],
    place: 'boulder',
    joinedDaysAgo: 700,
    related: [['manager', 'manager']],
  },
  {
    key: 'rep2',
    plan: 3,
    name: ['Dana', 'Whitlock'],
    place: 'portland',
    joinedDaysAgo: 420,
    related: [['manager', 'manager']],
  },
  {
    key: 'rep3',
    plan: 3,
    name: ['Marcus', 'Oyelaran'],
    place: 'austin',
    joinedDaysAgo: 380,
    related: [['manager', 'manager2']],
  },
  { key: 'affiliate', plan: 11, name: ['Simone', 'Vartan'], place: 'miami', joinedDaysAgo: 365 },
  {
    key: 'lab',
    plan: 1,
    name: ['Cryo', 'Desk'],
    company: 'Front Range Processing Lab',
    place: 'denver',
    joinedDaysAgo: 890,
  },
  {
    key: 'lab2',
    plan: 1,
    name: ['Nora', 'Lindqvist'],
    company: 'Cascadia Cell Laboratory',
    place: 'seattle',
    joinedDaysAgo: 640,
  },
  {
    key: 'hc',
    plan: 4,
    name: ['Maria', 'Stein'],
    company: 'Stein Regenerative Clinic',
    place: 'boulder',
    templateId: 'demo-template-stein',
    joinedDaysAgo: 640,
    related: [
      ['rep', 'rep'],
      ['lab', 'lab'],
      ['affiliate', 'affiliate'],
    ],
  },
  {
    key: 'hc2',
    plan: 4,
    name: ['Owen', 'Takahashi'],
    company: 'Harbor Steps Surgery',
    place: 'seattle',
    templateId: 'demo-template-harbor',
    joinedDaysAgo: 480,
    related: [
      ['rep', 'rep2'],
      ['lab', 'lab2'],
    ],
  },
  {
    key: 'hc3',
    plan: 4,
    name: ['Lucia', 'Ferrante'],
    company: 'Barton Creek Aesthetics',
    place: 'austin',
    templateId: 'demo-template-barton',
    joinedDaysAgo: 300,
    related: [
      ['rep', 'rep3'],
      ['lab', 'lab'],
    ],
  },
  {
    key: 'new-hc',
    plan: 4,
    name: ['Theo', 'Brandt'],
    company: 'Alder Street Clinic',
    place: 'portland',
    hasAgreed: false,
    joinedDaysAgo: 2,
  },
  {
    key: 'rhc',
    plan: 5,
    name: ['Amara', 'Nwosu'],
    company: 'Lakeside Family Practice',
    place: 'boulder',
    joinedDaysAgo: 410,
    related: [
      ['center', 'hc'],
      ['rep', 'rep'],
    ],
  },
  {
    key: 'rhc2',
    plan: 5,
    name: ['Felix', 'Andersen'],
    company: 'Pearl District Health',
    place: 'portland',
    joinedDaysAgo: 230,
    related: [
      ['center', 'hc2'],
      ['rep', 'rep2'],
    ],
  },
  {
    key: 'staff',
    plan: 9,
    name: ['Beth', 'Lowell'],
    company: 'Stein Regenerative Clinic',
    place: 'boulder',
    joinedDaysAgo: 400,
    related: [
      ['center', 'hc'],
      ['center', 'hc2'],
    ],
  },
  {
    key: 'staff2',
    plan: 9,
    name: ['Igor', 'Petrov'],
    company: 'Stein Regenerative Clinic',
    place: 'boulder',
    joinedDaysAgo: 190,
    related: [['center', 'hc']],
  },
  {
    key: 'staff3',
    plan: 9,
    name: ['Renee', 'Castillo'],
    company: 'Stein Regenerative Clinic',
    place: 'boulder',
    joinedDaysAgo: 3,
    pending: [['center', 'hc']],
  },
  {
    key: 'staff4',
    plan: 9,
    name: ['Marisol', 'Quintana'],
    company: 'Barton Creek Aesthetics',
    place: 'austin',
    joinedDaysAgo: 120,
    related: [['center', 'hc3']],
  },
  {
    key: 'staff5',
    plan: 9,
    name: ['Owen', 'Fairley'],
    company: 'Barton Creek Aesthetics',
    place: 'austin',
    joinedDaysAgo: 1,
    pending: [['center', 'hc3']],
  },
  {
    key: 'donor',
    plan: 12,
    name: ['Colin', 'Mabry'],
    place: 'denver',
    joinedDaysAgo: 150,
    related: [['center', 'hc']],
  },
  { key: 'viewer', plan: 15, name: ['Grace', 'Tillman'], place: 'chicago', joinedDaysAgo: 260 },
  {
    key: 'buyer',
    plan: 16,
    name: ['Anton', 'Rusk'],
    company: 'Rusk Supply',
    place: 'miami',
    tags: [1],
    joinedDaysAgo: 120,
    related: [['rep', 'rep']],
  },
  { key: 'former-rep', plan: 3, name: ['Noel', 'Kessler'], place: 'miami', isActive: false, joinedDaysAgo: 800 },
  {
    key: 'former-hc',
    plan: 4,
    name: ['Judith', 'Amsel'],
    company: 'Amsel Day Surgery',
    place: 'miami',
    isActive: false,
    joinedDaysAgo: 720,
  },
  {
    key: 'former-staff',
    plan: 9,
    name: ['Tomas', 'Rivas'],
    company: 'Harbor Steps Surgery',
    place: 'seattle',
    isActive: false,
    joinedDaysAgo: 330,
  },
];

/** Accounts that are created after the patients. */
export const latecomers: readonly DemoPerson[] = [
  {
    key: 'waiting-rhc',
    plan: 5,
    name: ['Corinne', 'Adler'],
    company: 'Adler Family Medicine',
    place: 'boulder',
    joinedDaysAgo: 2,
    related: [['rep', 'house']],
    pending: [['center', 'hc']],
  },
];

/** First and last names of the patients, in order; the first is patient@. */
export const patientNames: readonly (readonly [string, string])[] = [
  ['Ana', 'Whitfield'],
  ['Robert', 'Casale'],
  ['Miriam', 'Osei'],
  ['Daniel', 'Krupa'],
  ['Leah', 'Hartman'],
  ['Victor', 'Salgado'],
  ['Paula', 'Nygaard'],
  ['Samuel', 'Idris'],
  ['Claire', 'Beaumont'],
  ['Gregory', 'Tam'],
  ['Yara', 'Haddad'],
  ['Martin', 'Kowal'],
  ['Elise', 'Fontaine'],
  ['Desmond', 'Clarke'],
  ['Hannah', 'Vogel'],
  ['Luis', 'Paredes'],
  ['Ivana', 'Novak'],
  ['Peter', 'Lund'],
  ['Keiko', 'Mori'],
  ['Thomas', 'Abbey'],
  ['Rosa', 'Delgado'],
  ['Edwin', 'Mercer'],
  ['Nadia', 'Farouk'],
  ['Philip', 'Greer'],
];

/** The network of the custom site, which the centers of the main site never see. */
export const northPeople: readonly DemoPerson[] = [
  { key: 'admin', plan: 7, name: ['Solveig', 'Dahl'], place: 'seattle', joinedDaysAgo: 200 },
  { key: 'rep', plan: 3, name: ['Einar', 'Voss'], place: 'seattle', joinedDaysAgo: 190 },
  {
    key: 'hc',
    plan: 4,
    name: ['Freya', 'Holm'],
    company: 'Northlight Clinic',
    place: 'seattle',
    templateId: 'demo-template-northlight',
    joinedDaysAgo: 180,
    related: [['rep', 'rep']],
  },
  {
    key: 'staff',
    plan: 9,
    name: ['Arne', 'Bakke'],
    company: 'Northlight Clinic',
    place: 'seattle',
    joinedDaysAgo: 90,
    related: [['center', 'hc']],
  },
  {
    key: 'patient',
    plan: 2,
    name: ['Liv', 'Sandberg'],
    place: 'seattle',
    joinedDaysAgo: 100,
    related: [['center', 'hc']],
  },
  { key: 'secure', plan: 7, name: ['Ragnhild', 'Moe'], place: 'seattle', joinedDaysAgo: 60 },
  {
    key: 'patient2',
    plan: 2,
    name: ['Signe', 'Bergstrom'],
    place: 'seattle',
    joinedDaysAgo: 50,
    related: [['center', 'hc']],
  },
];
