import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessibleInEveryLook, type Overlay } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { closesModal, heading, modal } from '../../page/portal.ts';
import { type Account, DEMO_PASSWORD, demoAccounts } from '../../people/accounts.ts';
import { getJson, patchJson, postJson } from '../../people/calls.ts';
import { newUser } from '../../people/new-user.ts';
import { addEntry } from '../../people/patients.ts';
import { baseUrl, loggedIn, openSession, visitor } from '../../people/person.ts';

/** The headings of each dashboard, in order. Administrators and staff have journeys of their own. */
const parts: Record<Account, readonly (string | RegExp)[]> = {
  lab: [
    /things? needs? you$/,
    'Arriving',
    'To plate',
    'Sterility ending',
    'Sterility tests ending per day, next 14 days',
    'Days from received to ready',
    "Lab - Harvest Center's",
    'Your patients',
  ],
  patient: ['Your sample', 'Documents', 'Vials History', 'Checkout Vials', 'Your account'],
  hc: [/things? needs? you$/, 'Harvest Center Payments', 'Vials available', 'Patients'],
  rhc: [/things? needs? you$/, 'Harvest Center Payments', 'Vials available', 'Patients'],
  viewer: [/things? needs? you$/, 'Patients'],
  rep: ['This month', 'Amount by month', 'Amount by product', 'Referral links', 'Your account'],
  manager: ['This month', 'Amount by month', 'Amount by rep', 'Sales Rep Team', 'Your account'],
  distributor: ['This month', 'Amount by month', 'Amount by manager', 'Sales Manager Team', 'Your account'],
  affiliate: ['This month', 'Amount by month', 'Amount by product', 'Your account'],
  donor: ['Your account'],
  buyer: ['Checkout Vials', 'Your account'],
};

