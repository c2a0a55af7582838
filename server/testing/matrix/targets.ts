import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { addIntakeRecords, type IntakeThing, intakeThings } from '../bench/intake-targets.ts';
import {
  addBenchEvent,
  addOperatorOf,
  addPlaceRecords,
  type StoragePlaceThing,
  storagePlaceThings,
} from '../bench/matrix-targets.ts';
import { addPassportVial } from '../bench/passport-vials.ts';
import { addReleaseRecords, type ReleaseThing, releaseThings } from '../bench/release-targets.ts';
import { addCommissionRecords, type CommissionThing, commissionThings } from '../commissions/matrix-targets.ts';
import { addImport } from '../imports/matrix-targets.ts';
import { personOfPlan } from '../people.ts';
import { addPrivacyRecords, type PrivacyThing, privacyThings } from '../privacy/matrix-targets.ts';
import { addDifference } from '../reconciliation/open-difference.ts';
import { addRefund } from '../refunds/refund-to-approve.ts';
import { addStorageRecords, type StorageThing, storageThings } from '../storage/matrix-targets.ts';
import type { Caller, World } from '../world.ts';

/**
 * The owner of a record, seen from the caller: the caller, an unrelated user on the same site, or a user of another
 * site.
 */
export const sides = ['own', 'same', 'other'] as const;
export type Side = (typeof sides)[number];

/** The kinds of records that a call can be about. */
export type Thing =
  | 'account'
  | 'patient'
  | 'location'
  | 'card'
  | 'entry'
  | 'inactive'
  | 'coupon'
  | 'asset'
  | 'document'
  | 'label'
  | 'transaction'
  | 'refund'
  | 'difference'
  | 'session'
  | 'visit'
  | 'site'
  | 'operator'
  | 'import'
  | StoragePlaceThing
  | IntakeThing
  | ReleaseThing
  | PrivacyThing
  | CommissionThing
  | StorageThing
  | Role
  | Member;

/** Accounts of one plan: for a caller of that plan their own, for all others an account without relations. */
const roles = { lab: 1, rep: 3, center: 4, referral: 5, manager: 6, distributor: 8, staff: 9 } as const;
type Role = keyof typeof roles;

/** Accounts with a relation to an account of a role, their partner, which for a caller of that role is their own. */
const members = {
  applicant: { plan: Plan.staff, kind: 'center', role: 'center', isApproved: false },
  employee: { plan: Plan.staff, kind: 'center', role: 'center', isApproved: true },
  referralApplicant: { plan: Plan.referralCenter, kind: 'center', role: 'center', isApproved: false },
  repInTeam: { plan: Plan.salesRep, kind: 'manager', role: 'manager', isApproved: true },
  managerInTeam: { plan: Plan.salesManager, kind: 'distributor', role: 'distributor', isApproved: true },
} as const;
type Member = keyof typeof members;
type Membership = (typeof members)[Member];

export type Scene = {
  readonly callers: ReadonlyMap<string, Caller & { user: { id: number } }>;
  /** The id of a record, as the call would send it. */
  of(thing: Thing, caller: string, side: Side): number;
  /** The account that a member is related to, or a center of a lab. */
  partnerOf(thing: Thing, caller: string, side: Side): number;
};

