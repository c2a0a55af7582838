import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { arriveAt, bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { baseUrl, loggedIn, northUrl, visitor } from '../../people/person.ts';

const VERSION = '**/auth/build-version/';

test('F007 a page title consists of the title of its route and the name of the product', async () => {
  const { page } = await loggedIn('admin');
  const titles: Record<string, string> = {
    '/dashboard': 'Vialkeep',
    '/inactive-users': 'All Inactive Users — Vialkeep',
    '/profile': 'Vialkeep',
    '/hc-profile': 'Vialkeep',
    '/password': 'Change Password — Vialkeep',
    '/contact': 'Contact Us — Vialkeep',
    '/settings': 'Settings — Vialkeep',
    '/unauthorized': 'Vialkeep',
    '/forgot-password': 'Vialkeep',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await heading(page).waitFor();
    expect([path, await page.title()]).toEqual([path, title]);
  }
  const { page: guest } = await visitor();
  await guest.goto('/');
  await heading(guest).waitFor();
  expect(await guest.title()).toBe('Guest View — Vialkeep');
});

test('F008 a new page begins at the top, and Back restores the scroll position', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('row').nth(20).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);

  await mainMenu(page).getByRole('link', { name: 'Inactive Users' }).click();
  await heading(page, 'Inactive Users').waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await heading(page, 'Hello Priya').waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});

test('F008 after a navigation the heading has the focus, and the keyboard can skip to the content', async () => {
  const { page } = await loggedIn('rep');
  await page.goto('/dashboard');
  await heading(page).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.getByRole('link', { name: 'Edit contact details' }).click();
  await heading(page, 'Profile').waitFor();
  await expect.poll(() => focused(page)).toBe('Profile');
});

test('F009 a browser with no stored version, or a different one, stores the new version and reloads once', async () => {
  for (const known of [null, 'an older one']) {
    const { page } = await visitor(
      known === null ? { storage: { 'build-version': '' } } : { storage: { 'build-version': known } },
    );
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.goto('/');
    await expect.poll(() => loads).toBe(2);
    await heading(page, 'Admin Login').waitFor();
    expect(await storedValue(page, 'build-version')).toMatch(/^[0-9a-f]{12}$/);
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await heading(page, 'Forgot Password').waitFor();
    expect(loads).toBe(2);
  }
});

test('F009 a version change under an open page reloads it at the next navigation, and never in a loop', async () => {
  const { page } = await loggedIn('patient9');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/dashboard');
  await heading(page).waitFor();
  await page.route(VERSION, (route) => route.fulfill({ json: { version: 'the-next-one' } }));
  await page.getByRole('link', { name: 'Edit contact details' }).click();
  await expect.poll(() => loads).toBe(2);
  await heading(page, 'Profile').waitFor();
  expect(await storedValue(page, 'build-version')).toBe('the-next-one');
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await heading(page, 'Hello Claire').waitFor();
  expect(loads).toBe(2);
});

test('F009 errors of the version check are ignored', async () => {
  const { page } = await visitor();
  await page.route(VERSION, (route) => route.abort());
  await page.goto('/');
  await heading(page, 'Admin Login').waitFor();
});

test('F009 V-14 a user with unsaved input is asked before the reload and before leaving the page', async () => {
  const { page } = await loggedIn('patient9');
  await page.goto('/contact');
  await field(page, 'Message').fill('Half a thought');
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await modal(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
  expect(new URL(page.url()).pathname).toBe('/contact');
  expect(await field(page, 'Message').inputValue()).toBe('Half a thought');
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await modal(page, 'Leave without saving?').getByRole('button', { name: 'Leave', exact: true }).click();
  await arriveAt(page, '/dashboard');
});

test('F010 F011 plans 4 and 11 pass the guard of /lab, others reach /unauthorized, and without an id it is the dashboard', async () => {
  for (const account of ['patient', 'lab', 'admin']) {
    const { page } = await loggedIn(account);
    await page.goto('/lab/1');
    await heading(page, 'This action is unauthorized').waitFor();
    expect(new URL(page.url()).pathname).toBe('/unauthorized');
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await arriveAt(page, '/dashboard');
  }
  for (const account of ['hc', 'affiliate']) {
    const { page } = await loggedIn(account);
    await page.goto('/lab/1');
    await heading(page, "Lab - Harvest Center's").waitFor();
    expect(new URL(page.url()).pathname).toBe('/lab/1');
    await page.goto('/lab');
    await arriveAt(page, '/dashboard');
  }
});

test('W-02 a typed address of another plan leads to /unauthorized before any call of its screen, and the user stays logged in', async () => {
  for (const [account, site, paths] of [
    ['rep', baseUrl(), ['/coupon-manager', '/checkout/patient-vials', '/hc-payments']],
    ['admin@north.test', northUrl(), ['/custom-site-registration', '/patients']],
    ['donor', baseUrl(), ['/documents/patients']],
  ] as const) {
    const { page, token, calm } = await loggedIn(account, { site });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(?:api|auth|domain)\//.test(pathname)) asked.push(pathname);
    });
    for (const path of paths) {
      asked.length = 0;
      await page.goto(path);
      await heading(page, 'This action is unauthorized').waitFor();
      await calm();
      expect(new URL(page.url()).pathname).toBe('/unauthorized');
      expect(asked.filter((one) => !shellsOwn.includes(one))).toEqual([]);
      expect(await storedValue(page, 'token')).toBe(token);
    }
    if (account === 'rep') await expectAccessibleInEveryLook(page, 'unauthorized');
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await arriveAt(page, '/dashboard');
  }
});

/** The calls that the shell makes on every page: the session and the build version. */
const shellsOwn = ['/api/v1/users/session/', '/auth/build-version/'];

test('F011 the list of a lab’s center without its id leads to the dashboard', async () => {
  const { page } = await loggedIn('lab');
  for (const path of ['/lab/1/harvest-center', '/lab/1/harvest-center/']) {
    await page.goto(path);
    await arriveAt(page, '/dashboard');
  }
});

test('F004 a stored redirect to a guest page, or to a page that needs ids, leads to the dashboard', async () => {
  for (const name of ['guest', 'harvestCenterPatients', 'checkoutproduct', 'patientsignindocument']) {
    const { page } = await loggedIn('lab', { storage: { redirect: name } });
    await page.goto('/');
    await arriveAt(page, '/dashboard');
    await heading(page, 'Hello Cryo').waitFor();
  }
});

test('F011 a stored user without an id is loaded again from the server', async () => {
  const { page, user, context } = await loggedIn('patient9');
  const broken = JSON.stringify({ ...user, id: undefined });
  await context.addInitScript((text) => {
    if (!sessionStorage.getItem('broken-once')) localStorage.setItem('user', text);
    sessionStorage.setItem('broken-once', '1');
  }, broken);
  await page.goto('/profile');
  await heading(page, 'Profile').waitFor();
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ id: user.id });
});

test('an unknown address shows a message and a link back', async () => {
  const { page } = await loggedIn('patient9');
  await page.goto('/no/such/page');
  await heading(page, 'Page not found').waitFor();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await arriveAt(page, '/dashboard');
});

test('without a connection a page says so, and reports an action that could not be completed', async () => {
  const { page, context } = await loggedIn('patient9');
  await page.goto('/profile');
  await field(page, 'City').waitFor();
  await context.setOffline(true);
  await page.getByText('You are offline', { exact: false }).first().waitFor();
  await field(page, 'City').fill('Nowhere');
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'The service cannot be reached. Check your connection and try again.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Record has been updated!').waitFor();
});

function focused(page: { evaluate<T>(read: () => T): Promise<T> }): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}
