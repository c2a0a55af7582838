import { expect, test } from 'vitest';
import { isLongRun } from '../../page/looks.ts';
import { field, heading, mainMenu, modal } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { acceptInvitation, TYPED_PASSWORD } from '../../people/new-user.ts';
import { baseUrl, loggedIn, northUrl, openSession } from '../../people/person.ts';

/** Creates a separate user for journeys that change links, so that the demo network stays unchanged. */
async function newUser(subscription: 5 | 9, company: string): Promise<{ email: string; id: number; password: string }> {
  const { token } = await openSession('admin');
  const email = `links-${subscription}-${Date.now()}@vialkeep.test`;
  const password = 'Vialkeep-demo-1';
  const { status, body } = await postJson(
    `${baseUrl()}/api/v1/users/add-user/`,
    {
      subscription,
      domain: 1,
      first_name: 'Ines',
      last_name: 'Okafor',
      email,
      password: TYPED_PASSWORD,
      company,
      phone_number: '555',
    },
    token,
  );
  if (status !== 200) throw new Error(`add-user: ${status} ${JSON.stringify(body)}`);
  await acceptInvitation(email, password);
  // @NOTE the response for a created user.
  return { email, password, id: (body as { id: number }).id };
}

test('F147 F148 an administrator links staff and a referral center to centers, which both then have', async () => {
  const [staff, rhc] = [await newUser(9, 'Linked Staff'), await newUser(5, 'Okafor Referrals')];
  const { page } = await loggedIn('admin');
  await page.goto('/hc-staff-manager');
  await heading(page, 'HC Staff Manager').waitFor();
  await field(page, 'Filter HC Staff Manager').fill(String(staff.id));
  const row = page.getByRole('row').filter({ hasText: `#ID: ${staff.id} - Ines Okafor` });
  await row.getByText('Vialkeep').waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = modal(page, 'Edit Harvest Center Associated to this staff account');
  await form.getByText('You can choose all Harvest Center you want to associate with this staff account.').waitFor();
  await form.getByText('No harvest center').waitFor();
  for (const center of ['Stein Regenerative Clinic', 'Harbor Steps Surgery']) {
    await field(form, 'Harvest Centers').fill(center.slice(0, 6));
    await page.getByRole('option', { name: center }).click();
  }
  await field(form, 'Harvest Centers').press('Escape');
  expect(await form.getByText('Will be linked').count()).toBe(2);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Harvest Center have been updated!').waitFor();
  await form.waitFor({ state: 'detached' });
  await row.getByText('Stein Regenerative Clinic').waitFor();
  await row.getByText('Harbor Steps Surgery').waitFor();
  const theirs = await openSession(staff.email);
  const listed = await getJson(`${baseUrl()}/api/v1/hc-staff/${staff.id}/hc-list/`, theirs.token);
  expect(listed.body).toHaveLength(2);
  expect(listed.body).toContainEqual(expect.objectContaining({ company: 'Harbor Steps Surgery' }));

  await mainMenu(page).getByRole('link', { name: 'RHC Manager' }).click();
  await heading(page, 'RHC Manager').waitFor();
  await field(page, 'Filter RHC Manager').fill('okafor');
  const referral = page.getByRole('row').filter({ hasText: `#ID: ${rhc.id} - Okafor Referrals` });
  await referral.getByRole('button', { name: 'Edit' }).click();
  const links = modal(page, 'Edit Harvest Center Associated to this RHC account');
  await links.getByText('You can choose all Harvest Center you want to associate with this RHC account.').waitFor();
  await field(links, 'Harvest Centers').fill('Barton');
  await page.getByRole('option', { name: 'Barton Creek Aesthetics' }).click();
  await field(links, 'Harvest Centers').press('Escape');
  await links.getByRole('button', { name: 'Save' }).click();
  await links.getByText('Harvest Centers have been updated!').waitFor();
  await links.waitFor({ state: 'detached' });
  await referral.getByText('Barton Creek Aesthetics').waitFor();
  const { token } = await openSession(rhc.email);
  const { body } = await getJson(`${baseUrl()}/api/v1/harvest-centers/public-options/${rhc.id}/`, token);
  expect(body).toEqual([
    { id: expect.any(Number), company: 'Barton Creek Aesthetics', template_id: 'demo-template-barton' },
  ]);
});

test.runIf(isLongRun)('F147 F148 an administrator of a custom site sees only that site', async () => {
  const { page } = await loggedIn('admin@north.test', { site: northUrl() });
  await page.goto('/hc-staff-manager');
  await page.getByText('Arne Bakke').first().waitFor();
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(modal(page), 'Harvest Centers').click();
  await page.getByText('No results found').waitFor();
  await page.goto('/rhc-manager');
  await page.getByText("Empty table. There's nothing to show").waitFor();
});
