import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { fillNewCard } from '../../page/card-form.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, looksFor, photograph, sidewaysOverflow, wear } from '../../page/looks.ts';
import { arriveAt, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { newClinic, newReferralCenter } from '../../people/buyers.ts';
import { patchJson, postJson } from '../../people/calls.ts';
import { newUser, unique } from '../../people/new-user.ts';
import { newPatient } from '../../people/patients.ts';
import { baseUrl, type LoggedIn, loggedIn, openSession } from '../../people/person.ts';

const PAY = '/auth/payment/';
const FEE = '/harvest-center/checkout/processing-fee';
const UNKNOWN = 'We do not know yet whether your card was charged. Do not pay again.';
const PATIENCE =
  'We appreciate your patience, we are processing your purchase. This may take a few mins please wait until transaction is completed.';
const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help.";
const DECLINED = '4000000000000002';
const APPROVED = '5424000000000015';
/** The total of two pieces of each product that a center can order, in the order of its buttons. */
const TOTALS: Readonly<Record<string, string>> = {
  'Order Patient Vials': 'Total $995.00',
  'Pre-Order Patient Vials': 'Total $900.00',
  'Harvesting Kit': 'Total $615.00',
  'FDA Cleared Single Use Sterile Disposable Cannula': 'Total $145.00',
  '5 Harvesting Kits': 'Total $2,850.00',
  '5 FDA Cleared Single Use Sterile Disposable Cannulas': 'Total $635.00',
  'Shipping Supplies': 'Total $300.00',
  'Office Pop-up Banner': 'Total $408.00',
};

test('F093 F094 F095 F096 F102 F103 F104 F106 a center pays a new patient’s fee, first with a declined card and then with a good one', async () => {
  const person = await loggedIn((await newClinic(4)).email);
  const { page } = person;
  const sent = ordersOf(page);
  person.expectsRefusal(402, PAY);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'New Patient Processing Fee' }).click();
  await heading(page, 'New Patient Processing Fee').waitFor();
  expect(await page.title()).toMatch(/^Harvest Center Checkout — /);
  await page.getByRole('heading', { name: 'Product Information!' }).waitFor();
  expect(await field(page, 'Harvest Center Name').isDisabled()).toBe(true);

  // F102
  await section(page, 'Billing Information').getByText('Front desk, 12 Willow Row, Austin').waitFor();
  await open(page, 'Billing Information');
  await field(page, 'Location to use').click();
  await page.getByRole('option', { name: 'Loading dock, 14 Willow Row' }).click();
  await section(page, 'Billing Information').getByText('14 Willow Row, Austin, Texas').waitFor();
  await page.getByRole('button', { name: 'Shipping Information Same as billing' }).waitFor();
  await section(page, 'Billing Information').getByRole('button', { name: 'Edit' }).click();
  await field(page, 'City').fill('');
  await open(page, 'Billing Information');
  await field(page, 'City').waitFor({ state: 'hidden' });
  await proceed(page);
  await page.getByText('City is required.').waitFor();
  await expect.poll(() => field(page, 'City').evaluate(isFocused)).toBe(true);
  await field(page, 'City').fill('Austin');

  // F094, F096
  const email = `${unique('nora')}@people.test`;
  await page.getByRole('checkbox', { name: 'Create Patient Account' }).check();
  await page.getByRole('checkbox', { name: 'Required Signature' }).check();
  await field(page, 'Patient First Name').fill('Nora');
  await field(page, 'Patient Last Name').fill('Quist');
  await field(page, 'Patient E-mail').fill('patient@vialkeep.test');
  await field(page, 'Patient Phone Number').fill('+1 555 0102');
  await page.getByText('This e-mail already has an account.').waitFor();
  await field(page, 'Patient Phone Number').press('Enter');
  await proceed(page);
  expect(sent).toEqual([]);
  await field(page, 'Patient E-mail').fill(email);

  // F103
  await field(page, 'Coupon Code').fill('NOSUCHCODE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('This code is not valid here.').waitFor();
  expect(await lines(page)).toEqual([
    'Price $3,800.00',
    'Shipping Fee + $120.00',
    'Discount − $0.00',
    'Total $3,920.00',
  ]);
  await field(page, 'Coupon Code').fill('welcome100');
  await field(page, 'Coupon Code').press('Enter');
  await page.getByText('Applied: −$100.00').waitFor();
  expect(await lines(page)).toContain('Total $3,820.00');

  // F104
  expect(await page.getByRole('radio', { name: 'Visa ending in 1111' }).isChecked()).toBe(true);
  expect(await field(page, 'Card number').count()).toBe(0);
  await fillNewCard(page, '4111111111111112');
  await proceed(page);
  await page.getByText('This card number is not right. Please check its digits.').waitFor();
  expect(sent).toEqual([]);
  await expectAccessibleInEveryLook(page, 'checkout');
  await wear(page, looks.narrow);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);

  // F106
  await field(page, 'Card number').fill(DECLINED);
  await proceed(page);
  const failure = modal(page, 'The payment was declined.');
  await failure
    .getByText(/declined/i)
    .nth(1)
    .waitFor();
  await failure.getByRole('button', { name: 'Close', exact: true }).last().click();
  await failure.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('button', { name: 'Proceed Checkout' }).evaluate(isFocused)).toBe(true);
  expect(await field(page, 'CVC').inputValue()).toBe('123');
  expect(await field(page, 'Patient E-mail').inputValue()).toBe(email);
  await field(page, 'Card number').fill(APPROVED);
  const hasSeenWaiting = Promise.withResolvers<void>();
  await page.route(`**${PAY}`, async (route) => {
    await hasSeenWaiting.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Proceed Checkout' }).dblclick();
  await modal(page, PATIENCE).waitFor();
  expect(await page.getByRole('button', { name: 'Proceed Checkout' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await modal(page, PATIENCE).waitFor();
  hasSeenWaiting.resolve();
  const paid = modal(page, 'New Patient Processing Fee has been ordered.');
  await paid.waitFor();
  const told = await paid.innerText();
  expect(told).toMatch(/Amount\s+\$3,820\.00\s+Transaction\s+#\d+\s+Card\s+MasterCard ending in 0015/);
  expect(told).toContain('The account of Nora Quist has been created');
  await expectAccessible(page, 'a purchase that was paid');
  expect(sent).toHaveLength(2);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /4000|5424|checkout-under-way/,
  );
  await paid.getByRole('button', { name: 'Close', exact: true }).last().click();
  await paid.waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { name: 'Create Patient Account' }).isChecked()).toBe(false);
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: /Nora Quist/ }).waitFor();
});

