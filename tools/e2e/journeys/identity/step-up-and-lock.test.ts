import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../../harness/product.ts';
import { startDemoCopy } from '../../demo-copy.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks } from '../../page/looks.ts';
import { arriveAt, bar, field, heading, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { appCode } from '../../people/app-code.ts';
import { putJson } from '../../people/calls.ts';
import { holderOf, loggedIn, logInThroughTheForm, openSession, visitor } from '../../people/person.ts';
import { isStrict, proveAgain } from '../../people/second-factor.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const EXPORT = '/api/admin/users/export-csv/';

/** A product in which every sensitive act needs its own proof, and sessions lock after a minute. */
let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { STEP_UP_MINUTES: '0' } });
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

test('an administrator logs in with a code of the app and proves it again, by keyboard alone, before an export', async () => {
  const site = product.baseUrl.replace('//localhost', '//north.localhost');
  const { page, expectsRefusal } = await visitor({ site });
  expectsRefusal(400, '/api/v1/users/login/second-factor/');
  expectsRefusal(409, EXPORT);
  await page.goto('/');
  await logInThroughTheForm(page, 'secure@north.test');
  const code = field(page, 'Code from your app');
  await code.waitFor();
  await expectAccessibleInEveryLook(page, 'login-second-step');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is not right.').waitFor();
  await code.fill(appCode(SECRET));
  await page.keyboard.press('Enter');
  await arriveAt(page, '/dashboard');

  let sent = 0;
  page.on('request', (request) => (sent += new URL(request.url()).pathname === EXPORT ? 1 : 0));
  const everything = page.getByRole('region', { name: 'Current Users List File Export' }).getByRole('button').last();
  // A disabled button takes no focus; it waits for the list.
  await expect.poll(() => everything.isEnabled()).toBe(true);
  await everything.focus();
  await page.keyboard.press('Enter');
  const dialog = modal(page, 'Confirm that it is you');
  await field(dialog, 'Code from your app').waitFor();
  await expectAccessibleInEveryLook(page, 'step-up');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await bar(page, 'Please confirm that it is you.').waitFor();
  expect(sent).toBe(1);

  await everything.focus();
  await page.keyboard.press('Enter');
  await field(dialog, 'Code from your app').waitFor();
  await expect.poll(() => focusedName(page)).toBe('proof');
  const download = page.waitForEvent('download');
  await page.keyboard.type(appCode(SECRET, 1));
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^userList.*\.csv$/);
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toBe(3);
});

test('an idle session locks over the page in every tab, and the password opens it again with the half-filled form', async () => {
  const site = product.baseUrl;
  await lockAfterAMinute(site);
  const { page, context, expectsRefusal, user } = await loggedIn('patient16', { site, look: looks.phone });
  for (const path of ['/api/v1/*', '/api/admin/*']) expectsRefusal(409, path);
  expectsRefusal(400, '/api/v1/identity/step-up/');
  await page.goto('/profile');
  const phone = field(page, 'Phone Number');
  await phone.fill('+1 555 0199');
  const lock = page.getByRole('dialog', { name: 'Your session is locked.' });
  await lock.waitFor({ timeout: 120_000 });
  expect(await phone.isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Profile' }).count()).toBe(0);
  await expectAccessibleInEveryLook(page, 'locked');
  await page.keyboard.press('Escape');
  expect(await lock.count()).toBe(1);

  // A page that is opened or reloaded meanwhile is locked too.
  const other = await context.newPage();
  await other.goto(`${site}/settings`);
  const otherLock = other.getByRole('dialog', { name: 'Your session is locked.' });
  await otherLock.waitFor();
  expect(await other.getByText(user.email).count()).toBe(0);

  await field(lock, 'Password').fill('not-the-password');
  await page.keyboard.press('Enter');
  await lock.getByText('This password is not right.').waitFor();
  await field(lock, 'Password').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await lock.waitFor({ state: 'detached' });
  expect(await phone.inputValue()).toBe('+1 555 0199');
  await otherLock.waitFor({ state: 'detached' });
  await other.getByRole('heading', { name: 'How you log in' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Record has been updated!').waitFor();
});

test('Log out on the lock leads to the login page', async () => {
  const site = product.baseUrl;
  await lockAfterAMinute(site);
  const { page, expectsRefusal, calm } = await loggedIn('patient17', { site });
  expectsRefusal(409, '/api/v1/*');
  await page.clock.install();
  await page.goto('/dashboard');
  await heading(page).waitFor();
  await calm();
  await page.clock.runFor(120_000);
  const lock = page.getByRole('dialog', { name: 'Your session is locked.' });
  await lock.getByRole('button', { name: 'Log out' }).click();
  await heading(page, 'Admin Login').waitFor();
});

async function lockAfterAMinute(site: string): Promise<void> {
  const { token } = await openSession('super', site);
  if (isStrict) await proveAgain(holderOf('super', site), token);
  const body = { idle_minutes_others: 1 };
  expect((await putJson(`${site}/api/admin/identity-policy/1/`, body, token)).status).toBe(200);
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
}
