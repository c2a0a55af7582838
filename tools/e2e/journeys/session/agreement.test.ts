import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { heading, modal } from '../../page/portal.ts';
import { goBackAsSuperAdmin, loginAsAddress } from '../../people/impersonation.ts';
import { newUser } from '../../people/new-user.ts';
import { loggedIn } from '../../people/person.ts';

const TITLE = 'Private Membership Agreement';
const ACCEPT = 'I accept and agree the Private Membership Agreement';

test('F039 a super admin who has logged in as the member can dismiss the agreement but cannot accept it', async () => {
  const member = await newUser(4);
  const admin = await loggedIn('super');
  const { page } = admin;
  await page.goto(await loginAsAddress(admin, member.id));

  const agreement = modal(page, TITLE);
  await agreement.waitFor();
  admin.expectsRefusal(400, `/api/v1/users/${member.id}/`);
  await agreement.getByLabel(ACCEPT).check();
  await agreement.getByRole('button', { name: 'Continue' }).click();
  await agreement.getByText('Only the member can accept this agreement.').waitFor();
  await agreement.getByRole('button', { name: 'Cancel' }).click();
  await agreement.waitFor({ state: 'detached' });
  await goBackAsSuperAdmin(admin, page);
  await heading(page, 'Hello Ingrid').waitFor();
});

test('F038 the agreement blocks the portal until it is ticked and accepted, and then stays accepted', async () => {
  const { page, calm } = await loggedIn((await newUser(4)).email);
  await page.goto('/profile');
  const agreement = modal(page, TITLE);
  await agreement.getByText('1. What this agreement is').first().waitFor();
  await expectAccessibleInEveryLook(page, 'agreement');
  const go = agreement.getByRole('button', { name: 'Continue' });
  expect(await go.isDisabled()).toBe(true);
  expect(await agreement.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 400);
  expect(await agreement.count()).toBe(1);

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
