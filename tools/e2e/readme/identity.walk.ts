import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../harness/product.ts';
import { startDemoCopy } from '../demo-copy.ts';
import { arriveAt, bar, field, heading, modal, openUserMenu } from '../page/portal.ts';
import { type Account, DEMO_PASSWORD, emailOf } from '../people/accounts.ts';
import { appCode } from '../people/app-code.ts';
import { addAuthenticator } from '../people/authenticator.ts';
import { letterTo } from '../people/emails.ts';
import { loggedIn, logInThroughTheForm, visitor } from '../people/person.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
const tour = readme.split(/^## /m).find((section) => section.startsWith('Identity in five minutes\n')) ?? '';
const SECRET = 'JBSWY3DPEHPK3PXP';

/** Started as the tour says. */
let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { STEP_UP_MINUTES: '0' } });
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

/** Presses a control that the tour names. */
async function press(page: Page | ReturnType<typeof modal>, name: string, role: 'button' | 'link' = 'button') {
  expect(tour.replaceAll(/\s+/g, ' ')).toContain(`*${name}*`);
  await page.getByRole(role, { name }).first().click();
}

async function openAs(account: Account, path: string) {
  expect(tour).toContain(emailOf(account));
  const person = await loggedIn(account, { site: product.baseUrl });
  await person.page.goto(path);
  await heading(person.page).first().waitFor();
  return person;
}

test('a sales rep adds a passkey and logs in with it', async () => {
  const { page } = await visitor({ site: product.baseUrl });
  await addAuthenticator(page);
  await page.goto('/');
  await logInThroughTheForm(page, 'rep');
  await arriveAt(page, '/dashboard');
  await page.goto('/settings');
  await press(page, 'Add a passkey');
  const dialog = modal(page, 'Add a passkey');
  await dialog.getByRole('button', { name: 'Send the code again' }).waitFor();
  const { text } = await letterTo(emailOf('rep'), 'code', product.baseUrl);
  await page.keyboard.type(/^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
  await press(dialog, 'Continue');
  await press(page, 'I have kept them');
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Log Out' }).click();
  await heading(page, 'Admin Login').waitFor();
  await press(page, 'Use a passkey');
  await arriveAt(page, '/dashboard');
});

test('an administrator confirms an export with a code of the app', async () => {
  expect(tour).toContain(SECRET);
  const { page, expectsRefusal } = await visitor({ site: product.baseUrl.replace('//localhost', '//north.localhost') });
  expectsRefusal(409, '/api/admin/users/export-csv/');
  await page.goto('/');
  await logInThroughTheForm(page, 'secure@north.test');
  await field(page, 'Code from your app').fill(appCode(SECRET));
  await page.keyboard.press('Enter');
  await arriveAt(page, '/dashboard');
  await page.getByText(/^Total Records/).waitFor();
  await press(page, 'All filtered');
  const dialog = modal(page, 'Confirm that it is you');
  await field(dialog, 'Code from your app').fill(appCode(SECRET, 1));
  const file = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await file).suggestedFilename()).toMatch(/^userList.*\.csv$/);
});

test('a patient sees who saw the record and asks a question, which an administrator answers', async () => {
  const { page } = await openAs('patient', '/dashboard');
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Settings' }).click();
  await press(page, 'See all', 'link');
  await heading(page, 'Who saw my record').waitFor();
  await page.getByText('Asked by phone to correct the address').waitFor();
  await page.goBack();
  await press(page, 'Ask a question');
  const question = modal(page, 'Ask a question');
  await question.getByRole('textbox').fill('Which letters did you send me?');
  await press(question, 'Send request');
  await question.waitFor({ state: 'detached' });

  const admin = await openAs('admin', '/security/privacy');
  await press(admin.page, 'Decide');
  const decision = modal(admin.page, 'Answer the request');
  await field(decision, 'Decision').selectOption({ label: 'Answer' });
  await field(decision, 'Answer').fill('You find them in your settings.');
  await press(decision, 'Save');
  await decision.waitFor({ state: 'detached' });
});

test('an administrator reads changes and openings, saves the list and verifies the chains', async () => {
  const { page } = await openAs('admin', '/dashboard');
  await press(page, 'Security', 'link');
  await heading(page, 'Security').waitFor();
  await press(page, 'Show');
  await page.keyboard.press('Escape');
  await press(page, 'Verify');
  await bar(page, 'Nothing was altered').waitFor();
  await press(page, 'Openings', 'link');
  const file = page.waitForEvent('download');
  await press(page, 'Download CSV');
  expect((await file).suggestedFilename()).toMatch(/^openings-.*\.csv$/);
});

test('a patient checks the time stamp of a signed document', async () => {
  const { page, context } = await openAs('patient', '/dashboard');
  const path = await page.locator('a[href^="/media/"]').first().getAttribute('href');
  const document = await context.request.get(path ?? '');
  const pdf = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: await document.body() };
  await page.goto('/verify');
  const stamp = page.getByRole('link', { name: 'Download the time stamp' });
  await expect
    .poll(
      async () => {
        const again = page.getByRole('button', { name: 'Check another one' });
        if ((await again.count()) > 0) await again.click();
        const chooser = page.waitForEvent('filechooser');
        await press(page, 'Choose PDF');
        await (await chooser).setFiles(pdf);
        await page.getByRole('heading', { name: 'Genuine and unaltered' }).waitFor();
        return stamp.count();
      },
      { timeout: 120_000, interval: 2_000 },
    )
    .toBe(1);
  await page.getByText('Time stamp', { exact: true }).waitFor();
  const saved = page.waitForEvent('download');
  await press(page, 'Download the time stamp', 'link');
  expect((await saved).suggestedFilename()).toMatch(/\.tsr$/);
});

test('a session locks after a minute, and the password opens it', async () => {
  const minutes = 'Minutes until a session locks: all others';
  expect(tour.replaceAll(/\s+/g, ' ')).toContain(`*${minutes}*`);
  const { page } = await openAs('super', '/security/policy');
  await field(page, minutes).fill('1');
  await press(page, 'Save');
  await bar(page, 'saved').waitFor();
  const patient = await openAs('patient', '/profile');
  for (const path of ['/api/v1/*', '/api/admin/*']) patient.expectsRefusal(409, path);
  const lock = patient.page.getByRole('dialog', { name: 'Your session is locked.' });
  await lock.waitFor({ timeout: 180_000 });
  await field(lock, 'Password').fill(DEMO_PASSWORD);
  await patient.page.keyboard.press('Enter');
  await lock.waitFor({ state: 'detached' });
});

test('every link of the tour leads to a page', async () => {
  const { page } = await openAs('super', '/dashboard');
  for (const [, path = ''] of tour.matchAll(/\(http:\/\/localhost:3000(\/[^)]*)\)/g)) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
  }
});
