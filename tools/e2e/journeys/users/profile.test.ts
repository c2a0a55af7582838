import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { millisecondsShown } from '../../page/bar-time.ts';
import { actingStrip, bar, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const UPDATE = /\/api\/v1\/users\/\d+\/$/;

test('F032 typed input survives a reload until it is discarded, and a saved profile stores the answer, confirms for two seconds and persists', async () => {
  const { page, user, token } = await loggedIn('patient10');
  await page.goto('/profile');
  await heading(page, 'Profile').waitFor();
  await page.getByText('Enter Contact Information Below').waitFor();
  await page.getByText('Where Are You Located?').waitFor();
  await page.getByText('LEAVE BLANK IF THIS DOES NOT APPLY TO YOUR COUNTRY').waitFor();
  await page
    .getByText(/\d{2}:\d{2}.* \(UTC\)/)
    .first()
    .waitFor();
  // A second attempt finds what the first has saved.
  const city = user.city === 'Golden' ? 'Boulder' : 'Golden';
  await field(page, 'City').fill(city);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(city);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Restored what you typed.').waitFor();
  expect(await field(page, 'City').inputValue()).toBe(city);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => field(page, 'City').inputValue()).not.toBe(city);

  const sent = patches(page);
  await field(page, 'First Name').fill('Gregor');
  await field(page, 'City').fill(city);
  const hasSeenWaiting = Promise.withResolvers<void>();
  await page.route(UPDATE, async (route) => {
    if (route.request().method() === 'PATCH') await hasSeenWaiting.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await page.getByRole('button', { name: 'Updating information' }).waitFor();
  const shown = millisecondsShown(page, 'Record has been updated!');
  hasSeenWaiting.resolve();
  expect(await shown).toBeGreaterThanOrEqual(1990);
  expect(JSON.parse((await storedValue(page, 'user')) ?? '{}')).toMatchObject({ first_name: 'Gregor', city });
  expect(sent()).toBe(1);
  await page.getByRole('button', { name: 'Gregor Tam account menu' }).waitFor();
  const { body } = await getJson(`${baseUrl()}/api/v1/users/${user.id}/`, token);
  expect(body).toMatchObject({ first_name: 'Gregor', city });
});

test('F033 an administrator who has logged in as a center changes its Template ID', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/inactive-users');
  await page.getByRole('button', { name: 'Actions for Judith Amsel' }).click();
  await page.getByRole('menuitem', { name: 'Login As' }).click();
  await field(modal(page, 'Login As'), 'Reason').fill('The template of a center');
  await modal(page, 'Login As').getByRole('button', { name: 'Login', exact: true }).click();
  await heading(page, 'Hello Judith').waitFor();
  await mainMenu(page).getByRole('button', { name: 'Account' }).click();
  await mainMenu(page).getByRole('link', { name: 'Contact Details' }).click();
  await field(page, 'Template ID').fill('template-of-judith');
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Record has been updated!').waitFor();
  const { token } = await openSession('admin');
  const { id } = JSON.parse((await storedValue(page, 'user')) ?? '{}');
  const { body } = await getJson(`${baseUrl()}/api/v1/users/${id}/`, token);
  expect(body).toMatchObject({ template_id: 'template-of-judith' });
  await actingStrip(page).waitFor();
});

test('F036 after a change only the new password logs in', async () => {
  const { page, expectsRefusal, user } = await loggedIn('patient11');
  expectsRefusal(400, `/api/v1/users/update-password/${user.id}/`);
  await page.goto('/password');
  await typePasswords(page, 'a wrong one', 'river-stone-17', 'river-stone-17');
  await modal(page).getByText('The current password is not right.').waitFor();
  await modal(page).getByRole('button', { name: 'Close' }).last().click();
  await typePasswords(page, 'Vialkeep-demo-1', 'river-stone-17', 'river-stone-17');
  await modal(page).getByText('Your password has been changed.').waitFor();
  await modal(page).getByRole('button', { name: 'Close' }).last().click();
  expect(await field(page, 'New password').inputValue()).toBe('');

  await expect(loggedIn('patient11')).rejects.toThrow('cannot log in: 400');
  // The browser that changed the password keeps its session.
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await heading(page, 'Hello Yara').waitFor();
});

test('F037 the contact form validates its fields, says what it does, and sends nothing', async () => {
  const { page, context } = await loggedIn('patient17');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sent: string[] = [];
  await page.goto('/contact');
  await heading(page, 'Got a Question').waitFor();
  await page.getByText('Fill In The Form to Contact Us').waitFor();
  await page.getByText('Rquired enter a Message').waitFor();
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.getByRole('button', { name: 'Submit' }).click();
  await bar(page, '1 field needs your attention.').waitFor();

  await field(page, 'Message').fill('When is my sample ready?');
  await page.getByRole('button', { name: 'Submit' }).click();
  await modal(page).getByText('This form sends nothing by itself.').waitFor();
  const letter = await modal(page).getByRole('link').getAttribute('href');
  expect(letter).toMatch(/^mailto:support@vialkeep\.test\?/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Copy support e-mail' }).click();
  await bar(page, 'The support e-mail is copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('support@vialkeep.test');
  expect(sent).toEqual([]);
});

async function typePasswords(page: Page, current: string, next: string, again: string): Promise<void> {
  await field(page, 'Current password').fill(current);
  await field(page, 'New password').fill(next);
  await field(page, 'Confirm password').fill(again);
  await page.getByRole('button', { name: 'Submit' }).click();
}

function patches(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.method() === 'PATCH' && UPDATE.test(request.url()) ? 1 : 0));
  return () => count;
}
