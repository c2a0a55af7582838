import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noisePng } from '../../../harness/pictures.ts';
import { bar, field, heading } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

const UPLOAD = '/api/v1/utilities/upload-hc-logo/';

test('F035 a center drops a wrong file, which is refused, then uploads a logo with its percentage, and saves it with its details', async () => {
  const { page, context, user, token } = await loggedIn('hc3');
  await page.goto('/hc-profile');
  await heading(page, 'HC Profile').waitFor();
  await page.getByText('No logo yet').waitFor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(UPLOAD) ? 1 : 0));
  await drop(page, 'letter.png', Array.from(Buffer.from('this is only text')));
  await page.getByText('letter.png: This file is not PNG, JPEG or WebP.').waitFor();
  await drop(page, 'huge.png', Array.from(noisePng(8, 8)), 26_300_000);
  await page.getByText('huge.png: This file is larger than 25 MB.').waitFor();
  expect(sent).toBe(0);
  const logo = page.getByRole('img', { name: 'Logo of Barton Creek Aesthetics' });
  await drop(page, 'fine.png', Array.from(noisePng(64, 32)));
  await logo.waitFor();

  // Limits the upload speed to that of a slow clinic connection: half a megabyte per second.
  const line = await context.newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 500_000 });
  const picture = noisePng(640, 480);
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Choose Image|Replace/ }).click();
  await (await chosen).setFiles({ name: 'barton-creek.png', mimeType: 'image/png', buffer: picture });
  await page.getByText(/ · [1-9]\d?%/).waitFor();
  await page.getByRole('progressbar').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });

  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await field(page, 'Phone Number').fill('+1 555 0177');
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Record has been updated!').waitFor();
  await page.reload();
  await logo.waitFor();
  await expect.poll(() => field(page, 'Phone Number').inputValue()).toBe('+1 555 0177');
  const { body } = await getJson(`${baseUrl()}/api/v1/users/${user.id}/`, token);
  expect(body).toMatchObject({ hc_logo: (await logo.getAttribute('src'))?.replace('/media/hc-logos/', '') });
});

/** Drops a file of these bytes, padded with `more` zero bytes, as if dragged from a folder. */
async function drop(page: Page, name: string, bytes: number[], more = 0): Promise<void> {
  await page.getByText('or drop it here').evaluate(
    (place, given) => {
      const files = new DataTransfer();
      const parts = [new Uint8Array(given.bytes), new Uint8Array(given.more)];
      files.items.add(new File(parts, given.name, { type: 'image/png' }));
      place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }));
    },
    { name, bytes, more },
  );
}
