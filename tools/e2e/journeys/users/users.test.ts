import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveAt, bar, field, mainMenu, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { logsIn, newUser } from '../../people/new-user.ts';
import { baseUrl, loggedIn, northUrl, openSession } from '../../people/person.ts';

const EMPTY = "Empty table. There's nothing to show";

test('F043 F132 F133 an administrator’s dashboard has the users list with filters that can be cleared and rows that show a user’s identity and account details', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Users List', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add New User' }).waitFor();
  await page.getByText(/Total Records: \d+ .*Showing 30 of \d+ records/).waitFor();
  expect(await page.getByRole('button', { name: 'Clear Filters' }).count()).toBe(0);

  await choose(page, 'Tags', 'Vials ordering');
  await page.getByText('- Anton Rusk').waitFor();
  await choose(page, 'Membership', 'Buyer');
  await page.getByText('Total Records: 1 (Filtered Results)').waitFor();
  await page.getByText('Showing 1 of 1 records').waitFor();
  await choose(page, 'Domains', 'Northlight');
  await page.getByText(EMPTY).waitFor();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await page.getByText(/Showing 30 of \d+ records/).waitFor();
  expect(await page.getByText('(Filtered Results)').count()).toBe(0);

  const patient = await find(page, 'patient9@vialkeep.test');
  expect(await lines(patient, 'Email')).toEqual(['patient9@vialkeep.test']);
  expect(await lines(patient, 'Company')).toEqual([]);
  expect((await lines(patient, 'Lab ID'))[0]).toMatch(/^CB-\d+$/);
  expect((await lines(patient, 'Adipose Received'))[0]).toMatch(/^(\d{1,2} [A-Z][a-z]{2} \d{4}|N\/A)$/);
  for (const label of ['Vials Available', 'Est. Ready Date', 'Vials In Sterility', 'Sterility Complete', 'Sales Rep']) {
    expect(await lines(patient, label), label).toHaveLength(1);
  }
  await patient.getByText('General Member').waitFor();
  expect(await lines(patient, 'Domain')).toEqual(['Vialkeep']);

  const center = await find(page, 'hc@vialkeep.test', 'Maria Stein');
  expect(await lines(center, 'Company')).toEqual(['Stein Regenerative Clinic']);
  expect(await lines(center, 'Lab ID')).toEqual([]);
  expect(await lines(center, 'Sales Rep')).toEqual(['Julian Reyes']);
  expect(await lines(center, 'Sales Manager')).toEqual(['Petra Nolan']);
  expect(await lines(center, 'Sales Affiliate')).toEqual(['Simone Vartan']);
});

