import { payStorageInvoice, readOwnStorage } from '@vialkeep/contract/storage.ts';
import {
  changeStorageOffer,
  createStorageOffer,
  decideStorage,
  enrolPatient,
  listStorageEnrolments,
  listStorageOffers,
  readStorageEnrolment,
} from '@vialkeep/contract/storage-plans.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardTokenOf } from '../../../testing/fakes/payments/sandbox-token.ts';
import { addOffer, addPlan, dayFromNow, runBilling, switchStorage } from '../../../testing/storage/storage-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyStorage } from '../verify-storage.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  await switchStorage(world, true);
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const offerFields = { domain_id: 1, name: 'Yearly storage', years: 1, price: '180.00' };
const newOffer = () => world.call(admin, createStorageOffer, { body: offerFields });
const send = (who: Caller, body: object) => world.send(who, enrolPatient, { body });

describe('Offers', () => {
  test('an administrator adds an offer, changes its price, and takes it from sale', async () => {
    const offer = await newOffer();
    expect(offer).toMatchObject({ name: 'Yearly storage', years: 1, price: 180, is_offered: true, enrolments: 0 });
    const params = { id: offer.id };
    const changed = await world.call(admin, changeStorageOffer, { params, body: { price: 190, version: 1 } });
    expect(changed).toMatchObject({ price: 190, version: 2 });
    for (const version of [1, 2_147_483_647]) {
      expect(await world.refusalOf(admin, changeStorageOffer, { params, body: { price: 1, version } })).toEqual({
        status: 409,
        reason: 'changed_meanwhile',
      });
    }
    const ended = await world.call(admin, changeStorageOffer, { params, body: { is_offered: false, version: 2 } });
    expect(ended.is_offered).toBe(false);
    const { results, sites } = await world.call(admin, listStorageOffers);
    expect(results.map(({ id }) => id)).toContain(offer.id);
    expect(sites).toContainEqual({ id: 1, name: expect.any(String), is_on: true });
  });

  test.each([
    ['no name', { name: '' }, 'name'],
    ['three years', { years: 3 }, 'years'],
    ['a price of 0', { price: 0 }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['a third decimal', { price: '1.001' }, 'price'],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 'name'],
    ['a NUL in the name', { name: 'a\u0000b' }, 'name'],
  ])('%s is refused at its field', async (_name, changes, field) => {
    const answer = await world.send(admin, createStorageOffer, { body: { ...offerFields, ...changes } });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(`"${field}"`);
  });

  test('a site that has storage plans off, and another site, get no offer', async () => {
    await switchStorage(world, false, 2);
    expect(await world.refusalOf(north, createStorageOffer, { body: { ...offerFields, domain_id: 2 } })).toEqual({
      status: 409,
      reason: 'storage_off',
    });
    expect((await world.send(north, createStorageOffer, { body: offerFields })).statusCode).toBe(404);
    const offer = await newOffer();
    const changed = { params: { id: offer.id }, body: { price: 1, version: 1 } };
    expect((await world.send(north, changeStorageOffer, changed)).statusCode).toBe(404);
    expect((await world.call(north, listStorageOffers)).results.every(({ domain_id }) => domain_id === 2)).toBe(true);
  });
});

