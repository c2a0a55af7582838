import { expect, test } from 'vitest';
import { bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

test('F082 a center shares its staff sign-up link and sees who registered', async () => {
  const { page, user } = await loggedIn('hc');
  await page.goto('/dashboard');
  await mainMenu(page).getByRole('link', { name: 'Staff' }).click();
  await heading(page, 'Staff').waitFor();
  await expect.poll(() => page.title()).toBe('Staff — Vialkeep');

  const link = field(page, 'Copy Staff Sign Up Link');
  expect(await link.inputValue()).toBe(`${baseUrl()}/hc-staff-registration/?hcid=${user.id}`);
  expect(await link.isDisabled()).toBe(true);
  await page.getByText('registration link').waitFor();
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await modal(page, 'Copy Staff Sign Up Link').getByRole('img', { name: 'QR code' }).waitFor();
  await page.keyboard.press('Escape');

  const { user: staff } = await openSession('staff2');
  await page.getByText(`#ID: ${staff.id} - Igor Petrov`).first().waitFor();
  const rows = page.getByRole('row').filter({ hasText: '#ID: ' });
  const filter = page.getByPlaceholder('Type to filter by ID - User - Email');
  for (const [typed, name] of [
    [String(staff.id), 'Igor Petrov'],
    ['igor PET', 'Igor Petrov'],
    ['staff3@', 'Renee Castillo'],
  ] as const) {
    await filter.fill(typed);
    await expect.poll(() => rows.count()).toBe(1);
    await rows.filter({ hasText: name }).waitFor();
  }
  await filter.fill('nobody of that name');
  await page.getByText("There's nothing to show", { exact: true }).waitFor();
});

test('F083 F084 a staff member cannot enter a center before it approves them or after it removes them', async () => {
  const asking = await loggedIn('staff5');
  await asking.page.goto('/dashboard');
  await asking.page.getByText("Empty table. There's nothing to show").waitFor();

  const { page } = await loggedIn('hc3');
  await page.goto('/staff-view');
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
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('Marisol Quintana').first().waitFor();

  // The removal ends the staff member's open session in the center at once.
  expect((await getJson(`${baseUrl()}/api/v1/users/session/`, inside)).status).toBe(401);
  const left = await loggedIn('staff5');
  await left.page.goto('/dashboard');
  await left.page.getByText("Empty table. There's nothing to show").waitFor();
});

test('F083 a failed removal closes the question and shows the reason', async () => {
  const { page, expectsRefusal } = await loggedIn('hc2');
  expectsRefusal(404, '/api/v1/hc-staff/remove-user/');
  await page.goto('/staff-view');
  await page.route('**/api/v1/hc-staff/remove-user/', async (route) => {
    const body = { success: false, code: 'error', reason: 'not_found', message: 'Not found.' };
    await route.fulfill({ status: 404, json: body });
  });
  await page.getByRole('button', { name: /^Delete .*Beth Lowell/ }).click();
  await modal(page, 'Delete').getByRole('button', { name: 'Remove' }).click();
  const told = page.getByRole('alertdialog').filter({ hasText: 'Not found.' });
  await told.waitFor();
  await modal(page, 'Are you sure').waitFor({ state: 'detached' });
  await told.getByRole('button', { name: 'OK' }).click();
  await page.getByText('Beth Lowell').first().waitFor();
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