test('F136 F137 F139 an administrator sets a password, deactivates and restores a user, and removes an inactive one for good', async () => {
  const [nell, back] = [await newUser(8), await newUser(1)];
  const { token } = await openSession(back.email);
  const sessionStatus = async () => (await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status;
  expect(await sessionStatus()).toBe(200);
  const { page, token: ours } = await loggedIn('admin');
  await page.goto('/dashboard');
  await find(page, nell.email);
  await act(page, nell.name, 'Change Password');
  const form = modal(page, 'Change Password');
  await form.getByText(`#${nell.id}`, { exact: true }).waitFor();
  await field(form, 'New Password').fill('quiet harbor lights');
  await form.getByRole('button', { name: 'Update Password' }).click();
  const alert = page.getByRole('alertdialog').filter({ hasText: 'The password has been changed.' });
  await alert.getByRole('button', { name: 'OK' }).click();
  await modal(page).waitFor({ state: 'detached' });
  expect((await logsIn(nell.email, DEMO_PASSWORD)).status).toBe(400);
  expect((await logsIn(nell.email, 'quiet harbor lights')).status).toBe(200);

  await find(page, back.email);
  await act(page, back.name, 'Delete User');
  const question = modal(page, 'Delete');
  await question.getByText('Are you sure you want to delete this User?').waitFor();
  await question.getByText('The user becomes inactive and can be re-activated.').waitFor();
  await question.getByText(`#${back.id} - ${back.name}`).waitFor();
  await question.getByText('Lab', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await bar(page, 'The user has been deactivated.').waitFor();
  await page.getByText(EMPTY).waitFor();
  expect(await logsIn(back.email, DEMO_PASSWORD)).toEqual({ status: 400, message: 'This account is inactive.' });
  expect(await sessionStatus()).toBe(401);

  await postJson(`${baseUrl()}/api/v1/users/set/inactive/${nell.id}/`, {}, ours);
  await mainMenu(page).getByRole('link', { name: 'Inactive Users' }).click();
  const filter = field(page, 'Filter Inactive Users');
  await filter.fill(back.email.toUpperCase());
  await page.getByText(`#${back.id} - ${back.name}`).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await act(page, back.name, 'Activate');
  await bar(page, 'The user has been activated.').waitFor();
  await page.getByText(EMPTY).waitFor();
  expect((await logsIn(back.email, DEMO_PASSWORD)).status).toBe(200);

  await filter.fill(nell.email);
  await act(page, nell.name, 'Delete');
  await question.getByText('The account cannot be brought back.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByText(`#${nell.id} - ${nell.name}`).waitFor();
  await act(page, nell.name, 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await bar(page, 'The user has been deleted.').waitFor();
  await page.getByText(EMPTY).waitFor();
  await page.reload();
  await page.getByText(`Nothing matches "${nell.email}".`).waitFor();
});

test('F138 an administrator downloads the current page, all filtered users and the selected users as files', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  const total = Number((await page.getByText(/Total Records: \d+/).textContent())?.match(/Total Records: (\d+)/)?.[1]);
  await page.getByRole('region', { name: 'Current Users List File Export' }).waitFor();
  const ofPage = await downloads(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(ofPage.name).toMatch(/^userList-\d{4}-\d{2}-\d{2}T\d{2}.\d{2}.\d{2}\.\d{3}Z\.csv$/);
  expect(ofPage.lines[0]).toMatch(/^\ufeffID,Name,Email,Date Joined,Company,Phone_number,Subscription,/);
  expect(ofPage.lines).toHaveLength(31);

  const all = await downloads(page, () => page.getByRole('button', { name: 'All filtered' }).click());
  expect(all.name).toMatch(/^userList-.*\.csv$/);
  expect(all.lines[0]).toBe(ofPage.lines[0]);
  expect(all.lines.length).toBeGreaterThanOrEqual(total);
  await bar(page, 'has been downloaded.').waitFor();

  await choose(page, 'Membership', 'Buyer');
  await page.getByText(/Total Records: \d+ \(Filtered Results\)/).waitFor();
  const filtered = await downloads(page, () => page.getByRole('button', { name: 'All filtered' }).click());
  const [head, ...buyers] = filtered.lines;
  expect(buyers.filter((line) => !line.includes(',Buyer,'))).toEqual([]);
  await page.getByLabel('Select Anton Rusk').check();
  const chosen = await downloads(page, () => page.getByRole('button', { name: 'Export selected' }).click());
  expect(chosen.lines).toEqual([head, buyers.find((line) => line.includes('buyer@vialkeep.test'))]);
});

test('F158 F159 the administrator of a custom site sees only its users in the list, the options and the file', async () => {
  const { page } = await loggedIn('admin@north.test', { site: northUrl() });
  await page.goto('/dashboard');
  await page.getByText('- Solveig Dahl').waitFor();
  await page.getByText('Total Records: 7').waitFor();
  expect(await page.getByText('@vialkeep.test').count()).toBe(0);
  expect(await page.getByText('Vialkeep', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Domains', exact: true }).click();
  await expect.poll(() => page.getByRole('menuitemradio').allTextContents()).toEqual(['Northlight']);
  await page.keyboard.press('Escape');
  await field(page, 'Filter Users List').fill('stein');
  await page.getByText(EMPTY).waitFor();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();

  const file = await downloads(page, () => page.getByRole('button', { name: 'All filtered' }).click());
  expect(file.lines.join('\n')).not.toMatch(/vialkeep\.test/);
  expect(file.lines.join('\n')).toContain('hc@north.test');

  await page.getByRole('button', { name: 'Add New User' }).click();
  await page.getByRole('button', { name: /^Lab/ }).click();
  await expect.poll(() => field(modal(page), 'Domain').inputValue()).toBe('Northlight');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: /Liv Sandberg/ }).click();
  await field(modal(page), 'Harvest Center').click();
  const choices = page.getByRole('listbox').getByRole('option');
  await choices.filter({ hasText: 'Northlight Clinic' }).waitFor();
  expect((await choices.allTextContents()).join()).not.toMatch(/Stein|Harbor|Barton/);
});

test('F024 Ctrl+K focuses the top bar and Escape leaves it, and a found user opens with details', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/inactive-users');
  await page.getByText('Judith Amsel').waitFor();
  const search = page.getByRole('combobox', { name: 'Search people, screens and actions' });
  const isFocused = () => search.evaluate((input) => input === document.activeElement);
  await page.keyboard.press('Control+k');
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(isFocused).toBe(false);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('takahashi');
  await page.getByRole('option', { name: /Owen Takahashi/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await arriveAt(page, '/dashboard');
  await expect.poll(() => field(modal(page, 'User Details'), 'Email').inputValue()).toBe('hc2@vialkeep.test');
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

/** Returns the row of the one user that a text finds. */
async function find(page: Page, text: string, name = text): Promise<Locator> {
  await field(page, 'Filter Users List').fill(text);
  await page.getByText(/\(Filtered Results\)/).waitFor();
  const row = page.locator('[data-row]').filter({ hasText: name });
  await row.waitFor();
  return row;
}

/** Returns the values of a row under a label. */
function lines(row: Locator, label: string): Promise<string[]> {
  const exactly = new RegExp(`^${label.replaceAll('.', '\\.')}$`);
  return row
    .locator('dl > div')
    .filter({ has: row.page().locator('dt').filter({ hasText: exactly }) })
    .locator('dd')
    .allTextContents();
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
}

async function downloads(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  const text = (await buffer(await download.createReadStream())).toString('utf8');
  return { name: download.suggestedFilename(), lines: text.split('\r\n').filter((line) => line !== '') };
}
