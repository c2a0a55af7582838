import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { looks, looksFor, sidewaysOverflow, wear } from '../../page/looks.ts';
import { closesModal, heading, modal } from '../../page/portal.ts';
import { newUser } from '../../people/new-user.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

const north = () => baseUrl().replace('//localhost', '//north.localhost');

/** A dialog by the button that opens it, or by a row's menu and the action in it. */
type Way = { readonly button: RegExp } | { readonly menu: RegExp; readonly action: string };

const button = (name: RegExp): Way => ({ button: name });
const action = (menu: RegExp, name: string): Way => ({ menu, action: name });

/** Checks a page in every look: closed, with each menu and drawer of it open, and with each of its dialogs open. */
async function checkPage(page: Page, name: string, ways: readonly Way[] = []): Promise<string[]> {
  const opened: string[] = [];
  for (const look of looksFor(name)) {
    await wear(page, look);
    await expectAccessible(page, `${name}, ${look.name}`);
    expect(await sidewaysOverflow(page), `${name}, ${look.name}`).toBe(0);
    opened.push(...(await checkPopups(page, `${name}, ${look.name}`)));
    for (const way of ways) await checkDialog(page, way, `${name}, ${look.name}`);
  }
  await wear(page, looks.light);
  return opened;
}

/** Opens every menu and drawer of a page; one of several rows stands for the others. Returns what was opened. */
async function checkPopups(page: Page, where: string): Promise<string[]> {
  const main = page.locator('main');
  const openers = main.locator('button[aria-haspopup]').or(main.getByRole('button', { name: /^Filters/ }));
  const popup = page.locator('[role="menu"], [role="dialog"]').filter({ visible: true });
  const opened: string[] = [];
  for (const opener of await openers.filter({ visible: true }).all()) {
    const name = (await nameOf(opener)).replace(/^Actions for .*/, 'Actions');
    if (opened.includes(name)) continue;
    opened.push(name);
    await opener.click();
    await popup.first().waitFor();
    await expectAccessible(page, `${where}, ${name} open`);
    await page.keyboard.press('Escape');
    await expect.poll(() => popup.count()).toBe(0);
  }
  return opened;
}

async function nameOf(opener: Locator): Promise<string> {
  return (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? '';
}

async function checkDialog(page: Page, way: Way, where: string): Promise<void> {
  if ('button' in way) {
    await page.getByRole('button', { name: way.button }).first().click();
  } else {
    await page.getByRole('button', { name: way.menu }).first().click();
    await page.getByRole('menuitem', { name: way.action, exact: true }).click();
  }
  await modal(page).first().waitFor();
  await expect.poll(() => modal(page).locator('[aria-busy="true"]').count()).toBe(0);
  await expectAccessible(page, `${where}, ${'button' in way ? way.button.source : way.action}`);
  await closesModal(page);
}

async function openMoney(page: Page, path: string, shows: RegExp | string): Promise<void> {
  await page.goto(path);
  await heading(page, 'Money').waitFor();
  await page.getByText(shows).first().waitFor();
}

test('the pages of money are accessible for an administrator, with every menu, drawer and dialog open', async () => {
  const { page } = await loggedIn('admin');
  await openMoney(page, '/money', 'What we owe');
  await checkPage(page, 'every-overlay-of-overview');
  await openMoney(page, '/money/refunds', /^\d+ refunds?$/);
  const ofRefunds = await checkPage(page, 'every-overlay-of-refunds');
  expect(ofRefunds).toEqual(expect.arrayContaining(['State', 'Filters', 'Saved views', 'Columns']));
  await openMoney(page, '/money/commissions', /^\d+\+? lines?$/);
  await checkPage(page, 'every-overlay-of-lines', [button(/^Answer /), button(/^Add an adjustment$/)]);
  await openMoney(page, '/money/plans', 'Network plan');
  const ofPlans = await checkPage(page, 'every-overlay-of-plans', [
    button(/^Draft a plan$/),
    action(/^Actions for Network plan$/, 'Show'),
    action(/^Actions for Network plan$/, 'Copy'),
    action(/^Actions for (?!Network plan)/, 'Edit'),
    action(/^Actions for (?!Network plan)/, 'Try it on past months'),
    action(/^Actions for (?!Network plan)/, 'Adopt'),
    action(/^Actions for (?!Network plan)/, 'Delete'),
  ]);
  expect(ofPlans).toEqual(expect.arrayContaining(['Actions', 'Columns']));
  await openMoney(page, '/money/payouts', /^\d+ runs?$/);
  await checkPage(page, 'every-overlay-of-payouts', [button(/^New run$/)]);
  // The draft of the demo; other journeys make later ones.
  await page
    .getByRole('link', { name: /^Payout run #\d+$/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await checkPage(page, 'every-overlay-of-a-run', [button(/^Approve$/), button(/^Cancel run$/), button(/^Set number/)]);
  await openMoney(page, '/money/reconciliation', 'Compare now');
  await checkPage(page, 'every-overlay-of-reconciliation');
  await openMoney(page, '/money/journal', 'Trial balance');
  await checkPage(page, 'every-overlay-of-the-journal');
  await openMoney(page, '/money/settings', 'Save');
  await checkPage(page, 'every-overlay-of-money-settings');
}, 900_000);

test('the storage plans are accessible for an administrator, with every menu and dialog open', async () => {
  const { page } = await loggedIn('admin@north.test', { site: north() });
  await openMoney(page, '/money/storage', /^\d+ plans?$/);
  await checkPage(page, 'every-overlay-of-storage', [
    button(/^Add an offer$/),
    button(/^Change/),
    button(/^Enrol a patient$/),
    button(/^Show/),
  ]);
});

test('the own commissions and the own storage are accessible, with every menu and dialog open', async () => {
  const rep = await loggedIn('rep');
  await rep.page.goto('/my-commissions');
  await rep.page
    .getByText(/^\d+\+? lines?$/)
    .first()
    .waitFor();
  await checkPage(rep.page, 'every-overlay-of-my-commissions', [
    button(/^Ask about this line/),
    button(/^Your question/),
  ]);
  const owing = await loggedIn('patient2@north.test', { site: north() });
  await owing.page.goto('/billing');
  await owing.page.getByRole('button', { name: 'Pay now' }).waitFor();
  await checkPage(owing.page, 'every-overlay-of-billing', [
    button(/^Pay now$/),
    button(/^Replace card$/),
    button(/^Ask to end storage$/),
  ]);
  const { email } = await newUser(2, { domain: 2 });
  const choosing = await loggedIn(email, { site: north() });
  await choosing.page.goto('/dashboard');
  const agreement = modal(choosing.page, 'Private Membership Agreement');
  await agreement.getByRole('checkbox').check();
  await agreement.getByRole('button', { name: 'Continue' }).click();
  await agreement.waitFor({ state: 'detached' });
  await choosing.page.goto('/billing');
  await choosing.page
    .getByRole('button', { name: /^Choose / })
    .first()
    .waitFor();
  await checkPage(choosing.page, 'every-overlay-of-offers', [button(/^Choose /)]);
});