/** A logged-in user of every plan, each with an own record and one of an unrelated user. */
export async function createMatrixFixtures(world: World): Promise<Scene> {
  await letEverybodyOrder(world);
  const callers = new Map<string, Caller & { user: { id: number } }>();
  for (const plan of plans) callers.set(String(plan), await world.as(personOfPlan[plan]));
  callers.set('7n', await world.as('admin@north.test', 'north.localhost'));

  const main = await strangers(world, 1);
  const north = await strangers(world, 2);
  const ids = new Map<string, number>();
  const partners = new Map<string, number>();
  const put = (thing: Thing, caller: string, side: Side, id: number, partner = 0) => {
    ids.set(`${thing} ${caller} ${side}`, id);
    partners.set(`${thing} ${caller} ${side}`, partner);
  };
  const find = (among: ReadonlyMap<string, number>) => (thing: Thing, caller: string, side: Side) => {
    const id = among.get(`${thing} ${caller} ${side}`);
    if (id === undefined) throw new Error(`There is no ${thing} of ${side} for ${caller}.`);
    return id;
  };

  // One patient is related to all: the lab, the center, the referral center and their sales chain.
  const everybodys = await world.idOf('patient3@vialkeep.test');
  const northPatient = await world.idOf('patient@north.test');
  const superAdmin = callers.get('10');
  if (!superAdmin) throw new Error('Nobody to write down vials.');
  const ownPatient = (caller: string) => (caller === '2' ? (callers.get('2')?.user.id ?? 0) : everybodys);
  const addEntry = async (patientId: number) => {
    const body = { type: 'added', date: '2026-01-05', quantity: 3, user: patientId };
    return (await world.call(superAdmin, addVialEntry, { body })).data.id;
  };

  const lab = await world.idOf('lab@vialkeep.test');
  const centerOfLab = await addCenterOfLab(world, lab);
  const everybodysDocument = await addDocument(world, everybodys);
  const northDocument = await addDocument(world, northPatient);

  for (const [caller, { user }] of callers) {
    const isNorth = caller === '7n';
    const [here, there] = isNorth ? [north, main] : [main, north];
    const patients = isNorth
      ? { own: northPatient, same: north.patient, other: everybodys }
      : { own: ownPatient(caller), same: main.patient, other: northPatient };
    // A successful call deletes these records, so each caller has other ones.
    for (const side of sides) {
      const { domainId } = side === 'other' ? there : here;
      put('site', caller, side, domainId);
      put('patient', caller, side, patients[side]);
      put('entry', caller, side, await addEntry(patients[side]));
      put('inactive', caller, side, await addUser(world, domainId, 2, `inactive-${caller}-${side}`, false));
      put('asset', caller, side, await addAsset(world, domainId));
      const draft = await addImport(world, domainId);
      put('import', caller, side, draft.id, draft.file);
      put('coupon', caller, side, await addCoupon(world, domainId, `${caller}-${side}`));
    }
    put('account', caller, 'own', user.id);
    put('account', caller, 'same', here.patient);
    put('account', caller, 'other', there.patient);
    for (const [role, plan] of Object.entries(roles) as [Role, number][]) {
      put(role, caller, 'own', caller === String(plan) ? user.id : (here.accounts.get(role) ?? 0));
      put(role, caller, 'same', here.others.get(role) ?? 0, here.accounts.get('center'));
      put(role, caller, 'other', there.accounts.get(role) ?? 0, there.accounts.get('center'));
    }
    // A center and an affiliate must not see the other centers of a lab that has some.
    if (isNorth) put('lab', caller, 'own', here.accounts.get('lab') ?? 0, here.accounts.get('center'));
    else {
      put('lab', caller, 'own', lab, centerOfLab);
      // The lab sees the center, so that only the other lab can be the reason of a refusal.
      put('lab', caller, 'same', here.others.get('lab') ?? 0, centerOfLab);
    }
    for (const [member, { role, plan, kind, isApproved }] of Object.entries(members) as [Member, Membership][]) {
      for (const side of sides) {
        const { domainId } = side === 'other' ? there : here;
        const partner = find(ids)(role, caller, side);
        const id = await addUser(world, domainId, plan, `${member}-${caller}-${side}`);
        await relate(world, id, kind, partner, isApproved);
        put(member, caller, side, id, partner);
      }
    }
    put('document', caller, 'own', isNorth ? northDocument : everybodysDocument);
    put('document', caller, 'same', here.document);
    put('document', caller, 'other', there.document);
    put('label', caller, 'own', here.label);
    put('label', caller, 'same', here.label);
    put('label', caller, 'other', there.label);
    put('transaction', caller, 'own', here.transaction);
    put('transaction', caller, 'same', here.transaction);
    put('transaction', caller, 'other', there.transaction);
    put('refund', caller, 'own', here.refund);
    put('refund', caller, 'same', here.refund);
    put('refund', caller, 'other', there.refund);
    put('difference', caller, 'own', here.difference);
    put('difference', caller, 'same', here.difference);
    put('difference', caller, 'other', there.difference);
    put('card', caller, 'own', await addCard(world, user.id));
    put('card', caller, 'same', here.card);
    put('card', caller, 'other', there.card);
    put('location', caller, 'own', await addLocation(world, user.id));
    put('location', caller, 'same', here.location);
    put('location', caller, 'other', there.location);
    put('session', caller, 'own', await addSession(world, user.id));
    put('session', caller, 'same', here.session);
    put('session', caller, 'other', there.session);
    put('visit', caller, 'own', await addVisit(world, user.id));
    put('visit', caller, 'same', here.visit);
    put('visit', caller, 'other', there.visit);
    for (const side of sides) {
      put('operator', caller, side, await addOperatorOf(world, find(ids)('lab', caller, side)));
      const taken = await addIntakeRecords(world, find(ids)('lab', caller, side));
      for (const thing of intakeThings) put(thing, caller, side, taken[thing]);
      const released = await addReleaseRecords(world, find(ids)('lab', caller, side));
      for (const thing of releaseThings) put(thing, caller, side, released[thing]);
      await addBenchEvent(world, find(ids)('patient', caller, side));
      await addPassportVial(world, find(ids)('patient', caller, side));
      const kept = await addPlaceRecords(world, find(ids)('lab', caller, side));
      for (const thing of storagePlaceThings) put(thing, caller, side, kept[thing]);
      const records = await addPrivacyRecords(world, find(ids)('account', caller, side));
      for (const thing of privacyThings) put(thing, caller, side, records[thing]);
      const account = find(ids)('account', caller, side);
      const { domainId } = side === 'other' ? there : here;
      const owed = await addCommissionRecords(world, account, domainId);
      for (const thing of commissionThings)
        put(thing, caller, side, owed[thing], thing === 'returnedRun' ? account : domainId);
      const stored = await addStorageRecords(world, account, domainId);
      for (const thing of storageThings) put(thing, caller, side, stored[thing], stored.storageOffer);
    }
  }

  return { callers, of: find(ids), partnerOf: find(partners) };
}

