import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, photograph, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, closesModal, field, heading, modal, openUserMenu } from '../../page/portal.ts';
import { getJson, patchJson, postJson } from '../../people/calls.ts';
import { type NewPatient, newPatient } from '../../people/patients.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const EMPTY = "Empty table. There's nothing to show";
const FORM = 'Show Patient Data form';

test('F045 F049 a center pays and works from its dashboard, and its list keeps filter, stage and page while a record is open', async () => {
  const { page, user, token } = await loggedIn('hc');
  const own = await listed(`/api/v1/harvest-centers/${user.id}/patients/`, token);
  await page.goto('/dashboard');
  const table = page.getByRole('region', { name: 'Patients', exact: true });
  await table.waitFor();
  await expect
    .poll(() => page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual([expect.stringMatching(/things? needs? you$/), 'Harvest Center Payments', 'Vials available', 'Patients']);
  expect(await page.getByRole('list', { name: 'Harvest Center Payments' }).getByRole('link').count()).toBe(9);
  expect(await columnsOf(table)).toEqual([
    'Patient',
    'Email',
    'Stage',
    'Vials in preparation',
    'Vials Ready to Ship',
    'Actions',
  ]);
  expect(await rowsOf(table)).toHaveLength(10);
  await page.getByText(`Page 1 of ${Math.ceil(own.length / 10)}`).waitFor();
  await expectAccessibleInEveryLook(page, 'dashboard-of-hc');
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);

  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('Page 2 of').waitFor();
  const ids = new Set(own.map(({ id }) => `#${id}`));
  for (const row of await rowsOf(table)) expect(ids).toContain(row.split(' ')[0]);
  const link = page.getByRole('link', { name: /^#\d+ - Ana Whitfield$/ });
  await link.click();
  await page.waitForURL(/\/patients\/\d+$/);
  await page.goBack();
  await page.getByText('Page 2 of').waitFor();
  await link.waitFor();

  const ready = stage(page, 'Ready to ship');
  const count = Number(/\d+/.exec(await ready.innerText())?.[0]);
  await ready.click();
  await expect.poll(async () => (await rowsOf(table)).length).toBe(count);
  for (const row of await rowsOf(table)) expect(row).toContain('Ready to ship');
  const filter = page.getByPlaceholder('Type to filter by ID - User - Email');
  await filter.fill('whitfield');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  // The filter text reaches the history shortly after the last key.
  await page.waitForFunction(() => JSON.stringify(history.state).includes('whitfield'));
  await link.click();
  await page.waitForURL(/\/patients\/\d+$/);
  await page.goBack();
  await link.waitFor();
  expect(await ready.getAttribute('aria-pressed')).toBe('true');
  expect(await filter.inputValue()).toBe('whitfield');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByText('Page 1 of 2').waitFor();
  expect(await ready.getAttribute('aria-pressed')).toBe('false');

  await page.getByRole('button', { name: /^View #\d+ - Rosa Delgado$/ }).click();
  await modal(page, FORM).getByText('Rosa Delgado').waitFor();
  expect(await modal(page).locator('input:not([type=search]), textarea, select').count()).toBe(0);
  await closesModal(page);

  await page.getByRole('link', { name: /^#\d+ Yara Haddad\s*Plating of \d+ \w+ \d{4} failed$/ }).click();
  await page.waitForURL(/\/patients\/\d+$/);
  await heading(page, 'Yara Haddad').waitFor();
});

test('F080 the referral patients page has the sign-up link, the documented columns and the form, and hides names on request', async () => {
  const { page, user } = await loggedIn('hc');
  await page.goto('/referral-patients');
  await heading(page, 'Referral Patients').waitFor();
  const link = field(page, 'Copy RHC Sign Up Link');
  expect(await link.inputValue()).toMatch(
    new RegExp(`/referral-harvest-center-registration/\\?srid=606&hcid=${user.id}$`),
  );
  expect(await link.evaluate((input) => 'readOnly' in input && input.readOnly)).toBe(true);

  const table = page.getByRole('region', { name: 'Referral patients' });
  await table.waitFor();
  expect(await columnsOf(table)).toEqual([
    'Patient',
    'Referral HC',
    'Stage',
    'Vials in preparation',
    'Vials Ready to Ship',
    'Actions',
  ]);
  const [first = ''] = await rowsOf(table);
  expect(first).toMatch(/# \d+ - Lakeside Family Practice/);
  const id = /#(\d+)/.exec(first)?.[1] ?? '';
  await page.getByPlaceholder('Type to filter by ID').fill(id);
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: new RegExp(`^View #${id} `) }).click();
  await modal(page, FORM).waitFor();
  await closesModal(page);
  await expectAccessibleInEveryLook(page, 'referral-patients');

  const named = page.getByRole('link', { name: new RegExp(`^#${id} - [A-Z][a-z]+ `) });
  const short = page.getByRole('link', { name: new RegExp(`^#${id} - [A-Z]\\. [A-Z]\\.$`) });
  const [, name = ''] = (await named.innerText()).split(' - ');
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Hide names' }).click();
  await short.waitFor();
  expectNone([name], await page.locator('main').innerHTML());
  await page.keyboard.press('Escape');
  await page.reload();
  await short.waitFor();
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Show names' }).click();
  await named.waitFor();
});

const salesPages = [
  {
    account: 'rep',
    path: '/patients',
    feature: 'F060 F061 F123',
    title: "Your Associated Patient's",
    columns: ['Patient', 'Harvest Center', 'Referral Harvest Center', 'Stage', 'Actions'],
    placeholder: 'Type to filter by ID - Harvest Center',
    finds: 'STEIN REGEN',
  },
  {
    account: 'manager',
    path: '/all-patients-team',
    feature: 'F060 F061 F128',
    title: 'All Patients Report',
    columns: ['Users', 'Sales Rep', 'Harvest Center', 'Stage', 'Actions'],
    placeholder: 'Type to filter by ID - Sales Rep - Harvest Center',
    finds: 'julian reyes',
  },
  {
    account: 'distributor',
    path: '/all-manager-patients-team',
    feature: 'F060 F061 F128',
    title: 'All Patients Report',
    columns: ['Users', 'Sales Rep', 'Sales Manager', 'Stage', 'Actions'],
    placeholder: 'Type to filter by ID - Sales Rep - Sales Manager',
    finds: 'hugo marchetti',
  },
] as const;

/** The short run omits the second account with the team's list. */
const shownSalesPages = salesPages.filter(({ account }) => isLongRun || account !== 'distributor');

test.each(shownSalesPages)(
  '$feature $account@ lists and opens patients by number, filters them, and no response contains a name or an email',
  async ({ account, path, title, columns, placeholder, finds }) => {
    const secrets = await namesOfPatients();
    const { page, calm } = await loggedIn(account);
    const answered: Promise<string>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/')) answered.push(response.text().catch(() => ''));
    });
    await page.goto(path);
    await heading(page, title).waitFor();
    const table = page.getByRole('region', { name: title });
    await table.waitFor();
    expect(await columnsOf(table)).toEqual(columns);
    expect(await rowsOf(table)).toHaveLength(10);
    for (const row of await rowsOf(table)) expect(row).toMatch(/^#\d+ /);
    await expectAccessibleInEveryLook(page, `patients-of-${account}`);

    const filter = page.getByPlaceholder(placeholder);
    await filter.fill(finds);
    await expect
      .poll(async () => (await rowsOf(table)).every((row) => row.toLowerCase().includes(finds.toLowerCase())))
      .toBe(true);
    await filter.fill('patient');
    await page.getByText(EMPTY).waitFor();
    await filter.fill('');
    const [first = ''] = await rowsOf(table);
    const number = first.split(' ')[0] ?? '';
    await filter.fill(number);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);

    await page.getByRole('button', { name: `View ${number}` }).click();
    await modal(page, FORM).waitFor();
    await modal(page).getByText('Date Adipose Shipped to Lab').waitFor();
    expectNone(secrets, await page.content());
    await closesModal(page);
    await page.getByRole('link', { name: number, exact: true }).click();
    await heading(page, `Patient ${number}`).waitFor();
    await page.getByRole('tab', { name: 'Processing data' }).click();
    expect(await page.locator('dt').first().innerText()).toBe('Lab ID');
    await page.getByRole('tab', { name: 'Vials' }).click();
    await page.getByRole('heading', { name: 'Vials Information' }).waitFor();
    await calm();
    expectNone(secrets, await page.content());
    expect(answered.length).toBeGreaterThan(4);
    for (const answer of await Promise.all(answered)) expectNone(secrets, answer);
    expect(await (await openUserMenu(page)).getByRole('menuitem', { name: 'Hide names' }).count()).toBe(0);
  },
);

test('F044 F056 F057 the patients-list role finds a patient among all, and changes and opens the record from a modal', async () => {
  const patient = await newPatient();
  const { page } = await loggedIn('viewer');
  await page.goto('/dashboard');
  const table = page.getByRole('region', { name: 'Patients', exact: true });
  await table.waitFor();
  expect(await columnsOf(table)).toEqual(['User Information', 'Documents', 'Account Details', 'Actions']);
  await page.getByText(/^Total Records: \d+/).waitFor();
  expect((await rowsOf(table)).length).toBeLessThanOrEqual(30);
  const filter = page.getByPlaceholder('Type to filter by ID - Name - Email');
  expect(await filter.evaluate((input) => input === document.activeElement)).toBe(true);

  await stage(page, 'Plating').click();
  const count = Number(/\d+/.exec(await stage(page, 'Plating').innerText())?.[0]);
  await page.getByText(`Total Records: ${count} (Filtered Results)`).waitFor();
  expect(new URL(page.url()).searchParams.get('f.stage')).toBe('plating');
  await stage(page, 'Plating').click();

  await filter.fill(patient.email);
  await page.getByText('Total Records: 1 (Filtered Results) · Showing 1 of 1 records').waitFor();
  expect(page.url()).not.toContain(patient.email);
  await expectAccessibleInEveryLook(page, 'dashboard-of-viewer');
  const view = page.getByRole('button', { name: `View #${patient.id} - ` });
  await view.click();
  const form = modal(page, FORM);
  await form.getByRole('heading', { name: 'Vials Information' }).waitFor();
  await field(form, 'Number of times QC is done').fill('9');
  await page.keyboard.press('Escape');
  await modal(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await bar(page, 'Patient has been updated!').waitFor();
  await form.waitFor({ state: 'detached' });
  await view.click();
  await expect.poll(() => field(form, 'Number of times QC is done').inputValue()).toBe('9');
  await form.getByRole('link', { name: 'Open record' }).click();
  await heading(page, patient.name).waitFor();
});

test.runIf(isLongRun)(
  'F044 W-04 the patients-list role and a lab see each document’s name and status without a link, and phone, address and sales rep',
  async () => {
    const [center, admin] = [await openSession('hc3'), await openSession('admin')];
    const [asked, other] = [await newPatient(), await newPatient()];
    const send = { harvest_center_id: center.user.id, name: asked.name, email: asked.email };
    expect((await postJson(`${baseUrl()}/api/v1/documents/send/`, send, center.token)).status).toBe(200);
    const reachable = { phone_number: '+1 555 0177', address1: '7 Birch Lane', city: 'Boulder' };
    const changed = await patchJson(`${baseUrl()}/api/v1/users/${asked.id}/`, reachable, admin.token);
    expect(changed.status).toBe(200);

    for (const [account, region] of [
      ['viewer', 'Patients'],
      ['lab2', 'Your patients'],
    ] as const) {
      const { page } = await loggedIn(account);
      await page.goto('/dashboard');
      const table = page.getByRole('region', { name: region, exact: true });
      const found = async (patient: NewPatient) => {
        await field(page, `Filter ${region}`).fill(patient.email);
        const row = page.locator('[data-row]').filter({ hasText: `#${patient.id} - ` });
        await row.waitFor();
        await expect.poll(() => table.locator('[data-row]').count()).toBe(1);
        return row;
      };
      await table.waitFor();
      const without = await found(other);
      await without.getByText('No documents available', { exact: true }).waitFor();
      const row = await found(asked);
      expect(await row.getByText('No documents available').count()).toBe(0);
      const documents = row.getByRole('listitem');
      expect(await documents.count()).toBe(3);
      for (const text of await documents.allInnerTexts()) expect(text).toMatch(/^\S.*, Pending$/);
      expect(await documents.getByRole('link').count()).toBe(0);
      for (const [label, value] of [
        ['Phone', '+1\u00a0555\u00a00177'],
        ['Address', '7 Birch Lane, Boulder'],
      ] as const) {
        const line = row.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });
        expect(await line.locator('dd').textContent()).toBe(value);
      }
      expect(await row.locator('dt').getByText('Sales Rep', { exact: true }).count()).toBe(1);
      for (const look of [looks.light, looks.dark, looks.phone, looks.darkPhone]) {
        await wear(page, look);
        await row.waitFor();
        await photograph(page, `documents-of-patients-${account}`, look);
        await expectAccessible(page, `the documents of patients for ${account}, ${look.name}`);
      }
    }
  },
);

function stage(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Samples by stage' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

async function columnsOf(table: Locator): Promise<string[]> {
  return (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
}

/** Returns the text of each row on one line. */
async function rowsOf(table: Locator): Promise<string[]> {
  const rows = await table.locator('tbody').getByRole('row').allInnerTexts();
  return rows.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

async function listed(path: string, token: string): Promise<{ id: number }[]> {
  const { body } = await getJson(`${baseUrl()}${path}`, token);
  // @NOTE the response of these calls.
  return body as { id: number }[];
}

/** Returns the names and emails of all patients as an administrator reads them. */
async function namesOfPatients(): Promise<string[]> {
  const { token } = await openSession('admin');
  const { body } = await getJson(`${baseUrl()}/api/admin/users/lab/?limit=100`, token);
  // @NOTE the response of this call.
  const { results } = body as { results: { first_name: string; last_name: string; email: string }[] };
  expect(results.length).toBeGreaterThan(20);
  return results.flatMap(({ first_name, last_name, email }) => [`${first_name} ${last_name}`, email]);
}

function expectNone(secrets: readonly string[], text: string): void {
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}
