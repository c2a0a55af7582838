import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveAt, bar, field, heading, modal, storedValue } from '../../page/portal.ts';
import { emailOf } from '../../people/accounts.ts';
import { letterTo } from '../../people/emails.ts';
import { baseUrl, loggedIn, logInThroughTheForm, visitor } from '../../people/person.ts';

const RESET = '/api/v1/users/reset-password/';
const ANSWER = 'If this e-mail belongs to an account, a new password is on its way. It works for 60 minutes.';
const OWN_PASSWORD = 'harbour-lantern-42';

test('F003 F004 a one-time password arrives by email and must be replaced after the login', async () => {
  const { page, expectsRefusal } = await visitor();
  expectsRefusal(400, '/api/admin/login/');

  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await heading(page, 'Forgot Password').waitFor();
  await page.getByText('Enter your email to receive a new password').waitFor();
  await field(page, 'Email').fill(emailOf('patient20'));
  await page.getByRole('button', { name: 'Reset Password' }).click();
  const told = modal(page, 'Forgot Password');
  await told.getByText(ANSWER).waitFor();
  await told.getByRole('button', { name: 'Close' }).last().waitFor();

  const letter = await letterTo(emailOf('patient20'));
  const link = /http\S+/.exec(letter.text)?.[0] ?? '';
  const code = /^\s*([A-Z0-9]{5}(?:-[A-Z0-9]{5})+)\s*$/m.exec(letter.text)?.[1] ?? '';
  expect(link).toBe(`${baseUrl()}/?redirect=password`);
  expect(code).not.toBe('');

  await told.getByRole('link', { name: 'Login Page' }).click();
  await heading(page, 'Admin Login').waitFor();
  await page.goto(link);
  await logInThroughTheForm(page, 'patient20', code);
  await arriveAt(page, '/password');
  await page.getByText('Please choose a password of your own. The one from the e-mail works only once.').waitFor();

  // Until the password is changed, the server refuses all other calls and the portal leads back.
  for (const path of await ownPaths(page)) expectsRefusal(409, path);
  await page.goto('/dashboard');
  await arriveAt(page, '/password');
  await page.goto('/profile');
  await arriveAt(page, '/password');

  await field(page, 'Current password').fill(code);
  await field(page, 'New password').fill(OWN_PASSWORD);
  await field(page, 'Confirm password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await modal(page).getByText('Your password has been changed.').waitFor();
  await modal(page).getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/dashboard');
  await heading(page, 'Hello Thomas').waitFor();

  const later = await visitor();
  later.expectsRefusal(400, '/api/admin/login/');
  await later.page.goto('/');
  for (const gone of ['Vialkeep-demo-1', code]) {
    await logInThroughTheForm(later.page, 'patient20', gone);
    await bar(later.page, 'Unable to log in with the e-mail and password you entered.').waitFor();
  }
  await logInThroughTheForm(later.page, 'patient20', OWN_PASSWORD);
  await arriveAt(later.page, '/dashboard');
});

test('F003 an unknown address gets the same answer, and the old password works until the new one is used', async () => {
  const { page } = await visitor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(RESET) ? 1 : 0));
  await page.goto('/forgot-password');
  await field(page, 'Email').fill('nobody-here@vialkeep.test');
  await page.getByRole('button', { name: 'Reset Password' }).dblclick();
  await modal(page).getByText(ANSWER).waitFor();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  expect(sent).toBe(1);

  await field(page, 'Email').fill(emailOf('patient21'));
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await modal(page).getByText(ANSWER).waitFor();
  await letterTo(emailOf('patient21'));
  const { page: old } = await loggedIn('patient21');
  await old.goto('/dashboard');
  await heading(old, 'Hello Rosa').waitFor();
});

test('F003 an invalid address is refused at the field, and nothing is sent', async () => {
  const { page } = await visitor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(RESET) ? 1 : 0));
  await page.goto('/forgot-password');
  await field(page, 'Email').fill('not an address');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect.poll(() => field(page, 'Email').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toBe(0);
});

/** Returns the calls that the profile and the dashboard make before the redirect. */
async function ownPaths(page: Page): Promise<string[]> {
  const { id } = JSON.parse((await storedValue(page, 'user')) ?? '{}');
  return [`users/${id}/`, `users/${id}/record/`, `documents/list/${id}/`, `vials/user/${id}/`].map(
    (path) => `/api/v1/${path}`,
  );
}