test('F045 F098 F099 F100 F105 the product buttons of a center lead to their checkouts, and each order is paid', async () => {
  const center = await newClinic(4);
  // Without a lab, because the demo lab reserves vials and this patient has none.
  const patient = await newPatient({ harvest_center_temporal: center.id, processing_lab: undefined });
  const { page } = await loggedIn(center.email);
  await page.goto('/dashboard');
  const payments = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Harvest Center Payments' }) });
  await payments.getByRole('link').first().waitFor();
  const buttons = (await payments.getByRole('link').allInnerTexts()).slice(1);
  expect(buttons).toEqual(Object.keys(TOTALS));
  const totals: Record<string, string> = {};
  const ordered = isLongRun ? buttons : buttons.slice(0, 3);

  for (const name of ordered) {
    await payments.getByRole('link', { name, exact: true }).click();
    await heading(page, `Checkout ${name}`).waitFor();
    const isPreOrder = name === 'Pre-Order Patient Vials';
    // F100
    expect(await section(page, 'Shipping Information').count(), name).toBe(isPreOrder ? 0 : 1);
    expect(await field(page, 'Shipping Date').count(), name).toBe(isPreOrder ? 0 : 1);
    if (name.endsWith('Patient Vials')) {
      // F099
      await proceed(page);
      await modal(page, 'Please select a patient').getByRole('button', { name: 'Close', exact: true }).last().click();
      await field(page, 'Select Patient Account').fill(patient.name);
      await page.getByRole('option', { name: new RegExp(patient.name) }).click();
    } else {
      await page.getByText('Optional', { exact: true }).waitFor();
    }
    await field(page, 'Quantity').fill('2');
    await page.getByRole('complementary', { name: 'Summary' }).getByText('2', { exact: true }).waitFor();
    totals[name] = (await lines(page)).at(-1) ?? '';
    await proceed(page);
    await modal(page, `${name} has been ordered.`).getByRole('link', { name: 'Dashboard' }).click();
    await arriveAt(page, '/dashboard');
  }
  expect(totals).toEqual(Object.fromEntries(ordered.map((name) => [name, TOTALS[name]])));
});

test('F046 F097 F105 a referral center has four buttons and pays at its only center with the harvest fee', async () => {
  const { page } = await loggedIn((await newReferralCenter(await newClinic(4))).email);
  await page.goto('/dashboard');
  const payments = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Harvest Center Payments' }) });
  await expect
    .poll(() => payments.getByRole('link').allInnerTexts())
    .toEqual([
      'New Patient Referral Processing Fee',
      'Order Patient Vials',
      'Pre-Order Patient Vials',
      'Office Pop-up Banner',
    ]);
  await page.getByRole('link', { name: 'New Patient Referral Processing Fee' }).click();
  await heading(page, 'New Patient Referral Processing Fee').waitFor();
  expect(await field(page, 'Referral Harvest Center Name').isDisabled()).toBe(true);
  expect(await field(page, 'Harvest Center').inputValue()).toMatch(/Clinic u/);
  await page.getByRole('radio', { name: 'Yes' }).check();
  expect(await lines(page)).toEqual([
    'Price $3,800.00',
    'Shipping Fee + $120.00',
    'Harvest Fee + $2,500.00',
    'Discount − $0.00',
    'Total $6,420.00',
  ]);
  await proceed(page);
  await modal(page, 'New Patient Referral Processing Fee has been ordered.').getByText('$6,420.00').waitFor();
});

