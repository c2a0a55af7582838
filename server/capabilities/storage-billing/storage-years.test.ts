import { readOwnStorage } from '@vialkeep/contract/storage.ts';
import { decideStorage, listStorageEnrolments } from '@vialkeep/contract/storage-plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addDays,
  addOffer,
  addPlan,
  DECLINED_LATER,
  dayFromNow,
  invoiceBooks,
  PAID_ONCE,
  replaceCard,
  runDay,
  storageLetters,
  switchStorage,
} from '../../testing/storage/storage-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyStorage } from './verify-storage.ts';

let world: World;
let patient: Caller & { user: { id: number } };
let plan: number;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  await switchStorage(world, true);
  patient = await world.as('patient');
});
afterAll(() => world.close());

/** Three years end today. */
const FIRST = `${Number(dayFromNow(0).slice(0, 4)) - 3}${dayFromNow(-2).slice(4)}`.replace('-02-29', '-02-28');
const due = (year: number) => `${Number(FIRST.slice(0, 4)) + year}${FIRST.slice(4)}`;
const own = () => world.call(patient, readOwnStorage);
const faults = async () => {
  const db = world.app.services.store.read('platform');
  return [...(await verifyStorage(db)), ...(await verifyJournal(db)).filter(({ about }) => !about.includes('sale:'))];
};

let now = '';
/** Runs every day until this one. */
async function goTo(day: string): Promise<void> {
  for (; now < day; ) {
    now = addDays(now, 1);
    await runDay(world, now);
  }
}

/** The letters since the last look. */
const seen: string[] = [];
async function newLetters(): Promise<string[]> {
  const added = (await storageLetters(world, patient.user.id)).slice(seen.length);
  seen.push(...added);
  return added;
}

