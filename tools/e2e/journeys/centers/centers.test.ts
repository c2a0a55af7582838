import { expect, test } from 'vitest';
import { bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

test('F082 F083 F084 a center shares its staff sign-up link, and a staff member can enter only between its approval and the removal', async () => {
  const asking = await loggedIn('staff5');
  await asking.page.goto('/dashboard');
  await asking.page.getByText("Empty table. There's nothing to show").waitFor();

  const { page, user } = await loggedIn('hc3');
  await page.goto('/staff-view');
  await heading(page, 'Staff').waitFor();
  await expect.poll(() => page.title()).toBe('Staff — Vialkeep');
  const link = field(page, 'Copy Staff Sign Up Link');
  expect(await link.inputValue()).toBe(`${baseUrl()}/hc-staff-registration/?hcid=${user.id}`);
  expect(await link.isDisabled()).toBe(true);
  await page.getByText('registration link').waitFor();
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await modal(page, 'Copy Staff Sign Up Link').getByRole('img', { name: 'QR code' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('1 waiting for your approval').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Owen Fairley' });
  await row.getByText('Pending').waitFor();
  await row.getByRole('button', { name: 'Approve' }).click();
  await bar(page, 'Owen Fairley can now work in this account.').waitFor();
  await row.getByText('Active').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  await asking.page.reload();
  await asking.page.getByRole('button', { name: 'Access to this HC' }).click();
  await modal(asking.page, 'Access').getByRole('button', { name: 'Proceed' }).click();
  await asking.page.getByText('You are currently on Barton Creek Aesthetics HC Account').waitFor();
  await mainMenu(asking.page).getByRole('link', { name: 'Staff' }).click();
  await asking.page.getByText('Only the center itself can approve or remove staff.').waitFor();
  expect(await asking.page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  const inside = (await storedValue(asking.page, 'token')) ?? '';
  expect((await getJson(`${baseUrl()}/api/v1/users/session/`, inside)).status).toBe(200);
  await asking.page.close();

  await row.getByRole('button', { name: 'Delete' }).click();
  const question = modal(page, 'Delete');
  await question
    .getByText('Are you sure you want to remove this user? This action will remove the user from your staff')
    .waitFor();
  await question.getByText(/^#\d+ Owen Fairley$/).waitFor();
  await question.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('Marisol Quintana').first().waitFor();

  // The removal ends the staff member's open session in the center at once.
  expect((await getJson(`${baseUrl()}/api/v1/users/session/`, inside)).status).toBe(401);
  const { body } = await getJson(`${baseUrl()}/api/v1/hc-staff/${asking.user.id}/hc-list/`, asking.token);
  expect(body).toEqual([]);
});

test('F055 an administrator adds a harvest center, which receives its invitation by email', async () => {
  const { page, expectsRefusal } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Add Harvest Center' }).click();
  const form = modal(page, 'Add Harvest Center');
  expect(await field(form, 'Email').getAttribute('placeholder')).toBe('no-reply@vialkeep.test');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Company is required.').waitFor();

  const email = `quick-${Date.now()}@clinic.test`;
  await field(form, 'Email').fill('hc@vialkeep.test');
  await field(form, 'First Name').fill('Vera');
  await field(form, 'Last Name').fill('Quist');
  await field(form, 'Company').fill('Quist Day Clinic');
  expectsRefusal(400, '/api/v1/harvest-centers/');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('This e-mail already has an account.').first().waitFor();

  await field(form, 'Email').fill(email);
  await form.getByRole('button', { name: 'Submit' }).dblclick();
  await form.getByText(`An invitation is on its way to ${email}.`).first().waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByText(email).first().waitFor();

  const letters = await fetch(`${baseUrl()}/dev/outbox.json`);
  // @NOTE the response of the demo outbox.
  const sent = ((await letters.json()) as { to: string; text: string }[]).filter(({ to }) => to === email);
  expect(sent).toHaveLength(1);
  const key = /\/invitation\?key=([\w-]+)/.exec(sent[0]?.text ?? '')?.[1];
  const chosen = { key, password: 'harbour-lantern-42' };
  const { body } = await postJson(`${baseUrl()}/api/v1/invitations/accept/`, chosen);
  expect(body).toMatchObject({ success: true, user: { company: 'Quist Day Clinic', subscription: { id: 4 } } });
});
