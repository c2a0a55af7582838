import type { Plan } from '@vialkeep/contract/plans.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { personOfPlan } from '../people.ts';
import type { Caller, World } from '../world.ts';

/** Whose a thing is, seen from the caller: their own, a stranger's on the same site, or one of another site. */
export const sides = ['own', 'same', 'other'] as const;
export type Side = (typeof sides)[number];

/** What a call can be about. */
export type Thing = 'account' | 'patient' | 'location' | 'entry' | 'inactive' | Role;

/** Accounts of one plan: for a caller of that plan their own, for everybody else one who belongs to nobody. */
const roles = { lab: 1, rep: 3, center: 4, referral: 5, manager: 6, distributor: 8, staff: 9 } as const;
type Role = keyof typeof roles;

export type Scene = {
  readonly callers: ReadonlyMap<string, Caller & { user: { id: number } }>;
  /** The id of a thing, as the call about it would name it. */
  of(thing: Thing, caller: string, side: Side): number;
};

/** Somebody of every plan, logged in, and for each of them something of their own and something of a stranger's. */
export async function setTheScene(world: World): Promise<Scene> {
  const callers = new Map<string, Caller & { user: { id: number } }>();
  for (const plan of plans) callers.set(String(plan), await world.as(personOfPlan[plan]));
  callers.set('7n', await world.as('admin@north.test', 'north.localhost'));

  const main = await strangers(world, 1);
  const north = await strangers(world, 2);
  const ids = new Map<string, number>();
  const put = (thing: Thing, caller: string, side: Side, id: number) => ids.set(`${thing} ${caller} ${side}`, id);

  // One patient belongs to everybody: the lab, the center, the referral center and all who sell to them.
  const everybodys = await world.idOf('patient3@vialkeep.test');
  const northPatient = await world.idOf('patient@north.test');
  const entries = new Map<number, number>();
  const superAdmin = callers.get('10');
  if (!superAdmin) throw new Error('Nobody to write down vials.');
  const ownPatient = (caller: string) => (caller === '2' ? (callers.get('2')?.user.id ?? 0) : everybodys);
  for (const id of [everybodys, northPatient, main.patient, north.patient, ownPatient('2')]) {
    const { data } = await world.call(superAdmin, addVialEntry, {
      body: { type: 'added', date: '2026-01-05', quantity: 3, user: id },
    });
    entries.set(id, data.id);
  }

  for (const [caller, { user }] of callers) {
    const isNorth = caller === '7n';
    const [here, there] = isNorth ? [north, main] : [main, north];
    const patients = isNorth
      ? { own: northPatient, same: north.patient, other: everybodys }
      : { own: ownPatient(caller), same: main.patient, other: northPatient };
    for (const side of sides) {
      const patient = patients[side];
      put('patient', caller, side, patient);
      put('entry', caller, side, entries.get(patient) ?? 0);
    }
    put('account', caller, 'own', user.id);
    put('account', caller, 'same', here.patient);
    put('account', caller, 'other', there.patient);
    for (const [role, plan] of Object.entries(roles) as [Role, number][]) {
      put(role, caller, 'own', caller === String(plan) ? user.id : (here.accounts.get(role) ?? 0));
      put(role, caller, 'same', here.others.get(role) ?? 0);
      put(role, caller, 'other', there.accounts.get(role) ?? 0);
    }
    put('inactive', caller, 'own', here.inactive);
    put('inactive', caller, 'same', here.inactive);
    put('inactive', caller, 'other', there.inactive);
    put('location', caller, 'own', await addLocation(world, user.id));
    put('location', caller, 'same', here.location);
    put('location', caller, 'other', there.location);
  }

  return {
    callers,
    of(thing, caller, side) {
      const id = ids.get(`${thing} ${caller} ${side}`);
      if (id === undefined) throw new Error(`There is no ${thing} of ${side} for ${caller}.`);
      return id;
    },
  };
}

/** People of a site who belong to nobody. */
async function strangers(world: World, domainId: number) {
  const add = async (plan: Plan, name: string, isActive = true) => {
    const [row] = await world.sql<{ id: number }>(
      `insert into users (domain_id, plan_id, email, first_name, last_name, company, is_active, check_agreement)
       values ($1, $2, $3, 'Lone', 'Stranger', 'Lone Clinic', $4, 'yes') returning id`,
      [domainId, plan, `${name}@${domainId}.strangers.test`, isActive],
    );
    return row?.id ?? 0;
  };
  const accounts = new Map<Role, number>();
  const others = new Map<Role, number>();
  for (const [role, plan] of Object.entries(roles) as [Role, Plan][]) {
    accounts.set(role, await add(plan, role));
    others.set(role, await add(plan, `other-${role}`));
  }
  return {
    patient: await add(2, 'patient'),
    accounts,
    others,
    inactive: await add(2, 'inactive', false),
    location: await addLocation(world, others.get('center') ?? 0),
  };
}

/** Two, so that the one that is not the default may be deleted; that one is answered. */
async function addLocation(world: World, userId: number): Promise<number> {
  const rows = await world.sql<{ id: number }>(
    `insert into locations (domain_id, user_id, address1, city, state_desc, country_desc, is_default)
     select domain_id, id, '1 Way', 'Town', 'State', 'United States',
       n = 1 and not exists (select from locations where user_id = users.id)
     from users, generate_series(1, 2) n where id = $1 order by n returning id`,
    [userId],
  );
  return rows.at(-1)?.id ?? 0;
}
