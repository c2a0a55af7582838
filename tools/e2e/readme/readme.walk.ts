import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Look, looks, settled } from '../page/looks.ts';
import { bar, field, heading, modal } from '../page/portal.ts';
import { emailOf } from '../people/accounts.ts';
import { letterTo } from '../people/emails.ts';
import { type LoggedIn, loggedIn } from '../people/person.ts';

const root = resolve(import.meta.dirname, '../../..');
const tour = sectionOf(readFileSync(`${root}/README.md`, 'utf8'), 'Five-minute tour');
const PATIENT = 'Ana Whitfield';

/** The pictures come first: the tour changes what the dashboards show. */
const pictures: readonly { name: string; account: string; look: Look; phone?: boolean }[] = [
  { name: 'clinic', account: 'hc', look: looks.light },
  { name: 'patient', account: 'patient', look: looks.phone, phone: true },
  { name: 'lab', account: 'lab', look: looks.light },
  { name: 'administrator', account: 'admin', look: looks.light },
];

test.each(pictures)('the README shows the dashboard of the $name', async ({ name, account, look, phone = false }) => {
  const person = await loggedIn(account, { look, phone });
  await open(person, '/dashboard');
  const picture = await captureWebp(person.page);
  expect(picture.length).toBeLessThan(150_000);
  mkdirSync(`${root}/docs/pictures`, { recursive: true });
  writeFileSync(`${root}/docs/pictures/${name}.webp`, picture);
});

test('each step of the README’s tour works with its account and its link', async () => {
  const visited: string[] = [];
  const arrive = async (account: string, path: string): Promise<LoggedIn> => {
    expect(tour).toContain(emailOf(account));
    visited.push(path);
    const person = await loggedIn(account);
    await open(person, path);
    return person;
  };

  const clinic = await arrive('hc', '/request-patients-signatures');
  await field(clinic.page, 'Enter Patient Name').fill(PATIENT);
  await field(clinic.page, 'Enter the patient email').fill(emailOf('patient'));
  await clinic.page.getByRole('button', { name: 'Send Request' }).click();
  await bar(clinic.page, 'Documents has been Sent!').waitFor();
  await letterTo(emailOf('patient'), 'sign');
  visited.push('/dev/outbox');
  await clinic.page.goto('/dev/outbox');
  await clinic.page.getByText(emailOf('patient')).first().waitFor();

  const patient = await arrive('patient', '/dashboard');
  await patient.page.getByRole('button', { name: 'Vialkeep Storage' }).click();
  const sheet = modal(patient.page, 'Sign Document');
  await sign(sheet.frameLocator('iframe'), PATIENT);
  await sheet.getByText('Signed. Thank you.').first().waitFor();

  const payer = await arrive('hc', '/harvest-center/checkout/processing-fee');
  await payer.page.getByRole('button', { name: 'Proceed Checkout' }).click();
  const paid = modal(payer.page, 'New Patient Processing Fee has been ordered.');
  await paid.getByText('$3,920.00').waitFor();
  const transaction = await paid.getByText(/^#\d+$/).innerText();

  const lab = await arrive('lab', '/patients/1030');
  await heading(lab.page, PATIENT).waitFor();
  await lab.page.getByText('Vialkeep Official Storage Agreement: completed').waitFor();
  await lab.page.getByRole('tab', { name: 'Vials' }).click();
  await lab.page.getByRole('row').filter({ hasText: 'In store' }).first().waitFor();

  const office = await arrive('admin', '/all-transaction-report');
  const newest = office.page.getByRole('row').filter({ hasText: /^#\d+/ }).first();
  await newest.getByText(transaction, { exact: true }).waitFor();

  expect(visited.toSorted()).toEqual(linksIn(tour).toSorted());
});

async function open({ page, calm }: LoggedIn, path: string): Promise<void> {
  await page.goto(path);
  await heading(page).first().waitFor();
  await calm();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Playwright writes PNG and JPEG only; the browser itself also writes WebP, which is half as large. */
async function captureWebp(page: Page): Promise<Buffer> {
  await settled(page);
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
  return Buffer.from(data, 'base64');
}

async function sign(document: FrameLocator, name: string): Promise<void> {
  await document.getByLabel('Type your full name').fill(name);
  await document.getByLabel('I agree to sign electronically').check();
  await document.getByRole('button', { name: 'Sign document' }).click();
}

function sectionOf(text: string, title: string): string {
  return text.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? '';
}

function linksIn(text: string): string[] {
  return Array.from(text.matchAll(/\(http:\/\/localhost:3000(\/[^)]*)\)/g), ([, path = '']) => path);
}
