import { expect, test } from 'vitest';
import { millisecondsShown } from '../../page/bar-time.ts';
import { arriveAt, bar, field, heading, mainMenu, openUserMenu, storedValue } from '../../page/portal.ts';
import { emailOf } from '../../people/accounts.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, logInThroughTheForm, visitor } from '../../people/person.ts';

const LOGIN = '/api/admin/login/';
const WRONG = 'Unable to log in with the e-mail and password you entered.';

const keys = ['token', 'user', 'redirect', 'templateId', 'docId', 'esign-process-complete'];
const cookies = [
  'superAdmin',
  'superAdminID',
  'HCStaffAccess',
  'HCStaffIdUsed',
  'HCStaffNameUsed',
  'HCStaffEmailUsed',
  'HCStaffTemplateId',
];

test('F001 a correct email and password store token and user and reach the dashboard after one second', async () => {
  const { page } = await visitor();
  await page.addInitScript(noteWait);
  await page.goto('/');
  await heading(page, 'Admin Login').waitFor();

  await logInThroughTheForm(page, 'rep');
  await bar(page, 'Welcome back.').waitFor();
  await arriveAt(page, '/dashboard');
  expect(await page.evaluate(() => Number(document.documentElement.dataset.waited))).toBeGreaterThanOrEqual(990);

  await heading(page, 'Hello Julian').waitFor();
  expect(await storedValue(page, 'token')).toMatch(/^[\w-]{20,}$/);
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ email: 'rep@vialkeep.test' });
});

