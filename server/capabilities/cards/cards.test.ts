import {
  addCard,
  addFirstCard,
  deleteCard,
  listCards,
  readCustomerProfile,
  type SavedCard,
} from '@vialkeep/contract/cards.ts';
import { getUser, updateUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Person = Caller & { user: { id: number } };

const VISA = '4111111111111111';
const MASTERCARD = '5424000000000015';
const FAILS = '4000000000000119';
const soon = `${new Date().getUTCFullYear() + 3}-4`;
const typed = {
  card_holder: ' Felix Andersen ',
  card_number: '4111 1111 1111 1111',
  expiration_date: soon,
  cvv: '123',
};

const cardsOf = async (who: Person): Promise<SavedCard[]> =>
  (await world.call(who, listCards, { body: { user_id: who.user.id } })).payments;
const add = (who: Person, about: object = {}) => world.call(who, addCard, { body: { ...typed, ...about } });
const everyRow = () => world.sql('select * from saved_cards order by id');
const setDefault = (who: Person, id: string | null, of = who.user.id) =>
  world.send(who, updateUser, { params: { id: of }, body: { auth_customer_payment_profile_id: id } });
const profileOf = async (who: Person, id = who.user.id) =>
  (await world.call(who, readCustomerProfile, { params: { id } })).auth_customer_profile_id;
const lastAudit = async () =>
  (
    await world.sql(
      "select action, actor_id, user_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log order by position desc limit 1",
    )
  )[0];

/** Returns a user with exactly two new cards; earlier cards of the user are deleted. */
async function withTwoCards(who: string): Promise<{ person: Person; main: SavedCard; other: SavedCard }> {
  const person = await world.as(who);
  for (const { payment_profile_id } of await cardsOf(person)) {
    await world.call(person, deleteCard, { body: { payment_id: payment_profile_id } });
  }
  const { payment: main } = await add(person);
  const { payment: other } = await add(person, { card_number: MASTERCARD });
  return { person, main, other };
}

describe('F089 Saved cards', () => {
  test('a center sees its cards with the default first, and only the last digits of each number', async () => {
    const hc = await world.as('hc');
    const answer = await world.call(hc, listCards, { body: { user_id: hc.user.id } });
    expect(answer).toMatchObject({ code: 'success', may: ['change'] });
    expect(answer.payments).toMatchObject([
      { card_type: 'Visa', card_number: '1111', card_holder: 'Maria Stein', default: true },
      { card_type: 'MasterCard', card_number: '0015', card_holder: 'Stein Regenerative Clinic', default: false },
    ]);
    expect(await profileOf(hc)).toBe(answer.payments[0]?.profile_id);
    expect(await world.call(hc, getUser, { params: { id: hc.user.id } })).toMatchObject({
      auth_customer_profile_id: answer.payments[0]?.profile_id,
      auth_customer_payment_profile_id: answer.payments[0]?.payment_profile_id,
    });
  });

  test('a user without cards gets an empty list and has no customer profile at the provider', async () => {
    const hc3 = await world.as('hc3');
    expect(await cardsOf(hc3)).toEqual([]);
    expect(await profileOf(hc3)).toBeNull();
  });

  test('an administrator reads the cards of a center without the right to change them, and a sales rep cannot read them', async () => {
    const hc = await world.idOf('hc@vialkeep.test');
    const admin = await world.as('admin');
    const answer = await world.call(admin, listCards, { body: { user_id: hc } });
    expect(answer.may).toEqual([]);
    expect(answer.payments).toHaveLength(2);
    expect(await world.send(await world.as('rep'), getUser, { params: { id: hc } }).then((a) => a.body)).not.toContain(
      'auth_customer',
    );
  });

  test('staff inside a center’s account read and can change the cards of the center', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await world.call(inside, listCards, { body: { user_id: inside.user.id } })).toMatchObject({
      may: ['change'],
    });
    expect(await profileOf(inside)).not.toBeNull();
  });
});

