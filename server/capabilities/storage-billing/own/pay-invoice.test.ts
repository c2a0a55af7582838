import {
  askToEndStorage,
  enrolInStorage,
  payStorageInvoice,
  printStorageInvoice,
  readOwnStorage,
  replaceStorageCard,
  switchAutomaticStorage,
} from '@vialkeep/contract/storage.ts';
import { decideStorage } from '@vialkeep/contract/storage-plans.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import { pdfWords } from '../../../testing/documents/pdf-words.ts';
import { cardTokenOf } from '../../../testing/fakes/payments/sandbox-token.ts';
import {
  addDays,
  addOffer,
  addPlan,
  DECLINED_LATER,
  dayFromNow,
  invoiceBooks,
  PAID_ONCE,
  replaceCard,
  runBilling,
  storageLetters,
  sweepCharges,
  switchStorage,
} from '../../../testing/storage/storage-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { runStorageMonth } from '../storage-billing.jobs.ts';
import { verifyStorage } from '../verify-storage.ts';

const [DECLINED, HELD, LOST] = ['4000000000000002', '4000000000000259', '4000000000000341'];

let world: World;
let admin: Caller;
let patient: Caller & { user: { id: number } };
let offer: number;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000', PAYMENTS_PATIENCE_SECONDS: '1' });
  await switchStorage(world, true);
  offer = await addOffer(world);
  admin = await world.as('admin');
  patient = await world.as('patient2');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await switchStorage(world, true);
  const faults = await verifyStorage(world.app.services.store.read('platform'));
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
});
afterAll(() => world.close());

const own = () => world.call(patient, readOwnStorage);
const gateway = () => world.app.services.payments;
const TODAY = dayFromNow(0);

/** Ends the plan that there is, and begins another one whose invoice is due today. */
async function newInvoice({ automatic = true, card = '' } = {}): Promise<number> {
  await world.sql(
    "update storage_charges set state = 'given_up', settled_at = now() where settled_at is null and domain_id = 1",
  );
  const { enrolment } = await own();
  if (enrolment) {
    const body = { decision: 'new_plan', note: 'Another plan.' };
    await world.call(admin, decideStorage, { params: { id: enrolment.id }, body });
  }
  await addPlan(world, { patientId: patient.user.id, offerId: offer, startsOn: TODAY, automatic: false });
  await runBilling(world, addDays(TODAY, -3));
  if (card !== '') await replaceCard(world, patient, card);
  await world.call(patient, switchAutomaticStorage, { body: { on: automatic } });
  return (await own()).invoices[0]?.id ?? 0;
}

const payWith = async (invoice_id: number, number = '4111111111111111', keep_card = false) =>
  world.send(patient, payStorageInvoice, {
    body: { invoice_id, card_token: await cardTokenOf(world, number), full_name: 'Felix Andersen', keep_card },
  });
const paySaved = (invoice_id: number) => world.send(patient, payStorageInvoice, { body: { invoice_id, saved: true } });
const reasonOf = async (sent: Promise<{ json(): { reason?: string } }>) => (await sent).json().reason;

