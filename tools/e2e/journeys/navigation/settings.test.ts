import { expect, test } from 'vitest';
import { arriveAt, bar, field, heading, mainMenu, modal, openUserMenu } from '../../page/portal.ts';
import { loggedIn, logInThroughTheForm, visitor } from '../../people/person.ts';

test('U-03 the colour scheme belongs to the account: it survives a reload and applies in another browser', async () => {
  const { page } = await loggedIn('patient12');
  await page.goto('/settings');
  await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Dark').click();
  await expect.poll(() => schemeOf(page)).toBe('dark');
  await page.reload();
  await heading(page, 'Settings').waitFor();
  expect(await schemeOf(page)).toBe('dark');

  const elsewhere = await visitor();
  await elsewhere.page.goto('/');
  expect(await schemeOf(elsewhere.page)).toBe('light');
  await logInThroughTheForm(elsewhere.page, 'patient12');
  await arriveAt(elsewhere.page, '/dashboard');
  await expect.poll(() => schemeOf(elsewhere.page)).toBe('dark');
  await (await openUserMenu(elsewhere.page)).getByRole('menuitem', { name: 'Light mode' }).click();
  await expect.poll(() => schemeOf(elsewhere.page)).toBe('light');
});

test('V-01 messages stay until closed if the user chooses so; otherwise hovering keeps them open', async () => {
  const { page } = await loggedIn('patient18');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Save' }).click();
  const said = bar(page, 'Record has been updated!');
  await said.hover();
  await page.waitForTimeout(2600);
  expect(await said.isVisible()).toBe(true);
  await page.mouse.move(0, 0);
  await said.waitFor({ state: 'hidden' });

  await page.goto('/settings');
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/preferences/') && response.request().method() === 'PATCH',
  );
  await page.getByRole('switch', { name: 'Keep messages until I close them' }).check({ force: true });
  await saved;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Save' }).click();
  await said.waitFor();
  await page.waitForTimeout(2600);
  expect(await said.isVisible()).toBe(true);
  await said.getByRole('button').click();
  await said.waitFor({ state: 'hidden' });
});

test('U-03 the account’s open sessions are listed, and all others can be signed out', async () => {
  const here = await loggedIn('patient19');
  const there = await loggedIn('patient19');
  there.expectsRefusal(401, `/api/v1/users/${there.user.id}/`);
  await there.page.goto('/dashboard');
  await heading(there.page).waitFor();

  await here.page.goto('/settings');
  await here.page.getByText('This one').waitFor();
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await modal(here.page, 'Sign out everywhere else').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await modal(here.page).waitFor({ state: 'detached' });
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });

  await there.page.getByRole('link', { name: 'Edit contact details' }).click();
  await heading(there.page, 'Admin Login').waitFor();
  await mainMenu(here.page).getByRole('link', { name: 'Dashboard' }).click();
  await heading(here.page, 'Hello Keiko').waitFor();
});

test('a user can switch off single-key shortcuts, and then only Ctrl+K works', async () => {
  const { page } = await loggedIn('patient22');
  await page.goto('/settings');
  await heading(page, 'Settings').waitFor();
  await page.keyboard.press('?');
  await modal(page, 'Keyboard shortcuts').waitFor();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck({ force: true });
  await heading(page).click();
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('Control+k');
  expect(await modal(page).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/settings');
  await expect
    .poll(() => field(page, 'Search screens and actions').evaluate((one) => one === document.activeElement))
    .toBe(true);
});

function schemeOf(page: { evaluate<T>(read: () => T): Promise<T> }): Promise<string | null> {
  return page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
}