describe('F090 Adding a card', () => {
  test('the first card creates the customer and becomes the default; a later card becomes the default only on request', async () => {
    const rhc = await world.as('rhc2');
    const first = await world.call(rhc, addFirstCard, {
      body: { ...typed, default: false, customer_profile_id: null, user_id: rhc.user.id },
    });
    expect(first).toMatchObject({
      code: 'success',
      payment: {
        card_number: '1111',
        card_holder: 'Felix Andersen',
        expiration_date: soon.replace('-4', '-04'),
        default: true,
      },
    });
    const profile = await profileOf(rhc);
    const second = await add(rhc, { card_number: MASTERCARD, customer_profile_id: profile });
    expect(second.payment).toMatchObject({ card_type: 'MasterCard', default: false, profile_id: profile });
    const third = await world.call(rhc, addFirstCard, {
      body: { ...typed, card_number: '370000000000002', cvv: '1234', default: true },
    });
    expect(await cardsOf(rhc)).toEqual([third.payment, { ...second.payment }, { ...first.payment, default: false }]);
    expect(await world.sql('select 1 from payment_customers where user_id = $1', [rhc.user.id])).toHaveLength(1);
    expect(await lastAudit()).toMatchObject({
      action: 'cards.add',
      facts: { brand: 'AmericanExpress', default: true },
    });
  });

  test('adding the same card several times, also concurrently, stores it once', async () => {
    const staff = await world.as('staff2');
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(staff)));
    expect(new Set(answers.map(({ payment }) => payment.id)).size).toBe(1);
    expect(await cardsOf(staff)).toHaveLength(1);
    expect(await world.sql("select 1 from sandbox_customers where email = 'staff2@vialkeep.test'")).toHaveLength(1);
  });

  test.each([
    ['card_holder', ' '],
    ['card_holder', 'x'.repeat(101)],
    ['card_holder', '4111 1111 1111 1111'],
    ['card_number', '4111 1111 1111 1112'],
    ['card_number', 4_111_111_111_111_111],
    ['expiration_date', '2020-01'],
    ['expiration_date', 'soon'],
    ['cvv', '12'],
    ['cvv', '1234'],
    ['cvv', undefined],
  ])('a wrong %s is refused at its field; the answer has no card data and nothing is stored', async (field, value) => {
    const hc = await world.as('hc');
    const before = await everyRow();
    const answer = await world.send(hc, addCard, { body: { ...typed, [field]: value } });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(answer.body).not.toMatch(/4111|1234/);
    expect(await everyRow()).toEqual(before);
  });

  test('a card for another user, or for the customer profile of another user, is refused with 404', async () => {
    const hc = await world.as('hc');
    const foreign = await profileOf(await world.as('hc2'));
    const before = await everyRow();
    const asks = [{ user_id: await world.idOf('hc2@vialkeep.test') }, { customer_profile_id: foreign }];
    for (const about of asks) {
      const body = { ...typed, ...about };
      expect(await world.refusalOf(hc, addCard, { body })).toEqual({ status: 404, reason: 'not_found' });
    }
    expect(await everyRow()).toEqual(before);
  });

  test('adding a card while the provider fails is answered with 503, and the next attempt works', async () => {
    const hc3 = await world.as('hc3');
    const answer = await world.send(hc3, addFirstCard, { body: { ...typed, card_number: FAILS } });
    expect([answer.statusCode, answer.json().reason]).toEqual([503, 'provider_unavailable']);
    expect(await cardsOf(hc3)).toEqual([]);
    expect((await add(hc3)).payment).toMatchObject({ default: true });
    expect(await world.sql('select 1 from payment_customers where user_id = $1', [hc3.user.id])).toHaveLength(1);
  });

  test('the 21st attempt of one user within an hour is refused with 429', async () => {
    const north = await world.as('staff@north.test', 'north.localhost');
    const attempts = [];
    for (let tries = 0; tries < 21; tries += 1) {
      attempts.push(await world.refusalOf(north, addCard, { body: { ...typed, card_number: FAILS } }));
    }
    expect(attempts.at(-2)).toMatchObject({ status: 503 });
    expect(attempts.at(-1)).toEqual({ status: 429, reason: 'too_many_requests' });
  });
});

