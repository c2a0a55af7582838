import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillStorageCard } from '../../page/card-form.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { newUser } from '../../people/new-user.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

const CARD = '4111111111111111';
const DECLINED = '4000000000000002';
const north = () => baseUrl().replace('//localhost', '//north.localhost');

test('a patient chooses a storage plan and pays it by phone, asks to end it, and an administrator decides', async () => {
  const { email, name } = await newUser(2, { domain: 2 });
  const { page, expectsRefusal } = await loggedIn(email, { site: north(), look: looks.phone, phone: true });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/sandbox-gateway/')) sent.push(request.postData() ?? '');
  });
  await choosePlan(page);
  expectsRefusal(402, '/api/v1/storage/own/pay/');
  await payInvoice(page, sent);
  await checkBilling(page);
  await askToEnd(page);
  await decide(name);
  await page.reload();
  await heading(page, 'Storage').waitFor();
  await page.getByRole('button', { name: /^Choose Yearly storage/ }).waitFor();
});

async function choosePlan(page: Page): Promise<void> {
  await page.goto('/dashboard');
  const agreement = modal(page, 'Private Membership Agreement');
  await agreement.getByRole('checkbox').check();
  await agreement.getByRole('button', { name: 'Continue' }).click();
  await agreement.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Open billing' }).click();
  await heading(page, 'Storage').waitFor();
  await page.getByRole('button', { name: /^Choose Yearly storage/ }).click();
  const question = modal(page, 'Choose this plan');
  await question.getByText('$180.00 for 1 year').waitFor();
  await question.getByRole('button', { name: 'Choose plan' }).click();
  await bar(page, 'You have a storage plan now.').waitFor();
}

/** The first card is declined; the second one pays and is kept. No request to the product holds a number. */
async function payInvoice(page: Page, sent: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Pay now' }).click();
  const form = modal(page);
  await fillStorageCard(page, DECLINED);
  await form.getByRole('button', { name: 'Pay $180.00' }).click();
  await form.getByText('The payment was declined.').first().waitFor();
  await field(form, 'Card number').fill(CARD);
  await form.getByRole('checkbox', { name: 'Keep this card for later payments' }).check();
  await form.getByRole('button', { name: 'Pay $180.00' }).click();
  await bar(page, 'is paid. The receipt comes by e-mail.').waitFor();
  await page.getByText('Paid', { exact: true }).waitFor();
  await page.getByText(/^Visa ending in 1111, valid until Aug/).waitFor();
  expect(sent.filter((body) => body.includes('card_token')).length).toBeGreaterThanOrEqual(2);
  expect(sent.filter((body) => /(?:\d[ -]?){12,}/.test(body) && /4111|40000/.test(body))).toEqual([]);
}

async function checkBilling(page: Page): Promise<void> {
  const invoice = page.waitForEvent('download');
  await page.getByRole('button', { name: /^PDF S-/ }).click();
  expect((await text(await (await invoice).createReadStream())).slice(0, 5)).toBe('%PDF-');
  await page.getByRole('switch', { name: 'Charge the card on file on the due day' }).uncheck({ force: true });
  await bar(page, 'Nothing is charged by itself.').waitFor();
  await expectAccessibleInEveryLook(page, 'billing', [
    {
      name: 'card',
      open: async () => {
        await page.getByRole('button', { name: 'Replace card' }).click();
        await field(modal(page, 'Replace card'), 'Card number').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'end',
      open: async () => {
        await page.getByRole('button', { name: 'Ask to end storage' }).click();
        await modal(page, 'Ask to end storage').waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
}

async function askToEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask to end storage' }).click();
  const form = modal(page, 'Ask to end storage');
  await field(form, 'What should we know?').fill('I move abroad.');
  await form.getByRole('button', { name: 'Send request' }).click();
  await page.getByText(/^You have asked to end storage/).waitFor();
}

async function decide(name: string): Promise<void> {
  const { page } = await loggedIn('admin@north.test', { site: north() });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Storage decisions' }).click();
  await heading(page, 'Money').waitFor();
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('Asks to end storage').waitFor();
  const opening = {
    name: 'decide',
    open: async () => {
      await page
        .getByRole('button', { name: `Decide the plan of ${name}` })
        .first()
        .click();
      await modal(page, 'Decide on storage').getByText('I move abroad.').waitFor();
    },
    close: closesModal,
  };
  const adding = {
    name: 'offer',
    open: async () => {
      await page.getByRole('button', { name: 'Add an offer' }).click();
      await modal(page, 'Add an offer').waitFor();
    },
    close: closesModal,
  };
  await expectAccessibleInEveryLook(page, 'storage-plans', [opening, adding]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);
  await opening.open();
  const form = modal(page, 'Decide on storage');
  await field(form, 'Note').fill('Kept without payment.');
  await form.getByRole('button', { name: 'Decide', exact: true }).click();
  await bar(page, 'The decision has been recorded.').waitFor();
}
