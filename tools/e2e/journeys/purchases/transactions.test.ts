import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { closesModal, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

/** The demo center buys a kit; returns the transaction id. */
async function buyKit(): Promise<number> {
  const { token } = await openSession('hc');
  // @NOTE the response of this call.
  const next = (await getJson(`${baseUrl()}/api/v1/transactions/get-last-id/`, token)).body as {
    transaction_id: number;
  };
  const { status, body } = await postJson(
    `${baseUrl()}/auth/payment/`,
    {
      product_id: 3,
      product_quantity: 1,
      total_amount: 320,
      invoice_id: next.transaction_id,
      addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
      credit_card: {
        full_name: 'Maria Stein',
        card_number: '4111111111111111',
        expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
        cvc: '123',
      },
    },
    token,
  );
  expect(status).toBe(200);
  // @NOTE the response of a successful purchase.
  return (body as { purchase: { transaction_id: number } }).purchase.transaction_id;
}

test('F140–F144 an administrator finds a transaction, corrects it with a note and downloads the report', async () => {
  const id = await buyKit();
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 2, name: 'Revenue by month' }).waitFor();
  await mainMenu(page).getByRole('link', { name: 'All Transactions Report' }).click();
  await heading(page, 'All Transactions').waitFor();
  await page.getByText(/^Total Transactions: \d+/).waitFor();
  await field(page, 'Filter All Transactions').fill(`#${id}`);
  await page.getByText('Total Transactions: 1 (Filtered Results)').waitFor();
  await page.getByText('Total Amount: $320.00').waitFor();
  expect(new URL(page.url()).search).not.toContain(String(id));

  await page.getByRole('button', { name: `Edit transaction #${id}` }).click();
  const form = modal(page, 'Transaction Form');
  await form.getByRole('button', { name: 'Update' }).click();
  await form.getByText('Transaction update note is required.').first().waitFor();
  await field(form, 'Amount').fill('300');
  await form.getByLabel('Commission Paid?').check();
  await field(form, 'Transaction update note').fill('A kit was returned');
  await form.getByRole('button', { name: 'Update' }).click();
  await form.getByText('Transaction has been updated').waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Total Amount: $300.00').waitFor();

  await page.getByRole('button', { name: `Edit transaction #${id}` }).click();
  await form.getByRole('button', { name: 'Transaction changes notes' }).click();
  await form.getByText('Amount: $320.00 → $300.00').waitFor();
  await form.getByText('A kit was returned').waitFor();
  await form.getByRole('button', { name: 'Fetch transaction details' }).click();
  await form.getByText(/^Transaction ID found: \d+$/).waitFor();
  await closesModal(page);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download XLSX' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^transaction_report_.+\.xlsx$/);
});

test('F079 F110 F125 an order is in the center’s history and in its rep’s report, whose file contains no name', async () => {
  const id = await buyKit();
  const center = await loggedIn('hc');
  await center.page.goto('/hc-transaction-history');
  await heading(center.page, 'Transaction History').waitFor();
  await row(center.page, id).getByText('No Patient Assigned').waitFor();

  const rep = await loggedIn('rep');
  await rep.page.goto('/dashboard');
  await mainMenu(rep.page).getByRole('link', { name: 'Transaction Report' }).click();
  await heading(rep.page, 'Your Associated Transactions').waitFor();
  await rep.page.getByPlaceholder('Type to filter by ID - Product').fill(String(id));
  await rep.page.getByRole('row').filter({ hasText: 'Harvesting Kit' }).getByText('$320.00').waitFor();
  const coming = rep.page.waitForEvent('download');
  await rep.page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(new RegExp(`^salesRep-${rep.user.id}-\\d{4}-.+\\.csv$`));
});

test('F110 F126 F127 an order is in the manager’s and the distributor’s report, and in no other seller’s', async () => {
  const id = await buyKit();
  for (const [account, report, isTheirs] of [
    ['manager', '/team-transaction-report', true],
    ['distributor', '/manager-teams-transaction-report', true],
    ['rep2', '/my-transaction-report', false],
    ['manager2', '/team-transaction-report', false],
    ['distributor2', '/manager-teams-transaction-report', false],
  ] as const) {
    const { page, calm } = await loggedIn(account);
    await page.goto(report);
    await page.getByText(/^All loaded transactions \(\d+\)$/).waitFor();
    await calm();
    // Newest first: a new purchase is on the first page or not listed at all.
    await expect.poll(() => row(page, id).count(), { message: account }).toBe(isTheirs ? 1 : 0);
  }
});

test('F052 a number of a dashboard opens its rows, and so does a month of its plot', async () => {
  const { page } = await loggedIn('manager');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^\d+ transactions?$/ }).click();
  await heading(page, 'Your Team Transactions').waitFor();
  expect(new URL(page.url()).search).toMatch(/f\.month=/);
  const figure = page.getByRole('figure', { name: 'Amount by rep' });
  await figure.getByRole('button', { name: 'View as table' }).click();
  await figure.getByRole('link', { name: 'Julian Reyes' }).click();
  await page.getByRole('button', { name: 'Sales Rep Name: Julian Reyes', exact: true }).waitFor();

  const admin = await loggedIn('admin');
  await admin.page.goto('/dashboard');
  const revenue = admin.page.getByRole('figure', { name: 'Revenue by month' });
  await revenue.locator('.recharts-bar-rectangle path').last().click();
  await heading(admin.page, 'All Transactions').waitFor();
  await admin.page.getByText('(Filtered Results)').waitFor();
  await admin.page.goto('/dashboard');
  await admin.page.getByRole('link', { name: 'Commissions unpaid' }).click();
  await admin.page.getByText('(Filtered Results)').waitFor();
  expect(new URL(admin.page.url()).search).toContain('f.commission');
});

function row(page: Page, id: number) {
  return page.getByRole('row').filter({ hasText: `#${id}` });
}

test('the list of all transactions is accessible in every look, with its form open', async () => {
  const { page } = await loggedIn('super');
  await page.goto('/all-transaction-report?f.product=3');
  await page.getByText('(Filtered Results)').waitFor();
  await expectAccessibleInEveryLook(page, 'all-transactions', [
    {
      name: 'form',
      open: async () => {
        await page
          .getByRole('button', { name: /^Edit transaction/ })
          .first()
          .click();
        await modal(page, 'Transaction Form').getByRole('button', { name: 'Update' }).waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
});
