import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { newClinic, newStaff } from '../../people/buyers.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession, visitor } from '../../people/person.ts';

/** A clinic registers with the link of this center through the form. */
async function registers(centerId: number): Promise<{ company: string; email: string }> {
  const company = `Moreau ${unique('r')}`;
  const email = `${unique('referral')}@people.test`;
  const { page } = await visitor();
  await page.goto(`/referral-harvest-center-registration/?srid=606&hcid=${centerId}`);
  await page.getByText('The center approves you before you can order for patients there.').waitFor();
  for (const [label, value] of Object.entries({
    'Dr. First Name': 'Ada',
    'Dr. Last Name': 'Moreau',
    'E-mail': email,
    Password: DEMO_PASSWORD,
    'Clinic Name': company,
    'Clinic Phone Number': '+1 512 555 0100',
    'Address Line 1': '1 Main St',
    City: 'Austin',
    State: 'Texas',
    Country: 'United States',
    'Postal Code': '78701',
  })) {
    await field(page, label).fill(value);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const created = modal(page, 'New Referral Harvest Center Created');
  await created.getByText('Your account has been created. You can log in now.').waitFor();
  await expectAccessible(page, 'referral center registered');
  return { company, email };
}

const centersOf = async (email: string) => {
  const { user, token } = await openSession(email);
  const { body } = await getJson(`${baseUrl()}/api/v1/harvest-centers/public-options/${user.id}/`, token);
  // @NOTE the response of this call.
  return (body as { id: number }[]).map(({ id }) => id);
};

test('W-06 a referral center that registers waits until the center approves it, and then has the center', async () => {
  const center = await newClinic(4);
  const { company, email } = await registers(center.id);
  const theirs = await loggedIn(email);
  await theirs.page.goto('/dashboard');
  await theirs.page.getByLabel('I accept and agree the Private Membership Agreement').check();
  await theirs.page.getByRole('button', { name: 'Continue' }).click();
  await modal(theirs.page).waitFor({ state: 'detached' });
  const note = theirs.page.getByRole('note').filter({ hasText: 'Waiting for the approval of Clinic' });
  await note.waitFor();
  await expectAccessible(theirs.page, 'dashboard of a referral center that waits');
  expect(await centersOf(email)).toEqual([]);

  const { page } = await loggedIn(center.email);
  await page.goto('/dashboard');
  await mainMenu(page).getByRole('link', { name: 'Staff' }).click();
  await heading(page, 'Staff').waitFor();
  await page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
  await page.getByText('1 waiting for your approval').waitFor();
  const row = page.getByRole('row').filter({ hasText: company });
  await row.getByText('Ada Moreau').waitFor();
  await row.getByText(email).waitFor();
  await expectAccessibleInEveryLook(page, 'waiting-referrals');
  await row.getByRole('button', { name: 'Approve' }).click();
  await bar(page, `${company} is now a referral center of`).waitFor();
  await page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor({ state: 'detached' });

  expect(await centersOf(email)).toEqual([center.id]);
  await theirs.page.reload();
  await theirs.page.getByRole('heading', { name: 'Harvest Center Payments' }).waitFor();
  await theirs.calm();
  expect(await note.count()).toBe(0);
});

test('W-06 a center confirms a refusal first, and its staff see pending referral centers but cannot decide', async () => {
  const center = await newClinic(4);
  const { company, email } = await registers(center.id);

  const staff = await newStaff(center);
  const inside = await loggedIn(staff.email);
  await inside.page.goto('/dashboard');
  await inside.page.getByRole('button', { name: 'Access to this HC' }).click();
  await modal(inside.page, 'Access').getByRole('button', { name: 'Proceed' }).click();
  await mainMenu(inside.page).getByRole('link', { name: 'Staff' }).click();
  await inside.page.getByText('Only the center itself can approve or refuse referral centers.').waitFor();
  expect(await inside.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await inside.page.close();

  const { page, expectsRefusal } = await loggedIn(center.email);
  await page.goto('/staff-view');
  const row = page.getByRole('row').filter({ hasText: company });
  await row.getByRole('button', { name: 'Refuse' }).click();
  const question = modal(page, 'Refuse');
  await question.getByText('Are you sure you want to refuse this referral center?').waitFor();
  await question.getByText(company).waitFor();
  await expectAccessible(page, 'the question before a refusal');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Refuse' }).click();
  await question.getByRole('button', { name: 'Refuse' }).click();
  await bar(page, `${company} has been turned down.`).waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await centersOf(email)).toEqual([]);

  // Another tab with an outdated list receives a refusal and shows the current list.
  const late = await registers(center.id);
  await page.reload();
  const waiting = page.getByRole('row').filter({ hasText: late.company });
  await waiting.waitFor();
  const { user } = await openSession(late.email);
  await postJson(`${baseUrl()}/api/v1/rhc-association/decide/`, { user_id: user.id, approve: true }, center.token);
  expectsRefusal(409, '/api/v1/rhc-association/decide/');
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await bar(page, 'This referral center has been decided on already.').waitFor();
  await waiting.waitFor({ state: 'detached' });
});

test('W-06 an administrator sees in RHC Manager which centers a referral center waits for, and a save decides the request', async () => {
  const center = await newClinic(4);
  const { company, email } = await registers(center.id);
  const { page } = await loggedIn('admin');
  await page.goto('/rhc-manager');
  await field(page, 'Filter RHC Manager').fill(company);
  const row = page.getByRole('row').filter({ hasText: company });
  await row.getByText('Pending').waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = modal(page, 'Edit Harvest Center Associated to this RHC account');
  await form.getByText(/^Waiting for approval: .*Saving approves it/).waitFor();
  await form.getByText('Will be approved').waitFor();
  await expectAccessible(page, 'RHC Manager with a referral center that waits');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Harvest Centers have been updated!').waitFor();
  await form.waitFor({ state: 'detached' });
  await row.getByText('Pending').waitFor({ state: 'detached' });
  expect(await centersOf(email)).toEqual([center.id]);
});
