import { expect, test } from 'vitest';
import { Keys } from '../../page/keys.ts';
import { arriveAt, field, heading, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { newClinic, newOrderingPatient } from '../../people/buyers.ts';
import { newPatient } from '../../people/patients.ts';
import { loggedIn, visitor } from '../../people/person.ts';

/** The five most common tasks. keys.ts checks the focus after every key press. */

test('F001 a user logs in by keyboard alone', async () => {
  const { page } = await visitor();
  const keys = new Keys(page);
  await page.goto('/');
  await keys.to(field(page, 'Login'));
  await keys.type('rep@vialkeep.test');
  await keys.to(field(page, 'Password'));
  await keys.type(DEMO_PASSWORD);
  await keys.to(page.getByRole('button', { name: 'Login', exact: true }));
  await keys.press('Enter');
  await arriveAt(page, '/dashboard');
  await page.getByRole('heading', { level: 1, name: /^Hello / }).waitFor();
});

test('F056 a user finds a patient and opens the record by keyboard alone', async () => {
  const { page } = await loggedIn('hc');
  const keys = new Keys(page);
  await page.goto('/dashboard');
  const row = page.getByRole('link', { name: /^#\d+ - Rosa Delgado$/ });
  await row.waitFor();
  await keys.press('/');
  await keys.type('delgado');
  await page.getByRole('link', { name: /^#\d+ - Keiko Mori$/ }).waitFor({ state: 'detached' });
  await keys.to(row);
  await keys.press('Enter');
  await heading(page, 'Rosa Delgado').waitFor();
  await keys.to(page.getByRole('tab', { name: 'Overview' }));
  await keys.press('ArrowRight');
  await keys.press('Enter');
  await page.getByText('Date Adipose Shipped to Lab').first().waitFor();
});

test('F063 a lab adds vials by keyboard alone', async () => {
  const { id } = await newPatient();
  const { page } = await loggedIn('lab2');
  const keys = new Keys(page);
  await page.goto(`/patients/${id}`);
  await keys.to(page.getByRole('tab', { name: 'Overview' }));
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await keys.press('Enter');
  await keys.to(page.getByLabel('Add vials: Qty'));
  await keys.type('5');
  await keys.to(page.getByRole('button', { name: 'Add vials', exact: true }));
  await keys.press('Enter');
  await page.getByText('Vials Added: 5').waitFor();
});

test('F104 a center orders with a saved card by keyboard alone', async () => {
  const { page } = await loggedIn((await newClinic(4)).email);
  const keys = new Keys(page);
  await page.goto('/dashboard');
  await keys.to(page.getByRole('link', { name: 'Shipping Supplies' }));
  await keys.press('Enter');
  await heading(page, 'Checkout Shipping Supplies').waitFor();
  await keys.to(field(page, 'Quantity'));
  await keys.press('Control+a');
  await keys.type('2');
  await keys.to(page.getByRole('radio', { name: 'Visa ending in 1111' }));
  await keys.to(page.getByRole('button', { name: 'Proceed Checkout' }));
  await keys.press('Enter');
  const paid = modal(page, 'Shipping Supplies has been ordered.');
  await keys.to(paid.getByRole('button', { name: 'Close', exact: true }).last());
  await keys.press('Enter');
  await paid.waitFor({ state: 'detached' });
});

test('F067 a signer enters the signing frame, signs a document and leaves the frame by keyboard alone', async () => {
  const { email } = await newOrderingPatient(await newClinic(4));
  const { page, user } = await loggedIn(email);
  const keys = new Keys(page);
  await page.goto('/dashboard');
  const storage = page.getByRole('button', { name: /Storage$/ });
  await keys.to(storage);
  await keys.press('Enter');
  const sheet = modal(page, 'Sign Document');
  const paper = sheet.frameLocator('iframe');
  await keys.to(paper.getByLabel('Type your full name'));
  await keys.type(`${user.first_name} ${user.last_name}`);
  await keys.to(paper.getByLabel('I agree to sign electronically'));
  await keys.press('Space');
  await keys.to(paper.getByRole('button', { name: 'Sign document' }));
  await keys.press('Enter');
  await sheet.getByText('Signed. Thank you.').first().waitFor();
  await keys.to(sheet.getByRole('button', { name: 'Close', exact: true }).last());
  await keys.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => storage.isEnabled()).toBe(false);
});
