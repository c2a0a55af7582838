import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { postJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

/** Whether a center's checkout accepts a code. */
async function counts(code: string): Promise<unknown> {
  const { token } = await openSession('hc');
  const asked = { code, product_id: 3 };
  return (await postJson(`${baseUrl()}/api/v1/coupon-codes/validate-code/`, asked, token)).body;
}

test('F145 F103 an administrator adds, edits and removes a coupon, and a checkout follows', async () => {
  const code = unique('NEW').toUpperCase();
  const { page } = await loggedIn('admin');
  await page.goto('/coupon-manager');
  await heading(page, 'Coupons List').waitFor();
  expect(await page.title()).toBe('Coupon Code Manager — Vialkeep');
  const heads = page.getByRole('columnheader');
  await heads.first().waitFor();
  expect(
    (await heads.allInnerTexts())
      .map((text) => text.trim())
      .filter(Boolean)
      .slice(0, 9),
  ).toEqual([
    'ID - Name',
    'Domain',
    'Code',
    'Max Use#',
    'Fixed Amount Discount',
    'Product(s)',
    'User',
    'Used #',
    'Status',
  ]);

  await page.getByRole('button', { name: 'Add Coupon Code' }).click();
  const form = modal(page, 'Add Coupon Code');
  for (const help of [
    'Name to help identify coupon code',
    'Select domain for this coupon code',
    'Actual coupon code to use on checkout',
    'Amount to be discounted from total',
    'Number of times this coupon could be used or leave as 0 to use it unlimited.',
  ]) {
    await form.getByText(help).waitFor();
  }
  expect(await field(form, 'Status').inputValue()).toBe('Active');
  expect(await field(form, 'Max Use').inputValue()).toBe('0');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Amount Discount is required.').waitFor();
  await field(form, 'Coupon Name').fill('Journey');
  await field(form, 'Code').fill(code);
  await field(form, 'Amount Discount').fill('12.5');
  await field(form, 'Products').fill('Harv');
  await page.getByRole('option', { name: 'Harvesting Kit', exact: true }).click();
  await field(form, 'Products').press('Escape');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Coupon code has been Created!').waitFor();
  await form.waitFor({ state: 'detached' });

  await field(page, 'Filter Coupons List').fill(code.toLowerCase());
  const row = page.getByRole('row').filter({ hasText: code });
  await row.getByText('$12.50').waitFor();
  await row.getByText('Harvesting Kit').waitFor();
  await row.getByText('Active').waitFor();
  expect(await counts(code)).toMatchObject({ success: true, discount: 12.5 });
  await expectAccessibleInEveryLook(page, 'coupons', [
    {
      name: 'edit',
      open: async () => {
        await page.getByRole('button', { name: /^Edit #/ }).click();
        await field(modal(page, 'Edit Coupon Code'), 'Code').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'remove',
      open: async () => {
        await page.getByRole('button', { name: /^Remove #/ }).click();
        await modal(page, 'Remove Coupon Code').waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);

  await row.getByRole('button', { name: 'Edit' }).click();
  const edited = modal(page, 'Edit Coupon Code');
  await field(edited, 'Status').click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await edited.getByRole('button', { name: 'Submit' }).click();
  await edited.getByText('Coupon code has been Updated!').waitFor();
  await edited.waitFor({ state: 'detached' });
  await row.getByText('Inactive').waitFor();
  expect(await counts(code)).toMatchObject({ success: false, discount: 0 });

  await row.getByRole('button', { name: 'Remove' }).click();
  const question = modal(page, 'Remove Coupon Code');
  await question.getByText('Are you sure you want to remove this Coupon Code?').waitFor();
  await question.getByText(code).waitFor();
  await question.getByRole('button', { name: 'Close', exact: true }).last().waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await bar(page, 'Coupon code has been removed.').waitFor();
  await page.getByText('Nothing matches').waitFor();
});
