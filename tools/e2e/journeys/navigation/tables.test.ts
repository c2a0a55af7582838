import { expect, test } from 'vitest';
import { field, heading, modal } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';

const EMPTY = "Empty table. There's nothing to show";

test('F019 a long list has numbered pages and shows the current page, also after a reload', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByText(/Page 1 of [2-9]/).waitFor();
  await page.getByText(/Showing 30 of \d+ records/).waitFor();
  // Other journeys add users at the same time.
  await field(page, 'Filter Users List').fill('vialkeep.test');
  await page.getByText('(Filtered Results)').waitFor();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByText('#1001 - Ingrid Solberg').waitFor();
  await page.reload();
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByText('#1001 - Ingrid Solberg').waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText('Page 1 of 2').waitFor();
});

test('F020 a filter is case-insensitive and returns to page 1, on the server and in the browser', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText(/Page 2 of [2-9]/).waitFor();
  await field(page, 'Filter Users List').fill('WHITFIELD');
  await page.getByText('Total Records: 1 (Filtered Results)').waitFor();
  await page.getByText('Page 1 of 1').waitFor();
  await page.getByText('Ana Whitfield').waitFor();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByText(/Page 1 of [2-9]/).waitFor();

  await page.getByRole('button', { name: 'Membership' }).click();
  await page.getByRole('menuitemradio', { name: 'Patients List', exact: true }).click();
  await page.getByText('Total Records: 1 (Filtered Results)').waitFor();
  await page.getByRole('button', { name: 'Remove filter Membership: Patients List' }).click();
  await page.getByText(/Page 1 of [2-9]/).waitFor();

  await page.goto('/inactive-users');
  await page.getByText('Judith Amsel').waitFor();
  await field(page, 'Filter Inactive Users').fill('AMSEL day');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await field(page, 'Filter Inactive Users').fill('nothing like it');
  await page.getByText(EMPTY).waitFor();
});

test('F019 a list shows that it loads and that loading failed, and a retry loads it', async () => {
  const { page, expectsRefusal } = await loggedIn('admin');
  expectsRefusal(500, '/api/admin/users/all/inactive/');
  const loadingWasSeen = Promise.withResolvers<void>();
  // A read that failed is repeated, so that each of them is answered.
  await page.route('**/api/admin/users/all/inactive/', async (route) => {
    await loadingWasSeen.promise;
    await route.fulfill({ status: 500, body: 'down' });
  });
  await page.goto('/inactive-users');
  await page.getByText('Loading users...').waitFor();
  loadingWasSeen.resolve();
  await page.getByText(EMPTY).waitFor();
  await page.getByText('Could not load this list.').waitFor();
  await page.unroute('**/api/admin/users/all/inactive/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Judith Amsel').waitFor();
});

test('F022 Escape and a click on the overlay cancel a modal, and the focus returns', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/inactive-users');
  const actions = page.getByRole('button', { name: 'Actions for Judith Amsel' });
  for (const cancel of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 700)]) {
    await actions.click();
    await page.getByRole('menuitem', { name: 'Login As' }).click();
    await modal(page, 'Login As').waitFor();
    await cancel();
    await modal(page).waitFor({ state: 'detached' });
  }
  expect(new URL(page.url()).pathname).toBe('/inactive-users');
});

test('F019–F022 the tasks of a list can be done by keyboard alone', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/inactive-users');
  await page.getByText('Judith Amsel').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('amsel');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Actions for Judith Amsel' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Login As' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await modal(page, 'Login As').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Login');
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
});

test('F024 Ctrl+K focuses the search, arrows and Enter open a result, and Escape leaves the search', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await heading(page).waitFor();
  const search = page.getByRole('combobox', { name: 'Search people, screens and actions' });
  const isFocused = () => search.evaluate((input) => input === document.activeElement);
  await page.keyboard.press('Control+k');
  expect(await isFocused()).toBe(true);
  await page.keyboard.type('inactive');
  await page.getByRole('option', { name: 'Inactive Users' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(isFocused).toBe(false);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('inactive');
  await page.getByRole('option', { name: 'Inactive Users' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page, 'Inactive Users').waitFor();
});
