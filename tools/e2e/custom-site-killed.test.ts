import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { noisePng } from '../harness/pictures.ts';
import { restartProduct, startProduct } from '../harness/product.ts';
import { field, modal } from './page/portal.ts';
import { getJson } from './people/calls.ts';
import { loggedIn } from './people/person.ts';

const HOST = 'tide.localhost';
const PASSWORD = 'high-and-low-1';

test('F157 a registration whose server is killed and whose browser is closed resumes at the interrupted step', {
  timeout: 240_000,
}, async () => {
  const killed = await startProduct();
  const first = await loggedIn('admin', { site: killed.baseUrl });
  await startRegistration(first.page);
  // The kill interrupts a step, so its outcome is unknown.
  await first.page.waitForRequest((request) => request.url().includes('/create_folder/'));
  await killed.kill9();
  await first.context.close();
  const product = await restartProduct(killed);
  onTestFinished(async () => {
    await product.stop();
    await product.removeData();
  });

  const { page, token } = await loggedIn('super', { site: product.baseUrl });
  await page.goto('/custom-site-registration');
  await page.getByRole('listitem').filter({ hasText: HOST }).getByRole('link').click();
  await page.getByText('Please add the following IP in your Domain Manager/Web Hosting').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Check Status' }).click();
  await modal(page, 'Congratulations!').getByText('Your custom site is live:').waitFor({ timeout: 60_000 });

  const site = await getJson(`${product.baseUrl.replace('//localhost', `//${HOST}`)}/site.json`);
  expect(site).toMatchObject({ status: 200, body: { name: 'Tidewater', colour: '#1f5c7a' } });
  const { body } = await getJson(`${product.baseUrl}/api/admin/users/?search=${HOST}`, token);
  expect(body).toMatchObject({ count: 1, results: [{ email: `sol@${HOST}` }] });
});

async function startRegistration(page: Page): Promise<void> {
  await page.goto('/custom-site-registration');
  for (const [label, value] of Object.entries({
    'Admin First Name': 'Sol',
    'Admin Last Name': 'Reyes',
    'Admin E-mail': `sol@${HOST}`,
    'Admin Password': PASSWORD,
    'Title/Name': 'Tidewater',
    'Email sender': `hello@${HOST}`,
    Colour: '#1f5c7a',
    URL: `https://${HOST}`,
  })) {
    await field(page, label).fill(value);
  }
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: noisePng(200, 60) };
  await page.locator('input[type="file"]').setInputFiles(logo);
  await page.getByRole('button', { name: 'Start Registration' }).click();
}