test.runIf(isLongRun)(
  'F106 a buyer without an outcome is asked not to pay again, and a reload during a payment asks first',
  async () => {
    const { page } = await loggedIn((await newClinic(4)).email);
    const sent = ordersOf(page);

    // The order never reaches the server.
    await page.goto('/harvest-center/checkout/product/12');
    await heading(page, 'Checkout Office Pop-up Banner').waitFor();
    await field(page, 'Quantity').fill('2');
    await page.route(`**${PAY}`, (route) => route.abort());
    await proceed(page);
    await modal(page, UNKNOWN).waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'an outcome that is not known');
    await modal(page, UNKNOWN).getByRole('button', { name: 'Check status' }).click();
    const notCharged = modal(page, 'Your card was not charged. You can try again.');
    await notCharged.getByRole('button', { name: 'Close', exact: true }).last().click();
    await notCharged.waitFor({ state: 'detached' });

    // The order reaches the server but its answer is lost; then the buyer reloads the page.
    await page.unrouteAll();
    await page.route(`**${PAY}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await proceed(page);
    await modal(page, UNKNOWN).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('checkout-under-way'))).toMatch(/^\d+$/);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const paid = modal(page, 'Office Pop-up Banner has been ordered.');
    await paid.getByText('$408.00').waitFor();
    expect(new Set(sent.map(({ invoice_id }) => invoice_id)).size).toBe(1);
    expect(await page.evaluate(() => sessionStorage.getItem('checkout-under-way'))).toBeNull();

    // Or the buyer asks for the outcome.
    await paid.getByRole('button', { name: 'Close', exact: true }).last().click();
    await field(page, 'Quantity').fill('3');
    await proceed(page);
    await modal(page, UNKNOWN).getByRole('button', { name: 'Check status' }).click();
    await paid.getByText('$597.00').waitFor();
    expect(new Set(sent.map(({ invoice_id }) => invoice_id)).size).toBe(2);
    await paid.getByRole('link', { name: 'Dashboard' }).click();
    await arriveAt(page, '/dashboard');
  },
);

test('F047 F108 a center with a deactivated sales rep reads the reason at its order, every button and typed address, and stays logged in', async () => {
  const [center, rep, admin] = [await newClinic(4), await newUser(3), await openSession('super')];
  const sold = await patchJson(`${baseUrl()}/api/v1/users/${center.id}/`, { sales_rep: rep.id }, admin.token);
  expect(sold.status).toBe(200);
  const person = await loggedIn(center.email);
  const { page, context } = person;
  person.expectsRefusal(409, PAY);
  const elsewhere = await context.newPage();
  await elsewhere.goto('/dashboard');
  await elsewhere.getByRole('link', { name: 'Harvesting Kit', exact: true }).waitFor();
  await page.goto('/harvest-center/checkout/product/12');
  await heading(page, 'Checkout Office Pop-up Banner').waitFor();
  await field(page, 'Quantity').fill('2');
  await deactivate(rep.id, admin.token);

  // At the order: the typed input stays.
  await proceed(page);
  const refused = modal(page, NO_REP);
  await refused.getByRole('button', { name: 'Close', exact: true }).last().click();
  await refused.waitFor({ state: 'detached' });
  await person.calm();
  expect(await field(page, 'Quantity').inputValue()).toBe('2');
  expect(await heading(page, 'Checkout Office Pop-up Banner').count()).toBe(1);

  // At the button of a dashboard that was opened earlier.
  await elsewhere.getByRole('link', { name: 'Harvesting Kit', exact: true }).click();
  await elsewhere.getByText(NO_REP).waitFor();
  await arriveAt(elsewhere, '/dashboard');
  await elsewhere.close();

  // After a typed address.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(FEE);
  await arriveAt(page, '/dashboard');
  await page.getByText(NO_REP).waitFor();
  for (const name of ['New Patient Processing Fee', 'Office Pop-up Banner']) {
    expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
  }
  for (const look of looksFor('dashboard-without-sales-rep')) {
    await wear(page, look);
    await page.getByText(NO_REP).scrollIntoViewIfNeeded();
    await photograph(page, 'dashboard-without-sales-rep', look);
    await expectAccessible(page, `a dashboard without a sales rep, ${look.name}`);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

async function deactivate(id: number, token: string): Promise<void> {
  expect((await postJson(`${baseUrl()}/api/v1/users/set/inactive/${id}/`, {}, token)).status).toBe(200);
}

type Order = { invoice_id: number };

/** Collects the orders that this page sends from now on. */
function ordersOf(page: LoggedIn['page']): Order[] {
  const orders: Order[] = [];
  page.on('request', (request) => {
    // @NOTE the body that the checkout sends.
    if (new URL(request.url()).pathname === PAY) orders.push(request.postDataJSON() as Order);
  });
  return orders;
}

function section(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('button', { name: new RegExp(`^${title}`) }) });
}

async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
}

async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
}

/** Returns the lines of the summary, each with its amount. */
async function lines(page: Page): Promise<string[]> {
  const rows = page.getByRole('complementary', { name: 'Summary' }).locator('dl > div');
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
}
