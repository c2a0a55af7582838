import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook, type Overlay } from '../../page/every-look.ts';
import { isLongRun, looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { closesModal, heading, modal } from '../../page/portal.ts';
import { type Account, demoAccounts } from '../../people/accounts.ts';
import { getJson, patchJson } from '../../people/calls.ts';
import { newUser } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';
import { isWithoutCommissions } from '../../without-commissions.ts';

/** The headings of each dashboard, in order. Administrators and staff have journeys of their own. */
/** The card of those who earn commissions. */
const COMMISSIONS = isWithoutCommissions ? [] : ['Commissions'];

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
  rep: ['This month', 'Amount by month', 'Amount by product', ...COMMISSIONS, 'Referral links', 'Your account'],
  manager: ['This month', 'Amount by month', 'Amount by rep', ...COMMISSIONS, 'Sales Rep Team', 'Your account'],
  distributor: [
    'This month',
    'Amount by month',
    'Amount by manager',
    ...COMMISSIONS,
    'Sales Manager Team',
    'Your account',
  ],
  affiliate: ['This month', 'Amount by month', 'Amount by product', ...COMMISSIONS, 'Your account'],
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

test.runIf(isLongRun).each(roles)(
  'F044 F049 F050 F053 the dashboard of $account@ has its parts in every look',
  async ({ account }) => {
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
  },
);

test('F053 F121 a lab sees its work in order, filters its patients by stage and opens the patients of a center', async () => {
  const { page } = await loggedIn('lab');
  await page.goto('/dashboard');
  await page.getByText(/^#\d+ Thomas Abbey$/).waitFor();
  expect(await linesOf(card(page, 'Arriving'))).toEqual([
    expect.stringMatching(/^#\d+ Rosa Delgado Shipped /),
    expect.stringMatching(/^#\d+ Thomas Abbey Shipped /),
  ]);
  await card(page, 'To plate')
    .getByRole('link', { name: /Ivana Novak/ })
    .waitFor();
  await card(page, 'Sterility ending')
    .getByText(/^#\d+ Samuel Idris$/)
    .waitFor();
  const [ended, ...running] = await linesOf(card(page, 'Sterility ending'));
  expect(ended).toMatch(/^#\d+ Samuel Idris Ended .*, no result yet$/);
  for (const line of running) expect(line).toMatch(/ Ends \d/);

  const figure = page.getByRole('figure', { name: 'Days from received to ready' });
  await figure.getByText(/\d+ of \d+ samples were ready within 45 days\./).waitFor();
  await figure.getByText('45 days', { exact: true }).waitFor();
  await figure.getByRole('button', { name: 'View as table' }).click();
  const rows = figure.getByRole('row');
  expect(await rows.first().innerText()).toMatch(/Ready on\s+Days/);
  expect(await rows.nth(1).innerText()).toMatch(/^#\d+, \d+ \w+ \d{4}\s+\d+ days$/);

  await page.getByText(/^Total Records: \d+/).waitFor();
  await stages(page)
    .getByRole('button', { name: /^Received/ })
    .click();
  await page.getByText('Total Records: 1 (Filtered Results)').waitFor();
  await page.getByRole('link', { name: /^#\d+ - Ivana Novak$/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('patients.f.stage')).toBe('received');
  await page.getByText(/^Lab: \d+ - Maria Stein$/).waitFor();
  expect(await page.getByText('Domains').count()).toBe(0);
  await expectAccessibleInEveryLook(page, 'dashboard-of-the-lab');

  await page.getByRole('link', { name: /^Click To View Patients List.*Maria Stein$/ }).click();
  await heading(page, "Harvest Center's Patients").waitFor();
  expect(await page.title()).toMatch(/^Harvest Center's Patients — /);
  const table = page.getByRole('region', { name: "Harvest Center's Patients" });
  await table.waitFor();
  expect(await table.locator('[data-row]').first().innerText()).toMatch(
    /^#\d+ - Nadia Farouk\s+patient23@vialkeep\.test/,
  );
  await page.getByRole('button', { name: /^View #\d+ - Nadia Farouk$/ }).click();
  await modal(page, 'Show Patient Data form').waitFor();
});

test.runIf(isLongRun)(
  'F026 an administrator who views a center sees its patients and counts, but not the administrator’s own attention list',
  async () => {
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
  },
);

test.runIf(isLongRun)('F045 F047 a center without a sales rep cannot pay and reads whom to ask', async () => {
  const { email } = await newUser(4);
  const { user, token } = await openSession(email);
  await patchJson(`${baseUrl()}/api/v1/users/${user.id}/`, { check_agreement: '2026-11-15 09:00:00.000Z' }, token);
  const { page } = await loggedIn(email);
  await page.goto('/dashboard');
  const payments = card(page, 'Harvest Center Payments');
  await payments.getByText('Office Pop-up Banner').waitFor();
  expect(await payments.getByRole('note').allInnerTexts()).toEqual([
    "Your account doesn't have a sales rep associated. Please contact your admin for help.",
  ]);
  expect(await payments.getByRole('button', { disabled: true }).count()).toBe(9);
  expect(await payments.getByRole('link').count()).toBe(0);
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
