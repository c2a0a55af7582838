import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun } from '../../page/looks.ts';
import { arriveAt, bar, field, heading, mainMenu, modal, openUserMenu, storedValue } from '../../page/portal.ts';
import { loggedIn, visitor } from '../../people/person.ts';

const VERSION = '**/auth/build-version/';

test('F008 a new page begins at the top with the focus on its heading, and Back restores the scroll position', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('row').nth(20).waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);

  await mainMenu(page).getByRole('link', { name: 'Inactive Users' }).click();
  await heading(page, 'Inactive Users').waitFor();
  await expect.poll(() => focused(page)).toBe('Inactive Users');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await heading(page, 'Hello Priya').waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});

test('F007 F009 a browser with no stored version, or a different one, reloads once, and a failed check is ignored', async () => {
  const { page } = await visitor({ storage: { 'build-version': '' } });
  let loads = 0;
  // Requests and not load events: the page may reload before the event.
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => loads).toBe(2);
  await heading(page, 'Admin Login').waitFor();
  expect(await page.title()).toBe('Guest View — Vialkeep');
  const stored = await storedValue(page, 'build-version');
  expect(stored).toMatch(/^[0-9a-f]{12}$/);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await heading(page, 'Forgot Password').waitFor();
  expect(await page.title()).toBe('Vialkeep');
  expect(loads).toBe(2);

  // A new tab of the browser has not reloaded for any version yet. Set in the next page only: this one may still check.
  await page.addInitScript(() => {
    if (window.name === 'has an older version') return;
    window.name = 'has an older version';
    localStorage.setItem('build-version', 'an older one');
    sessionStorage.clear();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => loads).toBe(4);
  await heading(page, 'Forgot Password').waitFor();
  expect(await storedValue(page, 'build-version')).toBe(stored);

  await page.route(VERSION, (route) => route.abort());
  await page.reload();
  await heading(page, 'Forgot Password').waitFor();
  expect(loads).toBe(5);
});

test.runIf(isLongRun)(
  'F007 F009 V-14 a new version reloads an open page once, and unsaved input is asked for before it is lost',
  async () => {
    const { page } = await loggedIn('patient9');
    let loads = 0;
    page.on('load', () => (loads += 1));
    const checked = page.waitForResponse(VERSION);
    await page.goto('/dashboard');
    await heading(page).waitFor();
    expect(await page.title()).toBe('Vialkeep');
    await checked;
    await page.route(VERSION, (route) => route.fulfill({ json: { version: 'the-next-one' } }));
    await page.getByRole('link', { name: 'Edit contact details' }).click();
    await expect.poll(() => loads).toBe(2);
    await heading(page, 'Profile').waitFor();
    expect(await storedValue(page, 'build-version')).toBe('the-next-one');
    await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
    await heading(page, 'Hello Claire').waitFor();
    expect(loads).toBe(2);

    await page.goto('/contact');
    await field(page, 'Message').fill('Half a thought');
    expect(await page.title()).toBe('Contact Us — Vialkeep');
    await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
    await modal(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/contact');
    expect(await field(page, 'Message').inputValue()).toBe('Half a thought');
    await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
    await modal(page, 'Leave without saving?').getByRole('button', { name: 'Leave', exact: true }).click();
    await arriveAt(page, '/dashboard');
  },
);

test('F010 F011 W-02 a typed address opens, leads to the dashboard without its id, or leads to /unauthorized before any call', async () => {
  const { page, token, calm } = await loggedIn('affiliate');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:api|auth|domain)\//.test(pathname)) asked.push(pathname);
  });
  for (const path of ['/coupon-manager', '/checkout/patient-vials']) {
    asked.length = 0;
    await page.goto(path);
    await heading(page, 'This action is unauthorized').waitFor();
    await calm();
    expect(new URL(page.url()).pathname).toBe('/unauthorized');
    expect(asked.filter((one) => !shellsOwn.includes(one))).toEqual([]);
    expect(await storedValue(page, 'token')).toBe(token);
  }
  await expectAccessibleInEveryLook(page, 'unauthorized');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await arriveAt(page, '/dashboard');

  await page.goto('/lab/1');
  await heading(page, "Lab - Harvest Center's").waitFor();
  expect(new URL(page.url()).pathname).toBe('/lab/1');
  for (const path of ['/lab', '/lab/1/harvest-center', '/lab/1/harvest-center/']) {
    await page.goto(path);
    await arriveAt(page, '/dashboard');
  }
});

/** The calls that the shell makes on every page. */
const shellsOwn = ['/api/v1/users/session/', '/api/v1/users/preferences/', '/auth/build-version/'];

test('F004 F011 a stored redirect to a page that needs ids leads to the dashboard, and a stored user without an id is loaded again', async () => {
  const { page, user } = await loggedIn('patient9', { storage: { redirect: 'harvestCenterPatients' } });
  await page.goto('/');
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Claire').waitFor();

  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify({ ...user, id: undefined }));
  await page.goto('/profile');
  await heading(page, 'Profile').waitFor();
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ id: user.id });
});

test('F017 a page without a connection says so and reports an action that failed, and Messages lists what was said', async () => {
  const { page, context } = await loggedIn('patient13');
  await page.goto('/profile');
  await field(page, 'City').waitFor();
  await context.setOffline(true);
  await page.getByText('You are offline', { exact: false }).first().waitFor();
  await field(page, 'City').fill('Nowhere');
  await page.getByRole('button', { name: 'Save' }).click();
  const unreachable = 'The service cannot be reached. Check your connection and try again.';
  await bar(page, unreachable).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Record has been updated!').waitFor();

  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Messages' }).click();
  const drawer = page.getByRole('dialog', { name: 'Recent messages' });
  await drawer.getByText('Record has been updated!').waitFor();
  await drawer.getByText(unreachable).waitFor();
});

function focused(page: { evaluate<T>(read: () => T): Promise<T> }): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}
