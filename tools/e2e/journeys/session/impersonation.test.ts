import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { actingStrip, arriveAt, bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { goBackAsSuperAdmin, loginAsAddress } from '../../people/impersonation.ts';
import { expectClearedBy } from '../../people/logouts.ts';
import { baseUrl, type LoggedIn, loggedIn, northUrl, openSession } from '../../people/person.ts';

const why = 'Her address is wrong on a label';

test('F025 F027 S-06 an administrator opens a user in a new tab with a code that works once, and goes back', async () => {
  const admin = await loggedIn('admin');
  const { page, context } = admin;
  const told: string[] = [];
  context.on('request', (request) => {
    if (!request.isNavigationRequest()) told.push(`${request.url()} ${request.headers().referer ?? ''}`);
  });
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill('hc2@vialkeep.test');
  await page.getByText('(Filtered Results)').waitFor();
  const question = modal(page, 'Login As');
  await askToLoginAs(page, 'Owen Takahashi');
  await question.getByText('Are you sure you want to login as?').waitFor();
  await question.getByText('Owen Takahashi').waitFor();
  await question.getByText('Harvest Center', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(context.pages()).toHaveLength(1);

  await askToLoginAs(page, 'Owen Takahashi');
  const opened = context.waitForEvent('request', (request) => request.url().includes('login-as-user=true'));
  const opening = context.waitForEvent('page');
  await field(question, 'Reason').fill(why);
  await question.getByRole('button', { name: 'Login', exact: true }).click();
  const tab = await opening;
  const address = new URL((await opened).url());
  expect(address.searchParams.get('login-as-user')).toBe('true');
  expect(address.searchParams.get('user-id')).toMatch(/^\d+$/);
  await arriveAt(tab, '/dashboard');
  await heading(tab, 'Hello Owen').waitFor();
  expect(new URL(tab.url()).search).toBe('');
  expect(await tab.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  await actingStrip(tab).getByText('You are logged in as Owen Takahashi').waitFor();
  await tab.getByText('Plan: Harvest Center').waitFor();
  expect(await cookiesOf(admin)).toEqual({ superAdmin: '1', superAdminID: String(admin.user.id) });
  expect((await letterTo('hc2@vialkeep.test', 'opened')).text).toContain(`Reason: ${why}.`);
  const code = address.searchParams.get('token') ?? 'no code';
  expect(told.filter((line) => line.includes(code))).toEqual([]);

  await tab.reload();
  await heading(tab, 'Hello Owen').waitFor();
  await goBackAsSuperAdmin(admin, tab);
  await heading(tab, 'Hello Priya').waitFor();
  expect(new URL(tab.url()).pathname).toBe('/dashboard');
  expect(await cookiesOf(admin)).toEqual({});
  expect(await actingStrip(tab).count()).toBe(0);

  // The used code neither opens the account nor changes the session stored in another browser.
  const other = await loggedIn('patient14');
  other.expectsRefusal(401, '/api/v1/users/login-as-user/');
  await other.page.goto(address.pathname + address.search);
  await bar(other.page, 'This link has been used or is no longer valid.').waitFor();
  expect(other.page.url()).not.toContain(code);
  expect(await storedValue(other.page, 'token')).toBe(other.token);
  expect(JSON.parse((await storedValue(other.page, 'user')) ?? '{}')).toMatchObject({ id: other.user.id });
});

test('F005 W-13 Logout at the end of the side menu of an opened account ends both sessions and clears the browser', async () => {
  const admin = await loggedIn('admin');
  const { user } = await openSession('hc2');
  const { page } = admin;
  await page.goto(await loginAsAddress(admin, user.id));
  await heading(page, 'Hello Owen').waitFor();
  const acting = (await storedValue(page, 'token')) ?? '';
  expect(acting).not.toBe(admin.token);
  await expectClearedBy(admin, () => mainMenu(page).getByRole('button', { name: 'Logout' }).click());
  for (const token of [acting, admin.token]) {
    await expect.poll(async () => (await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status).toBe(401);
  }
});

test('F025 a user of another site opens on that site, and going back leads home', async () => {
  const admin = await loggedIn('super');
  const { user } = await openSession('hc@north.test', northUrl());
  const { page } = admin;
  const address = await loginAsAddress(admin, user.id);
  expect(new URL(address).host).toBe(new URL(northUrl()).host);
  await page.goto(address);
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Freya').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(new URL(page.url()).origin).toBe(northUrl());
  await page.getByText('Northlight Bank').first().waitFor();
  await actingStrip(page).getByText('You are logged in as Freya Holm').waitFor();

  await goBackAsSuperAdmin(admin, page);
  await heading(page, 'Hello Ingrid').waitFor();
  expect(new URL(page.url()).origin).toBe(baseUrl());
  // The administrator's session on the own site was never touched.
  expect(await storedValue(page, 'token')).toBe(admin.token);
});

test('F026 F027 an administrator logs in as an inactive user in the same tab and goes back', async () => {
  const admin = await loggedIn('admin');
  const { page } = admin;
  await page.goto('/inactive-users');
  await page.getByRole('button', { name: 'Actions for Judith Amsel' }).click();
  await page.getByRole('menuitem', { name: 'Login As' }).click();
  await field(modal(page, 'Login As'), 'Reason').fill(why);
  await modal(page, 'Login As').getByRole('button', { name: 'Login', exact: true }).click();
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Judith').waitFor();
  expect(await cookiesOf(admin)).toEqual({ superAdmin: '1', superAdminID: String(admin.user.id) });
  expect(await storedValue(page, 'token')).toBe(admin.token);
  await page.getByText('Plan: Harvest Center').waitFor();

  await goBackAsSuperAdmin(admin, page);
  await heading(page, 'Hello Priya').waitFor();
  await page.getByText('Plan: Admin', { exact: true }).waitFor();
  expect(await cookiesOf(admin)).toEqual({});
});

test('F028 cookies set by hand give no rights of an administrator or a center', async () => {
  const patient = await loggedIn('patient14');
  const { user: superAdmin } = await openSession('super');
  const { user: center } = await openSession('hc');
  const forged = {
    superAdmin: '1',
    superAdminID: String(superAdmin.id),
    HCStaffAccess: '1',
    HCStaffIdUsed: String(center.id),
    HCStaffNameUsed: 'Somebody Else',
    HCStaffEmailUsed: 'else@vialkeep.test',
  };
  await patient.context.addCookies(Object.entries(forged).map(([name, value]) => ({ name, value, url: baseUrl() })));
  await patient.page.goto('/dashboard');
  await heading(patient.page, 'Hello Desmond').waitFor();
  await patient.calm();
  expect(await actingStrip(patient.page).count()).toBe(0);

  for (const id of [superAdmin.id, center.id]) {
    const { status } = await postJson(`${baseUrl()}/api/v1/users/login-as-user/`, { user_id: id }, patient.token);
    expect(status).toBe(403);
  }
  const { status } = await getJson(`${baseUrl()}/api/admin/users/`, patient.token);
  expect(status).toBe(403);
});

test('F028 a super admin and no other user can log in as an administrator, and no user can log in as a super admin', async () => {
  const { user: superAdmin } = await openSession('super');
  const { token } = await openSession('admin');
  const answer = await postJson(
    `${baseUrl()}/api/admin/users/generate-login-as-user-token/`,
    { user_id: superAdmin.id },
    token,
  );
  expect(answer.status).toBe(404);
});

async function askToLoginAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Login as User' }).click();
}

async function cookiesOf({ context }: LoggedIn): Promise<Record<string, string>> {
  const cookies = await context.cookies(baseUrl());
  return Object.fromEntries(cookies.map(({ name, value }) => [name, decodeURIComponent(value)]));
}
