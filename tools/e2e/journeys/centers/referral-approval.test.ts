import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { admitSignUp } from '../../people/admitted.ts';
import { newClinic } from '../../people/buyers.ts';
import { getJson, patchJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession, visitor } from '../../people/person.ts';

/** A clinic registers with the link of this center through the form. */
async function registers(centerId: number): Promise<{ company: string; email: string }> {
  const company = `Moreau ${unique('r')}`;
  const email = `${unique('referral')}@people.test`;
  const { page } = await visitor();
  await page.goto(`/referral-harvest-center-registration/?srid=606&hcid=${centerId}`);
  await page.getByText(/^Invited by Clinic /).waitFor();
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

test('F081 F154 W-06 a referral center registers by a center’s link, waits until the center approves it, then has the center and requests a patient’s signatures', async () => {
  const center = await newClinic(4);
  const { token: office } = await openSession('super');
  await patchJson(`${baseUrl()}/api/v1/users/${center.id}/`, { template_id: 'demo-template-harbor' }, office);
  const { company, email } = await registers(center.id);
  await admitSignUp(email);
  const theirs = await loggedIn(email);
  expect(theirs.user).toMatchObject({ saless_rep_id: 606, hc_desc: [] });
  const accepted = { check_agreement: '2026-11-15 09:00:00.000Z' };
  await patchJson(`${baseUrl()}/api/v1/users/${theirs.user.id}/`, accepted, theirs.token);
  await theirs.page.goto('/dashboard');
  const note = theirs.page.getByRole('note').filter({ hasText: 'Waiting for the approval of Clinic' });
  await note.waitFor();
  await expectAccessible(theirs.page, 'dashboard of a referral center that waits');
  expect(await centersOf(email)).toEqual([]);

  const { page } = await loggedIn(center.email);
  await page.goto('/staff-view');
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
  const { user } = await openSession(email);
  expect(user).toMatchObject({ saless_rep_id: 606, hc_desc: [{ id: center.id }] });
  await theirs.page.reload();
  await theirs.page.getByRole('heading', { name: 'Harvest Center Payments' }).waitFor();
  await theirs.calm();
  expect(await note.count()).toBe(0);
  await theirs.page.goto('/request-patients-signatures');
  await field(theirs.page, 'Enter Patient Name').fill('Ines Duarte');
  await field(theirs.page, 'Enter the patient email').fill(`${unique('patient')}@people.test`);
  await theirs.page.getByRole('button', { name: 'Send Request' }).click();
  await bar(theirs.page, 'Documents has been Sent!').waitFor();
});
