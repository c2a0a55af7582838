import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { isLongRun } from '../../page/looks.ts';
import { bar, field, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { logsIn, unique } from '../../people/new-user.ts';
import { loggedIn } from '../../people/person.ts';

const ADD_USER = '/api/v1/users/add-user/';

const kinds = [
  ['Lab', 'Lab'],
  ['Patient/General Member', 'General Member'],
  ['Sales Rep', 'Sales Rep'],
  ['Harvest Center', 'Harvest Center'],
  ['Referral Harvest Center', 'Referral Harvest Center'],
  ['Sales Manager', 'Sales Manager'],
  ['Sales Distributor', 'Sales Distributor'],
  ['HC Staff', 'HC Staff'],
  ['Sales Affiliate', 'Sales Affiliate'],
] as const;
const clinics = ['Harvest Center', 'Referral Harvest Center', 'HC Staff'];

/** The short run creates one user of each kind of form. */
const made = isLongRun ? kinds : kinds.filter(([kind]) => ['Lab', 'Sales Rep', 'Harvest Center'].includes(kind));

test('F134 an administrator creates users of the nine memberships, and each can log in', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  for (const [kind, membership] of made) {
    const email = `${unique('new')}@people.test`;
    const wizard = await openWizard(page, kind);
    expect(await field(wizard, 'Clinic Name').count(), kind).toBe(clinics.includes(kind) ? 1 : 0);
    await fillIn(page, wizard, { kind, email });
    await wizard.getByRole('button', { name: 'Create User' }).click();
    await bar(page, 'User has been created').waitFor();
    await modal(page).waitFor({ state: 'detached' });

    const row = page.locator('[data-row]').filter({ hasText: email });
    await row.getByText(`Type: ${membership}`, { exact: true }).waitFor();
    expect((await logsIn(email, DEMO_PASSWORD)).status, kind).toBe(200);
  }
});

test('F134 a missing value is reported in the documented words, also at its field', async () => {
  const { page, expectsRefusal } = await loggedIn('admin');
  expectsRefusal(400, ADD_USER);
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(ADD_USER) ? 1 : 0));
  await page.goto('/dashboard');
  const wizard = await openWizard(page, 'HC Staff');
  const create = wizard.getByRole('button', { name: 'Create User' });
  await create.click();
  await bar(page, 'Please fill in all required fields including domain').waitFor();
  for (const words of ['Domain is required.', 'First Name is required.', 'E-mail is required.']) {
    await wizard.getByText(words).waitFor();
  }
  await field(wizard, 'Address Line 1').click();
  expect(await field(wizard, 'Address Line 1').getAttribute('placeholder')).toBe(
    'Street address, P.O. box, company name',
  );
  await wizard.getByText('Leave blank if not applicable to your country').waitFor();

  await fillIn(page, wizard, { kind: 'Lab', email: 'hc@vialkeep.test' });
  await create.click();
  await bar(page, 'Please fill in clinic name and phone number').waitFor();
  await field(wizard, 'Clinic Name').fill('Nell’s Clinic');
  await field(wizard, 'Clinic Phone Number').fill('call me');
  await create.click();
  await wizard.getByText('Use digits, spaces, + ( ) and -.').waitFor();
  await field(wizard, 'Clinic Phone Number').fill('+1 555 0190');
  await field(wizard, 'Password').fill('short');
  await create.click();
  await wizard.getByText('Password must have at least 8 characters.').waitFor();
  expect(sent).toBe(0);

  await field(wizard, 'Password').fill(DEMO_PASSWORD);
  await create.click();
  await wizard.getByText('This e-mail already has an account.').first().waitFor();
  expect(sent).toBe(1);
});

test('F134 Back clears the choice, the button shows that the form is being sent, and a failure preserves the typed input', async () => {
  const { page, expectsRefusal } = await loggedIn('admin');
  expectsRefusal(500, ADD_USER);
  await page.goto('/dashboard');
  let wizard = await openWizard(page, 'Sales Rep');
  await wizard.getByRole('button', { name: 'Back' }).click();
  await wizard.getByRole('heading', { name: 'Select Membership Type' }).waitFor();
  expect(await wizard.getByRole('heading', { name: 'Create Sales Rep' }).count()).toBe(0);
  await wizard.getByRole('button', { name: /^Sales Affiliate/ }).click();
  await wizard.getByRole('heading', { name: 'Create Sales Affiliate' }).waitFor();

  const asked = Promise.withResolvers<Route>();
  await page.route(`**${ADD_USER}`, (route) => asked.resolve(route));
  await fillIn(page, wizard, { kind: 'Sales Affiliate', email: `${unique('new')}@people.test` });
  await wizard.getByRole('button', { name: 'Create User' }).click();
  await wizard.getByRole('button', { name: 'Creating...' }).waitFor();
  expect(await wizard.getByRole('button', { name: 'Creating...' }).isDisabled()).toBe(true);
  await (await asked.promise).fulfill({
    status: 500,
    json: { success: false, code: 'error', reason: 'unexpected', message: 'Something went wrong.' },
  });
  await bar(page, 'Error creating membership. Please try again.').waitFor();
  wizard = modal(page, 'Create New User');
  expect(await field(wizard, 'First Name').inputValue()).toBe('Nell');

  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor();
});

async function openWizard(page: Page, kind: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New User' }).click();
  const wizard = modal(page, 'Create New User');
  await wizard.getByRole('heading', { name: 'Select Membership Type' }).waitFor();
  await wizard.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
  await wizard.getByRole('heading', { name: `Create ${kind}` }).waitFor();
  return wizard;
}

async function fillIn(page: Page, wizard: Locator, { kind, email }: { kind: string; email: string }): Promise<void> {
  await field(wizard, 'Domain').click();
  await page.getByRole('option', { name: 'Vialkeep' }).click();
  await field(wizard, 'First Name').fill('Nell');
  await field(wizard, 'Last Name').fill('Arden');
  await field(wizard, 'Email').fill(email);
  await field(wizard, 'Password').fill(DEMO_PASSWORD);
  if (clinics.includes(kind)) {
    await field(wizard, 'Clinic Name').fill('Arden Clinic');
    await field(wizard, 'Clinic Phone Number').fill('+1 555 0190');
  }
  await field(wizard, 'City').fill('Denver');
}
