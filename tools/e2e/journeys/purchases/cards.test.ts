import type { SavedCard } from '@vialkeep/contract/cards.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { postJson } from '../../people/calls.ts';
import { baseUrl, type LoggedIn, loggedIn } from '../../people/person.ts';

const FORM = 'Payment Method Details';
const QUESTION = 'Are you sure you want to delete this Payment Option?';
const BILLING = '/api/v1/billing-profiles';

test('F089 F090 F091 F092 a card is validated at the field, saved once, made the default and deleted', async () => {
  const person = await loggedIn('staff2');
  const { page } = person;
  await deleteAll(person);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/hc-payments');
  await heading(page, 'Payments').waitFor();
  expect(await page.title()).toMatch(/^Payments — /);
  await page.getByText("No payments yet. There's nothing to show").waitFor();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => form(page).getByRole('switch', { name: 'Set as default' }).isChecked()).toBe(true);
  await fill(page, { number: '4111111111111112' });
  sent.length = 0;
  await form(page).getByRole('button', { name: 'Save' }).click();
  await form(page).getByText('This card number is not right. Please check its digits.').waitFor();
  expect(sent).toEqual([]);
  person.expectsRefusal(503, `${BILLING}/create-customer-profile/`);
  await field(form(page), 'Card number').fill('4000000000000119');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await form(page).getByText('The card payment provider cannot be reached right now.').waitFor();
  await field(form(page), 'Card number').fill('4111111111111111');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Payment option has been added!').waitFor();
  expect(await isDefault(page, 'XXXX XXXX 1111')).toBe(true);
  expect(await field(form(page), 'Card number').inputValue()).toBe('');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await fill(page, { number: '5424000000000015' });
  await form(page).getByRole('button', { name: 'Save' }).click();
  await card(page, 'XXXX XXXX 0015').waitFor();
  expect(await numbers(page)).toEqual(['XXXX XXXX 1111', 'XXXX XXXX 0015']);
  expect(sent.filter((path) => path.includes('/create-'))).toEqual([
    `${BILLING}/create-customer-profile/`,
    `${BILLING}/create-customer-profile/`,
    `${BILLING}/create-profile/`,
  ]);

  const shown = await card(page, 'XXXX XXXX 0015').innerText();
  expect(shown).toMatch(/XXXX XXXX 0015\s+Igor Petrov\s+Expires Aug \d{4}\s+Default$/);
  expect(await card(page, 'XXXX XXXX 0015').getByRole('img', { name: 'MasterCard' }).count()).toBe(1);
  await expectAccessibleInEveryLook(page, 'cards', [
    {
      name: 'missing',
      open: async () => {
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await form(page).getByRole('button', { name: 'Save' }).click();
        await form(page).getByText('CVV is required.').waitFor();
      },
      close: () => form(page).getByRole('button', { name: 'Cancel' }).click(),
    },
    {
      name: 'delete',
      open: async () => {
        await page.getByRole('button', { name: 'Delete XXXX XXXX 0015' }).click();
        await modal(page, QUESTION).waitFor();
      },
      close: closesModal,
    },
  ]);

  const hasSeenWaiting = Promise.withResolvers<void>();
  await page.route('**/api/v1/users/*/', async (route) => {
    await hasSeenWaiting.promise;
    await route.continue();
  });
  await card(page, 'XXXX XXXX 0015').getByRole('switch', { name: 'Default' }).click();
  await modal(page, 'updating default payment option').waitFor();
  hasSeenWaiting.resolve();
  await bar(page, 'The default payment option has been changed!').waitFor();
  expect(await numbers(page)).toEqual(['XXXX XXXX 0015', 'XXXX XXXX 1111']);

  await page.getByRole('button', { name: 'Delete XXXX XXXX 0015' }).click();
  await modal(page, QUESTION).getByRole('button', { name: 'Delete', exact: true }).click();
  await bar(page, 'Payment option has been deleted!').waitFor();
  expect(await numbers(page)).toEqual(['XXXX XXXX 1111']);
  expect(await isDefault(page, 'XXXX XXXX 1111')).toBe(true);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /4111|5424|0000000119/,
  );
});

function card(page: Page, number: string): Locator {
  return page.getByRole('article', { name: number, exact: true });
}

function form(page: Page): Locator {
  return page.getByRole('form', { name: FORM });
}

async function numbers(page: Page): Promise<(string | null)[]> {
  await page.getByRole('article').first().waitFor();
  const cards = await page.getByRole('article').all();
  return Promise.all(cards.map((one) => one.getAttribute('aria-label')));
}

function isDefault(page: Page, number: string): Promise<boolean> {
  return card(page, number).getByRole('switch', { name: 'Default' }).isChecked();
}

async function fill(page: Page, { number }: { number: string }): Promise<void> {
  await field(form(page), 'Full name (as displayed on card)').fill('Igor Petrov');
  await field(form(page), 'Card number').fill(number);
  await field(form(page), 'CVV').fill('123');
  await form(page).getByLabel('Card expiration').click();
  await page.getByRole('button', { name: 'Next year' }).click();
  await page.getByRole('button', { name: 'Aug' }).click();
}

/** Deletes all cards, because a retried journey must start without any. */
async function deleteAll({ token, user }: LoggedIn): Promise<void> {
  const { body } = await postJson(`${baseUrl()}${BILLING}/get-profile/`, { user_id: user.id }, token);
  // @NOTE the response of this call.
  for (const { id } of (body as { payments: SavedCard[] }).payments) {
    await postJson(`${baseUrl()}${BILLING}/delete-profile/`, { payment_id: id }, token);
  }
}
