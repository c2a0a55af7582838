import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { everyLook, isLongRun, looks, photograph, sidewaysOverflow, wear } from '../../page/looks.ts';
import { field, modal } from '../../page/portal.ts';
import { patchJson } from '../../people/calls.ts';
import { type Made, newUser } from '../../people/new-user.ts';
import { newPatient } from '../../people/patients.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const TWO_SCREENS = { width: 1360, height: 900 };
const PER_PAGE = 30;

/** Creates an administrator whose preferences no other journey reads. */
async function newAdministrator(): Promise<Made> {
  const person = await newUser(3);
  const { token } = await openSession('super');
  const { status } = await patchJson(`${baseUrl()}/api/v1/users/${person.id}/`, { subscription: 7 }, token);
  expect(status).toBe(200);
  return person;
}

test('F132 U-03 thirty users in compact mode fit on two screens of 900 px, and each line opens to the documented cells', async () => {
  const [person, patient] = [await newAdministrator(), await newPatient({}, [{ type: 'added', quantity: 3 }])];
  const { page, token } = await loggedIn(person.email);
  await patchJson(`${baseUrl()}/api/v1/users/preferences/`, { density: 'compact' }, token);
  await page.setViewportSize(TWO_SCREENS);
  await page.goto('/dashboard');
  await page.getByText(/Showing 30 of \d+ records/).waitFor();
  await expect.poll(() => rowsOn(page).count()).toBe(PER_PAGE);
  // In a new browser, the rows may arrive before the account's density.
  await expect
    .poll(() => columnsOf(page))
    .toEqual(['Open', 'User', 'Email', 'Membership', 'Stage', 'Vials', 'Center', 'Sales Rep', 'Documents', 'Actions']);
  const heights = await rowsOn(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  const top = await page.getByRole('heading', { name: 'Users List', exact: true }).evaluate(topOf);
  const end = await rowsOn(page).last().evaluate(bottomOf);
  const sum = heights.reduce((total, height) => total + height, 0);
  console.log(`30 compact rows: ${sum} px; ${end - top} px from the list's heading to the end of the last row`);
  expect(Math.max(...heights)).toBeLessThanOrEqual(37);
  expect(end - top).toBeLessThanOrEqual(2 * TWO_SCREENS.height);

  await field(page, 'Filter Users List').fill(patient.email);
  await expect.poll(() => rowsOn(page).count()).toBe(1);
  const row = rowsOn(page).first();
  for (const text of [`#${patient.id} - ${patient.name}`, patient.email, 'General Member']) {
    await row.getByTitle(text, { exact: true }).waitFor();
  }
  const opens = row.getByRole('button', { name: `More about ${patient.name}` });
  const cells = page.getByRole('region', { name: `About ${patient.name}` });
  expect(await opens.getAttribute('aria-expanded')).toBe('false');
  await opens.focus();
  await page.keyboard.press('Enter');
  await cells.waitFor();
  expect(await opens.getAttribute('aria-expanded')).toBe('true');
  for (const label of ['User Information', 'Documents', 'Account Details', 'Phone', 'Lab ID', 'Est. Ready Date']) {
    await cells.getByText(label, { exact: true }).waitFor();
  }
  await page.keyboard.press('Enter');
  await cells.waitFor({ state: 'detached' });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await cells.waitFor();
  await page.keyboard.press('ArrowLeft');
  await cells.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: `Actions for ${patient.name}` }).click();
  await page.getByRole('menuitem', { name: 'View User Info' }).click();
  await expect.poll(() => field(modal(page, 'User Details'), 'Email').inputValue()).toBe(patient.email);
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });

  for (const look of isLongRun ? everyLook : [looks.light, looks.darkPhone]) {
    await wear(page, look);
    // Between a desktop and a phone the line renders again, closed.
    if ((await opens.getAttribute('aria-expanded')) === 'false') await opens.click();
    await cells.waitFor();
    await photograph(page, 'users-compact', look);
    expect(await sidewaysOverflow(page), look.name).toBe(0);
    await expectAccessible(page, `the compact users list, ${look.name}`);
  }
});

/** The next two functions run in the page. */
function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom;
}

function rowsOn(page: Page): Locator {
  return page.locator('[data-row]');
}

async function columnsOf(page: Page): Promise<string[]> {
  const heads = page.getByRole('region', { name: 'Users List', exact: true }).getByRole('columnheader');
  const names = (await heads.allTextContents()).map((text) => text.trim());
  return names.filter((name) => name !== '');
}
