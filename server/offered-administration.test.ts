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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Caller, type Input, newWorld, type World } from './testing/world.ts';

let world: World;
let superAdmin: Caller;
let administrators: [name: string, caller: Caller][];
/** Each offer that its call does not confirm. */
let unconfirmed: string[];
let counts: { offered: number; hidden: number };
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

function begin(): void {
  unconfirmed = [];
  counts = { offered: 0, hidden: 0 };
}

test('every action on a user that the details offer to an administrator is accepted, and every hidden one is refused', async () => {
  begin();
  const plans = [Plan.harvestCenter, Plan.generalMember, Plan.lab, Plan.salesRep, Plan.admin, Plan.superAdmin];
  for (const [name, caller] of administrators)
    for (const host of ['localhost', 'north.localhost'])
      for (const plan of plans) await confirmUser(name, caller, plan, host);
  expect(unconfirmed).toEqual([]);
  expect(counts.offered).toBeGreaterThan(100);
  expect(counts.hidden).toBeGreaterThan(30);
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
  confirm(what, 'edit', active, await isAccepted(caller, updateUser, edit));
  confirm(what, 'login_as', active, await isAccepted(caller, generateLoginAsUserToken, login));
  confirm(what, 'change_password', active, await isAccepted(caller, updatePassword, password));
  confirm(what, 'delete', active, await isAccepted(caller, deleteInactiveUser, about));
  confirm(what, 'deactivate', active, await isAccepted(caller, setUserInactive, about));
  await deactivate(id);
  const inactive = (await offers()) ?? [];
  confirm(`${what}, inactive`, 'activate', inactive, await isAccepted(caller, setUserActive, about));
  await deactivate(id);
  confirm(`${what}, inactive`, 'delete', inactive, await isAccepted(caller, deleteInactiveUser, about));
}

test('every action on a document that a list offers is accepted, and every hidden one is refused', async () => {
  begin();
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
      confirm(what, 'remind', row.may, await isAccepted(caller, resendSignatureRequest, { body: { doc_id: row.id } }));
      const link = { params: { id: row.id }, body: { patient } };
      confirm(what, 'link', row.may, await isAccepted(caller, linkDocument, link));
    }
    const last = rows.at(-1);
    if (last) {
      const accepted = await isAccepted(caller, deleteDocument, { params: { id: last.id } });
      confirm(`${name}, document ${last.id}`, 'delete', last.may, accepted);
    }
  }
  expect(unconfirmed).toEqual([]);
  expect(counts.offered).toBeGreaterThan(40);
  expect(counts.hidden).toBeGreaterThan(20);
});

test('every action on a label request that the list offers is accepted, and every hidden one is refused', async () => {
  begin();
  for (const [name, caller] of administrators) {
    // A center gets five of these emails an hour, from all callers together (T59).
    await world.sql('delete from rate_limits');
    const rows = z.array(ListedLabel).parse((await world.send(caller, listLabels)).json());
    for (const row of rows.slice(0, 8)) {
      const what = `${name}, label ${row.id}`;
      const label = { tracking_link: 'https://carrier.test/1', tracking_number: '794600000001' };
      const sending = { body: { fedex_id: row.id } };
      confirm(what, 'send', row.may, await isAccepted(caller, sendLabelNotification, sending));
      confirm(what, 'make', row.may, await isAccepted(caller, makeLabel, { params: { id: row.id }, body: {} }));
      confirm(what, 'edit', row.may, await isAccepted(caller, updateLabel, { params: { id: row.id }, body: label }));
    }
  }
  expect(unconfirmed).toEqual([]);
  expect(counts.offered).toBeGreaterThan(4);
  expect(counts.hidden).toBeGreaterThan(4);
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

async function isAccepted(caller: Caller, route: Route, input: Input): Promise<boolean> {
  return (await world.send(caller, route, input)).statusCode < 400;
}

function confirm(what: string, action: string, may: readonly string[], accepted: boolean): void {
  const isOffered = may.includes(action);
  if (isOffered !== accepted) unconfirmed.push(`${what}: ${action} is ${isOffered ? 'offered' : 'hidden'}`);
  counts = isOffered ? { ...counts, offered: counts.offered + 1 } : { ...counts, hidden: counts.hidden + 1 };
}
