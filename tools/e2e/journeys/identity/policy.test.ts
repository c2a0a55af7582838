import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../../harness/product.ts';
import { startDemoCopy } from '../../demo-copy.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { arriveAt, bar, field, heading, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD, emailOf } from '../../people/accounts.ts';
import { appCode } from '../../people/app-code.ts';
import { postJson } from '../../people/calls.ts';
import { confirmEmail } from '../../people/email-confirmation.ts';
import { letterTo } from '../../people/emails.ts';
import { unique } from '../../people/new-user.ts';
import { loggedIn, logInThroughTheForm, openSession, visitor } from '../../people/person.ts';

/** A product whose policy a journey changes: it begins with the documented one in every run. */
let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { IDENTITY_POLICY: 'documented', SIGN_UPS_PER_HOUR: '100' } });
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

test('an administrator makes the policy of the site stricter; a sales rep then reads until when a second factor is due, and a new account confirms its address first', async () => {
  const site = product.baseUrl;
  const { page } = await loggedIn('admin', { site });
  await page.goto('/security');
  await page.getByRole('link', { name: 'Policy' }).click();
  await page.getByRole('heading', { name: 'Policy', exact: true }).waitFor();
  await expectAccessibleInEveryLook(page, 'policy');
  await field(page, 'Memberships that must have a second factor').click();
  await page.getByRole('option', { name: 'Sales Rep', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Ask for a confirmed e-mail address' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'The policy has been saved.').waitFor();
  await page.reload();
  await page.getByText('Sales Rep', { exact: true }).waitFor();
  expect(await page.getByLabel('Ask for a confirmed e-mail address').isChecked()).toBe(true);

  const rep = await loggedIn('rep2', { site });
  await rep.page.goto('/dashboard');
  const strip = rep.page.getByRole('region', { name: 'Second factor' });
  await strip.getByText(/^Set up a second factor by \d{1,2} [A-Z][a-z]{2} \d{4}\.$/).waitFor();
  await rep.calm();
  await expectAccessibleInEveryLook(rep.page, 'grace-strip');
  await strip.getByRole('link', { name: 'Set it up now' }).click();
  await arriveAt(rep.page, '/second-factor');
  await heading(rep.page, 'Set up a second factor').waitFor();
  await rep.page.getByText('A passkey or an app protects your account. Choose one.').waitFor();
  await expectAccessibleInEveryLook(rep.page, 'second-factor');

  const email = `${unique('new')}@people.test`;
  const newcomer = await visitor({ site });
  await newcomer.page.goto('/sales-rep-registration');
  for (const [label, value] of Object.entries({
    'First Name': 'Ada',
    'Last Name': 'Moreau',
    'E-mail': email,
    Password: DEMO_PASSWORD,
  })) {
    await field(newcomer.page, label).fill(value);
  }
  await newcomer.page.getByRole('button', { name: 'Submit', exact: true }).click();
  await newcomer.page.getByRole('link', { name: 'Login Page' }).click();
  newcomer.expectsRefusal(409, '/api/v1/*');
  await logInThroughTheForm(newcomer.page, email);
  await arriveAt(newcomer.page, '/email-not-confirmed');
  await newcomer.page.getByText(`We sent a letter to ${email}.`).waitFor();
  await expectAccessibleInEveryLook(newcomer.page, 'email-not-confirmed');
  await newcomer.page.getByRole('button', { name: 'I have confirmed it' }).click();
  await bar(newcomer.page, 'Your e-mail address is not confirmed yet.').waitFor();
  await newcomer.page.goto('/dashboard');
  await arriveAt(newcomer.page, '/email-not-confirmed');

  await confirmEmail(newcomer.page, email, site);
  await arriveAt(newcomer.page, '/dashboard');
});

test('an administrator resets the factors of a patient who lost them, with a reason that the letter names, and the password opens the account', async () => {
  const site = product.baseUrl;
  const patient = await openSession('patient19', site);
  await enrolApp(site, emailOf('patient19'), patient.token);
  const locked = await visitor({ site });
  await locked.page.goto('/');
  await logInThroughTheForm(locked.page, 'patient19');
  await field(locked.page, 'Code from your app').waitFor();

  const { page } = await loggedIn('admin', { site });
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill(emailOf('patient19'));
  await page.getByText('(Filtered Results)').waitFor();
  await page.getByRole('button', { name: `Actions for ${patient.user.username}` }).click();
  await page.getByRole('menuitem', { name: 'Reset second factors' }).click();
  const question = modal(page, 'Reset second factors');
  await question.getByRole('button', { name: 'Reset' }).click();
  // Without a reason nothing is sent.
  await question
    .getByText(/reason/i)
    .first()
    .waitFor();
  await expectAccessibleInEveryLook(page, 'reset-factors');
  await field(question, 'Reason').fill('Lost the phone');
  await question.getByRole('button', { name: 'Reset' }).click();
  await bar(page, 'The second factors have been removed.').waitFor();
  expect((await letterTo(emailOf('patient19'), 'factor', site)).text).toContain('Lost the phone');

  const again = await visitor({ site });
  await again.page.goto('/');
  await logInThroughTheForm(again.page, 'patient19');
  await arriveAt(again.page, '/dashboard');
});

async function enrolApp(site: string, email: string, token: string): Promise<void> {
  await postJson(`${site}/api/v1/identity/mail-code/`, {}, token);
  const { text } = await letterTo(email, 'code', site);
  const mail_code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  // @NOTE the response of this call.
  const { secret } = (await postJson(`${site}/api/v1/identity/totp/`, {}, token)).body as { secret: string };
  const sent = { code: appCode(secret), mail_code };
  expect((await postJson(`${site}/api/v1/identity/totp/confirm/`, sent, token)).status).toBe(200);
}