/** Sets tag 1, and for users without a clinic the sales rep that an order needs (C-11). */
async function letEverybodyOrder(world: World): Promise<void> {
  const emails = Object.values(personOfPlan).map((key) => `${key}@vialkeep.test`);
  await world.sql("update users set tags = '{1}' where email = any ($1) and plan_id not in (4, 5)", [emails]);
  await world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id)
     select person.domain_id, person.id, 'rep', rep.id
     from users person
       join relation_rules rule on rule.subject_plan = person.plan_id and rule.kind = 'rep'
       join users rep on rep.email = 'rep3@vialkeep.test'
     where person.email = any ($1) and not exists
       (select from relations where subject_id = person.id and kind = 'rep' and ended_at is null)`,
    [emails],
  );
}

/** Users of a site without relations. */
async function strangers(world: World, domainId: number) {
  const add = (plan: Plan, name: string) => addUser(world, domainId, plan, name);
  const accounts = new Map<Role, number>();
  const others = new Map<Role, number>();
  for (const [role, plan] of Object.entries(roles) as [Role, Plan][]) {
    accounts.set(role, await add(plan, role));
    others.set(role, await add(plan, `other-${role}`));
  }
  return {
    domainId,
    patient: await add(2, 'patient'),
    accounts,
    others,
    location: await addLocation(world, others.get('center') ?? 0),
    card: await addCard(world, others.get('center') ?? 0),
    document: await addDocument(world, await add(2, 'signer')),
    label: await addLabel(world, accounts.get('center') ?? 0),
    transaction: await addTransaction(world, others.get('center') ?? 0),
    refund: await addRefund(world, others.get('center') ?? 0),
    difference: await addDifference(world, others.get('center') ?? 0),
    session: await addSession(world, others.get('center') ?? 0),
    visit: await addVisit(world, others.get('center') ?? 0),
  };
}

async function addUser(world: World, domainId: number, plan: Plan, name: string, isActive = true): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company, is_active, check_agreement)
     values ($1, $2, $3, 'Lone', 'Stranger', 'Lone Clinic', $4, 'yes') returning id`,
    [domainId, plan, `${name}@${domainId}.strangers.test`, isActive],
  );
  return row?.id ?? 0;
}

/** A center with one patient, whose cells the lab processes. */
async function addCenterOfLab(world: World, labId: number): Promise<number> {
  const center = await addUser(world, 1, Plan.harvestCenter, 'center-of-lab');
  const patient = await addUser(world, 1, Plan.generalMember, 'patient-of-lab');
  await relate(world, center, 'lab', labId);
  await relate(world, patient, 'lab', labId);
  await relate(world, patient, 'center', center);
  return center;
}