const overlays: Record<Account, readonly Overlay[]> = {
  hc: [
    {
      name: 'patient',
      open: async (page) => {
        await page
          .getByRole('button', { name: /^View #/ })
          .first()
          .click();
        await modal(page, 'Show Patient Data form').waitFor();
        await modal(page).getByText('Date Adipose Shipped to Lab').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'one-stage',
      open: (page) =>
        stages(page)
          .getByRole('button', { name: /^Plating/ })
          .click(),
      close: (page) =>
        stages(page)
          .getByRole('button', { name: /^Plating/ })
          .click(),
    },
  ],
};

const roles = demoAccounts.filter(({ account }) => account in parts);

test.each(roles)('F044 F049 F050 F053 the dashboard of $account@ has its parts in every look', async ({ account }) => {
  const { page, user, calm } = await loggedIn(account);
  await page.goto('/dashboard');
  await heading(page, `Hello ${user.first_name}`).waitFor();
  for (const part of parts[account] ?? []) await page.getByRole('heading', { level: 2, name: part }).waitFor();
  await calm();
  const shown = await page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(shown.filter((title) => !/needs? you$/.test(title))).toEqual(
    (parts[account] ?? []).filter((part) => typeof part === 'string'),
  );
  await expectAccessibleInEveryLook(page, `dashboard-of-${account}`, overlays[account]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('F050 F051 a patient’s vials and documents are shown five per page', async () => {
  const patient = await newUser(2);
  const [{ token }, own] = [await openSession('admin'), await openSession(patient.email)];
  await patchJson(
    `${baseUrl()}/api/v1/users/${patient.id}/`,
    { check_agreement: '2026-01-05T09:00:00.000Z' },
    own.token,
  );
  for (let quantity = 1; quantity <= 6; quantity += 1) await addEntry(token, patient.id, { type: 'added', quantity });
  const { page } = await loggedIn(patient.email);
  await page.route(`**/api/v1/documents/list/${patient.id}/`, (route) => route.fulfill({ json: sixDocuments }));
  await page.goto('/dashboard');
  await page.getByText('Available: 21', { exact: true }).waitFor();
  for (const part of ['Vials History', 'Documents']) {
    const table = card(page, part);
    await table.getByText('Page 1 of 2').waitFor();
    expect(await table.locator('[data-row]').count(), part).toBe(5);
    await table.getByRole('button', { name: 'Page 2' }).click();
    await table.getByText('Page 2 of 2').waitFor();
    expect(await table.locator('[data-row]').count(), part).toBe(1);
  }
  expect(
    await card(page, 'Documents')
      .getByRole('button', { name: /^Screening|Processing$|Storage$/ })
      .count(),
  ).toBe(3);
});

const sixDocuments = {
  success: true,
  attestation: Array.from({ length: 6 }, (_, at) => ({
    id: at + 1,
    document_id: `document-${at}`,
    name: 'Attestation',
    kind: 'attestation',
    status: 'Pending',
    requested_at: '2026-01-05T09:00:00.000Z',
    signed_at: null,
    has_supplement: false,
  })),
  processing: [],
  storage: [],
  may: ['sign'],
};

describe('Attention list of the dashboard', () => {
  test('the attention list comes first, and each entry leads to the record', async () => {
    const { page } = await loggedIn('hc');
    await page.goto('/dashboard');
    const thing = page.getByRole('link', { name: /^#\d+ Yara Haddad\s*Plating of \d+ \w+ \d{4} failed$/ });
    await thing.click();
    await page.waitForURL(/\/patients\/\d+$/);
    await heading(page, 'Yara Haddad').waitFor();
    await page.goBack();
    await thing.waitFor();
  });

  test('the attention list is one calm sentence when nothing is pending', async () => {
    const { page } = await loggedIn('hc');
    await page.route('**/api/v1/patients/attention/', (route) => route.fulfill({ json: [] }));
    await page.goto('/dashboard');
    await page.getByText('Nothing needs you right now.').waitFor();
  });

  test('an attention list that cannot be loaded leaves the rest of the dashboard working, and a retry loads it', async () => {
    const { page, expectsRefusal } = await loggedIn('hc');
    expectsRefusal(503, '/api/v1/patients/attention/');
    expectsRefusal(503, '/api/v1/patients/stages/');
    for (const call of ['attention', 'stages']) {
      await page.route(`**/api/v1/patients/${call}/`, (route) => route.fulfill({ status: 503, body: 'down' }));
    }
    await page.goto('/dashboard');
    await page.getByText('Could not look what needs you.').waitFor();
    await page.getByText('Could not count the samples.').waitFor();
    await page.getByRole('link', { name: /Rosa Delgado/ }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('heading', { name: /things? needs? you$/ }).waitFor();
  });
});

test('F026 an administrator who views a center sees its patients and counts, but not the administrator’s own attention list', async () => {
  const { user, token } = await openSession('hc');
  const { page, context, calm } = await loggedIn('super', { storage: { user: JSON.stringify(user) } });
  await context.addCookies([{ name: 'superAdmin', value: '1', url: baseUrl() }]);
  await page.goto('/dashboard');
  await page.getByText('What only the account itself can ask for is not shown while you view it.').waitFor();
  await page.getByText('Page 1 of 2').waitFor();
  await calm();
  expect(await page.getByText(/needs? you/).count()).toBe(0);
  const cells = stages(page).getByRole('button');
  const counts = (await cells.allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]));
  const { body } = await getJson(`${baseUrl()}/api/v1/harvest-centers/${user.id}/patients/`, token);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Array.isArray(body) && body.length);
});

describe('F053 Dashboard of a lab', () => {
  test('a lab sees arrivals, samples to plate and ending tests, in the order of work', async () => {
    const { page } = await loggedIn('lab');
    await page.goto('/dashboard');
    await page.getByText(/^#\d+ Thomas Abbey$/).waitFor();
    expect(await linesOf(card(page, 'Arriving'))).toEqual([
      expect.stringMatching(/^#\d+ Rosa Delgado Shipped /),
      expect.stringMatching(/^#\d+ Thomas Abbey Shipped /),
    ]);
    await card(page, 'Sterility ending')
      .getByText(/^#\d+ Samuel Idris$/)
      .waitFor();
    const [ended, ...running] = await linesOf(card(page, 'Sterility ending'));
    expect(ended).toMatch(/^#\d+ Samuel Idris Ended .*, no result yet$/);
    for (const line of running) expect(line).toMatch(/ Ends \d/);
    await card(page, 'To plate').getByRole('link').first().click();
    await heading(page, 'Ivana Novak').waitFor();
  });

  test('a lab sees the processing times against the 45-day line as a plot, in words and as a table', async () => {
    const { page } = await loggedIn('lab');
    await page.goto('/dashboard');
    const figure = page.getByRole('figure', { name: 'Days from received to ready' });
    await figure.getByText(/\d+ of \d+ samples were ready within 45 days\./).waitFor();
    await figure.getByText('45 days', { exact: true }).waitFor();
    await figure.getByRole('button', { name: 'View as table' }).click();
    const rows = figure.getByRole('row');
    expect(await rows.first().innerText()).toMatch(/Ready on\s+Days/);
    expect(await rows.nth(1).innerText()).toMatch(/^#\d+, \d+ \w+ \d{4}\s+\d+ days$/);
  });

  test('a lab filters its own patients by stage, and the centers above stay unchanged', async () => {
    const { page } = await loggedIn('lab');
    await page.goto('/dashboard');
    await page.getByText(/^Total Records: \d+/).waitFor();
    await page
      .getByRole('group', { name: 'Samples by stage' })
      .getByRole('button', { name: /^Received/ })
      .click();
    await page.getByText('Total Records: 1 (Filtered Results)').waitFor();
    await page.getByRole('link', { name: /^#\d+ - Ivana Novak$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('patients.f.stage')).toBe('received');
    await page.getByText(/^Lab: \d+ - Maria Stein$/).waitFor();
    expect(await page.getByText('Domains').count()).toBe(0);
  });
});

function stages(page: Page): Locator {
  return page.getByRole('group', { name: 'Samples by stage' });
}

function card(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
}

async function linesOf(part: Locator): Promise<string[]> {
  const lines = await part.getByRole('listitem').allInnerTexts();
  return lines.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

test('F045 F047 a center without a sales rep cannot pay and reads whom to ask, until it has one', async () => {
  const { id, email } = await newUser(4);
  const change = (body: object, token: string) => patchJson(`${baseUrl()}/api/v1/users/${id}/`, body, token);
  const logIn = async () => {
    const { body } = await postJson(`${baseUrl()}/api/admin/login/`, { email, password: DEMO_PASSWORD });
    // @NOTE the response of a successful login.
    return body as { token: string; user: object };
  };
  const { token } = await logIn();
  await change({ check_agreement: '2026-11-15 09:00:00.000Z' }, token);
  const seen = async () => {
    const session = await logIn();
    const { page } = await visitor({ storage: { token: session.token, user: JSON.stringify(session.user) } });
    await page.goto('/dashboard');
    const payments = card(page, 'Harvest Center Payments');
    await payments.getByText('Office Pop-up Banner').waitFor();
    return {
      notes: await payments.getByRole('note').allInnerTexts(),
      greyed: await payments.getByRole('button', { disabled: true }).count(),
      links: await payments.getByRole('link').count(),
    };
  };

  expect(await seen()).toEqual({
    notes: ["Your account doesn't have a sales rep associated. Please contact your admin for help."],
    greyed: 9,
    links: 0,
  });
  const [admin, rep] = [await openSession('admin'), await openSession('rep')];
  await change({ sales_rep: rep.user.id }, admin.token);
  expect(await seen()).toEqual({ notes: [], greyed: 0, links: 9 });
});
