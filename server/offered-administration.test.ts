import {
  deleteDocument,
  ListedDocument,
  linkDocument,
  listCenterDocuments,
  listDocuments,
  resendSignatureRequest,
} from '@vialkeep/contract/documents.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { ListedLabel, listLabels, makeLabel, sendLabelNotification, updateLabel } from '@vialkeep/contract/labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { updatePassword, updateUser } from '@vialkeep/contract/profile.ts';
import { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';
import {
  addUser,
  deleteInactiveUser,
  readUserDetails,
  setUserActive,
  setUserInactive,
} from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { OfferChecks } from './testing/offer-checks.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Caller, type Input, newWorld, type World } from './testing/world.ts';

let world: World;
let superAdmin: Caller;
let administrators: [name: string, caller: Caller][];
let checks: OfferChecks;
let made = 0;

beforeAll(async () => {
  world = await newWorld(unhurried);
  superAdmin = await world.as('super');
  administrators = [
    ['super admin', superAdmin],
    ['admin', await world.as('admin')],
    ['admin of a custom site', await world.as('admin@north.test', 'north.localhost')],
    ['super admin as admin', await world.actingAs(superAdmin, 'admin@vialkeep.test')],
  ];
});
afterAll(() => world.close());

beforeEach(() => {
  checks = new OfferChecks(world);
});

test('every action on a user that the details offer to an administrator is accepted, and every hidden one is refused', async () => {
  const plans = [Plan.harvestCenter, Plan.generalMember, Plan.lab, Plan.salesRep, Plan.admin, Plan.superAdmin];
  for (const [name, caller] of administrators)
    for (const host of ['localhost', 'north.localhost'])
      for (const plan of plans) await confirmUser(name, caller, plan, host);
  expect(checks.unconfirmed).toEqual([]);
  expect(checks.offered).toBeGreaterThan(100);
  expect(checks.hidden).toBeGreaterThan(30);
});

async function confirmUser(name: string, caller: Caller, plan: Plan, host: string): Promise<void> {
  const id = await newUser(plan, host);
  const what = `${name}, plan ${plan} at ${host}`;
  const offers = async () => {
    const answer = await world.send(caller, readUserDetails, { params: { id } });
    return answer.statusCode === 200 ? Offer.parse(answer.json()).may : null;
  };
  const active = await offers();
  if (!active) return;
  const about = { params: { id } };
  const login = { body: { user_id: id, reason: 'A question about the last order' } };
  const password = { ...about, body: { user_id: id, new_password_change: 'Quiet-harbour-77-lanterns' } };
  const edit = { ...about, body: { first_name: 'Edited' } };
  await checks.check(what, 'edit', active, [caller, updateUser, edit]);
  await checks.check(what, 'login_as', active, [caller, generateLoginAsUserToken, login]);
  await checks.check(what, 'change_password', active, [caller, updatePassword, password]);
  await checks.check(what, 'delete', active, [caller, deleteInactiveUser, about]);
  await checks.check(what, 'deactivate', active, [caller, setUserInactive, about]);
  await deactivate(id);
  const inactive = (await offers()) ?? [];
  await checks.check(`${what}, inactive`, 'activate', inactive, [caller, setUserActive, about]);
  await deactivate(id);
  await checks.check(`${what}, inactive`, 'delete', inactive, [caller, deleteInactiveUser, about]);
}

test('every action on a document that a list offers is accepted, and every hidden one is refused', async () => {
  const center = await world.idOf('hc@vialkeep.test');
  const patients = new Map([
    ['Vialkeep', await world.idOf('patient@vialkeep.test')],
    ['North', await world.idOf('patient@north.test')],
  ]);
  const lists: [string, Caller, Route, Input][] = [
    ...administrators.map(([name, caller]): [string, Caller, Route, Input] => [name, caller, listDocuments, {}]),
    ['center', await world.as('hc'), listCenterDocuments, { params: { id: center } }],
    [
      'staff in the center',
      await world.inside(await world.as('staff'), 'hc@vialkeep.test'),
      listCenterDocuments,
      { params: { id: center } },
    ],
  ];
  for (const [name, caller, route, input] of lists) {
    const answer = (await world.send(caller, route, input)).json();
    const rows = z.array(ListedDocument).parse(answer.results ?? answer);
    for (const row of rows.slice(0, 12)) {
      const what = `${name}, ${row.status} document ${row.id}`;
      const patient = row.patient_desc[0]?.id ?? [...patients].find(([site]) => row.domain.name.startsWith(site))?.[1];
      await checks.check(what, 'remind', row.may, [caller, resendSignatureRequest, { body: { doc_id: row.id } }]);
      const link = { params: { id: row.id }, body: { patient } };
      await checks.check(what, 'link', row.may, [caller, linkDocument, link]);
    }
    const last = rows.at(-1);
    if (last) {
      const deletion = { params: { id: last.id } };
      await checks.check(`${name}, document ${last.id}`, 'delete', last.may, [caller, deleteDocument, deletion]);
    }
  }
  expect(checks.unconfirmed).toEqual([]);
  expect(checks.offered).toBeGreaterThan(40);
  expect(checks.hidden).toBeGreaterThan(20);
});

test('every action on a label request that the list offers is accepted, and every hidden one is refused', async () => {
  for (const [name, caller] of administrators) {
    // A center gets five of these emails an hour, from all callers together (T59).
    await world.sql('delete from rate_limits');
    const rows = z.array(ListedLabel).parse((await world.send(caller, listLabels)).json());
    for (const row of rows.slice(0, 8)) {
      const what = `${name}, label ${row.id}`;
      const label = { tracking_link: 'https://carrier.test/1', tracking_number: '794600000001' };
      const sending = { body: { fedex_id: row.id } };
      await checks.check(what, 'send', row.may, [caller, sendLabelNotification, sending]);
      await checks.check(what, 'make', row.may, [caller, makeLabel, { params: { id: row.id }, body: {} }]);
      await checks.check(what, 'edit', row.may, [caller, updateLabel, { params: { id: row.id }, body: label }]);
    }
  }
  expect(checks.unconfirmed).toEqual([]);
  expect(checks.offered).toBeGreaterThan(4);
  expect(checks.hidden).toBeGreaterThan(4);
});

const Offer = z.object({ may: z.array(z.string()) });

/** A new account; the plans that no wizard gives are set in the database. */
async function newUser(plan: Plan, host: string): Promise<number> {
  made += 1;
  const [site] = await world.sql<{ id: number }>('select id from domains where host = $1', [host]);
  const person = {
    first_name: 'New',
    last_name: 'User',
    email: `offered-${made}@new.test`,
    password: 'Quiet-harbour-76',
  };
  const clinic = { company: 'New Clinic', phone_number: '+1 555 0100' };
  const body = { ...person, ...clinic, subscription: Plan.harvestCenter, domain: site?.id };
  await world.call(superAdmin, addUser, { body });
  const id = await world.idOf(person.email);
  await world.sql('update users set plan_id = $1 where id = $2', [plan, id]);
  return id;
}

async function deactivate(id: number): Promise<void> {
  await world.sql('update users set is_active = false where id = $1', [id]);
}
