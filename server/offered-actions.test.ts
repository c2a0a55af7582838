import { addCard, listCards } from '@vialkeep/contract/cards.ts';
import { listStaffOfCenter, removeStaff } from '@vialkeep/contract/centers.ts';
import { listPatientDocuments, signLinkForPatient } from '@vialkeep/contract/documents.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { readPatientRecord, updatePatient } from '@vialkeep/contract/patients.ts';
import { getUser, updateUser } from '@vialkeep/contract/profile.ts';
import { addVialEntry, deleteVialEntry, editVialEntry, readVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMatrixFixtures } from './testing/matrix/targets.ts';
import { OfferChecks } from './testing/offer-checks.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Caller, type Input, newWorld, type World } from './testing/world.ts';

const Offer = z.object({ may: z.array(z.string()) });

let world: World;
let callers: Map<string, Caller>;
let superAdmin: Caller;
let center: { id: number; staffId: number };
let checks: OfferChecks;

beforeAll(async () => {
  world = await newWorld(unhurried);
  checks = new OfferChecks(world);
  callers = new Map<string, Caller>((await createMatrixFixtures(world)).callers);
  superAdmin = await world.as('super');
  center = { id: await world.idOf('hc@vialkeep.test'), staffId: await world.idOf('staff@vialkeep.test') };
  for (const account of ['hc', 'patient3', 'staff', 'lab', 'admin']) {
    callers.set(`super as ${account}`, await world.actingAs(superAdmin, `${account}@vialkeep.test`));
  }
  callers.set('staff in hc', await world.inside(await world.as('staff'), 'hc@vialkeep.test'));
  callers.set('north hc', await world.as('hc@north.test', 'north.localhost'));
});
afterAll(() => world.close());

test('every action that the answer about an account, a record, vials, documents, cards or staff offers is accepted, and every hidden one is refused', async () => {
  const accounts = ['hc', 'rhc', 'staff', 'rep', 'lab', 'patient', 'patient3', 'donor', 'super', 'admin'];
  const emails = [...accounts.map((name) => `${name}@vialkeep.test`), 'hc@north.test', 'patient@north.test'];
  const ids: number[] = [];
  for (const email of emails) ids.push(await world.idOf(email));
  // Administrators come last: an account whose email they change is held, and then refuses its own changes.
  const isAdministrator = (name: string) => Number(/^(7|10)|admin/.test(name));
  for (const [name, caller] of [...callers].toSorted(
    ([one], [other]) => isAdministrator(one) - isAdministrator(other),
  )) {
    for (const id of ids) {
      await confirmAccount(name, caller, id);
      await confirmRecord(name, caller, id);
      await confirmVials(name, caller, id);
      await confirmDocuments(name, caller, id);
      await confirmStaff(name, caller, id);
    }
    await confirmCards(name, caller);
  }
  expect(checks.unconfirmed).toEqual([]);
  expect(checks.offered).toBeGreaterThan(150);
  expect(checks.hidden).toBeGreaterThan(150);
});

async function confirmAccount(name: string, caller: Caller, id: number): Promise<void> {
  const may = await offerOf(caller, getUser, { params: { id } });
  if (!may) return;
  const email = { email: `${id}-${checks.offered}-${checks.hidden}@moved.test`, password_current: PASSWORD };
  await checks.check(`${name}, ${id}`, 'change_email', may, [caller, updateUser, { params: { id }, body: email }]);
  const template = `template-${checks.offered}-${checks.hidden}`;
  await world.send(caller, updateUser, { params: { id }, body: { template_id: template } });
  // A field that the caller cannot write is ignored and not refused (S-17).
  const [row] = await world.sql<{ template_id: string }>('select template_id from users where id = $1', [id]);
  checks.compare(`${name}, ${id}`, 'change_template', may, row?.template_id === template);
}

async function confirmRecord(name: string, caller: Caller, id: number): Promise<void> {
  const may = await offerOf(caller, readPatientRecord, { params: { id } });
  if (!may) return;
  const change = { params: { id }, body: { number_times_qc_done: '3' } };
  await checks.check(`${name}, ${id}`, 'change_processing', may, [caller, updatePatient, change]);
  await checks.check(`${name}, ${id}`, 'change_vials', may, [caller, addVialEntry, { body: { ...VIALS, user: id } }]);
}

async function confirmVials(name: string, caller: Caller, id: number): Promise<void> {
  const may = await offerOf(caller, readVials, { params: { userId: id } });
  if (!may) return;
  const entry = async () => (await world.call(superAdmin, addVialEntry, { body: { ...VIALS, user: id } })).data.id;
  await checks.check(`${name}, ${id}`, 'add', may, [caller, addVialEntry, { body: { ...VIALS, user: id } }]);
  const edit = { params: { id: await entry() }, body: { note: 'Counted again' } };
  await checks.check(`${name}, ${id}`, 'edit', may, [caller, editVialEntry, edit]);
  await checks.check(`${name}, ${id}`, 'delete_added', may, [
    caller,
    deleteVialEntry,
    { params: { id: await entry() } },
  ]);
}

async function confirmDocuments(name: string, caller: Caller, id: number): Promise<void> {
  const may = await offerOf(caller, listPatientDocuments, { params: { userId: id } });
  if (!may) return;
  const link = { body: { patientId: id, docType: 'storage' } };
  const { status, reason } = await refusalOrNone(caller, signLinkForPatient, link);
  // The offer is about the list: a document of it may be signed already.
  checks.compare(`${name}, ${id}`, 'sign', may, status < 400 || reason === 'signed_already');
}

async function confirmStaff(name: string, caller: Caller, id: number): Promise<void> {
  const may = await offerOf(caller, listStaffOfCenter, { params: { id } });
  if (!may) return;
  if (id !== center.id || name === 'staff in hc') return;
  const removal = { body: { user_id: center.staffId, hc_id: id } };
  await checks.check(`${name}, ${id}`, 'remove', may, [caller, removeStaff, removal]);
  await world.sql('update relations set ended_at = null where subject_id = $1 and object_id = $2', [
    center.staffId,
    id,
  ]);
}

async function confirmCards(name: string, caller: Caller): Promise<void> {
  const may = await offerOf(caller, listCards, { body: { user_id: caller.user?.id } });
  if (!may) return;
  const card = { card_holder: 'Ana', card_number: '4111111111111111', cvv: '123' };
  const expiration_date = `${new Date().getUTCFullYear() + 2}-01`;
  await checks.check(name, 'change', may, [caller, addCard, { body: { ...card, expiration_date } }]);
}

const PASSWORD = 'Vialkeep-demo-1';
const VIALS = { type: 'added', date: '2026-01-05', quantity: 2 };

async function offerOf(caller: Caller, route: Route, input: Input): Promise<readonly string[] | null> {
  const answer = await world.send(caller, route, input);
  if (answer.statusCode !== 200) return null;
  const body = answer.json();
  return Offer.parse(body.may ? body : body.data).may;
}

async function refusalOrNone(caller: Caller, route: Route, input: Input) {
  const answer = await world.send(caller, route, input);
  return { status: answer.statusCode, reason: answer.statusCode < 400 ? null : answer.json().reason };
}
