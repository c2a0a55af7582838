import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { newClinic } from '../../people/buyers.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

/** A new clinic buys kits; returns the transaction id. */
async function buyKits(quantity: number, total: number): Promise<number> {
  const { token } = await newClinic(4);
  // @NOTE the response of this call.
  const next = (await getJson(`${baseUrl()}/api/v1/transactions/get-last-id/`, token)).body as {
    transaction_id: number;
  };
  const order = {
    product_id: 3,
    product_quantity: quantity,
    total_amount: total,
    invoice_id: next.transaction_id,
    addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
    credit_card: {
      full_name: 'Maria Stein',
      card_number: '4111111111111111',
      expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
      cvc: '123',
    },
  };
  const { status, body } = await postJson(`${baseUrl()}/auth/payment/`, order, token);
  expect(status).toBe(200);
  // @NOTE the response of a successful purchase.
  return (body as { purchase: { transaction_id: number } }).purchase.transaction_id;
}

/** Opens the transaction's form with its refunds. */
async function openTransaction(page: Page, id: number) {
  await page.goto('/all-transaction-report');
  await heading(page, 'All Transactions').waitFor();
  await field(page, 'Filter All Transactions').fill(`#${id}`);
  await page.getByRole('button', { name: `Edit transaction #${id}` }).click();
  const refunds = modal(page, 'Transaction Form').getByRole('region', { name: 'Refunds' });
  await refunds.getByRole('button', { name: 'Refund…' }).waitFor();
  return refunds;
}

test('a refund above the amount of the site is requested by one administrator and approved by another', async () => {
  const id = await buyKits(4, 1_205);
  const { page } = await loggedIn('admin');
  const refunds = await openTransaction(page, id);
  await refunds.getByRole('button', { name: 'Refund…' }).click();
  await refunds.getByText('Another administrator has to approve this.').waitFor();
  await expectAccessibleInEveryLook(page, 'transaction-refund');
  await refunds.getByRole('button', { name: 'Refund now' }).click();
  await refunds.getByText('Note is required.').first().waitFor();
  await field(refunds, 'Note').fill('All four kits came back.');
  await refunds.getByRole('button', { name: 'Refund now' }).click();
  await refunds.getByText('To approve', { exact: true }).waitFor();
  await expect.poll(() => refunds.getByRole('button', { name: 'Refund…' }).count()).toBe(0);
  await closesModal(page);

  await page.goto('/money/refunds?f.state=requested');
  const own = page.getByRole('row').filter({ hasText: `#${id}` });
  await own.getByRole('button', { name: /^Cancel/ }).waitFor();
  expect(await own.getByRole('button', { name: /^Approve/ }).count()).toBe(0);

  const second = await loggedIn('super');
  await second.page.goto('/dashboard');
  await second.page.getByRole('link', { name: 'Refunds to approve' }).click();
  await heading(second.page, 'Money').waitFor();
  const row = second.page.getByRole('row').filter({ hasText: `#${id}` });
  await expectAccessibleInEveryLook(second.page, 'refunds', [
    {
      name: 'approve',
      open: async (at) => {
        await at
          .getByRole('button', { name: /^Approve/ })
          .first()
          .click();
        await modal(at, 'Approve the refund').waitFor();
      },
    },
    {
      name: 'reject',
      open: async (at) => {
        await at
          .getByRole('button', { name: /^Reject/ })
          .first()
          .click();
        await modal(at, 'Reject the refund').waitFor();
      },
    },
  ]);
  await row.getByRole('button', { name: /^Approve/ }).click();
  await modal(second.page, 'Approve the refund').getByRole('button', { name: 'Approve the refund' }).click();
  // Whether the charge has settled meanwhile decides on the way.
  await bar(second.page, 'The charge was cancelled before it reached the card.')
    .or(bar(second.page, 'Refunded $1,205.00 to Visa ending in 1111.'))
    .first()
    .waitFor();
});

test('a part of a charge that has not settled waits, and is refunded by itself', async () => {
  const id = await buyKits(1, 320);
  const { page } = await loggedIn('admin');
  const refunds = await openTransaction(page, id);
  await refunds.getByRole('button', { name: 'Refund…' }).click();
  await field(refunds, 'Refund amount').fill('23');
  await field(refunds, 'Note').fill('The box was damaged.');
  await refunds.getByText(/^A part can be refunded once the charge has settled/).waitFor();
  await refunds.getByRole('button', { name: 'Refund now' }).click();
  await refunds.getByText('Waiting', { exact: true }).waitFor();
  await closesModal(page);

  await page.goto('/money/refunds');
  const row = page.getByRole('row').filter({ hasText: `#${id}` });
  await row.waitFor();
  const words = row.getByText('Refunded $23.00 to Visa ending in 1111. Banks show it in 3 to 10 days.');
  await expect
    .poll(
      async () => {
        await page.reload();
        await row.waitFor();
        return words.count();
      },
      { timeout: 200_000, interval: 5_000 },
    )
    .toBe(1);
});
