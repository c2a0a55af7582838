import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveAt, bar, heading, modal, openUserMenu } from '../../page/portal.ts';
import { DEMO_PASSWORD, emailOf } from '../../people/accounts.ts';
import { addAuthenticator } from '../../people/authenticator.ts';
import { countWork } from '../../people/clicks.ts';
import { letterTo } from '../../people/emails.ts';
import { loggedIn, logInThroughTheForm, visitor } from '../../people/person.ts';

const MOST_CLICKS = 4;

test('a patient answers who saw the record with at most four clicks from the dashboard', async () => {
  const { page } = await loggedIn('patient');
  await page.goto('/dashboard');
  await heading(page).first().waitFor();
  const work = await countWork(page);
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Who saw my record' }).waitFor();
  await page.getByText('opened your record').first().waitFor();
  const newest = await work();
  await page.getByRole('link', { name: 'See all' }).click();
  await heading(page, 'Who saw my record').waitFor();
  await page.getByText('looked at your vials').first().waitFor();
  const all = await work();
  console.log(`Who saw my record: ${newest.clicks} clicks to the newest, ${all.clicks} to all, ${all.keys} keys.`);
  expect(all.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(newest).toEqual({ clicks: 2, keys: 0 });
});

test('a login with a passkey needs no key, and one with a password needs every character of both fields', async () => {
  const account = 'patient18';
  const { page } = await visitor();
  await addAuthenticator(page);
  await page.goto('/');
  await heading(page, 'Admin Login').waitFor();
  const typing = await countWork(page);
  // The field of the address has the focus already.
  await page.keyboard.type(emailOf(account));
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await bar(page, 'Welcome back.').waitFor();
  const byPassword = await typing();
  await arriveAt(page, '/dashboard');
  expect(byPassword).toEqual({ clicks: 0, keys: emailOf(account).length + DEMO_PASSWORD.length + 2 });

  const enrolment = await countWork(page);
  await enrolPasskey(page, emailOf(account));
  const enrolled = await enrolment();
  expect(enrolled.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await logOut(page);

  const pressing = await countWork(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await bar(page, 'Welcome back.').waitFor();
  const byPasskey = await pressing();
  expect(byPasskey).toEqual({ clicks: 1, keys: 0 });
  console.log(
    `Login: ${byPassword.keys} keys with a password, ${byPasskey.clicks} click with a passkey; its enrolment took ${enrolled.clicks} clicks and ${enrolled.keys} keys.`,
  );
  await arriveAt(page, '/dashboard');

  // Without its second factor the account opens as before for the journeys after this one.
  await page.goto('/settings');
  await page.getByRole('button', { name: /^Remove / }).click();
  await modal(page, 'Remove a second factor').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You log in with your password alone.').waitFor();
  await logOut(page);
  await logInThroughTheForm(page, account);
  await arriveAt(page, '/dashboard');
});

async function enrolPasskey(page: Page, email: string): Promise<void> {
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Send the code again' }).waitFor();
  const { text } = await letterTo(email, 'code');
  await page.keyboard.type(/^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Log Out' }).click();
  await heading(page, 'Admin Login').waitFor();
}
