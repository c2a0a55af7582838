import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { actingStrip, arriveAt, bar, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

test('F029 a staff member sees the centers they work for and finds them by id or company', async () => {
  const { page } = await loggedIn('staff');
  const { user: center } = await openSession('hc');
  await page.goto('/dashboard');
  await page.getByText(`#ID: ${center.id} Stein Regenerative Clinic`).waitFor();
  await page.getByText('Harbor Steps Surgery', { exact: false }).first().waitFor();
  const access = page.getByRole('button', { name: 'Access to this HC' });
  expect(await access.count()).toBe(2);

  await field(page, 'Filter Associated Harvest Centers').fill('HARBOR');
  await expect.poll(() => access.count()).toBe(1);
  await field(page, 'Filter Associated Harvest Centers').fill(String(center.id));
  await expect.poll(() => access.count()).toBe(1);
  await field(page, 'Filter Associated Harvest Centers').fill('no such center');
  await page.getByText("Empty table. There's nothing to show").waitFor();
});

test('F030 F031 a staff member enters a center’s account under a banner and returns to the own account', async () => {
  const { page, context, user } = await loggedIn('staff');
  const { user: center } = await openSession('hc');
  await page.goto('/dashboard');
  await page
    .getByRole('row', { name: 'Stein Regenerative Clinic' })
    .getByRole('button', { name: 'Access to this HC' })
    .click();
  const question = modal(page, 'Access');
  await question.getByText('Are you sure you want to access this Harvest Center account?').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });

  await page
    .getByRole('row', { name: 'Stein Regenerative Clinic' })
    .getByRole('button', { name: 'Access to this HC' })
    .click();
  await question.getByRole('button', { name: 'Proceed' }).click();
  await actingStrip(page).getByText('You are currently on Stein Regenerative Clinic HC Account').waitFor();
  const cookies = Object.fromEntries(
    (await context.cookies(baseUrl())).map(({ name, value }) => [name, decodeURIComponent(value)]),
  );
  expect(cookies).toEqual({
    HCStaffAccess: '1',
    HCStaffIdUsed: String(user.id),
    HCStaffNameUsed: 'Beth Lowell',
    HCStaffEmailUsed: 'staff@vialkeep.test',
    HCStaffTemplateId: '',
  });
  await page.getByText(`Member ID: #${center.id}`).waitFor();
  await page.getByText('Plan: Harvest Center').waitFor();
  await page.getByRole('button', { name: 'Beth Lowell account menu' }).waitFor();

  await mainMenu(page).getByRole('button', { name: 'Account' }).click();
  await mainMenu(page).getByRole('link', { name: 'Contact Details' }).click();
  await heading(page, 'HC Profile').waitFor();
  await expectRoomForTheStrip(page);

  await actingStrip(page).getByRole('button', { name: 'Go back to your Account' }).click();
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Beth').waitFor();
  await page.getByText('Plan: HC Staff').waitFor();
  expect(await context.cookies(baseUrl())).toEqual([]);
  expect(await actingStrip(page).count()).toBe(0);
});

test('F030 a refused entry to a center closes the question and shows the reason', async () => {
  const { page, expectsRefusal } = await loggedIn('staff2');
  expectsRefusal(404, '/api/v1/hc-staff/access/');
  await page.goto('/dashboard');
  await page.route('**/api/v1/hc-staff/access/', async (route) => {
    const body = { success: false, code: 'error', reason: 'not_found', message: 'Not found.' };
    await route.fulfill({ status: 404, json: body });
  });
  await page.getByRole('button', { name: 'Access to this HC' }).click();
  await modal(page, 'Access').getByRole('button', { name: 'Proceed' }).click();
  await bar(page, 'Not found.').waitFor();
  await modal(page, 'Access').waitFor({ state: 'detached' });
});

test('F029 a staff member whom no center has accepted sees no center', async () => {
  const { page } = await loggedIn('staff3');
  await page.goto('/dashboard');
  await page.getByText("Empty table. There's nothing to show").waitFor();
});

/**
 * Until the server has answered who acts, the strip is empty but its space is reserved, so that the page does not move.
 */
async function expectRoomForTheStrip(page: Page): Promise<void> {
  const { promise: asked, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/v1/users/session/', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await heading(page, 'HC Profile').waitFor();
  expect(await actingStrip(page).count()).toBe(0);
  const early = await page.getByRole('banner').boundingBox();
  letGo();
  await actingStrip(page).waitFor();
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(early?.y);
  expect(early?.y).toBeGreaterThan(0);
  await page.unroute('**/api/v1/users/session/');
}
