import { expect, test } from 'vitest';
import { requiredPage } from './required-page.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const nothing = { must_change_password: false, second_factor_due_at: null, must_verify_email: false };
const overdue = '2026-03-02T08:59:59.000Z';

test.each([
  ['none', nothing, null],
  ['a second factor that is due later', { ...nothing, second_factor_due_at: '2026-03-03T09:00:00.000Z' }, null],
  ['a second factor that is due', { ...nothing, second_factor_due_at: overdue }, '/second-factor'],
  ['an address to confirm', { ...nothing, must_verify_email: true }, '/email-not-confirmed'],
  ['all of it', { must_change_password: true, second_factor_due_at: overdue, must_verify_email: true }, '/password'],
  ['a factor and an address', { ...nothing, second_factor_due_at: overdue, must_verify_email: true }, '/second-factor'],
])('the page that comes first for a user with %s is %s', (_, session, page) => {
  expect(requiredPage(session, NOW)).toBe(page);
});
