import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { postJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const AMOUNT = '$1,200.00';

/** Owes rep@ more than the amount from which a second administrator approves. */
async function oweRep(token: string): Promise<void> {
  const { user: rep } = await openSession('rep');
  const { status } = await postJson(
    `${baseUrl()}/api/admin/commission-adjustments/`,
    { domain_id: 1, person_id: rep.id, amount: 1200, reason: 'A bonus of the year' },
    token,
  );
  expect(status).toBe(200);
}

test('a payout run goes from draft to paid by two administrators, and its file has the total of the screen', async () => {
  const admin = await loggedIn('admin');
  await oweRep(admin.token);
  await admin.page.goto('/money/payouts');
  await heading(admin.page, 'Money').waitFor();
  await expectAccessibleInEveryLook(admin.page, 'payouts', [
    {
      name: 'new',
      open: async (page) => {
        await page.getByRole('button', { name: 'New run' }).click();
        await modal(page, 'New payout run').waitFor();
      },
      close: closesModal,
    },
  ]);
  const address = await makeRun(admin.page);

  const second = await loggedIn('super');
  await second.page.goto(address);
  const title = await titleOf(second.page);
  await second.page.getByRole('button', { name: 'Approve' }).click();
  const question = modal(second.page, title);
  await question.getByRole('button', { name: 'Approve' }).click();
  await bar(second.page, 'The run has been approved.').waitFor();
  await expectAccessibleInEveryLook(second.page, 'payout-run', [
    {
      name: 'pay',
      open: async (page) => {
        await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
        await modal(page, 'Mark as paid').waitFor();
      },
      close: closesModal,
    },
  ]);
  await checkFile(second.page);
  await markPaid(second.page);
});

/** The maker of a run of this amount cannot approve it. Returns the address of the run. */
async function makeRun(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New run' }).click();
  await modal(page, 'New payout run').getByRole('button', { name: 'Collect' }).click();
  await page.getByText('Another administrator has to approve this.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}

async function titleOf(page: Page): Promise<string> {
  return (await page.getByRole('heading', { name: /^Payout run #\d+$/ }).textContent()) ?? '';
}

/** The last row has the total; the page then shows the hash of exactly these bytes. */
async function checkFile(page: Page): Promise<void> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^payout-run-\d+\.csv$/);
  const content = await buffer(await file.createReadStream());
  const rows = content.toString('utf8').trimEnd().split('\r\n');
  expect(rows[0]).toBe('\ufeffrun,payee,name,reference,amount,memo');
  expect(rows.at(-1)).toMatch(/^TOTAL,1,,,1200\.00,$/);
  await page.getByText(AMOUNT).first().waitFor();
  await page.reload();
  await page.getByText(createHash('sha256').update(content).digest('hex')).waitFor();
}

async function markPaid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
  const form = modal(page, 'Mark as paid');
  await field(form, 'Reference of the payment').fill('Batch 7');
  await form.getByRole('button', { name: 'Mark as paid' }).click();
  await bar(page, 'The payments have been noted.').waitFor();
  await page.getByText(/, Batch 7$/).waitFor();
  await page.getByRole('button', { name: /^Return / }).waitFor();
  expect(await page.getByRole('button', { name: 'Mark as paid', exact: true }).count()).toBe(0);
}
