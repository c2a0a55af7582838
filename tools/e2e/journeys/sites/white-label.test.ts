import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { looks, photograph } from '../../page/looks.ts';
import { arriveAt, bar, heading } from '../../page/portal.ts';
import { logInThroughTheForm, northUrl, visitor } from '../../people/person.ts';

test('F007 F018 S-31 the custom site has its own name, title, colour and footer from the first paint on, and does not know a user of the main site', async () => {
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

  north.expectsRefusal(400, '/api/admin/login/');
  await logInThroughTheForm(north.page, 'hc');
  await bar(north.page, 'Unable to log in with the e-mail and password you entered.').waitFor();
  await logInThroughTheForm(north.page, 'hc@north.test');
  await arriveAt(north.page, '/dashboard');
  await north.page.getByText(`© ${new Date().getFullYear()}, Northlight. Northlight - All Rights Reserved.`).waitFor();
  await photograph(north.page, 'dashboard-north', looks.light);
});

function colourOf(page: Page): Promise<string> {
  return page
    .getByRole('button', { name: 'Login', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
}