describe('Enrolling a patient', () => {
  test('an administrator enrols a patient, who pays by hand until they decide otherwise', async () => {
    const patient_id = await world.idOf('patient7@vialkeep.test');
    const offer = await newOffer();
    const body = { patient_id, offer_id: offer.id, starts_on: dayFromNow(12) };
    const plan = await world.call(admin, enrolPatient, { body });
    expect(plan).toMatchObject({ patient: { id: patient_id }, state: 'active', automatic: false, open_amount: 180 });
    expect((await send(admin, body)).json().reason).toBe('has_plan');
    const { results, count } = await world.call(admin, listStorageEnrolments, { query: { patient_id } });
    expect([count, results[0]?.id]).toEqual([1, plan.id]);
    const read = await world.call(admin, readStorageEnrolment, { params: { id: plan.id } });
    expect(read.invoices).toMatchObject([{ state: 'open', due_on: dayFromNow(12) }]);
  });

  test('a plan that begins later gets its invoice 30 days before', async () => {
    const patient_id = await world.idOf('patient8@vialkeep.test');
    const body = { patient_id, offer_id: (await newOffer()).id, starts_on: dayFromNow(90) };
    expect(await world.call(admin, enrolPatient, { body })).toMatchObject({ open_amount: 0 });
  });

  test('days that are past, other plans than patients, other sites and sites without storage plans are refused', async () => {
    const patient_id = await world.idOf('patient9@vialkeep.test');
    const offer_id = (await newOffer()).id;
    const good = { patient_id, offer_id, starts_on: dayFromNow(1) };
    expect((await send(admin, { ...good, starts_on: dayFromNow(-1) })).json().reason).toBe('starts_in_the_past');
    expect((await send(admin, { ...good, starts_on: '9999-12-31' })).statusCode).toBe(400);
    expect((await send(admin, { ...good, patient_id: await world.idOf('hc@vialkeep.test') })).statusCode).toBe(404);
    expect((await send(admin, { ...good, offer_id: await addOffer(world, { site: 2 }) })).statusCode).toBe(404);
    expect((await send(north, good)).statusCode).toBe(404);
    await switchStorage(world, false);
    expect((await send(admin, good)).json().reason).toBe('storage_off');
    await switchStorage(world, true);
  });

  test('two administrators at once enrol a patient once', async () => {
    const patient_id = await world.idOf('patient10@vialkeep.test');
    const body = { patient_id, offer_id: (await newOffer()).id, starts_on: dayFromNow(1) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(admin, body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe('Periods', () => {
  test('a plan of 29 February has whole years without gaps and comes back to that day', async () => {
    const periods = await world.sql<{ from_day: string; to_day: string }>(
      `with recursive period as (
         select date '2028-02-29' as from_day, storage_period_end('2028-02-29', 1, '2028-02-29') as to_day
         union all select to_day + 1, storage_period_end('2028-02-29', 1, to_day + 1) from period
         where to_day < date '2033-01-01')
       select from_day::text, to_day::text from period order by 1`,
    );
    expect(periods).toEqual([
      { from_day: '2028-02-29', to_day: '2029-02-27' },
      { from_day: '2029-02-28', to_day: '2030-02-27' },
      { from_day: '2030-02-28', to_day: '2031-02-27' },
      { from_day: '2031-02-28', to_day: '2032-02-28' },
      { from_day: '2032-02-29', to_day: '2033-02-27' },
    ]);
    const [ten] = await world.sql("select storage_period_end('2028-02-29', 10, '2038-02-28')::text as day");
    expect(ten).toEqual({ day: '2048-02-28' });
  });

  test('what is earned by days ends at the price to the cent and never goes back, for any price and years', async () => {
    const [wrong] = await world.sql<{ n: number }>(
      `select count(*)::int as n from generate_series(1, 400) seed,
         lateral (select (seed * 7919) % 1000000 + 1 as cents, date '2024-01-01' + (seed * 37) % 1500 as starts_on,
           (array[1, 5, 10, 20])[seed % 4 + 1] as years) plan,
         lateral (select storage_period_end(starts_on, years, starts_on) as to_day) period
       where storage_earned(cents, 0, starts_on, to_day, to_day) <> cents
         or storage_earned(cents, 0, starts_on, to_day, starts_on - 1) <> 0
         or storage_earned(cents, 0, starts_on, to_day, to_day + 400) <> cents
         or storage_earned(cents, 0, starts_on, to_day, starts_on + 100) > storage_earned(cents, 0, starts_on, to_day, starts_on + 101)`,
    );
    expect(wrong).toEqual({ n: 0 });
  });

  test('invoices written at once have numbers without gaps', async () => {
    const offerId = await addOffer(world);
    const ids = await world.sql<{ id: number }>(
      "select id from users where email ~ '^patient1[1-9]@vialkeep' order by id",
    );
    for (const { id } of ids) await addPlan(world, { patientId: id, offerId, startsOn: dayFromNow(5) });
    await Promise.all([runBilling(world, dayFromNow(0)), runBilling(world, dayFromNow(0))]);
    const [numbers] = await world.sql<{ all: boolean }>(
      'select max(number) = count(*) and count(distinct enrolment_id) = count(*) as all from storage_invoices where domain_id = 1',
    );
    expect(numbers).toEqual({ all: true });
  });

  test('storage plans that were off while a period began are due after the usual notice', async () => {
    const patient = await world.as('patient2');
    await addPlan(world, { patientId: patient.user.id, offerId: await addOffer(world), startsOn: dayFromNow(-50) });
    await runBilling(world, dayFromNow(0));
    expect((await world.call(patient, readOwnStorage)).invoices).toMatchObject([
      { from_day: dayFromNow(-50), due_on: dayFromNow(30) },
    ]);
  });
});

describe('Decisions', () => {
  async function lapsedPlan(email: string): Promise<number> {
    const patientId = await world.idOf(email);
    const plan = { patientId, offerId: await addOffer(world), startsOn: dayFromNow(-200), automatic: false };
    const id = await addPlan(world, plan);
    await runBilling(world, dayFromNow(-200));
    for (const day of [-199, -170, -140, -79]) await runBilling(world, dayFromNow(day));
    expect(await world.sql('select state from storage_enrolments where id = $1', [id])).toEqual([{ state: 'lapsed' }]);
    return id;
  }
  const decide = (id: number, body: object, who = admin) =>
    world.send(who, decideStorage, { params: { id }, body: { note: 'As agreed by phone.', ...body } });

  test('ending needs a completed document that this patient has signed, and ends billing only', async () => {
    const before = (await world.call(admin, readWaiting)).storage_decisions;
    const id = await lapsedPlan('patient@vialkeep.test');
    expect((await world.call(admin, readWaiting)).storage_decisions).toBe(before + 1);
    const vials = await world.sql('select * from vials order by id');
    expect((await decide(id, { decision: 'end' })).json().reason).toBe('consent_required');
    const [pending] = await world.sql<{ id: number }>(
      "select id from documents where status <> 'Completed' and signer_id is not null limit 1",
    );
    const [foreign] = await world.sql<{ id: number }>(
      `select id from documents where status = 'Completed' and signer_id <> (
         select patient_id from storage_enrolments where id = $1) limit 1`,
      [id],
    );
    for (const document_id of [pending?.id, foreign?.id, 999_999]) {
      expect((await decide(id, { decision: 'end', document_id })).json().reason).toBe('consent_required');
    }
    const { documents, may } = await world.call(admin, readStorageEnrolment, { params: { id } });
    expect(may).toEqual(['decide']);
    const ended = await decide(id, { decision: 'end', document_id: documents[0]?.id });
    expect(ended.json()).toMatchObject({ state: 'ended', decision: 'end' });
    expect((await decide(id, { decision: 'keep' })).json().reason).toBe('already_ended');
    expect(await world.sql('select * from vials order by id')).toEqual(vials);
  });

  test('the database ends no plan without a signed document, and brings no ended plan back', async () => {
    const id = await lapsedPlan('patient3@vialkeep.test');
    const end = "update storage_enrolments set state = 'ended', decision = 'end', decided_at = now()";
    await expect(world.sql(`${end} where id = $1`, [id])).rejects.toThrow(/consent|signed/);
    await decide(id, { decision: 'new_plan' });
    const reopen = "update storage_enrolments set state = 'active', decision = null, decided_at = null where id = $1";
    await expect(world.sql(reopen, [id])).rejects.toThrow(/has ended/);
  });

  test('a patient can pay a lapsed plan, which is active again', async () => {
    await lapsedPlan('patient4@vialkeep.test');
    const patient = await world.as('patient4');
    const [invoice] = (await world.call(patient, readOwnStorage)).invoices;
    const card_token = await cardTokenOf(world);
    const body = { invoice_id: invoice?.id, card_token, full_name: 'Ana Whitfield' };
    expect((await world.call(patient, payStorageInvoice, { body })).enrolment).toMatchObject({ state: 'active' });
  });

  test('another site does not find the plan, and short notes are refused', async () => {
    const id = await lapsedPlan('patient5@vialkeep.test');
    expect((await decide(id, { decision: 'keep' }, north)).statusCode).toBe(404);
    expect((await world.send(north, readStorageEnrolment, { params: { id } })).statusCode).toBe(404);
    expect((await decide(id, { decision: 'keep', note: 'no' })).statusCode).toBe(400);
    expect((await decide(id, { decision: 'dispose' })).statusCode).toBe(400);
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, { decision: 'keep' })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  });

  test('the books agree after all this', async () => {
    expect(await verifyStorage(world.app.services.store.read('platform'))).toEqual([]);
  });
});
