import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun } from '../../page/looks.ts';
import { actingStrip, arriveAt, bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { admitSignUp } from '../../people/admitted.ts';
import { postJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, logInThroughTheForm, openSession, visitor } from '../../people/person.ts';

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  // A list of suggestions may cover the next field.
  await page.keyboard.press('Escape');
}

const person = (email: string) => ({
  'First Name': 'Ada',
  'Last Name': 'Moreau',
  'E-mail': email,
  Password: DEMO_PASSWORD,
});
const doctor = (email: string) => ({
  'Dr. First Name': 'Ada',
  'Dr. Last Name': 'Moreau',
  'E-mail': email,
  Password: DEMO_PASSWORD,
});
const clinic = { 'Clinic Name': 'Moreau Clinic', 'Clinic Phone Number': '+1 512 555 0100' };
const address = { 'Address Line 1': '1 Main St', City: 'Austin', State: 'Texas', Country: 'United States' };

const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click();

/** Expects that the bar and a modal over an empty form confirm the new account. */
async function created(page: Page, title: string): Promise<void> {
  await modal(page, title).getByRole('link', { name: 'Login Page' }).waitFor();
  expect(await field(page, 'E-mail').inputValue()).toBe('');
  expect(await field(page, 'Password').inputValue()).toBe('');
}

/** The first step of every new user. */
async function acceptAgreement(page: Page): Promise<void> {
  await page.getByLabel('I accept and agree the Private Membership Agreement').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await modal(page).waitFor({ state: 'detached' });
}

/** The first task of a seller: copy the own sign-up link, or add a member to the team. */
async function copiesTheLink(page: Page, id: number): Promise<void> {
  const link = `${baseUrl()}/harvest-center-registration/?srid=${id}`;
  await expect.poll(() => field(page, 'Copy Harvest Center Sign Up Link').inputValue()).toBe(link);
}

const adds = (member: string) => async (page: Page) => {
  await mainMenu(page)
    .getByRole('link', { name: `Add ${member}` })
    .click();
  const { Password: _, ...somebody } = person(`${unique('member')}@people.test`);
  await fillIn(page, somebody);
  await submit(page);
  await modal(page, `New ${member} Created`).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('row', { name: 'Ada Moreau' }).waitFor();
};

/** The first task of a clinic. */
async function asksAPatient(page: Page): Promise<void> {
  await page.goto('/request-patients-signatures');
  await field(page, 'Enter Patient Name').fill('Ines Duarte');
  await field(page, 'Enter the patient email').fill(`${unique('patient')}@people.test`);
  await page.getByRole('button', { name: 'Send Request' }).click();
  await bar(page, 'Documents has been Sent!').waitFor();
}

const sellers = [
  ['/sales-manager-registration', 'Sales Manager', 6, adds('Sales Rep')],
  ['/admin-registration-process?pass=anything', 'Admin', 3, copiesTheLink],
  ['/sales-distributor-registration', 'Sales Distributor', 8, adds('Sales Manager')],
  ['/sales-rep-registration', 'Sales Rep', 3, copiesTheLink],
] as const;

// The other two pages differ from the first two only in their plan, which their component tests check.
test.each(isLongRun ? sellers : sellers.slice(0, 2))(
  'F151 F152 %s creates an account, which logs in and does its first task',
  async (path, name, plan, task) => {
    const { page } = await visitor();
    const email = `${unique('seller')}@people.test`;
    await page.goto(path);
    await heading(page, `New ${name}`).waitFor();
    await fillIn(page, person(email));
    await submit(page);
    await created(page, `New ${name} Created`);
    await admitSignUp(email);

    await page.getByRole('link', { name: 'Login Page' }).click();
    await logInThroughTheForm(page, email);
    await arriveAt(page, '/dashboard');
    const { id, subscription } = JSON.parse((await storedValue(page, 'user')) ?? '{}');
    expect(subscription.id).toBe(plan);
    await acceptAgreement(page);
    await task(page, id);
  },
);

test('F152 a registration page without the parameter of its link shows the login page', async () => {
  const { page } = await visitor();
  await page.goto('/admin-registration-process?password=1');
  await heading(page, 'Admin Login').waitFor();
});

test('F124 F153 a clinic opens a rep’s link, signs inside the frame, submits, logs in and requests a patient’s signatures', async () => {
  const { user: rep } = await openSession('rep');
  const { page } = await visitor();
  const email = `${unique('clinic')}@people.test`;
  await page.goto(`/harvest-center-registration/?srid=${rep.id}`);
  await page.getByText('Invited by Julian Reyes').waitFor();
  await expectAccessibleInEveryLook(page, 'sign-up');

  await fillIn(page, { ...doctor(email), ...clinic, ...address });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('waiting to complete process...').waitFor();
  expect(await page.getByRole('button', { name: 'Submit', exact: true }).isDisabled()).toBe(true);

  const paper = page.frameLocator('iframe');
  await paper.getByLabel('Type your full name').fill('Ada Moreau');
  await paper.getByLabel('I agree to sign electronically').check();
  await paper.getByRole('button', { name: 'Sign document' }).click();
  await paper.getByText('Please submit registration process.').waitFor();
  await page.getByText('Signed. Please submit your registration.').waitFor();
  expect(await storedValue(page, 'esign-process-complete')).not.toBeNull();

  await submit(page);
  await created(page, 'New Harvest Center Created');
  await admitSignUp(email);
  for (const key of ['templateId', 'docId', 'esign-process-complete']) expect(await storedValue(page, key)).toBeNull();
  await page.getByRole('link', { name: 'Login Page' }).click();
  await logInThroughTheForm(page, email);
  await arriveAt(page, '/dashboard');
  const stored = JSON.parse((await storedValue(page, 'user')) ?? '{}');
  expect(stored).toMatchObject({ saless_rep_id: rep.id, subscription: { id: 4 }, template_id: expect.any(String) });
  await acceptAgreement(page);
  await asksAPatient(page);
});

test('F155 staff sign up with a center’s link and can enter its account only after it has approved them', async () => {
  const { user: center, token } = await openSession('hc');
  const { page } = await visitor();
  const email = `${unique('staff')}@people.test`;
  await page.goto(`/hc-staff-registration/?hcid=${center.id}`);
  expect(await page.getByRole('link', { name: 'Vialkeep', exact: true }).getAttribute('href')).toBe('/');
  await page.getByText('You ask to work for Stein Regenerative Clinic').waitFor();
  await expect.poll(() => field(page, 'Clinic Name').inputValue()).toBe('Stein Regenerative Clinic');
  await fillIn(page, { ...person(email), ...address });
  await submit(page);
  await created(page, 'New HC Staff Account Created');
  await admitSignUp(email);

  const theirs = await loggedIn(email);
  await theirs.page.goto('/dashboard');
  await acceptAgreement(theirs.page);
  await theirs.page.getByText('A harvest center appears here once it has accepted you as its staff.').waitFor();
  await postJson(`${baseUrl()}/api/v1/hc-staff/approve-user/`, { user_id: theirs.user.id, hc_id: center.id }, token);
  await theirs.page.reload();
  const row = theirs.page.getByRole('row', { name: 'Stein Regenerative Clinic' });
  await row.getByRole('button', { name: 'Access to this HC' }).click();
  await modal(theirs.page, 'Access').getByRole('button', { name: 'Proceed' }).click();
  await actingStrip(theirs.page).getByText('You are currently on Stein Regenerative Clinic HC Account').waitFor();
});
