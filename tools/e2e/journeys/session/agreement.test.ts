import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { actingStrip, heading, modal } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';

const TITLE = 'Private Membership Agreement';
const ACCEPT = 'I accept and agree the Private Membership Agreement';

test('F039 a super admin who has logged in as the member can dismiss the agreement but cannot accept it', async () => {
  const admin = await loggedIn('super');
  await admin.page.goto('/dashboard');
  await admin.page.getByLabel('Filter Users List').fill('new-hc@vialkeep.test');
  await admin.page.getByRole('button', { name: 'Actions for Theo Brandt' }).click();
  await admin.page.getByRole('menuitem', { name: 'Login as User' }).click();
  const opened = admin.context.waitForEvent('page');
  await modal(admin.page, 'Login As').getByRole('button', { name: 'Login', exact: true }).click();
  const page = await opened;
  await heading(page, 'Hello Theo').waitFor();

  const agreement = modal(page, TITLE);
  await agreement.waitFor();
  const path = `/api/v1/users/${JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}').id}/`;
  admin.expectsRefusal(400, path);
  await agreement.getByLabel(ACCEPT).check();
  await agreement.getByRole('button', { name: 'Continue' }).click();
  await agreement.getByText('Only the member can accept this agreement.').waitFor();
  await agreement.getByRole('button', { name: 'Cancel' }).click();
  await agreement.waitFor({ state: 'detached' });
  await actingStrip(page).getByRole('button', { name: 'Go back as Super Admin' }).click();
  await heading(page, 'Hello Ingrid').waitFor();
});

test('F038 the agreement blocks the portal until it is ticked and accepted, and then stays accepted', async () => {
  const { page, calm } = await loggedIn('new-hc');
  await page.goto('/dashboard');
  const agreement = modal(page, TITLE);
  await agreement.getByText('1. What this agreement is').first().waitFor();
  await expectAccessibleInEveryLook(page, 'agreement');
  const go = agreement.getByRole('button', { name: 'Continue' });
  expect(await go.isDisabled()).toBe(true);
  expect(await agreement.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 400);
  await page.goto('/profile');
  await agreement.waitFor();

  await agreement.getByLabel(ACCEPT).check();
  await agreement.getByLabel(ACCEPT).uncheck();
  expect(await go.isDisabled()).toBe(true);
  await agreement.getByLabel(ACCEPT).check();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await go.click();
  expect((await saved).postDataJSON()).toEqual({
    check_agreement: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  });
  await agreement.waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, 'Profile').waitFor();
  await calm();
  expect(await agreement.count()).toBe(0);
});
