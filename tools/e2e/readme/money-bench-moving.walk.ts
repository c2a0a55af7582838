import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../harness/product.ts';
import { startDemoCopy } from '../demo-copy.ts';
import { bar, field, heading, modal } from '../page/portal.ts';
import { type Account, DEMO_PASSWORD, emailOf } from '../people/accounts.ts';
import { getJson } from '../people/calls.ts';
import { loggedIn } from '../people/person.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
const tour = readme.split(/^## /m).find((section) => section.startsWith('Money, bench and moving in')) ?? '';
const words = tour.replaceAll(/\s+/g, ' ');

let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: {} });
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

/** Presses a control that the tour names. */
async function press(at: Page | Locator, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  expect(words).toContain(`*${name}*`);
  await at
    .getByRole(role, { name: new RegExp(`^${name}`) })
    .first()
    .click();
}

/** Opens a link of the tour with an account that the tour names. */
async function openAs(account: Account, path: string) {
  expect(tour).toContain(emailOf(account));
  expect(tour).toContain(`(http://localhost:3000${path})`);
  const person = await loggedIn(account, { site: product.baseUrl });
  await person.page.goto(path);
  await heading(person.page).first().waitFor();
  return person;
}

test('a sales rep reads where a commission comes from and asks about it', async () => {
  const { page } = await openAs('rep', '/my-commissions');
  await page
    .getByText(/^8% of /)
    .first()
    .waitFor();
  await press(page, 'Ask about this line');
  const asking = modal(page, 'Ask about a line');
  await field(asking, 'Your question').fill('Which order does this belong to?');
  await press(asking, 'Send the question');
  await bar(page, 'Your question has been sent.').waitFor();
});

test('an administrator requests a refund, which another administrator approves', async () => {
  const { page } = await openAs('admin', '/all-transaction-report');
  const fee = page.getByRole('row').filter({ hasText: 'New Patient Processing Fee' }).first();
  await fee.getByRole('button', { name: /^Edit transaction/ }).click();
  const refunds = modal(page, 'Transaction Form').getByRole('region', { name: 'Refunds' });
  await press(refunds, 'Refund…');
  await refunds.getByText('Another administrator has to approve this.').waitFor();
  await field(refunds, 'Note').fill('The clinic cancelled.');
  await press(refunds, 'Refund now');
  await refunds.getByText('To approve', { exact: true }).waitFor();

  const second = await openAs('super', '/money/refunds');
  const asked = second.page.getByRole('row').filter({ hasText: 'To approve' });
  await press(asked, 'Approve');
  await modal(second.page, 'Approve the refund').getByRole('button', { name: 'Approve the refund' }).click();
  await asked.waitFor({ state: 'detached' });
});

test('an operator types a badge and a PIN, and reads the criteria of a release', async () => {
  const { page } = await openAs('lab2', '/bench');
  const badge = /`(\w{4}-\w{4}-\w)`/.exec(tour)?.[1] ?? '';
  const pin = /`(\d{6})`/.exec(tour)?.[1] ?? '';
  await press(page, 'Type the badge');
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Badge').fill(badge);
  await field(dialog, 'PIN').fill(pin);
  await press(dialog, 'Begin shift');
  await page.getByText(/Nora Lindqvist · ends \d/).waitFor();
  await page.goto('/bench/release');
  await page.getByText('Sterility passed').first().waitFor();
});

test('an administrator imports the good rows of a checked import and takes them back', async () => {
  const { page } = await openAs('admin', '/imports');
  await press(page, 'Members of the old clinic system', 'link');
  await page.getByText('Problems 1').first().waitFor();
  const confirm = page.getByRole('checkbox');
  for (const box of await confirm.all()) await box.check();
  await press(page, 'Import 11 rows');
  await page.getByText('11 rows imported').waitFor();
  await press(page, 'Undo the import');
  const undoing = modal(page, 'Undo the import');
  await field(undoing, 'Reason').fill('It was a trial');
  await press(undoing, 'Undo the import');
  await page.getByText('This import was undone.').waitFor();
});

test('an administrator makes a key, by which a program calls', async () => {
  const { page } = await openAs('admin', '/connections');
  await press(page, 'Make a key');
  const making = modal(page, 'Make a key');
  await field(making, 'Name').fill('A first call');
  await field(making, 'Key scopes').click();
  expect(words).toContain('*Read patients*');
  await page.getByRole('option', { name: 'Read patients' }).click();
  await page.keyboard.press('Escape');
  await field(making, 'Your current password').fill(DEMO_PASSWORD);
  await press(making, 'Make a key');
  const key = await field(modal(page, 'Your new key'), 'API key').inputValue();
  const { status } = await getJson(`${product.baseUrl}/api/v1/patients/stages/`, key);
  expect(status).toBe(200);
});

test('every link of the tour leads to a page', async () => {
  const administrator = await openAs('super', '/money/refunds');
  const lab = await openAs('lab2', '/bench');
  for (const [, path = ''] of tour.matchAll(/\(http:\/\/localhost:3000(\/[^)]*)\)/g)) {
    const { page } = path.startsWith('/bench') ? lab : administrator;
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
  }
});
