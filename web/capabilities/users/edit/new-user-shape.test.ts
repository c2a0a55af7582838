import { creatablePlans } from '@vialkeep/contract/users.ts';
import { expect, test } from 'vitest';
import { invalidWords, type NewUserValues, newUserShape } from './new-user-shape.ts';

const complete: NewUserValues = {
  subscription: 4,
  domain: 1,
  first_name: 'Ana',
  last_name: 'Whitfield',
  email: 'ana@vialkeep.test',
  password: 'long enough',
  company: 'Stein Clinic',
  phone_number: '+1 555 0128',
  address1: '',
  address2: '',
  city: '',
  state_desc: '',
  country_desc: '',
  zip_code: '',
};

/** The notice for these values, and the invalid fields. */
function told(values: NewUserValues) {
  const parsed = newUserShape(values.subscription).safeParse(values);
  const wrong = parsed.success ? [] : [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
  return { wrong, words: wrong.length === 0 ? null : invalidWords(values, wrong) };
}

test('F134 a complete user of each of the nine memberships is valid', () => {
  expect(creatablePlans).toHaveLength(9);
  for (const subscription of creatablePlans)
    expect(told({ ...complete, subscription })).toEqual({ wrong: [], words: null });
});

test('F134 missing fields are reported in the documented words', () => {
  const required = 'Please fill in all required fields including domain';
  for (const missing of [{ domain: null }, { first_name: ' ' }, { last_name: '' }, { email: '' }, { password: '' }]) {
    expect(told({ ...complete, ...missing }), JSON.stringify(missing)).toEqual({
      wrong: Object.keys(missing),
      words: required,
    });
  }
  expect(told({ ...complete, company: '', phone_number: '' })).toEqual({
    wrong: ['company', 'phone_number'],
    words: 'Please fill in clinic name and phone number',
  });
  expect(told({ ...complete, company: '', email: '' }).words).toBe(required);
});

test('F134 plans that are identified by a clinic, and no others, require its name and phone number', () => {
  const without = creatablePlans.filter(
    (subscription) => told({ ...complete, subscription, company: '', phone_number: '' }).wrong.length === 0,
  );
  expect(without).toEqual([1, 2, 3, 6, 8, 11]);
});

test('F134 invalid values are reported only at their field', () => {
  expect(told({ ...complete, password: 'short' })).toEqual({ wrong: ['password'], words: null });
  expect(told({ ...complete, email: 'nobody' })).toEqual({ wrong: ['email'], words: null });
});