describe('F091 The default card', () => {
  test('a user who chooses another default card sees it first, and concurrent choices leave exactly one default', async () => {
    const { person, main, other } = await withTwoCards('rhc');
    expect((await setDefault(person, other.payment_profile_id)).json()).toMatchObject({ id: person.user.id });
    expect(await cardsOf(person)).toEqual([
      { ...other, default: true },
      { ...main, default: false },
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'profile.change',
      facts: { fields: ['auth_customer_payment_profile_id'] },
    });
    for (const nothing of [null, '']) expect((await setDefault(person, nothing)).statusCode).toBe(200);
    const answers = await Promise.all(
      [main, other, main, other].map((card) => setDefault(person, card.payment_profile_id)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await cardsOf(person)).filter((card) => card.default)).toHaveLength(1);
  });

  test('a card of another user is refused at the field, and an administrator’s choice for a user changes nothing', async () => {
    const { person, main } = await withTwoCards('rhc');
    const hc = await world.as('hc');
    const before = await everyRow();
    for (const id of [main.payment_profile_id, '999999', main.profile_id]) {
      const answer = await setDefault(hc, id);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual(['auth_customer_payment_profile_id']);
    }
    const admin = await world.as('admin');
    const other = (await cardsOf(person))[1]?.payment_profile_id ?? '';
    expect((await setDefault(admin, other, person.user.id)).statusCode).toBe(200);
    expect(await everyRow()).toEqual(before);
  });
});

describe('F092 Deleting a card', () => {
  test('a deleted card is removed here and at the provider, and the newest remaining card becomes the default', async () => {
    const { person, main, other } = await withTwoCards('patient');
    const { payment: newest } = await add(person, { card_number: '6011000000000012' });
    await world.call(person, deleteCard, {
      body: { profile_id: main.profile_id, payment_id: main.payment_profile_id },
    });
    expect(await cardsOf(person)).toEqual([{ ...newest, default: true }, other]);
    expect(await world.sql('select 1 from sandbox_cards where id = $1', [main.payment_profile_id])).toEqual([]);
    expect(await lastAudit()).toMatchObject({ action: 'cards.delete', facts: { brand: 'Visa', default: true } });
    for (const { id } of [newest, other]) await world.call(person, deleteCard, { body: { payment_id: id } });
    expect(await cardsOf(person)).toEqual([]);
  });

  test('deleting a card of another user and deleting an unknown card get the same 404', async () => {
    const [foreign] = await cardsOf(await world.as('hc2'));
    const hc = await world.as('hc');
    const [own] = await cardsOf(hc);
    const before = await everyRow();
    const asks = [
      { profile_id: foreign?.profile_id, payment_id: foreign?.payment_profile_id },
      { profile_id: own?.profile_id, payment_id: foreign?.payment_profile_id },
      { profile_id: foreign?.profile_id, payment_id: own?.payment_profile_id },
      { payment_id: foreign?.id },
      { payment_id: '999999' },
    ];
    const answers = await Promise.all(asks.map((body) => world.send(hc, deleteCard, { body })));
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    expect(await everyRow()).toEqual(before);
  });
});

describe('T17 Acting in another account', () => {
  test('an administrator who acts as a center reads its cards and can change none', async () => {
    const acting = await world.actingAs(await world.as('admin'), 'hc@vialkeep.test');
    const before = await everyRow();
    const { payments, may } = await world.call(acting, listCards, { body: { user_id: acting.user.id } });
    expect(may).toEqual([]);
    const [, other] = payments;
    const refused = { status: 409, reason: 'not_while_acting' };
    expect(await world.refusalOf(acting, addCard, { body: typed })).toEqual(refused);
    expect(await world.refusalOf(acting, deleteCard, { body: { payment_id: other?.id } })).toEqual(refused);
    expect((await setDefault(acting, other?.payment_profile_id ?? '')).json()).toMatchObject({
      reason: 'card_not_while_acting',
    });
    expect(await everyRow()).toEqual(before);
  });

  test('staff inside a center add a card for the center, and the audit row names the staff member', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc2@vialkeep.test');
    await add(inside, { card_number: VISA });
    expect(await lastAudit()).toMatchObject({ actor_id: staff.user.id, user_id: inside.user.id });
  });
});

test('F091 the database enforces exactly one default card for a user, whatever statement runs', async () => {
  const id = await world.idOf('hc@vialkeep.test');
  await expect(world.sql('update saved_cards set is_default = true where user_id = $1', [id])).rejects.toMatchObject({
    constraint: 'saved_cards_one_default',
  });
  await expect(world.sql('update saved_cards set is_default = false where user_id = $1', [id])).rejects.toMatchObject({
    constraint: 'saved_cards_have_one_default',
  });
  await expect(world.sql('delete from saved_cards where user_id = $1 and is_default', [id])).rejects.toMatchObject({
    constraint: 'saved_cards_have_one_default',
  });
  await expect(world.sql("update saved_cards set card_id = 'x' where user_id = $1", [id])).rejects.toMatchObject({
    constraint: 'saved_cards_do_not_change_hands',
  });
});
