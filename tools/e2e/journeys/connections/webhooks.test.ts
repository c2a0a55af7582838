import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { accept, Receiver, verifyReceived } from '../../../../server/testing/webhooks/receiver.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, field, modal } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';

async function chooseFromMenu(page: Page, url: string, label: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${url}` }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

test('an administrator makes a webhook, tests it, sends a failed delivery again, replaces the secret and deletes it', async () => {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.stop());
  const { page } = await loggedIn('admin');
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  const making = modal(page, 'Make a webhook');
  await field(making, 'Address').fill(receiver.url);
  await field(making, 'Description').fill('Stock of the clinic');
  await field(making, 'Events').click();
  await page.getByRole('option', { name: 'Vials added' }).click();
  await making.getByRole('button', { name: 'Make a webhook' }).click();
  const shown = modal(page, 'Your new secret');
  const secret = await shown.getByLabel('Webhook secret').inputValue();
  await shown.getByRole('button', { name: 'I have noted it' }).click();

  // The first attempt fails, and is made again five seconds later.
  receiver.answer = (_received, response) => void response.writeHead(500).end();
  await chooseFromMenu(page, receiver.url, 'Send a test');
  await bar(page, 'A test is on its way.').waitFor();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: `Deliveries ${receiver.url}` }).click();
  const log = modal(page, 'Deliveries');
  await log
    .getByText(/^500 in \d+ ms$/)
    .first()
    .waitFor();
  receiver.answer = accept;
  await log.getByRole('button', { name: /^Send again/ }).click();
  await log.getByText('Delivered').waitFor();
  await log.getByRole('button', { name: 'Close' }).click();
  const ids = new Set(receiver.received.map(({ id }) => id));
  expect(ids.size).toBe(1);
  for (const received of receiver.received) {
    expect(verifyReceived(secret, received)).toMatchObject({ type: 'webhook.test' });
  }

  await chooseFromMenu(page, receiver.url, 'Replace secret');
  await modal(page, 'Replace secret').getByRole('button', { name: 'Replace secret' }).click();
  const next = await shown.getByLabel('Webhook secret').inputValue();
  await shown.getByRole('button', { name: 'I have noted it' }).click();
  const before = receiver.received.length;
  await chooseFromMenu(page, receiver.url, 'Send a test');
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
  const last = receiver.received.at(-1);
  for (const one of [secret, next]) expect(last && verifyReceived(one, last)).toBeTruthy();

  await expectAccessibleInEveryLook(page, 'connections', [
    {
      name: 'make-webhook',
      open: async (at) => {
        await at.getByRole('button', { name: 'Make a webhook' }).click();
        await modal(at, 'Make a webhook').waitFor();
      },
    },
    {
      name: 'deliveries',
      open: async (at) => {
        await at.getByRole('button', { name: `Deliveries ${receiver.url}` }).click();
        await modal(at, 'Deliveries').getByText('Delivered').first().waitFor();
      },
    },
  ]);

  await chooseFromMenu(page, receiver.url, 'Delete');
  await modal(page, 'Delete webhook').getByRole('button', { name: 'Delete webhook' }).click();
  await bar(page, `${receiver.url} has been deleted.`).waitFor();
});
