import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { looks, photograph } from '../../page/looks.ts';
import { arriveAt, bar, heading } from '../../page/portal.ts';
import { loggedIn, logInThroughTheForm, northUrl, visitor } from '../../people/person.ts';

test('F007 F018 the custom site has its own name, title, colour and footer from the first paint on', async () => {
  const main = await visitor();
  await main.page.goto('/');
  await heading(main.page).waitFor();

  const north = await visitor({ site: northUrl() });
  await north.page.goto('/');
  await heading(north.page, 'Admin Login').waitFor();
  await north.page.getByText('Northlight Bank').first().waitFor();
  expect(await north.page.title()).toBe('Guest View — Northlight Bank');
  expect(await colourOf(north.page)).not.toBe(await colourOf(main.page));
  await photograph(north.page, 'login-north', looks.light);

  await logInThroughTheForm(north.page, 'hc@north.test');
  await arriveAt(north.page, '/dashboard');
  await north.page.getByText(`© ${new Date().getFullYear()}, Northlight. Northlight - All Rights Reserved.`).waitFor();
  await photograph(north.page, 'dashboard-north', looks.light);
});

test('S-31 a user of the main site is unknown on the custom site', async () => {
  const { page, expectsRefusal } = await visitor({ site: northUrl() });
  expectsRefusal(400, '/api/admin/login/');
  await page.goto('/');
  await logInThroughTheForm(page, 'hc');
  await bar(page, 'Unable to log in with the e-mail and password you entered.').waitFor();
});

test('F158 the administrator of the custom site sees only its users', async () => {
  const { page } = await loggedIn('admin@north.test', { site: northUrl() });
  await page.goto('/dashboard');
  await page.getByText('Total Records: 5').waitFor();
  expect(await page.getByText('@vialkeep.test').count()).toBe(0);
});

function colourOf(page: Page): Promise<string> {
  return page
    .getByRole('button', { name: 'Login', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
}
