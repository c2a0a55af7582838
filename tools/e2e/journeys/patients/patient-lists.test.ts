import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, photograph, wear } from '../../page/looks.ts';
import { closesModal, field, heading, mainMenu, modal, openUserMenu } from '../../page/portal.ts';
import { getJson, patchJson, postJson } from '../../people/calls.ts';
import { type NewPatient, newPatient } from '../../people/patients.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const EMPTY = "Empty table. There's nothing to show";
const FORM = 'Show Patient Data form';

describe('F049 Patients list of a harvest center', () => {
  test('the list shows the center’s own patients with the documented columns and the stage, ten per page', async () => {
    const { page, user, token } = await loggedIn('hc');
    const own = await listed(`/api/v1/harvest-centers/${user.id}/patients/`, token);
    await page.goto('/dashboard');
    const table = page.getByRole('region', { name: 'Patients', exact: true });
    await table.waitFor();
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
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText('Page 2 of').waitFor();
    const ids = new Set(own.map(({ id }) => `#${id}`));
    for (const row of await rowsOf(table)) expect(ids).toContain(row.split(' ')[0]);
  });

  test('the filter finds patients by id, name and email, regardless of case', async () => {
    const { page } = await loggedIn('hc');
    await page.goto('/dashboard');
    const filter = page.getByPlaceholder('Type to filter by ID - User - Email');
    const row = page.getByRole('row', { name: /Rosa Delgado/ });
    await row.waitFor();
    const id = /#(\d+)/.exec(await row.innerText())?.[1] ?? '';
    for (const typed of ['DELGADO', 'patient21@', id]) {
      await filter.fill(typed);
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await row.waitFor();
    }
    await filter.fill('nobody like that');
    await page.getByText(EMPTY).waitFor();
    await page.getByText('Nothing matches "nobody like that".').waitFor();
  });

  test('the list restores filter, stage and page after a return from a record', async () => {
    const { page } = await loggedIn('hc');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Page 2' }).click();
    const link = page.getByRole('link', { name: /^#\d+ - Ana Whitfield$/ });
    await link.click();
    await page.waitForURL(/\/patients\/\d+$/);
    await page.goBack();
    await page.getByText('Page 2 of').waitFor();
    await link.waitFor();

    await stage(page, 'Ready to ship').click();
    await page.getByPlaceholder('Type to filter by ID - User - Email').fill('whitfield');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    // The filter text reaches the history shortly after the last key.
    await page.waitForFunction(() => JSON.stringify(history.state).includes('whitfield'));
    await link.click();
    await page.waitForURL(/\/patients\/\d+$/);
    await page.goBack();
    await link.waitFor();
    expect(await stage(page, 'Ready to ship').getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByPlaceholder('Type to filter by ID - User - Email').inputValue()).toBe('whitfield');
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByText('Page 1 of 2').waitFor();
    expect(await stage(page, 'Ready to ship').getAttribute('aria-pressed')).toBe('false');
  });

  test('a click on a stage shows as many patients as its count, and a second click shows all again', async () => {
    const { page } = await loggedIn('hc');
    await page.goto('/dashboard');
    const ready = stage(page, 'Ready to ship');
    const count = Number(/\d+/.exec(await ready.innerText())?.[0]);
    const table = page.getByRole('region', { name: 'Patients', exact: true });
    await ready.click();
    await expect.poll(async () => (await rowsOf(table)).length).toBe(count);
    for (const row of await rowsOf(table)) expect(row).toContain('Ready to ship');
    await ready.click();
    await expect.poll(async () => (await rowsOf(table)).length).toBe(10);
  });

  test('a patient opens in the form, which is read-only', async () => {
    const { page } = await loggedIn('hc');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^View #\d+ - Rosa Delgado$/ }).click();
    await modal(page, FORM).waitFor();
    await modal(page).getByText('Rosa Delgado').waitFor();
    expect(await modal(page).locator('input:not([type=search]), textarea, select').count()).toBe(0);
    await closesModal(page);
  });

  test('a referral center sees its own patients', async () => {
    const { page, user, token } = await loggedIn('rhc');
    const own = await listed(`/api/v1/harvest-centers/referral/${user.id}/patients/`, token);
    await page.goto('/dashboard');
    const table = page.getByRole('region', { name: 'Patients', exact: true });
    await table.waitFor();
    expect((await columnsOf(table)).slice(0, 2)).toEqual(['Patient', 'Email']);
    // Newest first, in the order of the call.
    expect((await rowsOf(table)).map((row) => row.split(' ')[0])).toEqual(own.map(({ id }) => `#${id}`));
    await page
      .getByRole('button', { name: /^View #/ })
      .first()
      .click();
    await modal(page, FORM).waitFor();
    await closesModal(page);
  });

  test('an empty list says when patients will appear', async () => {
    const { page, user } = await loggedIn('hc');
    await page.route(`**/api/v1/harvest-centers/${user.id}/patients/`, (route) => route.fulfill({ json: [] }));
    await page.goto('/dashboard');
    await page.getByText(EMPTY).waitFor();
    await page.getByText('No patients yet. They appear here after a New Patient Processing Fee.').waitFor();
  });
});

test('F080 the referral patients page has the sign-up link, the documented columns, a filter by id only and the form', async () => {
  const { page, user } = await loggedIn('hc');
  await page.goto('/dashboard');
  await mainMenu(page).getByRole('link', { name: 'Referral Patients' }).click();
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
  await page.getByPlaceholder('Type to filter by ID').fill('Rosa');
  await page.getByText(EMPTY).waitFor();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await page.getByRole('button', { name: new RegExp(`^View #${id} `) }).click();
  await modal(page, FORM).waitFor();
  await closesModal(page);
  await expectAccessibleInEveryLook(page, 'referral-patients');
});

test('F121 a lab opens the patients of a center, the center opens its own, and no other center’s patients are listed', async () => {
  const lab = await loggedIn('lab');
  await lab.page.goto('/dashboard');
  const center = lab.page.getByRole('link', { name: /^Click To View Patients List.*Maria Stein$/ });
  await center.click();
  await heading(lab.page, "Harvest Center's Patients").waitFor();
  expect(await lab.page.title()).toMatch(/^Harvest Center's Patients — /);
  const table = lab.page.getByRole('region', { name: "Harvest Center's Patients" });
  await table.waitFor();
  expect(await columnsOf(table)).toEqual(['Patient', 'Email', 'Stage', 'Actions']);
  const [first = ''] = await rowsOf(table);
  expect(first).toMatch(/^#\d+ - Nadia Farouk patient23@vialkeep\.test /);
  await lab.page.getByRole('button', { name: /^View #\d+ - Nadia Farouk$/ }).click();
  await modal(lab.page, FORM).waitFor();
  await closesModal(lab.page);
  await expectAccessibleInEveryLook(lab.page, 'lab-center-patients');

  const path = new URL(lab.page.url()).pathname;
  const own = await loggedIn('hc');
  await own.page.goto(path);
  await own.page.getByRole('link', { name: /Nadia Farouk/ }).waitFor();
  const other = await loggedIn('hc3');
  await other.page.goto(path);
  await other.page.getByText(EMPTY).waitFor();
});

const salesPages = [
  {
    account: 'rep',
    feature: 'F123: own patients',
    menu: 'Patient List',
    title: "Your Associated Patient's",
    columns: ['Patient', 'Harvest Center', 'Referral Harvest Center', 'Stage', 'Actions'],
    placeholder: 'Type to filter by ID - Harvest Center',
    finds: 'STEIN REGEN',
  },
  {
    account: 'manager',
    feature: 'F128: the team’s patients',
    menu: 'Team Patients List',
    title: 'All Patients Report',
    columns: ['Users', 'Sales Rep', 'Harvest Center', 'Stage', 'Actions'],
    placeholder: 'Type to filter by ID - Sales Rep - Harvest Center',
    finds: 'julian reyes',
  },
  {
    account: 'distributor',
    feature: 'F128: the team’s patients',
    menu: 'Team Patients List',
    title: 'All Patients Report',
    columns: ['Users', 'Sales Rep', 'Sales Manager', 'Stage', 'Actions'],
    placeholder: 'Type to filter by ID - Sales Rep - Sales Manager',
    finds: 'hugo marchetti',
  },
] as const;

test.each(salesPages)(
  '$feature, $account@ lists patients by number, filters them and never sees a name',
  async ({ account, menu, title, columns, placeholder, finds }) => {
    const secrets = await namesOfPatients();
    const { page } = await loggedIn(account);
    const answered: Promise<string>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/')) answered.push(response.text().catch(() => ''));
    });
    await page.goto('/dashboard');
    if (account === 'rep') await mainMenu(page).getByRole('button', { name: 'Your Lists' }).click();
    await mainMenu(page).getByRole('link', { name: menu }).click();
    await heading(page, title).waitFor();
    const table = page.getByRole('region', { name: title });
    await table.waitFor();
    expect(await columnsOf(table)).toEqual(columns);
    expect(await rowsOf(table)).toHaveLength(10);
    for (const row of await rowsOf(table)) expect(row).toMatch(/^#\d+ /);

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
    await heading(page).filter({ hasText: number }).waitFor();
    expectNone(secrets, await page.content());
    for (const answer of await Promise.all(answered)) expectNone(secrets, answer);
    await page.goBack();
    await page.getByRole('link', { name: number, exact: true }).waitFor();
    await expectAccessibleInEveryLook(page, `patients-of-${account}`);
  },
);

test('F123 a sales rep without centers reads why the list is empty', async () => {
  const { page } = await loggedIn('house');
  await page.goto('/patients');
  await page.getByText(EMPTY).waitFor();
  await page.getByText('Patients of your harvest centers appear here.').waitFor();
});

describe('F044 Patients list of the patients-list role', () => {
  test('the role sees every patient in the three columns, and the search field has the focus', async () => {
    const { page } = await loggedIn('viewer');
    await page.goto('/dashboard');
    const table = page.getByRole('region', { name: 'Patients', exact: true });
    await table.waitFor();
    expect(await columnsOf(table)).toEqual(['User Information', 'Documents', 'Account Details', 'Actions']);
    await page.getByText(/^Total Records: \d+/).waitFor();
    expect((await rowsOf(table)).length).toBeLessThanOrEqual(30);
    const filter = page.getByPlaceholder('Type to filter by ID - Name - Email');
    expect(await filter.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: /^View #\d+ - Rosa Delgado$/ }).click();
    await modal(page, FORM).waitFor();
    await closesModal(page);
  });

  test('W-04 the role and a lab see each document’s name and status without a link, and phone, address and sales rep', async () => {
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
  });

  test('the search queries the server half a second after the last key', async () => {
    const { page } = await loggedIn('viewer');
    const searched: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/admin/users/lab/' && searchParams.has('search'))
        searched.push(`${searchParams.get('search')}, ${searchParams.get('limit')} at a time`);
    });
    await page.clock.install();
    await page.goto('/dashboard');
    await page.getByText(/^Total Records/).waitFor();
    // The page's clock stands still, so that slow typing on a busy machine is not a pause.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.type('delgad');
    await page.clock.runFor(499);
    await page.keyboard.type('o');
    await page.clock.runFor(499);
    expect(searched).toEqual([]);
    await page.clock.resume();
    await page.getByText('Total Records: 1 (Filtered Results) · Showing 1 of 1 records').waitFor();
    await page.getByRole('link', { name: /^#\d+ - Rosa Delgado$/ }).waitFor();
    expect(searched).toEqual(['delgado, 30 at a time']);
    expect(page.url()).not.toContain('delgado');
  });

  test('the role filters by domain and by stage, and both are part of the address', async () => {
    const { page } = await loggedIn('viewer');
    await page.goto('/dashboard');
    await page.getByText(/^Total Records/).waitFor();
    await page.getByRole('button', { name: 'Domains' }).click();
    await page.getByRole('menuitemradio').first().click();
    await page.getByText(/^Total Records: \d+ \(Filtered Results\)/).waitFor();
    await stage(page, 'Plating').click();
    const count = Number(/\d+/.exec(await stage(page, 'Plating').innerText())?.[0]);
    await page.getByText(`Total Records: ${count} (Filtered Results)`).waitFor();
    await page.reload();
    await page.getByText(`Total Records: ${count} (Filtered Results)`).waitFor();
    expect(await stage(page, 'Plating').getAttribute('aria-pressed')).toBe('true');
    expect(new URL(page.url()).searchParams.get('f.stage')).toBe('plating');
  });
});

test('Hide names makes lists show ids and initials until the user shows names again or the session ends', async () => {
  const { page } = await loggedIn('hc');
  await page.goto('/dashboard');
  const named = page.getByRole('link', { name: /^#\d+ - Rosa Delgado$/ });
  await named.waitFor();
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Hide names' }).click();
  await page.getByRole('link', { name: /^#\d+ - R\. D\.$/ }).waitFor();
  expectNone(['Rosa', 'Delgado', 'patient21@'], await page.locator('main').innerHTML());
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('link', { name: /^#\d+ - R\. D\.$/ }).waitFor();
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Show names' }).click();
  await named.waitFor();

  const { page: repPage } = await loggedIn('rep');
  await repPage.goto('/dashboard');
  expect(await (await openUserMenu(repPage)).getByRole('menuitem', { name: 'Hide names' }).count()).toBe(0);
});

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
