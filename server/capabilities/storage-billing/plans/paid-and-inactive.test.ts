import { randomUUID } from 'node:crypto';
import { requestInvoiceRefund } from '@vialkeep/contract/refunds.ts';
import { enrolInStorage, readOwnStorage } from '@vialkeep/contract/storage.ts';
import {
  decideStorage,
  enrolPatient,
  listStorageEnrolments,
  readStorageEnrolment,
} from '@vialkeep/contract/storage-plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addDays,
  addOffer,
  addPlan,
  dayFromNow,
  replaceCard,
  runBilling,
  storageLetters,
  switchStorage,
} from '../../../testing/storage/storage-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  await switchStorage(world, true);
  admin = await world.as('admin');
});
afterAll(() => world.close());

const TODAY = dayFromNow(0);

/** A patient whose plan began days ago and is paid. */
async function paidPlan(email: string, { years = 10, daysAgo = 100 } = {}) {
  const patient = await world.as(email);
  const offerId = await addOffer(world, { years, cents: 150_000 });
  const id = await addPlan(world, { patientId: patient.user.id, offerId, startsOn: dayFromNow(-daysAgo) });
  await replaceCard(world, patient);
  await runBilling(world, dayFromNow(-daysAgo));
  const [plan] = await world.sql<{ paid_through: string }>(
    'select paid_through::text from storage_enrolments where id = $1',
    [id],
  );
  return { id, patient, paidThrough: plan?.paid_through ?? '' };
}

const decideNewPlan = (id: number) =>
  world.call(admin, decideStorage, { params: { id }, body: { decision: 'new_plan', note: 'Another plan.' } });

describe('Days that are paid', () => {
  test('a patient who makes room for a new plan is billed from the day after the paid days', async () => {
    const { id, patient, paidThrough } = await paidPlan('patient');
    await decideNewPlan(id);
    const own = await world.call(patient, enrolInStorage, { body: { offer_id: await addOffer(world) } });
    expect(own.enrolment).toMatchObject({ starts_on: addDays(paidThrough, 1), paid_through: null });
    expect(own.invoices).toHaveLength(1);
    await runBilling(world, TODAY);
    expect((await world.call(patient, readOwnStorage)).invoices).toHaveLength(1);
  });

  test('an administrator who enrols a patient on paid days is answered 400 at the first day', async () => {
    const { id, patient, paidThrough } = await paidPlan('patient2');
    await decideNewPlan(id);
    const fields = { patient_id: patient.user.id, offer_id: await addOffer(world) };
    const refused = await world.wholeRefusalOf(admin, enrolPatient, { body: { ...fields, starts_on: paidThrough } });
    expect(refused).toMatchObject({ status: 400, reason: 'days_paid', fields: { starts_on: expect.any(String) } });
    const body = { ...fields, starts_on: addDays(paidThrough, 1) };
    expect(await world.call(admin, enrolPatient, { body })).toMatchObject({ state: 'active' });
  });

  test('days whose price was given back can be billed again', async () => {
    const { id, patient } = await paidPlan('patient3');
    await world.sql(
      `update storage_invoices set unearned_cents = cents - storage_earned(cents, 0, from_day, to_day, current_date),
         refunded_cents = cents - storage_earned(cents, 0, from_day, to_day, current_date) where enrolment_id = $1`,
      [id],
    );
    await decideNewPlan(id);
    const own = await world.call(patient, enrolInStorage, { body: { offer_id: await addOffer(world) } });
    expect(own.enrolment).toMatchObject({ starts_on: TODAY });
  });
});

describe('Steps that are offered', () => {
  test('an invoice is offered for refund until a refund of it is open', async () => {
    const { id } = await paidPlan('patient6');
    const read = () => world.call(admin, readStorageEnrolment, { params: { id } });
    const [invoice] = (await read()).invoices;
    expect(invoice).toMatchObject({ state: 'paid', may: ['refund'] });
    const refund = { key: randomUUID(), amount: '1200.00', reason: 'goodwill', note: 'As agreed by phone.' };
    await world.call(admin, requestInvoiceRefund, { params: { id: invoice?.id }, body: refund });
    expect((await read()).invoices).toMatchObject([{ state: 'paid', may: [] }]);
  });

  test('a decision is not offered while a charge of the plan is under way, in the list and in the answer', async () => {
    const { id } = await paidPlan('patient7', { years: 1, daysAgo: 360 });
    await runBilling(world, TODAY);
    const steps = async () => [
      (await world.call(admin, readStorageEnrolment, { params: { id } })).may,
      (await world.call(admin, listStorageEnrolments)).results.find((plan) => plan.id === id)?.may,
    ];
    expect(await steps()).toEqual([['decide'], ['decide']]);
    await world.sql(
      `insert into storage_charges (invoice_id, domain_id, reference, gateway, tried_on)
       select id, domain_id, 'under-way-' || id, 'sandbox', due_on from storage_invoices
       where enrolment_id = $1 and state = 'open'`,
      [id],
    );
    expect(await steps()).toEqual([[], []]);
  });
});

describe('Inactive accounts', () => {
  const setActive = (id: number, isActive: boolean) =>
    world.sql('update users set is_active = $2 where id = $1', [id, isActive]);
  const waiting = async () =>
    (await world.call(admin, listStorageEnrolments, { query: { decision: 'waiting' } })).results;

  test('a patient who is inactive is neither invoiced, reminded nor charged, and an administrator decides', async () => {
    const { id, patient, paidThrough } = await paidPlan('patient4', { years: 1, daysAgo: 400 });
    await runBilling(world, addDays(paidThrough, -20));
    const letters = await storageLetters(world, patient.user.id);
    await setActive(patient.user.id, false);
    for (const days of [1, 5, 32]) await runBilling(world, addDays(paidThrough, days));
    const read = await world.call(admin, readStorageEnrolment, { params: { id } });
    expect(read).toMatchObject({ state: 'active', needs_decision: true, may: ['decide'] });
    expect(read.invoices[0]).toMatchObject({ state: 'open', charge: 'none' });
    expect(await storageLetters(world, patient.user.id)).toEqual(letters);
    expect((await waiting()).find((plan) => plan.id === id)).toMatchObject({ needs_decision: true });

    await setActive(patient.user.id, true);
    await runBilling(world, addDays(paidThrough, 32));
    const later = await world.call(admin, readStorageEnrolment, { params: { id } });
    expect(later).toMatchObject({ state: 'grace', needs_decision: false });
  });

  test('a plan of an account that was removed waits for a decision in the list and in the answer', async () => {
    const { id, patient } = await paidPlan('patient5');
    await setActive(patient.user.id, false);
    await world.sql('update users set removed_at = now() where id = $1', [patient.user.id]);
    expect((await waiting()).find((plan) => plan.id === id)).toMatchObject({ needs_decision: true });
  });

  test('an administrator cannot enrol a patient who is inactive', async () => {
    const patient_id = await world.idOf('patient9@vialkeep.test');
    await setActive(patient_id, false);
    const body = { patient_id, offer_id: await addOffer(world), starts_on: TODAY };
    expect(await world.refusalOf(admin, enrolPatient, { body })).toEqual({ status: 409, reason: 'patient_inactive' });
    await setActive(patient_id, true);
    expect(await world.call(admin, enrolPatient, { body })).toMatchObject({ state: 'active' });
  });
});
