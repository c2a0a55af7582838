import { expect, test } from 'vitest';
import { bar, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { unique } from '../../people/new-user.ts';
import { loggedIn } from '../../people/person.ts';

test('F052 F130 F131 a manager adds a rep to the team and removes them again', async () => {
  const { page } = await loggedIn('manager');
  const name = unique('Rep');
  await page.goto('/dashboard');
  await mainMenu(page).getByRole('link', { name: 'Add Sales Rep' }).click();
  await heading(page, 'New Sales Rep').waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('First Name is required.').first().waitFor();
  await field(page, 'First Name').fill('Nell');
  await field(page, 'Last Name').fill(name);
  await field(page, 'E-mail').fill(`${name}@people.test`);
  await page.getByRole('button', { name: 'Submit' }).click();
  const created = modal(page, 'New Sales Rep Created');
  await created.getByText('An invitation is on its way').waitFor();
  expect(await field(page, 'First Name').inputValue()).toBe('');
  await created.getByRole('link', { name: 'Dashboard' }).click();

  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /^Remove/ }).click();
  const question = modal(page, 'Remove Account');
  await question.getByText('Are you sure you want to remove this Sales Rep from you team?').waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await bar(page, 'Removed from the team.').waitFor();
  expect(await row.count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Sales Rep Team' }).waitFor();
  await page.getByText('House Account').first().waitFor();
  expect(await row.count()).toBe(0);
});

test('F127 F129 F131 a distributor sees the teams and opens a rep', async () => {
  const { page } = await loggedIn('distributor');
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 2, name: 'Sales Manager Team' }).waitFor();
  await mainMenu(page).getByRole('link', { name: 'Team Sales Rep List' }).click();
  await heading(page, 'Team Sales Rep').waitFor();
  await page.getByPlaceholder('Type to filter by ID - Sales Rep - Sales Manager').fill('marchetti');
  await page.getByRole('button', { name: 'View Marcus Oyelaran' }).click();
  // The documented read-only view of a user (U-27).
  const view = modal(page, 'User Details');
  await view.getByRole('heading', { level: 2, name: 'Sales Rep', exact: true }).waitFor();
  expect(await view.locator('dt').allTextContents()).toEqual(['Name', 'Phone', 'Sales Manager', 'Email', 'Join Date']);
  const [name, , manager, email, joined] = await view.locator('dd').allTextContents();
  expect([name, email]).toEqual(['Marcus Oyelaran', 'rep3@vialkeep.test']);
  expect(manager).toMatch(/^#\d+ \S+ Marchetti$/);
  expect(joined).toMatch(/\d{4}/);
  expect(await view.getByRole('textbox').count()).toBe(0);
});
