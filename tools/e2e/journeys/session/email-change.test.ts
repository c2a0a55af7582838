import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun } from '../../page/looks.ts';
import { bar, field, heading } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { admitSignUp } from '../../people/admitted.ts';
import { getJson, patchJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession, visitor } from '../../people/person.ts';
import { isStrict } from '../../people/second-factor.ts';

test('an email address changes after both emails are confirmed, and the old address can undo it', async () => {
  const old = await signUp();
  const next = `${unique('next')}@people.test`;
  const { page, user, token } = await loggedIn(old);
  await page.goto('/profile');
  // Under the strict policy an account enters only with a confirmed address.
  if (!isStrict) await page.getByText('This address is not confirmed. Confirm it in the letter we sent.').waitFor();
  await field(page, 'E-mail').waitFor();
  if (isLongRun) await expectAccessibleInEveryLook(page, 'email-not-confirmed');
  expect(await field(page, 'Current password').count()).toBe(0);

  await field(page, 'E-mail').fill(next);
  await field(page, 'Current password').waitFor();
  await page.getByText('Without it, your old address has to approve the change.').waitFor();
  if (isLongRun) await expectAccessibleInEveryLook(page, 'email-with-password');
  await field(page, 'Phone Number').fill('+1 555 0142');
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Record has been updated!').waitFor();
  await page.getByText(`Waiting for ${next}. Confirm it in the letter we sent.`).waitFor();
  await expect.poll(() => field(page, 'E-mail').inputValue()).toBe(old);
  expect(await field(page, 'Current password').count()).toBe(0);
  await expectAccessibleInEveryLook(page, 'email-waits');

  await page.getByRole('button', { name: 'Resend' }).click();
  await bar(page, 'The letter is on its way.').waitFor();
  const mail = await visitor();
  await press(mail.page, linkIn((await letterTo(next, 'Confirm')).text, 'confirm'), 'Confirm');
  await mail.page.getByText('The change waits until the old address approves it.').waitFor();
  await page.reload();
  await page.getByText(`Waiting for ${next}. Approve it in the letter to your old address.`).waitFor();

  const letter = (await letterTo(old, 'is to change')).text;
  await press(mail.page, linkIn(letter, 'approve'), 'Approve');
  await mail.page.getByText('Your e-mail address has been changed.').waitFor();
  await page.reload();
  await expect.poll(() => field(page, 'E-mail').inputValue()).toBe(next);
  expect(await page.getByText('Waiting for').count()).toBe(0);

  await page.close();
  await press(mail.page, linkIn(letter, 'undo'), 'Undo');
  await mail.page.getByText('Your old e-mail address is back, and every session has been ended.').waitFor();
  mail.expectsRefusal(400, '/api/v1/identity/email/undo/');
  await mail.page.goto(linkIn(letter, 'undo'));
  await mail.page.getByRole('button', { name: 'Undo' }).click();
  await heading(mail.page, 'This link does not work').waitFor();
  await mail.page.getByText('This link has been used or is too old.').waitFor();
  if (isLongRun) await expectAccessibleInEveryLook(mail.page, 'email-link-over');

  expect((await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status).toBe(401);
  const { user: again } = await loggedIn(old);
  expect(again.id).toBe(user.id);
}, 240_000);

/** Opens a link of an email, checks the page for accessibility and clicks its button. */
async function press(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: button, exact: true }).waitFor();
  // One of the three is enough on every change: they are the same screen.
  const isChecked = isLongRun || button === 'Approve';
  if (isChecked) await expectAccessibleInEveryLook(page, `email-${button.toLowerCase()}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  await heading(page, 'Done').waitFor();
  if (isChecked) await expectAccessibleInEveryLook(page, `email-${button.toLowerCase()}-done`);
}

function linkIn(text: string, what: string): string {
  return new RegExp(`http\\S+/email-${what}\\?key=[\\w-]+`).exec(text)?.[0] ?? '';
}

/** Signs up a new account as the sign-up page does and accepts the agreement; returns its email. */
async function signUp(): Promise<string> {
  const email = `${unique('mover')}@people.test`;
  const { status } = await postJson(`${baseUrl()}/api/v1/sales-rep/`, {
    subscription: 3,
    first_name: 'Nell',
    last_name: 'Mover',
    email,
    password: DEMO_PASSWORD,
  });
  expect(status).toBe(200);
  await admitSignUp(email);
  const { token, user } = await openSession(email);
  await patchJson(`${baseUrl()}/api/v1/users/${user.id}/`, { check_agreement: '2026-01-05T09:00:00.000Z' }, token);
  return email;
}