describe('A patient’s three years', () => {
  test('the first year is invoiced 30 days before, charged on its day, and receipted', async () => {
    const offerId = await addOffer(world, { cents: 18_001 });
    plan = await addPlan(world, { patientId: patient.user.id, offerId, startsOn: FIRST });
    await replaceCard(world, patient);
    now = addDays(FIRST, -40);
    await goTo(addDays(FIRST, -31));
    expect(await newLetters()).toEqual([]);
    await goTo(addDays(FIRST, -30));
    expect(await newLetters()).toEqual(['storage_notice']);
    const [letter] = await world.sql<{ text_body: string }>(
      "select text_body from letters where kind = 'storage_notice' and domain_id = 1",
    );
    expect(letter?.text_body).toMatch(/Amount \$180\.01[\s\S]*Visa ending in 1111 is charged on /);
    await goTo(addDays(FIRST, -1));
    expect((await own()).invoices).toMatchObject([{ number: 'S-000001', state: 'open', amount: 180.01 }]);
    await goTo(FIRST);
    expect(await newLetters()).toEqual(['storage_receipt']);
    expect(await own()).toMatchObject({
      enrolment: { state: 'active', paid_through: addDays(due(1), -1) },
      invoices: [{ state: 'paid', card: { card_number: '1111' } }],
      next: { day: due(1), amount: 180.01, invoice_id: null, automatic: true },
    });
  });

  test('a price that is changed between the notice and the due day does not reach the invoice', async () => {
    await goTo(addDays(due(1), -30));
    await world.sql('update storage_offers set price_cents = 19999 where domain_id = 1');
    await replaceCard(world, patient, DECLINED_LATER);
    await goTo(due(1));
    expect(await newLetters()).toEqual(['storage_notice', 'storage_failed']);
    expect(await own()).toMatchObject({
      enrolment: { state: 'past_due' },
      next: { day: addDays(due(1), 3), amount: 180.01, automatic: true },
    });
  });

  test('declined charges are tried on the third, seventh and fourteenth day, with a letter each, until one is paid', async () => {
    await goTo(addDays(due(1), 13));
    expect(await newLetters()).toEqual(['storage_failed', 'storage_failed']);
    await replaceCard(world, patient);
    await goTo(addDays(due(1), 40));
    expect(await newLetters()).toEqual(['storage_receipt']);
    expect((await own()).enrolment).toMatchObject({ state: 'active', paid_through: addDays(due(2), -1) });
  });

  test('the revenue of a paid year is its price to the cent', async () => {
    await goTo(addDays(due(1), 45));
    const [first] = await world.sql<{ recognised_cents: number; on_last_day: number; on_first_day: number }>(
      `select recognised_cents, storage_earned(cents, 0, from_day, to_day, to_day) as on_last_day,
         storage_earned(cents, 0, from_day, to_day, from_day) as on_first_day
       from storage_invoices where number = 1 and domain_id = 1`,
    );
    expect(first).toEqual({ recognised_cents: 18_001, on_last_day: 18_001, on_first_day: 49 });
    const [posted] = await world.sql<{ months: number; cents: number }>(
      `select count(distinct entry_id)::int as months, -sum(cents)::int as cents from journal_lines where account = 4020`,
    );
    expect(posted?.months).toBeGreaterThanOrEqual(13);
    expect(posted?.cents).toBeGreaterThan(18_001);
    expect(await faults()).toEqual([]);
  });

  test('an unpaid third year has four tries, a grace period with two letters, and lapses without touching vials', async () => {
    const vials = await world.sql('select * from vials order by id');
    const events = await world.sql('select count(*) from custody_events');
    await replaceCard(world, patient, DECLINED_LATER);
    await goTo(addDays(due(2), 29));
    expect(await newLetters()).toEqual(['storage_notice', ...Array(4).fill('storage_failed')]);
    expect(await own()).toMatchObject({ enrolment: { state: 'past_due' }, next: { automatic: false } });
    await goTo(addDays(due(2), 30));
    expect(await newLetters()).toEqual(['storage_grace']);
    expect((await own()).enrolment).toMatchObject({ state: 'grace', grace_until: addDays(due(2), 120) });
    await goTo(addDays(due(2), 89));
    expect(await newLetters()).toEqual([]);
    await goTo(addDays(due(2), 90));
    expect(await newLetters()).toEqual(['storage_grace']);
    await goTo(addDays(due(2), 120));
    expect(await newLetters()).toEqual([]);
    await goTo(addDays(due(2), 121));
    expect(await newLetters()).toEqual(['storage_lapsed']);
    await goTo(dayFromNow(-2));
    expect(await newLetters()).toEqual([]);
    expect(await world.sql('select * from vials order by id')).toEqual(vials);
    expect(await world.sql('select count(*) from custody_events')).toEqual(events);
  });

  test('a lapsed plan waits for the decision of an administrator, which ends it', async () => {
    const admin = await world.as('admin');
    const waiting = await world.call(admin, listStorageEnrolments, { query: { decision: 'waiting' } });
    expect(waiting.results.map(({ id }) => id)).toContain(plan);
    const body = { decision: 'keep', note: 'Kept without payment for study 12.' };
    const decided = await world.call(admin, decideStorage, { params: { id: plan }, body });
    expect(decided).toMatchObject({ state: 'ended', decision: 'keep', needs_decision: false, open_amount: 0 });
    expect((await own()).invoices.map(({ state }) => state)).toEqual(['void', 'paid', 'paid']);
    expect((await own()).enrolment).toBeNull();
    await runDay(world, dayFromNow(0));
    expect(await newLetters()).toEqual([]);
  });

  test('every paid period was charged once, and the books agree', async () => {
    const invoices = await world.sql<{ id: number; state: string }>(
      'select id, state from storage_invoices where domain_id = 1 order by number',
    );
    expect(invoices.map(({ state }) => state)).toEqual(['paid', 'paid', 'void']);
    for (const { id } of invoices.filter(({ state }) => state === 'paid')) {
      expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
    }
    expect(await faults()).toEqual([]);
    const paid = invoices.filter(({ state }) => state === 'paid').length;
    process.stdout.write(`three years of a storage plan: ${seen.length} letters, ${paid} periods paid, 0 faults\n`);
  });
});