test('F001 the login form works by keyboard alone, and a double press sends one request', async () => {
  const { page } = await visitor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(LOGIN) ? 1 : 0));
  await page.goto('/');
  await field(page, 'Login').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');

  await page.keyboard.type(emailOf('donor'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('Vialkeep-demo-1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await arriveAt(page, '/dashboard');
  expect(sent).toBe(1);
});

test('F001 a reload during the login preserves the session', async () => {
  const { page } = await visitor();
  await page.goto('/');
  await logInThroughTheForm(page, 'lab');
  await bar(page, 'Welcome back.').waitFor();
  await page.reload();
  await arriveAt(page, '/dashboard');
  await page.reload();
  await heading(page, 'Hello Cryo').waitFor();
});

test('F002 a wrong password and an unknown email get the same message, in a bar that hides after three seconds', async () => {
  const { page, expectsRefusal } = await visitor();
  expectsRefusal(400, LOGIN);
  await page.goto('/');
  const shown = millisecondsShown(page, WRONG);
  await logInThroughTheForm(page, 'patient3', 'not-the-password');
  expect(await shown).toBeGreaterThanOrEqual(2990);
  expect(await storedValue(page, 'token')).toBeNull();

  await logInThroughTheForm(page, 'nobody-at-all', 'not-the-password');
  await bar(page, WRONG).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('F002 a missing value is reported at the field and nothing is sent', async () => {
  const { page } = await visitor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(LOGIN) ? 1 : 0));
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await bar(page, '2 fields need your attention.').waitFor();
  expect(await field(page, 'Login').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toBe(0);
});

test('F004 the link of an email leads to the change-password screen after the login, once', async () => {
  const { page } = await visitor();
  await page.goto('/?redirect=1');
  await logInThroughTheForm(page, 'viewer');
  await arriveAt(page, '/password');
  await heading(page, 'Change Password').waitFor();
  expect(await storedValue(page, 'redirect')).toBeNull();
});

test.each(['Log Out in the user menu', 'Logout at the end of the side menu'])(
  'F005 %s clears six keys and seven cookies, ends the session and goes to the login page',
  async (way) => {
    const { page, context, token } = await loggedIn('buyer');
    await page.goto('/dashboard');
    await heading(page).waitFor();
    await page.evaluate((names) => {
      for (const name of names) if (!localStorage.getItem(name)) localStorage.setItem(name, 'left over');
    }, keys);
    await context.addCookies(cookies.map((name) => ({ name, value: '1', url: baseUrl() })));

    if (way.startsWith('Log Out')) await (await openUserMenu(page)).getByRole('menuitem', { name: 'Log Out' }).click();
    else await mainMenu(page).getByRole('button', { name: 'Logout' }).click();
    await heading(page, 'Admin Login').waitFor();

    expect(new URL(page.url()).pathname).toBe('/');
    for (const key of keys) expect([key, await storedValue(page, key)]).toEqual([key, null]);
    // The remaining cookie gives no access: it marks a browser that has logged in before.
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['vk_device']);
    expect(await storedValue(page, 'build-version')).not.toBeNull();
    await expect.poll(async () => (await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status).toBe(401);
  },
);

test('F005 a logout in one tab logs the other tab out as well', async () => {
  const { page, context } = await loggedIn('patient4');
  await page.goto('/dashboard');
  await heading(page).waitFor();
  const other = await context.newPage();
  await other.goto('/profile');
  await heading(other, 'Profile').waitFor();
  await mainMenu(page).getByRole('button', { name: 'Logout' }).click();
  await heading(other, 'Admin Login').waitFor();
});

test('F006 a session that was ended elsewhere leaves the portal at the next call and says so', async () => {
  const { page, token, calm, expectsRefusal, user } = await loggedIn('patient6');
  expectsRefusal(401, `/api/v1/users/${user.id}/`);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Edit contact details' }).waitFor();
  await calm();
  await postJson(`${baseUrl()}/api/v1/users/logout/`, {}, token);
  await page.getByRole('link', { name: 'Edit contact details' }).click();
  await heading(page, 'Admin Login').waitFor();
  await bar(page, 'Your session has ended.').waitFor();
  expect(await storedValue(page, 'token')).toBeNull();
  expect(await storedValue(page, 'user')).toBeNull();
});

test('F006 a call that is answered with 403 ends the session and says so', async () => {
  const { page, user, expectsRefusal } = await loggedIn('patient7');
  expectsRefusal(403, `/api/v1/users/${user.id}/`);
  await page.route(`**/api/v1/users/${user.id}/`, (route) => route.fulfill({ status: 403, json: refusal }));
  await page.goto('/profile');
  await heading(page, 'Admin Login').waitFor();
  await bar(page, 'Your session has ended.').waitFor();
  expect(await storedValue(page, 'token')).toBeNull();
});

const refusal = { success: false, code: 'error', reason: 'not_permitted', message: 'This action is unauthorized' };

test('S-37 W-03 a stored user edited into an administrator gains no rights, and the server’s user replaces it', async () => {
  const { page, user, context, calm, expectsRefusal } = await loggedIn('patient7');
  for (const path of ['/api/admin/users/', '/domain/list/', '/api/v1/user-tags/', '/api/admin/waiting/']) {
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

test('F012 every page of the frame leads to the login page without a session', async () => {
  const { page } = await visitor();
  for (const path of [
    '/dashboard',
    '/profile',
    '/hc-profile',
    '/password',
    '/contact',
    '/settings',
    '/inactive-users',
  ]) {
    await page.goto(path);
    await heading(page, 'Admin Login').waitFor();
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/']);
  }
});

test('F014 an inactive user reads so, but only after the correct password', async () => {
  const { page, expectsRefusal } = await visitor();
  expectsRefusal(400, LOGIN);
  await page.goto('/');
  await logInThroughTheForm(page, 'former-rep', 'not-the-password');
  await bar(page, WRONG).waitFor();
  await logInThroughTheForm(page, 'former-rep');
  await bar(page, 'This account is inactive.').waitFor();
  expect(await storedValue(page, 'token')).toBeNull();
});

test('F014 after ten failures an account has to wait, even with the correct password', async () => {
  const { page, expectsRefusal } = await visitor();
  expectsRefusal(429, LOGIN);
  for (let attempt = 0; attempt < 10; attempt++) {
    const { status } = await postJson(baseUrl() + LOGIN, { email: emailOf('patient8'), password: 'guess' });
    expect(status).toBe(400);
  }
  await page.goto('/');
  const answered = page.waitForResponse((response) => response.url().endsWith(LOGIN));
  await logInThroughTheForm(page, 'patient8');
  expect(Number((await answered).headers()['retry-after'])).toBeGreaterThan(0);
  await bar(page, 'Too many attempts. Please try again later.').waitFor();
});

/**
 * Runs in the page, whose clock does not depend on the test: measures from the server's answer to leaving the login
 * screen.
 */
function noteWait(): void {
  const ask = window.fetch.bind(window);
  const push = window.history.pushState.bind(window.history);
  let answered: number | null = null;
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    if (answer.url.endsWith('/api/admin/login/')) answered ??= performance.now();
    return answer;
  };
  window.history.pushState = (...entry) => {
    if (answered !== null) document.documentElement.dataset.waited ??= String(performance.now() - answered);
    push(...entry);
  };
}
