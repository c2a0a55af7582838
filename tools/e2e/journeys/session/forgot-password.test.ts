import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveAt, chooseOwnPassword, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { DEMO_PASSWORD, emailOf } from '../../people/accounts.ts';
import { letterTo } from '../../people/emails.ts';
import { logsIn } from '../../people/new-user.ts';
import { baseUrl, logInThroughTheForm, visitor } from '../../people/person.ts';

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
  expect(await storedValue(page, 'redirect')).toBeNull();
  await page.getByText('Please choose a password of your own. The one from the e-mail works only once.').waitFor();

  // Until the password is changed, the server refuses all other calls and the portal leads back.
  for (const path of await ownPaths(page)) expectsRefusal(409, path);
  await page.goto('/dashboard');
  await arriveAt(page, '/password');
  await mainMenu(page).getByRole('link', { name: 'Contact Details' }).click();
  await arriveAt(page, '/password');

  await chooseOwnPassword(page, code, OWN_PASSWORD);
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await heading(page, 'Hello Thomas').waitFor();

  for (const gone of [DEMO_PASSWORD, code]) {
    expect((await logsIn(emailOf('patient20'), gone)).message).toBe(
      'Unable to log in with the e-mail and password you entered.',
    );
  }
  expect((await logsIn(emailOf('patient20'), OWN_PASSWORD)).status).toBe(200);
});

/** Returns the calls that the profile and the dashboard make before the redirect. */
async function ownPaths(page: Page): Promise<string[]> {
  const { id } = JSON.parse((await storedValue(page, 'user')) ?? '{}');
  return [`users/${id}/`, `users/${id}/record/`, `documents/list/${id}/`, `vials/user/${id}/`].map(
    (path) => `/api/v1/${path}`,
  );
}
