import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { closesModal, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { buyKit } from '../../people/bought-kit.ts';
import { loggedIn } from '../../people/person.ts';

test('F052 F140–F144 an administrator finds a transaction, corrects it with a note, downloads the report and opens the rows of figures of the dashboard', async () => {
  const id = await buyKit();
  const { page } = await loggedIn('admin');
  await page.goto('/all-transaction-report');
  await heading(page, 'All Transactions').waitFor();
  await page.getByText(/^Total Transactions: \d+/).waitFor();
  await field(page, 'Filter All Transactions').fill(`#${id}`);
  await page.getByText('Total Transactions: 1 (Filtered Results)').waitFor();
  await page.getByText('Total Amount: $320.00').waitFor();
  expect(new URL(page.url()).search).not.toContain(String(id));

  const edit = page.getByRole('button', { name: `Edit transaction #${id}` });
  const form = modal(page, 'Transaction Form');
  await expectAccessibleInEveryLook(page, 'all-transactions', [
    {
      name: 'form',
      open: async () => {
        await edit.click();
        await form.getByRole('button', { name: 'Update' }).waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);

  await edit.click();
  await form.getByRole('button', { name: 'Update' }).click();
  await form.getByText('Transaction update note is required.').first().waitFor();
  await field(form, 'Amount').fill('300');
  await form.getByLabel('Commission Paid?').check();
  await field(form, 'Transaction update note').fill('A kit was returned');
  await form.getByRole('button', { name: 'Update' }).click();
  await form.getByText('Transaction has been updated').waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Total Amount: $300.00').waitFor();

  await edit.click();
  await form.getByRole('button', { name: 'Transaction changes notes' }).click();
  await form.getByText('Amount: $320.00 → $300.00').waitFor();
  await form.getByText('A kit was returned').waitFor();
  await form.getByRole('button', { name: 'Fetch transaction details' }).click();
  await form.getByText(/^Transaction ID found: \d+$/).waitFor();
  await closesModal(page);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download XLSX' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^transaction_report_.+\.xlsx$/);

  const dashboard = mainMenu(page).getByRole('link', { name: 'Dashboard' });
  await dashboard.click();
  const revenue = page.getByRole('figure', { name: 'Revenue by month' });
  await revenue.locator('.recharts-bar-rectangle path').last().click();
  await heading(page, 'All Transactions').waitFor();
  await page.getByText('(Filtered Results)').waitFor();
  await dashboard.click();
  await page.getByRole('link', { name: 'Commissions unpaid' }).click();
  await page.getByText('(Filtered Results)').waitFor();
  expect(new URL(page.url()).search).toContain('f.commission');
});

test('F052 F079 F110 F125 F126 F127 an order is in the center’s history and in the reports of its rep, manager and distributor', async () => {
  const id = await buyKit();
  const center = await loggedIn('hc');
  await center.page.goto('/hc-transaction-history');
  await heading(center.page, 'Transaction History').waitFor();
  await row(center.page, id).getByText('No Patient Assigned').waitFor();

  const rep = await loggedIn('rep');
  await rep.page.goto('/my-transaction-report');
  await heading(rep.page, 'Your Associated Transactions').waitFor();
  await rep.page.getByPlaceholder('Type to filter by ID - Product').fill(String(id));
  await rep.page.getByRole('row').filter({ hasText: 'Harvesting Kit' }).getByText('$320.00').waitFor();
  const coming = rep.page.waitForEvent('download');
  await rep.page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(new RegExp(`^salesRep-${rep.user.id}-\\d{4}-.+\\.csv$`));

  // The dashboard's number of this month opens the report; a new purchase is on its first page.
  const { page } = await loggedIn('manager');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^\d+ transactions?$/ }).click();
  await heading(page, 'Your Team Transactions').waitFor();
  expect(new URL(page.url()).search).toMatch(/f\.month=/);
  await row(page, id).waitFor();
  const figure = page.getByRole('figure', { name: 'Amount by rep' });
  await figure.getByRole('button', { name: 'View as table' }).click();
  await figure.getByRole('link', { name: 'Julian Reyes' }).click();
  await page.getByRole('button', { name: 'Sales Rep Name: Julian Reyes', exact: true }).waitFor();

  const distributor = await loggedIn('distributor');
  await distributor.page.goto('/manager-teams-transaction-report');
  await row(distributor.page, id).waitFor();
});

function row(page: Page, id: number) {
  return page.getByRole('row').filter({ hasText: `#${id}` });
}
