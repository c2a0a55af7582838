import type { Page } from 'playwright-core';
import { field, modal } from './portal.ts';

/** Fills the form of a new card at the checkout, valid until August of the next year. */
export async function fillNewCard(page: Page, number: string): Promise<void> {
  await page.getByRole('radio', { name: 'New Payment Option' }).check();
  await field(page, 'Full name').fill('Nell Buyer');
  await field(page, 'Card number').fill(number);
  await field(page, 'CVC').fill('123');
  // Before the calendar is loaded, a text field of the same name stands in its place.
  await page.getByRole('button', { name: 'Card expiration' }).click();
  await page.getByRole('button', { name: 'Next year' }).click();
  await page.getByRole('button', { name: 'Aug' }).click();
}

/** Fills the form of a card for storage, valid until August of the next year. */
export async function fillStorageCard(page: Page, number: string): Promise<void> {
  const form = modal(page);
  await field(form, 'Card holder').fill('Nell Buyer');
  await field(form, 'Card number').fill(number);
  await field(form, 'CVV').fill('123');
  await form.getByRole('button', { name: 'Card expiration' }).click();
  await page.getByRole('button', { name: 'Next year' }).click();
  await page.getByRole('button', { name: 'Aug' }).click();
}
