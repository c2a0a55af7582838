import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { millisecondsShown } from '../../page/bar-time.ts';
import { arriveAt, bar, field, heading, openUserMenu, storedValue } from '../../page/portal.ts';
import { DEMO_PASSWORD, emailOf } from '../../people/accounts.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { expectClearedBy } from '../../people/logouts.ts';
import { baseUrl, loggedIn, logInThroughTheForm, visitor } from '../../people/person.ts';

const LOGIN = '/api/admin/login/';
const WRONG = 'Unable to log in with the e-mail and password you entered.';

test('F001 the login form works by keyboard alone, a double press sends one request, and a reload during the login preserves the session', async () => {
  const { page } = await visitor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(LOGIN) ? 1 : 0));
  await page.goto('/');
  await heading(page, 'Admin Login').waitFor();
  await field(page, 'Login').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');

  await page.keyboard.type(emailOf('rep'));
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await bar(page, 'Welcome back.').waitFor();
  expect(sent).toBe(1);
  await page.reload();
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Julian').waitFor();
  expect(await storedValue(page, 'token')).toMatch(/^[\w-]{20,}$/);
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ email: 'rep@vialkeep.test' });
});

test('F001 F002 F014 a wrong password, an unknown email, an inactive user and an account with ten failures are refused with their messages, and a correct login reaches the dashboard', async () => {
  const { page, expectsRefusal } = await visitor();
  expectsRefusal(400, LOGIN);
  expectsRefusal(429, LOGIN);
  await page.goto('/');
  const shown = millisecondsShown(page, WRONG);
  await logInThroughTheForm(page, 'patient3', 'not-the-password');
  // The bar hides after three seconds.
  expect(await shown).toBeGreaterThanOrEqual(2990);
  expect(await refusedWith(page, 'nobody-at-all', 'not-the-password')).toBe(WRONG);
  // An inactive user reads so only after the correct password.
  expect(await refusedWith(page, 'former-rep', 'not-the-password')).toBe(WRONG);
  expect(await refusedWith(page, 'former-rep')).toBe('This account is inactive.');

  for (let attempt = 0; attempt < 10; attempt++) {
    const { status } = await postJson(baseUrl() + LOGIN, { email: emailOf('patient8'), password: 'guess' });
    expect(status).toBe(400);
  }
  const answered = page.waitForResponse((response) => response.url().endsWith(LOGIN));
  expect(await refusedWith(page, 'patient8')).toBe('Too many attempts. Please try again later.');
  expect(Number((await answered).headers()['retry-after'])).toBeGreaterThan(0);
  expect(await storedValue(page, 'token')).toBeNull();
  expect(new URL(page.url()).pathname).toBe('/');

  await logInThroughTheForm(page, 'lab');
  await arriveAt(page, '/dashboard');
});

test('F005 Log Out in the user menu clears six keys and seven cookies, ends the session and logs the other tab out as well', async () => {
  const person = await loggedIn('buyer');
  const { page, context, token } = person;
  await page.goto('/dashboard');
  await heading(page).waitFor();
  const other = await context.newPage();
  await other.goto('/profile');
  await heading(other, 'Profile').waitFor();
  await expectClearedBy(person, async () => {
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Log Out' }).click();
  });
  await heading(other, 'Admin Login').waitFor();
  expect(await storedValue(page, 'build-version')).not.toBeNull();
  await expect.poll(async () => (await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status).toBe(401);
});

test('F006 a session that was ended elsewhere leaves the portal at the next call and says so', async () => {
  const { page, token, calm, expectsRefusal, user } = await loggedIn('patient6');
  expectsRefusal(401, `/api/v1/users/${user.id}/`);
  // The last read of the page, which would otherwise be the call that notices the end.
  const vials = page.waitForResponse((response) => response.url().includes('/api/v1/vials/user/'));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Edit contact details' }).waitFor();
  await vials;
  await calm();
  await postJson(`${baseUrl()}/api/v1/users/logout/`, {}, token);
  await page.getByRole('link', { name: 'Edit contact details' }).click();
  await heading(page, 'Admin Login').waitFor();
  await bar(page, 'Your session has ended.').waitFor();
  expect(await storedValue(page, 'token')).toBeNull();
  expect(await storedValue(page, 'user')).toBeNull();
});

test('S-37 W-03 a stored user edited into an administrator gains no rights, and the server’s user replaces it', async () => {
  const { page, user, context, calm, expectsRefusal } = await loggedIn('patient7');
  for (const path of [
    '/api/admin/users/',
    '/domain/list/',
    '/api/v1/user-tags/',
    '/api/admin/waiting/',
    '/api/admin/money/overview/',
  ]) {
    expectsRefusal(403, path);
  }
  expectsRefusal(403, '/api/admin/transactions/revenue/');
  const forged = JSON.stringify({ ...user, subscription: { id: 7, name: 'Admin' } });
  await context.addInitScript((text) => {
    if (localStorage.getItem('token')) localStorage.setItem('user', text);
  }, forged);
  await page.goto('/dashboard');
  await page.getByText('Plan: General Member').waitFor();
  await calm();
  expect(await page.getByRole('button', { name: 'Add New User' }).count()).toBe(0);
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ subscription: { id: 2 } });
});

test('F012 a page of the frame leads to the login page without a session', async () => {
  const { page } = await visitor();
  for (const path of ['/dashboard', '/inactive-users']) {
    await page.goto(path);
    await heading(page, 'Admin Login').waitFor();
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/']);
  }
});

/** Logs in through the form and returns the message of the refusal, which a bar shows as well. */
async function refusedWith(page: Page, account: string, password?: string): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().endsWith(LOGIN));
  await logInThroughTheForm(page, account, password);
  // @NOTE every response of this call has a message.
  const { message } = (await (await answered).json()) as { message: string };
  await bar(page, message).waitFor();
  return message;
}
