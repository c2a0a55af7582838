import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../../harness/product.ts';
import { startDemoCopy } from '../../demo-copy.ts';
import { arriveAt, bar, field, heading, modal, openUserMenu } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { addAuthenticator } from '../../people/authenticator.ts';
import { putJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { holderOf, logInThroughTheForm, openSession, visitor } from '../../people/person.ts';
import { isStrict, proveAgain } from '../../people/second-factor.ts';

/** A product in which every sensitive act needs its own proof, on both of its sites. */
let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { STEP_UP_MINUTES: '0' } });
  const site = product.baseUrl;
  const { token } = await openSession('super', site);
  if (isStrict) await proveAgain(holderOf('super', site), token);
  const { status } = await putJson(`${site}/api/admin/identity-policy/1/`, { step_up: true }, token);
  if (status !== 200) throw new Error(`The policy was not changed: ${status}`);
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

const main = () => product.baseUrl;
const north = () => product.baseUrl.replace('//localhost', '//north.localhost');

test.each([
  { name: 'main', email: 'patient18@vialkeep.test', site: main, other: north },
  { name: 'custom', email: 'patient@north.test', site: north, other: main },
])(
  'a patient of the $name site enrols a passkey, logs in without a password, confirms a signature and the removal with it; the other site does not offer it',
  async ({ email, site, other }) => {
    const { page, expectsRefusal } = await visitor({ site: site() });
    for (const path of ['/api/v1/*', '/api/admin/*']) expectsRefusal(409, path);
    const authenticator = await addAuthenticator(page);
    const question = modal(page, 'Confirm that it is you');
    await page.goto('/');
    await logInThroughTheForm(page, email);
    await arriveAt(page, '/dashboard');

    // Each call of the set-up is an act of its own.
    await page.addLocatorHandler(question, () => confirmByPassword(question));
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const adding = modal(page, 'Add a passkey');
    await adding.getByRole('button', { name: 'Send the code again' }).waitFor();
    await field(adding, 'Code from the letter').fill(await mailedCode(email, site()));
    await adding.getByRole('button', { name: 'Continue' }).click();
    await modal(page, 'Your recovery codes').getByRole('button', { name: 'I have kept them' }).click();
    await page.removeLocatorHandler(question);
    expect(await authenticator.passkeys()).toEqual([new URL(site()).hostname]);

    await logOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await arriveAt(page, '/dashboard');

    await page.getByRole('button', { name: /Storage$/ }).click();
    await question.getByText('Sign documents').waitFor();
    // A person with a second factor cannot confirm by the password alone.
    expect(await field(question, 'Password').count()).toBe(0);
    await question.getByRole('button', { name: 'Use passkey' }).click();
    const sheet = modal(page, 'Sign Document');
    const paper = sheet.frameLocator('iframe');
    const { username } = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}');
    await paper.getByLabel('Type your full name').fill(username);
    await paper.getByLabel('I agree to sign electronically').check();
    await paper.getByRole('button', { name: 'Sign document' }).click();
    await sheet.getByText('Signed. Thank you.').waitFor();
    await page.keyboard.press('Escape');

    await logOut(page);
    await page.goto(`${other()}/`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await bar(page, 'The passkey was not used. Try again, or log in with your password.').waitFor();

    await page.goto(`${site()}/`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await arriveAt(page, '/dashboard');
    await page.goto('/settings');
    await page.getByRole('button', { name: /^Remove / }).click();
    await modal(page, 'Remove a second factor').getByRole('button', { name: 'Remove' }).click();
    await question.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByText('You log in with your password alone.').waitFor();
  },
);

async function confirmByPassword(question: Locator): Promise<void> {
  await field(question, 'Password').fill(DEMO_PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
}

async function logOut(page: Page): Promise<void> {
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Log Out' }).click();
  await heading(page, 'Admin Login').waitFor();
}

async function mailedCode(email: string, site: string): Promise<string> {
  const { text } = await letterTo(email, 'code', site);
  return /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';
}
