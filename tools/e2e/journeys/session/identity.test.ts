import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks } from '../../page/looks.ts';
import { arriveAt, bar, chooseOwnPassword, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { patchJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { logsIn, newUser, unique } from '../../people/new-user.ts';
import { baseUrl, logInThroughTheForm, openSession, visitor } from '../../people/person.ts';

const SIGN_LINK = '/api/v1/documents/sign-link-patient/';
const TYPED = 'quiet harbor lights';
const OWN = 'harbour-lantern-42';

test('S-16 a patient whom an administrator adds opens the account with the link of the email and chooses a password', async () => {
  const { email, link } = await invitedPatient();
  const { page, expectsRefusal } = await visitor({ look: looks.phone });
  await page.goto(link);
  await heading(page, 'Your account is ready').waitFor();
  await page.getByText('Hello Lin Okafor. Choose a password to open your account at Vialkeep.').waitFor();
  await page.getByText(`${email.slice(0, 1)}•••@people.test`).waitFor();
  await expectAccessibleInEveryLook(page, 'invitation');

  await field(page, 'Password').fill('short');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.getByText('Password must have at least 8 characters.').first().waitFor();
  await field(page, 'Password').fill(OWN);
  await page.getByRole('button', { name: 'Open my account' }).dblclick();
  await arriveAt(page, '/dashboard');
  expect((await logsIn(email, OWN)).status).toBe(200);

  expectsRefusal(400, '/api/v1/invitations/open/');
  await page.goto(link);
  await page.getByText('This invitation has been used or is too old.').waitFor();
  if (isLongRun) await expectAccessibleInEveryLook(page, 'invitation-over');
  await page.getByRole('button', { name: 'Send me a new one' }).click();
  await bar(page, 'If this invitation was yours').waitFor();
});

test('S-15 after an administrator sets a password, the patient chooses a new one, confirms with an emailed code and signs', async () => {
  const patient = await newUser(2);
  await accepts(patient.email, patient.id);
  await setPassword(patient.id);
  const { page, expectsRefusal } = await visitor();
  await page.goto('/');
  await logInThroughTheForm(page, patient.email, TYPED);
  await arriveAt(page, '/password');
  await page.getByText('An administrator set your password. Please choose one of your own.').waitFor();
  await chooseOwnPassword(page, TYPED, OWN);
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();

  const strip = page.getByRole('region', { name: 'Your login was set by another person' });
  await strip.getByText('Somebody else set your login. Confirm that it is you first.').waitFor();
  await expectAccessibleInEveryLook(page, 'hold', [
    {
      name: 'confirm',
      open: async () => {
        await strip.getByRole('button', { name: 'Send me a code' }).click();
        await modal(page, 'Confirm that it is you').getByRole('button', { name: 'Send me another code' }).waitFor();
      },
    },
  ]);

  // The sign button opens the same dialog; Escape cancels it and nothing is sent.
  const sign = page.getByRole('button', { name: /Storage$/ });
  const question = page.getByRole('dialog', { name: 'Confirm that it is you', exact: true });
  expectsRefusal(409, SIGN_LINK);
  await sign.click();
  await question.getByText('Sign documents').waitFor();
  const send = question.getByRole('button', { name: 'Send me a code' });
  await expect.poll(() => send.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  const told = page.getByRole('alertdialog');
  await told.getByText('Somebody else set your login. Confirm that it is you first.').waitFor();
  expect(await modal(page).getByText('Somebody else set your login. Confirm that it is you first.').count()).toBe(1);
  expect(await modal(page, 'Sign Document').count()).toBe(0);
  await told.getByRole('button', { name: 'OK' }).click();
  await told.waitFor({ state: 'detached' });

  await sign.click();
  await send.click();
  await question.getByText(`A code is on its way to ${patient.email.slice(0, 1)}•••@people.test.`).waitFor();
  const code = await mailedCode(patient.email);
  expectsRefusal(400, '/api/v1/identity/hold/clear/');
  await field(question, 'Code from the letter').fill(code === '000000' ? '000001' : '000000');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByText('This code is not right.').waitFor();
  await field(question, 'Code from the letter').fill(code);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.waitFor({ state: 'detached' });

  const sheet = modal(page, 'Sign Document');
  const paper = sheet.frameLocator('iframe');
  await paper.getByLabel('Type your full name').fill(patient.name);
  await paper.getByLabel('I agree to sign electronically').check();
  await paper.getByRole('button', { name: 'Sign document' }).click();
  await sheet.getByText('Signed. Thank you.').waitFor();
  await strip.waitFor({ state: 'detached' });
});

test('S-15 the patient reports a change as not their own, and then only the emailed password opens the account', async () => {
  const patient = await newUser(2);
  await setPassword(patient.id);
  const letter = await letterTo(patient.email, 'A new password was set');
  const link = /http\S+\/not-me\?key=[\w-]+/.exec(letter.text)?.[0] ?? '';
  const { page, expectsRefusal } = await visitor({ look: looks.phone });
  await page.goto(link);
  await heading(page, 'This was not me').waitFor();
  // Opening the link changes nothing yet.
  expect((await logsIn(patient.email, TYPED)).status).toBe(200);
  if (isLongRun) await expectAccessibleInEveryLook(page, 'not-me');
  await page.getByRole('button', { name: 'This was not me' }).dblclick();
  await page.getByText('The password no longer works.').waitFor();
  if (isLongRun) await expectAccessibleInEveryLook(page, 'not-me-done');
  expect((await logsIn(patient.email, TYPED)).status).toBe(400);
  const sent = await letterTo(patient.email, 'Your new');
  const password = /^\s*([A-Z0-9]{5}(?:-[A-Z0-9]{5})+)\s*$/m.exec(sent.text)?.[1] ?? '';
  expect((await logsIn(patient.email, password)).status).toBe(200);

  expectsRefusal(400, '/api/v1/identity/not-me/');
  await page.goto(link);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await page.getByText('This link has been used or is too old.').waitFor();
});

async function invitedPatient(): Promise<{ email: string; link: string }> {
  const { token } = await openSession('admin');
  const email = `${unique('invited')}@people.test`;
  const { status } = await postJson(
    `${baseUrl()}/api/v1/users/`,
    { first_name: 'Lin', last_name: 'Okafor', email },
    token,
  );
  expect(status).toBe(200);
  const { text } = await letterTo(email, 'account');
  return { email, link: /http\S+\/invitation\?key=[\w-]+/.exec(text)?.[0] ?? '' };
}

async function setPassword(id: number): Promise<void> {
  const { token } = await openSession('admin');
  const body = { user_id: id, new_password_change: TYPED };
  expect((await postJson(`${baseUrl()}/api/v1/users/update-password/${id}/`, body, token)).status).toBe(200);
}

async function accepts(email: string, id: number): Promise<void> {
  const opened = await postJson(`${baseUrl()}/api/admin/login/`, { email, password: DEMO_PASSWORD });
  // @NOTE the response of a successful login.
  const { token } = opened.body as { token: string };
  await patchJson(`${baseUrl()}/api/v1/users/${id}/`, { check_agreement: '2026-01-05T09:00:00.000Z' }, token);
}

async function mailedCode(email: string): Promise<string> {
  const { text } = await letterTo(email, 'code');
  return /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';
}
