import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { actingStrip, arriveAt, bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { baseUrl, type LoggedIn, loggedIn, northUrl, openSession } from '../../people/person.ts';

test('F025 F027 an administrator opens a user in a new tab and goes back', async () => {
  const admin = await loggedIn('admin');
  const { tab, address } = await loginAsInNewTab(admin, 'hc2@vialkeep.test', 'Owen Takahashi');

  expect(address.searchParams.get('login-as-user')).toBe('true');
  expect(address.searchParams.get('user-id')).toMatch(/^\d+$/);
  await arriveAt(tab, '/dashboard');
  await heading(tab, 'Hello Owen').waitFor();
  expect(new URL(tab.url()).search).toBe('');
  expect(await tab.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  await actingStrip(tab).getByText('You are logged in as Owen Takahashi').waitFor();
  await tab.getByText('Plan: Harvest Center').waitFor();
  expect(await cookiesOf(admin)).toEqual({ superAdmin: '1', superAdminID: String(admin.user.id) });

  await tab.reload();
  await heading(tab, 'Hello Owen').waitFor();
  await admin.calm();
  await actingStrip(tab).getByRole('button', { name: 'Go back as Super Admin' }).click();
  await heading(tab, 'Hello Priya').waitFor();
  expect(new URL(tab.url()).pathname).toBe('/dashboard');
  expect(await cookiesOf(admin)).toEqual({});
  expect(await actingStrip(tab).count()).toBe(0);
});

test('W-13 a logout in an account that an administrator opened ends both sessions on the server', async () => {
  const admin = await loggedIn('admin');
  const { tab } = await loginAsInNewTab(admin, 'hc2@vialkeep.test', 'Owen Takahashi');
  await heading(tab, 'Hello Owen').waitFor();
  const acting = (await storedValue(tab, 'token')) ?? '';
  expect(acting).not.toBe(admin.token);
  await mainMenu(tab).getByRole('button', { name: 'Logout' }).click();
  await heading(tab, 'Admin Login').waitFor();
  for (const token of [acting, admin.token]) {
    await expect.poll(async () => (await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status).toBe(401);
  }
});

test('F025 S-06 the login code appears only in the first address and works once', async () => {
  const admin = await loggedIn('admin');
  const told: string[] = [];
  admin.context.on('request', (request) => {
    if (!request.isNavigationRequest()) told.push(`${request.url()} ${request.headers().referer ?? ''}`);
  });
  const { tab, address } = await loginAsInNewTab(admin, 'rhc2@vialkeep.test', 'Felix Andersen');
  await heading(tab, 'Hello Felix').waitFor();
  const code = address.searchParams.get('token') ?? 'no code';
  expect(told.filter((line) => line.includes(code))).toEqual([]);

  const other = await loggedIn('patient14');
  other.expectsRefusal(401, '/api/v1/users/login-as-user/');
  await other.page.goto(address.pathname + address.search);
  await bar(other.page, 'This link has been used or is no longer valid.').waitFor();
  expect(other.page.url()).not.toContain(code);
  // The session stored in this browser stays unchanged.
  await other.page.goto('/dashboard');
  await heading(other.page, 'Hello Desmond').waitFor();
});

test('F025 a user of another site opens on that site, and going back leads home', async () => {
  const admin = await loggedIn('super');
  const { tab, address } = await loginAsInNewTab(admin, 'hc@north.test', 'Freya Holm');
  expect(address.host).toBe(new URL(northUrl()).host);
  await arriveAt(tab, '/dashboard');
  await heading(tab, 'Hello Freya').waitFor();
  expect(new URL(tab.url()).search).toBe('');
  expect(new URL(tab.url()).origin).toBe(northUrl());
  await tab.getByText('Northlight Bank').first().waitFor();
  await actingStrip(tab).getByText('You are logged in as Freya Holm').waitFor();
  // The administrator's own tab stays on its own site, unchanged.
  await heading(admin.page, 'Hello Ingrid').waitFor();

  await actingStrip(tab).getByRole('button', { name: 'Go back as Super Admin' }).click();
  await heading(tab, 'Hello Ingrid').waitFor();
  expect(new URL(tab.url()).origin).toBe(baseUrl());
});

test('F025 the question names the user, and both Escape and Cancel leave everything unchanged', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await askToLoginAs(page, 'lab2@vialkeep.test', 'Nora Lindqvist');
  const question = modal(page, 'Login As');
  await question.getByText('Are you sure you want to login as?').waitFor();
  await question.getByText('Nora Lindqvist').waitFor();
  await question.getByText('Lab', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(page.context().pages()).toHaveLength(1);
});

test('F026 F027 an administrator logs in as an inactive user in the same tab and goes back', async () => {
  const admin = await loggedIn('admin');
  const { page } = admin;
  await page.goto('/inactive-users');
  await page.getByRole('button', { name: 'Actions for Judith Amsel' }).click();
  await page.getByRole('menuitem', { name: 'Login As' }).click();
  await modal(page, 'Login As').getByRole('button', { name: 'Login', exact: true }).click();
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Judith').waitFor();
  expect(await cookiesOf(admin)).toEqual({ superAdmin: '1', superAdminID: String(admin.user.id) });
  expect(await storedValue(page, 'token')).toBe(admin.token);
  await page.getByText('Plan: Harvest Center').waitFor();

  await actingStrip(page).getByRole('button', { name: 'Go back as Super Admin' }).click();
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

test('F025 a refusal closes the question and shows the reason in the bar', async () => {
  const { page, context, expectsRefusal } = await loggedIn('admin');
  expectsRefusal(503, '/api/admin/users/generate-login-as-user-token/');
  await page.route('**/generate-login-as-user-token/', (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.goto('/dashboard');
  await askToLoginAs(page, 'lab2@vialkeep.test', 'Nora Lindqvist');
  await modal(page, 'Login As').getByRole('button', { name: 'Login', exact: true }).click();
  await bar(page, 'The service is not available right now.').waitFor();
  await modal(page, 'Login As').waitFor({ state: 'detached' });
  await expect.poll(() => context.pages().length).toBe(1);
});

async function loginAsInNewTab(admin: LoggedIn, email: string, name: string): Promise<{ tab: Page; address: URL }> {
  const { page, context } = admin;
  await page.goto('/dashboard');
  await askToLoginAs(page, email, name);
  const opened = context.waitForEvent('request', (request) => request.url().includes('login-as-user=true'));
  const tab = context.waitForEvent('page');
  await modal(page, 'Login As').getByRole('button', { name: 'Login', exact: true }).click();
  return { tab: await tab, address: new URL((await opened).url()) };
}

async function askToLoginAs(page: Page, email: string, name: string): Promise<void> {
  await field(page, 'Filter Users List').fill(email);
  await page.getByText('(Filtered Results)').waitFor();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Login as User' }).click();
}

async function cookiesOf({ context }: LoggedIn): Promise<Record<string, string>> {
  const cookies = await context.cookies(baseUrl());
  return Object.fromEntries(cookies.map(({ name, value }) => [name, decodeURIComponent(value)]));
}