describe('Enrolling', () => {
  test('a patient chooses an offer, gets the invoice with its letter, and cannot have a second plan', async () => {
    const before = await own();
    expect(before).toMatchObject({ enrolment: null, invoices: [], next: null, may: ['enrol'] });
    expect(before.offers.map(({ id }) => id)).toContain(offer);
    const after = await world.call(patient, enrolInStorage, { body: { offer_id: offer } });
    expect(after).toMatchObject({
      enrolment: { state: 'active', automatic: true, paid_through: null, starts_on: TODAY },
      offers: [],
      invoices: [{ state: 'open', due_on: TODAY, amount: 180 }],
      may: ['pay', 'change_card', 'change_automatic', 'ask_to_end'],
    });
    expect(await storageLetters(world, patient.user.id)).toEqual(['storage_notice']);
    expect(await world.refusalOf(patient, enrolInStorage, { body: { offer_id: offer } })).toEqual({
      status: 409,
      reason: 'has_plan',
    });
  });

  test('a patient enrols at the price and for the years that were read, and is refused where they have changed', async () => {
    const another = await world.as('patient3');
    const offer_id = await addOffer(world);
    const read = (await world.call(another, readOwnStorage)).offers.find(({ id }) => id === offer_id);
    expect(read).toMatchObject({ price: 180, years: 1 });
    await world.sql('update storage_offers set price_cents = 19_000 where id = $1', [offer_id]);
    const enrol = (body: object) => world.refusalOf(another, enrolInStorage, { body: { offer_id, ...body } });
    const changed = { status: 409, reason: 'offer_changed' };
    expect(await enrol({ price: 180, years: 1 })).toEqual(changed);
    expect(await enrol({ price: 190, years: 5 })).toEqual(changed);
    expect((await enrol({ price: 'much', years: 1 })).status).toBe(400);
    expect(await world.call(another, readOwnStorage)).toMatchObject({ enrolment: null, invoices: [] });
    const body = { offer_id, price: 190, years: 1 };
    const own = await world.call(another, enrolInStorage, { body });
    expect(own.invoices).toMatchObject([{ amount: 190 }]);
  });

  test('a price that changes while a patient enrols is refused, or the invoice has the price that was read', async () => {
    const another = await world.as('patient4');
    const offer_id = await addOffer(world);
    const [answer] = await Promise.all([
      world.send(another, enrolInStorage, { body: { offer_id, price: 180, years: 1 } }),
      ...Array.from({ length: 5 }, (_, n) =>
        world.sql('update storage_offers set price_cents = $2 where id = $1', [offer_id, 20_000 + n]),
      ),
    ]);
    const amounts = (await world.call(another, readOwnStorage)).invoices.map(({ amount }) => amount);
    expect([answer.statusCode, amounts]).toEqual(answer.statusCode === 200 ? [200, [180]] : [409, []]);
  });

  test('an offer of another site, one that is withdrawn and one that does not exist are not found', async () => {
    const another = await world.as('patient3');
    const withdrawn = await addOffer(world);
    await world.sql('update storage_offers set is_offered = false where id = $1', [withdrawn]);
    for (const offer_id of [await addOffer(world, { site: 2 }), withdrawn, 999_999]) {
      const answer = await world.send(another, enrolInStorage, { body: { offer_id } });
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('Paying', () => {
  test('a token pays the invoice once, with a receipt and an entry in the journal, and keeps no card', async () => {
    const id = await newInvoice({ automatic: false });
    expect((await payWith(id)).json()).toMatchObject({
      enrolment: { state: 'active' },
      invoices: [{ id, state: 'paid', card: { card_type: 'Visa', card_number: '1111' } }, {}],
      card: null,
    });
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
    expect(
      await world.sql(
        `select account, cents::int from journal_lines join journal_entries on id = entry_id where key = $1 order by n`,
        [`storage:${id}`],
      ),
    ).toEqual([
      { account: 1000, cents: 18_000 },
      { account: 2100, cents: -18_000 },
    ]);
    expect(await reasonOf(payWith(id))).toBe('already_paid');
  });

  test('a card that is to be kept is saved without tag 1 and pays as the card on file', async () => {
    await world.sql("update users set tags = '{}' where id = $1", [patient.user.id]);
    const id = await newInvoice();
    expect((await payWith(id, '5555555555554444', true)).json()).toMatchObject({
      card: { card_type: 'MasterCard', card_number: '4444' },
      invoices: [{ id, state: 'paid' }, {}, {}],
    });
    const next = await newInvoice();
    expect((await paySaved(next)).statusCode).toBe(200);
    expect(await invoiceBooks(world, next)).toEqual(PAID_ONCE);
  });

  test('a card that is to be kept and is declined does not replace the card on file', async () => {
    const id = await newInvoice({ card: '4111111111111111' });
    expect(await reasonOf(payWith(id, DECLINED_LATER, true))).toBe('declined');
    expect((await own()).card).toMatchObject({ card_number: '1111' });
    await paySaved(id);
    expect((await own()).card).toMatchObject({ card_number: '1111' });
  });

  test('ten times Pay now beside the automatic charge is one charge', async () => {
    const id = await newInvoice();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => paySaved(id)),
      runBilling(world, TODAY),
      ...Array.from({ length: 5 }, () => payWith(id)),
      runBilling(world, TODAY),
    ]);
    const reasons = answers.flatMap((answer) => (answer ? [answer.json().reason ?? 'paid'] : []));
    expect(reasons.filter((reason) => reason === 'paid').length).toBeLessThanOrEqual(1);
    expect(new Set(reasons.filter((reason) => reason !== 'paid'))).toEqual(new Set(['already_paid']));
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('a declined card is told with the words of the bank and leaves the invoice open, without a letter', async () => {
    const id = await newInvoice();
    const letters = await storageLetters(world, patient.user.id);
    const answer = await payWith(id, DECLINED);
    expect([answer.statusCode, answer.json().reason]).toEqual([402, 'declined']);
    expect((await own()).invoices[0]).toMatchObject({ state: 'open', charge: 'none' });
    expect(await storageLetters(world, patient.user.id)).toEqual(letters);
    expect((await payWith(id)).statusCode).toBe(200);
  });

  test('a card number is refused at its field, alone, beside a token, and where the card is replaced', async () => {
    const id = await newInvoice();
    const number = { card_number: '4111111111111111', cvc: '900', full_name: 'Felix Andersen' };
    const token = async () => ({ card_token: await cardTokenOf(world), full_name: 'Felix Andersen' });
    const refused = 'Send a card token or a card, not both.';
    for (const body of [number, { ...(await token()), ...number }, { saved: true, card_number: number.card_number }]) {
      const answer = await world.send(patient, payStorageInvoice, { body: { invoice_id: id, ...body } });
      expect([answer.statusCode, answer.json().fields.card_number]).toEqual([400, refused]);
    }
    const replaced = await world.send(patient, replaceStorageCard, { body: { ...(await token()), cvc: '900' } });
    expect([replaced.statusCode, replaced.json().fields]).toEqual([400, { cvc: refused }]);
    expect((await own()).invoices[0]).toMatchObject({ state: 'open', charge: 'none' });
  });

  test('a charge that is held for review is not charged again, and pays the invoice when it is approved', async () => {
    const id = await newInvoice();
    expect(await reasonOf(payWith(id, HELD))).toBe('held_for_review');
    expect((await own()).invoices[0]).toMatchObject({ state: 'open', charge: 'held' });
    await runBilling(world, TODAY);
    await runBilling(world, addDays(TODAY, 40));
    expect(await reasonOf(paySaved(id))).toBe('held_for_review');
    expect((await own()).enrolment?.state).toBe('active');
    await world.sql("update sandbox_charges set state = 'approved', settled_at = now() where state = 'held'");
    await sweepCharges(world);
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('an automatic charge that the gateway cancels is a failed try with its letter, and is not made again at once', async () => {
    const id = await newInvoice({ card: HELD });
    await runBilling(world, TODAY);
    expect((await own()).invoices[0]).toMatchObject({ charge: 'held' });
    const letters = (await storageLetters(world, patient.user.id)).length;
    await world.sql("update sandbox_charges set state = 'voided' where state = 'held'");
    const late = addDays(TODAY, 5);
    await sweepCharges(world, late);
    await runBilling(world, late);
    expect((await storageLetters(world, patient.user.id)).slice(letters)).toEqual(['storage_failed']);
    expect(await world.sql('select next_try_on - due_on as days from storage_invoices where id = $1', [id])).toEqual([
      { days: 7 },
    ]);
    expect(await world.sql('select state from storage_charges where invoice_id = $1', [id])).toEqual([
      { state: 'given_up' },
    ]);
  });

  test('a charge that was held and is not listed any more is not given up; one that is refused later is told of', async () => {
    const id = await newInvoice();
    expect(await reasonOf(payWith(id, HELD))).toBe('held_for_review');
    vi.spyOn(gateway(), 'findCharge').mockResolvedValue('none');
    await sweepCharges(world);
    expect((await own()).invoices[0]).toMatchObject({ state: 'open', charge: 'held' });
    vi.restoreAllMocks();
    const letters = (await storageLetters(world, patient.user.id)).length;
    await world.sql("update sandbox_charges set state = 'voided' where state = 'held'");
    await sweepCharges(world);
    expect((await storageLetters(world, patient.user.id)).slice(letters)).toEqual(['storage_failed']);
  });

  test('a patient who enrols without a card is not told within the hour that it was declined', async () => {
    const other = await world.as('patient4');
    await world.call(other, enrolInStorage, { body: { offer_id: offer } });
    await runBilling(world, TODAY);
    expect((await world.call(other, readOwnStorage)).enrolment?.state).toBe('active');
    expect(await storageLetters(world, other.user.id)).toEqual(['storage_notice']);
  });

  test('a charge whose answer is lost is looked up and never sent again', async () => {
    const id = await newInvoice();
    const sent = vi.spyOn(gateway(), 'charge');
    expect((await payWith(id, LOST)).statusCode).toBe(200);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('while the outcome is unknown the screen says so, and the job finds it', async () => {
    const id = await newInvoice();
    vi.spyOn(gateway(), 'findCharge').mockRejectedValue(new PaymentUnknown('silent'));
    expect(await reasonOf(payWith(id, LOST))).toBe('outcome_unknown');
    expect((await own()).invoices[0]).toMatchObject({ charge: 'under_way' });
    vi.restoreAllMocks();
    await sweepCharges(world);
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('while the gateway is down nothing is charged, and the automatic charge is tried again in the next hour', async () => {
    const id = await newInvoice({ card: '4111111111111111' });
    const letters = await storageLetters(world, patient.user.id);
    vi.spyOn(gateway(), 'charge').mockRejectedValue(new PaymentUnavailable('down'));
    expect(await reasonOf(paySaved(id))).toBe('provider_unavailable');
    await runBilling(world, TODAY);
    expect((await own()).enrolment?.state).toBe('active');
    expect(await storageLetters(world, patient.user.id)).toEqual(letters);
    vi.restoreAllMocks();
    await runBilling(world, TODAY);
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('a charge that arrives after it was given up is voided', async () => {
    const id = await newInvoice();
    const charge = vi.spyOn(gateway(), 'charge').mockRejectedValue(new PaymentUnknown('silent'));
    expect(await reasonOf(paySaved(id))).toBe('provider_unavailable');
    charge.mockRestore();
    const [begun] = await world.sql<{ reference: string; id: number }>(
      "select id, reference from storage_charges where state = 'given_up' and invoice_id = $1",
      [id],
    );
    expect(begun).toBeDefined();
    expect((await paySaved(id)).statusCode).toBe(200);
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('a token that is used or unknown is refused and leaves no open charge', async () => {
    const id = await newInvoice();
    const token = await cardTokenOf(world);
    const body = { invoice_id: id, card_token: token, full_name: 'Felix Andersen' };
    await world.sql('update sandbox_tokens set used_at = now()');
    expect(await world.refusalOf(patient, payStorageInvoice, { body })).toEqual({
      status: 400,
      reason: 'card_token_expired',
    });
    expect((await own()).invoices[0]).toMatchObject({ state: 'open', charge: 'none' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.refusalOf(patient, payStorageInvoice, { body })),
    );
    expect(new Set(answers.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['400 card_token_expired']),
    );
  });

  test.each([
    ['nothing to pay with', {}, 'card_token'],
    ['a saved card beside a token', { saved: true, card_token: 'tok_1', full_name: 'Ana Whitfield' }, 'card_token'],
    ['a card number as a token', { card_token: '4111111111111111', full_name: 'Ana Whitfield' }, 'card_token'],
    ['a card number as a name', { card_token: 'tok_1', full_name: '4111111111111111' }, 'full_name'],
  ])('%s is refused at its field', async (_name, fields, field) => {
    const id = (await own()).invoices[0]?.id;
    const answer = await world.send(patient, payStorageInvoice, { body: { invoice_id: id, ...fields } });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().errors ?? answer.json().fields ?? {})).toContain(field);
  });

  test('a patient without a card on file is asked how to pay', async () => {
    const other = await world.as('patient5');
    await addPlan(world, { patientId: other.user.id, offerId: offer, startsOn: TODAY });
    await runBilling(world, addDays(TODAY, -1));
    const id = (await world.call(other, readOwnStorage)).invoices[0]?.id;
    expect(await world.refusalOf(other, payStorageInvoice, { body: { invoice_id: id, saved: true } })).toEqual({
      status: 400,
      reason: 'card_required',
    });
    await runBilling(world, TODAY);
    expect((await world.call(other, readOwnStorage)).enrolment?.state).toBe('past_due');
    expect(await storageLetters(world, other.user.id)).toEqual(['storage_notice', 'storage_failed']);
  });

  test('the invoice, its PDF and its payment are not found by another patient', async () => {
    const id = (await own()).invoices[0]?.id;
    const other = await world.as('patient4');
    const body = { invoice_id: id, saved: true };
    expect((await world.send(other, payStorageInvoice, { body })).statusCode).toBe(404);
    expect((await world.send(other, printStorageInvoice, { params: { id } })).statusCode).toBe(404);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await world.send(north, printStorageInvoice, { params: { id } })).statusCode).toBe(404);
  });
});

describe('The PDF of an invoice', () => {
  test('the patient and an administrator get the same file, whose sum is that of the screen', async () => {
    const id = (await own()).invoices.find(({ state }) => state === 'paid')?.id;
    const pdf = await world.send(patient, printStorageInvoice, { params: { id } });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const { invoices } = await own();
    const shown = invoices.find((one) => one.id === id);
    const words = pdfWords(pdf.rawPayload);
    expect(words).toContain(`Invoice ${shown?.number}`);
    expect(words).toMatch(new RegExp(`Paid\\s+\\$${shown?.amount.toFixed(2)}`));
    const again = await world.send(admin, printStorageInvoice, { params: { id } });
    expect(again.rawPayload.equals(pdf.rawPayload)).toBe(true);
  });
});

describe('Cards', () => {
  test('a card that was deleted between the notice and the charge counts as declined', async () => {
    const id = await newInvoice({ card: '4111111111111111' });
    await world.sql('delete from saved_cards where user_id = $1', [patient.user.id]);
    const letters = (await storageLetters(world, patient.user.id)).length;
    await runBilling(world, TODAY);
    expect((await storageLetters(world, patient.user.id)).slice(letters)).toEqual(['storage_failed']);
    expect((await own()).enrolment?.state).toBe('past_due');
    await replaceCard(world, patient);
    await runBilling(world, addDays(TODAY, 3));
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
  });

  test('a card that has expired by the due day is declined', async () => {
    await newInvoice({ card: '4111111111111111' });
    await world.sql("update sandbox_cards set expires = '2020-01'");
    await runBilling(world, TODAY);
    expect((await own()).enrolment?.state).toBe('past_due');
  });

  test('a card whose owner is told that it expires is told of once for a due day', async () => {
    await newInvoice({ card: '4111111111111111' });
    await world.sql("update saved_cards set expires = '2020-01' where user_id = $1", [patient.user.id]);
    const letters = (await storageLetters(world, patient.user.id)).length;
    for (const day of [TODAY, TODAY]) await runStorageMonth(world.app.services, day, actorlessContext('test'));
    expect((await storageLetters(world, patient.user.id)).slice(letters)).toEqual(['card_expiring']);
  });

  test('a card that the gateway refuses to charge later is declined when the product charges it', async () => {
    const id = await newInvoice({ card: DECLINED_LATER });
    await runBilling(world, TODAY);
    expect(await invoiceBooks(world, id)).toMatchObject({ state: 'open', gateway: 0 });
  });

  test('a token that was used does not replace the card', async () => {
    const body = { card_token: 'tok_unknown', full_name: 'Ana Whitfield' };
    expect(await world.refusalOf(patient, replaceStorageCard, { body })).toEqual({
      status: 400,
      reason: 'card_token_expired',
    });
  });
});

describe('Switches', () => {
  test('a patient who pays by hand gets a letter on the due day and on the days of further tries, and is charged nothing', async () => {
    const id = await newInvoice({ automatic: false, card: '4111111111111111' });
    const letters = (await storageLetters(world, patient.user.id)).length;
    for (let day = 0; day < 30; day += 1) await runBilling(world, addDays(TODAY, day));
    const subjects = await world.sql<{ subject: string }>(
      "select subject from letters where user_id = $1 and kind ~ '^(storage_|card_expiring)' order by id offset $2",
      [patient.user.id, letters],
    );
    expect(subjects.map(({ subject }) => subject.replace(/S-\d+/, 'S'))).toEqual([
      'Storage invoice S is due today',
      ...Array(3).fill('Storage invoice S is still open'),
    ]);
    expect(await invoiceBooks(world, id)).toMatchObject({ state: 'open', gateway: 0 });
    expect((await own()).enrolment?.state).toBe('past_due');
  });

  test('where storage plans are switched off, invoices stay, nothing is charged, and the screen says so', async () => {
    const id = await newInvoice({ card: '4111111111111111' });
    await switchStorage(world, false);
    const letters = await storageLetters(world, patient.user.id);
    for (const day of [TODAY, addDays(TODAY, 31), addDays(TODAY, 200)]) await runBilling(world, day);
    const { is_on, next, invoices, may } = await own();
    expect({ is_on, next, invoice: invoices[0] }).toMatchObject({
      is_on: false,
      next: null,
      invoice: { id, state: 'open' },
    });
    expect(may).not.toContain('pay');
    expect(await reasonOf(paySaved(id))).toBe('storage_off');
    expect(await storageLetters(world, patient.user.id)).toEqual(letters);
    expect((await world.send(await world.as('patient6'), readOwnStorage)).statusCode).toBe(404);
  });

  test('after the patient asks to end the plan, a charge under way goes on and no other is begun', async () => {
    const id = await newInvoice({ card: HELD });
    await runBilling(world, TODAY);
    const number = { body: { note: 'My card is 4929-1234-1234-1232.' } };
    expect(await world.refusalOf(patient, askToEndStorage, number)).toMatchObject({ status: 400 });
    const asked = await world.call(patient, askToEndStorage, { body: { note: 'I moved abroad.' } });
    expect(asked.enrolment?.end_asked_at).not.toBeNull();
    const params = { id: asked.enrolment?.id };
    const body = { decision: 'keep', note: 'As agreed.' };
    expect(await world.refusalOf(admin, decideStorage, { params, body })).toMatchObject({ reason: 'charge_under_way' });
    await world.sql("update sandbox_charges set state = 'approved', settled_at = now() where state = 'held'");
    await sweepCharges(world);
    expect(await invoiceBooks(world, id)).toEqual(PAID_ONCE);
    const letters = await storageLetters(world, patient.user.id);
    await runBilling(world, addDays(TODAY, 340));
    expect(await storageLetters(world, patient.user.id)).toEqual(letters);
    expect((await own()).next).toBeNull();
  });

  test('an administrator who acts in the account reads the page and changes nothing', async () => {
    const acting = await world.actingAs(await world.as('super'), 'patient2@vialkeep.test');
    expect((await world.call(acting, readOwnStorage)).may).toEqual([]);
    for (const [route, body] of [
      [payStorageInvoice, { invoice_id: 1, saved: true }],
      [switchAutomaticStorage, { on: false }],
      [askToEndStorage, { note: 'No' }],
      [enrolInStorage, { offer_id: offer }],
    ] as const) {
      expect(await world.refusalOf(acting, route, { body })).toEqual({ status: 409, reason: 'not_while_acting' });
    }
  });
});
