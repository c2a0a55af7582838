import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { createCoupon } from '@vialkeep/contract/coupons.ts';
import { configureCustomSite } from '@vialkeep/contract/custom-sites.ts';
import { nothing } from '@vialkeep/contract/kernel/route.ts';
import { login } from '@vialkeep/contract/session.ts';
import { listTransactions, updateTransaction } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseInput } from './kernel/http/input.ts';
import { Refusal } from './kernel/http/refuse.ts';
import { png } from './testing/documents/pictures.ts';
import { fieldsOf, type Json, withField, withoutField } from './testing/fields.ts';
import { matrix } from './testing/matrix/all-rows.ts';
import { anonymousCaller, newWorld, type World } from './testing/world.ts';

/** Phrases of the validation library about types and rules, which mean nothing to a user of a form. */
const LIBRARY_WORDS =
  /invalid|expected|too (?:small|big)|unrecognized|\b(?:input|option|undefined|null|NaN|string|boolean|array|object|record|tuple|union|literal|regex|pattern|int)\b|[<>]=|\[object/i;

const wrongValues: Readonly<Record<string, unknown>> = {
  null: null,
  'a text': 'zz top',
  'an empty text': '',
  'a text without end': 'x'.repeat(100_001),
  'a number': 7,
  'a number below zero': -1,
  'a fraction': 1.5,
  'a number beyond an integer': 2 ** 40,
  'the largest number': 1e308,
  'no number': Number.NaN,
  'yes or no': true,
  'an object': { a: 1 },
  'an object of nothing': {},
  'a list': [1, 'a', null],
  'a list without end': Array.from({ length: 10_001 }, () => 1),
};
/** Values that every field must refuse, whatever its type. */
const WRONG_EVERYWHERE = ['an object', 'a text without end', 'a list without end'];

/**
 * Fields of one of two alternative bodies of which the other is complete, and objects that count as blank because of
 * missing fields.
 */
const NOT_REFUSED = /^updatePassword\.body\.password_|(?:shippingInfo|credit_card): an object$/;

type Part = 'body' | 'query';
type Told = { readonly status: number; readonly texts: readonly string[] };

describe('Fields of every call of the contract', () => {
  test.each(catalogue.map(({ name, route }) => [name, route] as const))(
    'a field of %s that is missing, null, of the wrong type, too long or out of range is refused in words for people',
    (name, route) => {
      for (const part of ['body', 'query'] as const) {
        const good = goodInput(name)[part];
        for (const field of fieldsOf(route[part])) {
          const where = `${name}.${part}.${field.join('.')}`;
          requireWordsForPeople(refusalOf(part, withoutField(good, field)), `${where}: missing`);
          for (const [what, value] of Object.entries(wrongValues)) {
            const told = refusalOf(part, withField(good, field, value));
            requireWordsForPeople(told, `${where}: ${what}`);
            if (!WRONG_EVERYWHERE.includes(what) || NOT_REFUSED.test(`${where}: ${what}`)) continue;
            expect(told?.status, `${where}: ${what} is refused`).toBe(400);
          }
        }
      }

      function refusalOf(part: Part, given: Json): Told | null {
        // Without its path: a malformed path answers 404 and has no field message.
        const asked = { ...route, params: nothing };
        try {
          parseInput(asked, { params: {}, ...goodInput(name), [part]: given });
          return null;
        } catch (thrown) {
          if (!(thrown instanceof Refusal)) throw thrown;
          return { status: thrown.status, texts: [thrown.message, ...Object.values(thrown.fields ?? {})] };
        }
      }
    },
  );

  test('the test visits more than 500 fields of the contract', () => {
    const count = catalogue.flatMap(({ route }) => [...fieldsOf(route.body), ...fieldsOf(route.query)]).length;
    expect(count).toBeGreaterThan(500);
  });
});

describe('Messages of refused input over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });
  afterAll(() => world.close());

  test('a body whose fields have the wrong types is refused in words for people', async () => {
    const response = await world.send(anonymousCaller, login, { body: { email: 5, password: { a: 1 } } });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ email: 'E-mail is required.', password: 'Password is required.' });
  });

  test('a body that is not a form is refused in words for people', async () => {
    const response = await world.send(anonymousCaller, login, { body: [] });
    expect(response.json().fields).toEqual({ body: 'Send the fields by their names.' });
  });

  test('a field without its own message is refused by its name and by what to enter', async () => {
    const admin = await world.as('admin');
    const body = {
      transaction_note: 'x',
      version: 'new',
      commission_paid: 'maybe',
      product_id: 99,
      harvest_center: 'Basel',
    };
    const response = await world.send(admin, updateTransaction, { params: { id: 1 }, body });
    expect(response.json().fields).toEqual({
      version: 'Enter a number.',
      commission_paid: 'Choose yes or no.',
      product_id: 'Choose a product.',
      harvest_center: 'Enter a number.',
    });
  });

  test('a value that fits none of several shapes is refused in the words of the contract', async () => {
    const body = { name: 'A', code: 'B', discount_amount: 1, harvest_center: 'Basel' };
    const response = await world.send(await world.as('admin'), createCoupon, { body });
    expect(response.json()).toMatchObject({
      message: 'Choose a harvest center.',
      fields: { harvest_center: 'Choose a harvest center.' },
    });
  });

  test('a wrong query is refused in words for people', async () => {
    const query = { limit: 'all', product_id: 'vials' };
    const response = await world.send(await world.as('admin'), listTransactions, { query });
    expect(response.json().fields).toEqual({ limit: 'Must be a whole number.', product_id: 'Choose a product.' });
  });

  test('a wrong field beside an uploaded file is refused in words for people', async () => {
    const input = { body: { support_email: 'nobody' }, file: { name: 'a.png', bytes: png } };
    const response = await world.send(await world.as('admin'), configureCustomSite, input);
    expect(response.json().fields).toEqual({
      domain: 'Domain is required.',
      email_sender: 'E-mail is required.',
      support_email: 'Enter an e-mail address.',
    });
  });
});

function goodInput(name: string): { readonly body: Json; readonly query: Json } {
  const row = matrix[name];
  const { body = {}, query = {} } = row ? (row.about === null ? row.input() : row.input(7, 8)) : {};
  const sent = body as Json;
  const shipping = 'addressInfo' in sent ? { shippingInfo: sent.addressInfo } : {};
  return { body: { ...sent, ...shipping }, query: { ...query } };
}

function requireWordsForPeople(told: Told | null, where: string): void {
  for (const text of told?.texts ?? []) {
    expect(text, where).not.toMatch(LIBRARY_WORDS);
    expect(text, where).toMatch(/^\p{L}.*\p{L}/u);
  }
}
