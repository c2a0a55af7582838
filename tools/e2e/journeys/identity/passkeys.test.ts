import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { arriveAt, bar, heading, modal, openUserMenu } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { addAuthenticator } from '../../people/authenticator.ts';
import { countWork } from '../../people/clicks.ts';
import { letterTo } from '../../people/emails.ts';
import { newUser } from '../../people/new-user.ts';
import { loggedIn, logInThroughTheForm, northUrl, visitor } from '../../people/person.ts';

const MOST_CLICKS = 4;

test('a patient enrols a passkey with four clicks, logs in without a password, signs with it and removes it; it is not offered on the other site', async () => {
  const patient = await newUser(2);
  const { page, expectsRefusal } = await visitor();
  await addAuthenticator(page);
  await page.goto('/');
  await logInThroughTheForm(page, patient.email);
  await arriveAt(page, '/dashboard');
  await acceptAgreement(page);

  const work = await countWork(page);
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = modal(page, 'Add a passkey');
  await dialog.getByRole('button', { name: 'Send the code again' }).waitFor();
  // The field has the focus already.
  await page.keyboard.type(await mailedCode(patient.email));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const codes = modal(page, 'Your recovery codes');
  await codes.waitFor();
  const { clicks, keys } = await work();
  console.log(`Enrolling a passkey: ${clicks} clicks and ${keys} keys from the dashboard.`);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(await codes.getByRole('listitem').count()).toBe(10);
  await expectAccessibleInEveryLook(page, 'recovery-codes', []);
  // Escape would lose the codes.
  await page.keyboard.press('Escape');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await codes.waitFor({ state: 'detached' });
  await page.getByText('10 of 10 recovery codes left').waitFor();
  await letterTo(patient.email, 'passkey');
  await expectAccessibleInEveryLook(page, 'settings-factors', [
    { name: 'remove', open: () => page.getByRole('button', { name: /^Remove / }).click() },
    { name: 'app', open: () => page.getByRole('button', { name: 'Set up an app' }).click() },
  ]);

  await logOut(page);
  const login = await countWork(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await bar(page, 'Welcome back.').waitFor();
  const work2 = await login();
  console.log(
    `Login with a passkey: ${work2.clicks} clicks and ${work2.keys} keys; with a password: 1 click and ${patient.email.length + DEMO_PASSWORD.length + 1} keys.`,
  );
  expect(work2).toEqual({ clicks: 1, keys: 0 });
  await arriveAt(page, '/dashboard');

  await page.getByRole('button', { name: /Storage$/ }).click();
  const sheet = modal(page, 'Sign Document');
  const paper = sheet.frameLocator('iframe');
  await paper.getByLabel('Type your full name').fill(patient.name);
  await paper.getByLabel('I agree to sign electronically').check();
  await paper.getByRole('button', { name: 'Sign document' }).click();
  await sheet.getByText('Signed. Thank you.').waitFor();
  await page.keyboard.press('Escape');

  // The passkey of one site is not offered on the other: the authenticator has none for its host.
  await logOut(page);
  await page.goto(`${northUrl()}/`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await bar(page, 'The passkey was not used. Try again, or log in with your password.').waitFor();
  expect(new URL(page.url()).hostname).toBe('north.localhost');

  await page.goto('/');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await arriveAt(page, '/dashboard');
  await page.goto('/settings');
  await page.getByRole('button', { name: /^Remove / }).click();
  await modal(page, 'Remove a second factor').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You log in with your password alone.').waitFor();
  await logOut(page);
  expectsRefusal(400, '/api/v1/users/login/passkey/');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await bar(page, 'This passkey could not be checked.').waitFor();
  await logInThroughTheForm(page, patient.email);
  await arriveAt(page, '/dashboard');
});

test('a browser without passkeys has no link and no button for them, and the login works', async () => {
  const { page, context } = await visitor({ look: looks.phone });
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto('/');
  await heading(page, 'Admin Login').waitFor();
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  await logInThroughTheForm(page, 'patient14');
  await arriveAt(page, '/dashboard');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set up an app' }).waitFor();
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
});

test('the login card and the settings fit a window of 320 px', async () => {
  const { page } = await loggedIn('patient15', { look: looks.narrow });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await modal(page, 'Add a passkey').waitFor();
  await wear(page, looks.narrow);
  expect(await sidewaysOverflow(page)).toBe(0);
});

async function acceptAgreement(page: Page): Promise<void> {
  const agreement = modal(page, 'Private Membership Agreement');
  await agreement.getByRole('checkbox').check();
  await agreement.getByRole('button', { name: 'Continue' }).click();
  await agreement.waitFor({ state: 'detached' });
}

async function logOut(page: Page): Promise<void> {
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Log Out' }).click();
  await heading(page, 'Admin Login').waitFor();
}

async function mailedCode(email: string): Promise<string> {
  const { text } = await letterTo(email, 'code');
  return /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';
}
