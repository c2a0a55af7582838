import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { fillNewCard } from '../../page/card-form.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { arriveAt, field, heading, modal, storedValue } from '../../page/portal.ts';
import { newClinic, newOrderingDonor } from '../../people/buyers.ts';
import { patchJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const CHANGED = /^Your account has been changed and may no longer do this\. You are still logged in/;
const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help.";
const PAY = '/api/v1/users/patient/checkout/';

test('F048 F101 W-02 W-03 a donor orders on a phone with a newly given tag, and after its removal reads so at the order and at the button, without a logout or lost input', async () => {
  const center = await newClinic(4);
  const donor = await newOrderingDonor(center);
  await change(donor.id, { tags: [] });
  const { page, token, calm, expectsRefusal } = await loggedIn(donor.email);
  await page.goto('/dashboard');
  await page.getByText('Plan').first().waitFor();
  await calm();
  expect(await orderLink(page).count()).toBe(0);

  await change(donor.id, { tags: [1] });
  await page.reload();
  await orderLink(page).waitFor();
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ tags: [1] });
  await expectAccessibleInEveryLook(page, 'dashboard-of-a-donor-who-orders');
  await orderLink(page).click();
  await heading(page, 'Checkout Order Patient Vials').waitFor();
  await page.getByText('There are no payment methods saved in your account.').waitFor();
  expect(await page.getByRole('link', { name: 'Account > Payment Options' }).getAttribute('href')).toBe('/hc-payments');
  await fillNewCard(page, '5424000000000015');
  await page.getByRole('button', { name: /^Billing Information/ }).click();
  await field(page, 'Address Line 1').first().fill('9 Typed Lane');
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await expectAccessible(page, 'the checkout of a donor on a phone');

  await change(donor.id, { tags: [] });
  for (const path of [PAY, '/api/v1/transactions/get-last-id/', '/api/v1/billing-profiles/get-profile/']) {
    expectsRefusal(403, path);
  }
  expectsRefusal(403, `/api/v1/locations/user/${donor.id}/`);
  expectsRefusal(403, '/api/v1/payments/tokeniser/');
  await proceed(page);
  await modal(page).getByText(CHANGED).waitFor();
  await expectAccessibleInEveryLook(page, 'an-order-after-the-tag-was-taken');
  await modal(page).getByRole('button', { name: 'Close' }).last().click();
  expect(await field(page, 'Address Line 1').first().inputValue()).toBe('9 Typed Lane');
  expect(await storedValue(page, 'token')).toBe(token);

  await change(donor.id, { tags: [1] });
  await change(center.id, { sales_rep: null });
  expectsRefusal(409, PAY);
  await proceed(page);
  await modal(page).getByText(NO_REP).waitFor();
  await modal(page).getByRole('button', { name: 'Close' }).last().click();
  expect(await field(page, 'Address Line 1').first().inputValue()).toBe('9 Typed Lane');

  await change(center.id, { sales_rep: (await openSession('rep3')).user.id });
  await proceed(page);
  const paid = modal(page, 'Order Patient Vials has been ordered.');
  await paid.getByText('$545.00').waitFor();

  // The button of a dashboard that was opened before the removal leads to a page that explains it.
  await page.goto('/dashboard');
  await orderLink(page).waitFor();
  await calm();
  await change(donor.id, { tags: [] });
  await orderLink(page).click();
  await heading(page, 'This action is unauthorized').waitFor();
  await page.getByText('Your account has been changed and may no longer open this page.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/unauthorized');
  await expectAccessibleInEveryLook(page, 'unauthorized-after-a-change');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await arriveAt(page, '/dashboard');
  await page.getByText('Plan').first().waitFor();
  expect(await orderLink(page).count()).toBe(0);
  expect(await storedValue(page, 'token')).toBe(token);
});

async function change(id: number, body: object): Promise<void> {
  const { token } = await openSession('super');
  const { status, body: answer } = await patchJson(`${baseUrl()}/api/v1/users/${id}/`, body, token);
  if (status !== 200) throw new Error(`The user could not be changed: ${status} ${JSON.stringify(answer)}`);
}

function orderLink(page: Page): Locator {
  return page.getByRole('link', { name: 'Order Your Vials' });
}

async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
}
