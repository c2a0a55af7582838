import { listCards } from '@vialkeep/contract/cards.ts';
import { listCustody } from '@vialkeep/contract/custody.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { listLocations } from '@vialkeep/contract/locations.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { listSubscriptionAssets } from '@vialkeep/contract/resources.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { readVials } from '@vialkeep/contract/vials.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { Input } from '../world.ts';
import type { Side, Thing } from './targets.ts';

/** An action that is not a whole call: how an answer shows the right, and which callers have it. */
export type FinerRight = {
  route: Route;
  about: Thing;
  side: Side;
  input: (id: number) => Input;
  shows: (answer: LightMyRequestResponse) => boolean;
  /** The plans with the right; '7n' is the administrator of a custom site. */
  who: string;
};

const byUser = (id: number): Input => ({ params: { id, userId: id, user_id: id }, body: { user_id: id } });
const ofPatient = (route: Route) => ({ route, about: 'patient', side: 'own', input: byUser }) as const;
const isThere = ({ statusCode }: LightMyRequestResponse) => statusCode === 200;
const isPermitted = ({ statusCode }: LightMyRequestResponse) => statusCode !== 403;
const offers = (act: string) => (answer: LightMyRequestResponse) =>
  answer.statusCode === 200 && answer.json<{ may: string[] }>().may.includes(act);

/** This email has an account: the refusal for it shows that the caller has the right, and nothing is written. */
const TAKEN = { email: 'hc@vialkeep.test', first_name: 'Nell', last_name: 'Arden' };

export const finerRights: Readonly<Record<string, FinerRight>> = {
  // A patient whom centers see as well; patients read their own.
  'cards.list_others': { ...ofPatient(listCards), shows: isThere, who: '2 7 10 7n' },
  'locations.list_others': { ...ofPatient(listLocations), shows: isThere, who: '2 7 10 7n' },
  'patients.change_identity': { ...ofPatient(readPatientRecord), shows: offers('change_identity'), who: '7 10 7n' },
  'vials.delete_shipped': { ...ofPatient(readVials), shows: offers('delete_shipped'), who: '1 7 10 7n' },
  'custody.read_bench': {
    ...ofPatient(listCustody),
    shows: (answer) => answer.statusCode === 200 && answer.body.includes('"from_box"'),
    who: '1 7 10 7n',
  },
  'custody.read_notes': { ...ofPatient(readVials), shows: offers('see_notes'), who: '1 7 10 15 7n' },
  // These calls are public; a form that only some plans may send is refused to the others (F055, F131).
  'centers.create': {
    route: createHarvestCenter,
    about: 'account',
    side: 'own',
    input: () => ({ body: { ...TAKEN, company: 'Arden Clinic' } }),
    shows: isPermitted,
    who: '7 10 7n',
  },
  'sign_up.add_sales_rep': {
    route: addSalesRep,
    about: 'account',
    side: 'own',
    input: () => ({ body: { ...TAKEN, generate_password: true, sales_manager_id: null } }),
    shows: isPermitted,
    who: '6 7 10 7n',
  },
};

/** Calls about records that their row of the matrix does not name. */
export const furtherRecords: Readonly<Record<string, FinerRight>> = {
  // An account that is no patient, because a 'patients list' sees all of those.
  'profile.read': { route: getUser, about: 'staff', side: 'same', input: byUser, shows: isThere, who: '7 10 7n' },
  // Another membership than that of the row.
  'resources.read': {
    route: listSubscriptionAssets,
    about: 'account',
    side: 'own',
    input: () => ({ params: { id: Plan.harvestCenter } }),
    shows: isThere,
    who: '4 7 10 7n',
  },
};
