import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { actingStrip, arriveAt, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

test('F029 F030 F031 F109 a staff member finds a center by id or company, orders in its account under a banner and returns to the own account', async () => {
  const { page, context, user, expectsRefusal } = await loggedIn('staff');
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

  await page.getByRole('link', { name: 'Shipping Supplies' }).click();
  await heading(page, 'Checkout Shipping Supplies').waitFor();
  await page.getByText('You order as Stein Regenerative Clinic').waitFor();
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  const paid = modal(page, 'Shipping Supplies has been ordered.');
  await paid.getByRole('button', { name: 'Close', exact: true }).last().click();
  await paid.waitFor({ state: 'detached' });
  await actingStrip(page).waitFor();

  await mainMenu(page).getByRole('button', { name: 'Account' }).click();
  await mainMenu(page).getByRole('link', { name: 'Contact Details' }).click();
  await heading(page, 'HC Profile').waitFor();
  await expectRoomForTheStrip(page);

  // What the profile still reads in the left account is refused.
  expectsRefusal(401, '/api/v1/*');
  await actingStrip(page).getByRole('button', { name: 'Go back to your Account' }).click();
  await arriveAt(page, '/dashboard');
  await heading(page, 'Hello Beth').waitFor();
  await page.getByText('Plan: HC Staff').waitFor();
  expect(await context.cookies(baseUrl())).toEqual([]);
  expect(await actingStrip(page).count()).toBe(0);
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
