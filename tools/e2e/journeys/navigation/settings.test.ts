import { expect, test } from 'vitest';
import { isLongRun } from '../../page/looks.ts';
import { field, heading, mainMenu, modal, openUserMenu } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';

test('U-03 the colour scheme and the switch for shortcuts belong to the account, and without shortcuts only Ctrl+K works', async () => {
  const { page } = await loggedIn('patient12');
  await page.goto('/settings');
  await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Dark').click();
  await expect.poll(() => schemeOf(page)).toBe('dark');
  await page.reload();
  await heading(page, 'Settings').waitFor();
  expect(await schemeOf(page)).toBe('dark');

  await page.keyboard.press('?');
  await modal(page, 'Keyboard shortcuts').waitFor();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/preferences/') && response.request().method() === 'PATCH',
  );
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck({ force: true });
  await saved;
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

  const elsewhere = await loggedIn('patient12');
  await elsewhere.page.goto('/settings');
  await expect.poll(() => schemeOf(elsewhere.page)).toBe('dark');
  const shortcuts = elsewhere.page.getByRole('switch', { name: 'Keyboard shortcuts' });
  await expect.poll(() => shortcuts.isChecked()).toBe(false);
  await shortcuts.check({ force: true });
  await (await openUserMenu(elsewhere.page)).getByRole('menuitem', { name: 'Light mode' }).click();
  await expect.poll(() => schemeOf(elsewhere.page)).toBe('light');
});

test.runIf(isLongRun)('U-03 the account’s open sessions are listed, and all others can be signed out', async () => {
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

function schemeOf(page: { evaluate<T>(read: () => T): Promise<T> }): Promise<string | null> {
  return page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
}