async function relate(
  world: World,
  subjectId: number,
  kind: string,
  objectId: number,
  isApproved = true,
): Promise<void> {
  await world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id, approved_at)
     select domain_id, id, $2, $3, case when $4 then now() end from users where id = $1`,
    [subjectId, kind, objectId, isApproved],
  );
}

/** Adds two, because the default cannot be deleted; returns the other one. */
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

/** An asset of this site for no plan. */
async function addAsset(world: World, domainId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    "insert into assets (domain_id, asset_name, description) values ($1, 'Guide', 'About') returning id",
    [domainId],
  );
  return row?.id ?? 0;
}

/** A label requested by this clinic, without a file. */
async function addLabel(world: World, centerId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into labels (domain_id, requester_id, center_id, center_email, representative, other_patient_name, label_date,
       address1, city, state_desc, country_desc, zip_code)
     select domain_id, id, id, email, 'Lone', 'Somebody', '2026-01-05', '1 Way', 'Town', 'Texas', 'United States', '78701'
     from users where id = $1 returning id`,
    [centerId],
  );
  return row?.id ?? 0;
}

async function addCoupon(world: World, domainId: number, code: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into coupons (domain_id, name, code, discount_cents) values ($1, 'Of this site', upper($2), 500) returning id`,
    [domainId, code],
  );
  return row?.id ?? 0;
}

/** A transaction charged at the sandbox. */
async function addTransaction(world: World, centerId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `with charge as (
       insert into sandbox_charges (reference, amount_cents, invoice_number, description, customer, brand, last4, state)
       values ('scene-' || $1::int, 29500, '1', 'Harvesting Kit', '', 'Visa', '1111', 'approved') returning id)
     insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
       harvest_fee_cents, discount_cents, charged_cents, charged_quantity, center_id, gateway, gateway_id, invoice_id,
       description, receipt_email)
     select domain_id, users.id, 3, 1, 29500, 29500, 0, 0, 0, 29500, 1, users.id, 'sandbox', charge.id::text, 1,
       'Harvesting Kit', 'somebody@strangers.test'
     from users, charge where users.id = $1 returning id`,
    [centerId],
  );
  return row?.id ?? 0;
}

/** A session of another browser. */
async function addSession(world: World, userId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into sessions (domain_id, token_hash, file_hash, kind, user_id, actor_id, site_id, device, expires_at)
     select domain_id, sha256(random()::text::bytea), sha256(random()::text::bytea), 'login', id, id, domain_id,
       'Another browser', now() + interval '7 days'
     from users where id = $1 returning id`,
    [userId],
  );
  return row?.id ?? 0;
}

/** A visit of a super admin that lasted an hour and has ended. */
async function addVisit(world: World, userId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into account_visits (domain_id, user_id, actor_id, kind, started_at, ends_at)
     select domain_id, id, (select id from users where plan_id = 10 order by id limit 1), 'login_as',
       now() - interval '2 hours', now() - interval '1 hour'
     from users where id = $1 returning id`,
    [userId],
  );
  return row?.id ?? 0;
}

async function addCard(world: World, userId: number): Promise<number> {
  await world.sql(
    `with known as (insert into sandbox_customers (reference, email) values ('scene-' || $1::int, '') returning id)
     insert into payment_customers (user_id, domain_id, gateway, reference, customer_id)
     select users.id, domain_id, 'sandbox', 'scene-' || users.id, known.id::text from users, known where users.id = $1
     on conflict do nothing`,
    [userId],
  );
  const [row] = await world.sql<{ id: number }>(
    `insert into saved_cards (domain_id, user_id, gateway, customer_id, card_id, brand, last4, holder, expires, is_default)
     select domain_id, user_id, gateway, customer_id, 'scene', 'Visa', '4242', 'Somebody', '2040-01',
       not exists (select from saved_cards where user_id = $1)
     from payment_customers where user_id = $1 returning id`,
    [userId],
  );
  return row?.id ?? 0;
}

/** A document that waits for this patient's signature. */
async function addDocument(world: World, patientId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into documents (domain_id, document_id, kind, name, signer_id, signer_name, signer_email, code)
     select domain_id, left(md5(random()::text), 22), 'attestation', 'Attestation', id, username, email, md5(random()::text)
     from users where id = $1 returning id`,
    [patientId],
  );
  return row?.id ?? 0;
}
