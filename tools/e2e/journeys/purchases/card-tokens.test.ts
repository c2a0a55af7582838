import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { localAuthority } from '../../../../server/integrations/certificates/local-authority.ts';
import { fakeAuthorizenet } from '../../../../server/testing/fakes/payments/fake-authorizenet.ts';
import { newDataDir, type Product, startProduct } from '../../../harness/product.ts';
import { copyDemoData } from '../../demo-copy.ts';
import { fillNewCard, fillStorageCard } from '../../page/card-form.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { baseUrl, loggedIn, openSession, type Person, visitor } from '../../people/person.ts';
import { policySettings } from '../../people/second-factor.ts';
import { serveSecurely } from '../../secure-site.ts';

const DECLINED = '4000000000000002';
const APPROVED = '4929123412341232';
const SAVED = '5555443322110099';
const NUMBERS = [DECLINED, APPROVED, SAVED];
const UNAVAILABLE =
  'The card payment provider cannot be reached right now. Nothing was charged. Please try again shortly.';
const TOKENS = '/sandbox-gateway/tokens';

/** A request of a page or its answer, as far as a card number could be in it. */
type Sent = { readonly where: string; readonly text: string };

type Shop = {
  readonly site: string;
  readonly product: Product;
  readonly sent: Sent[];
  readonly answered: Promise<Sent>[];
};

test('F093 F097 F098 F101 TM7 no card number leaves a screen with the sandbox but to the gateway, and none is stored', async () => {
  const product = await startStrict({});
  const shop: Shop = { site: product.baseUrl, product, sent: [], answered: [] };
  await buyEverywhere(shop);
  const numbers = withNumbers(shop.sent);
  expect(new Set(numbers.map(({ where }) => where))).toEqual(
    new Set([`${shop.site}${TOKENS}`, `${northOf(shop.site)}${TOKENS}`]),
  );
  expect(numbers).toHaveLength(8);
  await expectNoNumberAnswered(shop);
  await expectNoNumberStored(product);
});

test('F093 F097 F098 F101 TM7 the same screens pay with Authorize.Net over https, and only the gateway gets the numbers', async () => {
  const authorityDir = newDataDir();
  onTestFinished(() => rm(authorityDir, { recursive: true }));
  const { chain: cert, key: certificateKey } = await localAuthority(authorityDir, 'Journey').issue('localhost');
  const tls = { cert, key: certificateKey };
  const gateway = await fakeAuthorizenet(undefined, tls);
  onTestFinished(() => gateway.close());
  const { login, key, url, clientKey, browserUrl } = gateway.account;
  const product = await startStrict({
    PAYMENTS: 'authorizenet',
    AUTHORIZENET_LOGIN: login,
    AUTHORIZENET_KEY: key,
    AUTHORIZENET_URL: url,
    AUTHORIZENET_CLIENT_KEY: clientKey,
    AUTHORIZENET_BROWSER_URL: browserUrl,
    TRUST_PROXY: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: join(authorityDir, 'authority/certificate.pem'),
  });
  const secure = await serveSecurely(product.port, tls);
  onTestFinished(() => secure.close());
  const shop: Shop = { site: secure.url, product, sent: [], answered: [] };
  await buyEverywhere(shop);
  const numbers = withNumbers(shop.sent);
  expect(new Set(numbers.map(({ where }) => where))).toEqual(new Set([browserUrl]));
  expect(numbers).toHaveLength(8);
  expect(gateway.fromBrowsers).toHaveLength(8);
  expect(gateway.books.transactions.map(({ responseCode }) => responseCode).toSorted()).toEqual([...'111112']);
  await expectNoNumberAnswered(shop);
  await expectNoNumberStored(product);
});

test('F106 a gateway that cannot be reached is reported at the form, which keeps what was typed and pays afterwards', async () => {
  const { page } = await loggedIn('hc2');
  await page.goto('/harvest-center/checkout/product/12');
  await heading(page, 'Checkout Office Pop-up Banner').waitFor();
  await fillNewCard(page, APPROVED);
  await page.route(`**${TOKENS}`, (route) => route.abort());
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/payment/')) orders.push(request.url());
  });
  await proceed(page);
  await closeMessage(page, UNAVAILABLE);
  expect(orders).toEqual([]);
  expect(await field(page, 'CVC').inputValue()).toBe('123');
  await page.unrouteAll();
  await proceed(page);
  await modal(page, 'Office Pop-up Banner has been ordered.').getByText('Visa ending in 1232').waitFor();
});

test('TM10 the frame of the sandbox reads neither the page nor the session, and is not shown on another site', async () => {
  const { page } = await loggedIn('hc2');
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/sandbox-gateway/frame';
    document.body.append(frame);
  });
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1];
  await frame?.waitForLoadState();
  const reached = await frame?.evaluate(async () => {
    const reads: Record<string, () => unknown> = {
      storage: () => localStorage.getItem('token'),
      cookies: () => document.cookie,
      page: () => parent.document.title,
    };
    const read = Object.entries(reads).map(([name, look]) => {
      try {
        return `${name}: ${String(look())}`;
      } catch {
        return `${name}: refused`;
      }
    });
    return [self.origin, ...read];
  });
  expect(reached).toEqual(['null', 'storage: refused', 'cookies: refused', 'page: refused']);

  // Another site gets no answer, whatever it sends.
  const other = await (await page.context().browser()?.newContext())?.newPage();
  if (!other) throw new Error('The browser opened no page.');
  await other.route('http://other.localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title>' }),
  );
  await other.goto('http://other.localhost/');
  const answered = await other.evaluate(async (src) => {
    const { port1, port2 } = new MessageChannel();
    const element = document.createElement('iframe');
    element.src = src;
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve));
    const heard = new Promise((resolve) => {
      port1.onmessage = () => resolve('answered');
    });
    document.body.append(element);
    await loaded;
    element.contentWindow?.postMessage('tokenise', '*', [port2]);
    return Promise.race([heard, new Promise((resolve) => setTimeout(() => resolve('silent'), 1_000))]);
  }, `${baseUrl()}/sandbox-gateway/frame`);
  expect(answered).toBe('silent');
  await other.context().close();
});

/** Starts a product that refuses card numbers, and logs into a file beside its data. */
async function startStrict(settings: Record<string, string>): Promise<Product> {
  const dataDir = await copyDemoData();
  const product = await startProduct({
    dataDir,
    logFile: join(dataDir, 'product.log'),
    settings: { ...policySettings, LOG_LEVEL: 'info', CARD_NUMBERS: 'refuse', ...settings },
  });
  onTestFinished(() => product.removeData());
  return product;
}

/** Pays on each checkout screen and an invoice with a new card, first with a declined one, and saves two cards. */
async function buyEverywhere(shop: Shop): Promise<void> {
  const center = await enter('hc', shop);
  center.expectsRefusal(402, '/auth/payment/');
  const { page } = center;
  await page.goto('/harvest-center/checkout/processing-fee');
  await heading(page, 'New Patient Processing Fee').waitFor();
  await fillNewCard(page, DECLINED);
  await proceed(page);
  await closeMessage(page, 'The payment was declined.');
  await field(page, 'Card number').fill(APPROVED);
  await proceed(page);
  await modal(page, 'New Patient Processing Fee has been ordered.').getByText('Visa ending in 1232').waitFor();

  await page.goto('/harvest-center/checkout/product/12');
  await heading(page, 'Checkout Office Pop-up Banner').waitFor();
  await payWith(page, APPROVED, 'Office Pop-up Banner');

  await page.goto('/hc-payments');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('form', { name: 'Payment Method Details' });
  await field(form, 'Full name (as displayed on card)').fill('Nell Buyer');
  await field(form, 'Card number').fill(SAVED);
  await field(form, 'CVV').fill('123');
  await form.getByRole('button', { name: 'Card expiration' }).click();
  await page.getByRole('button', { name: 'Next year' }).click();
  await page.getByRole('button', { name: 'Aug' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Payment option has been added!').waitFor();
  await page.getByRole('article', { name: 'XXXX XXXX 0099', exact: true }).getByText('Nell Buyer').waitFor();

  const { page: referral } = await enter('rhc', shop);
  await referral.goto('/harvest-center/checkout/harvest-fee');
  await heading(referral, 'New Patient Referral Processing Fee').waitFor();
  await payWith(referral, APPROVED, 'New Patient Referral Processing Fee');

  const { page: patient } = await enter('patient', shop);
  await patient.goto('/checkout/patient-vials');
  await heading(patient).waitFor();
  await payWith(patient, APPROVED, '');
  await payStorage(shop);
}

/** Pays an invoice for storage with a new card, and replaces the card on file; the second site has storage plans. */
async function payStorage(shop: Shop): Promise<void> {
  const { page } = await enter('patient@north.test', shop, northOf);
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Pay now' }).click();
  const payment = modal(page, 'Pay invoice');
  await payment.getByRole('button', { name: 'Cancel' }).waitFor();
  // Only the sandbox knows the card of the demo network.
  const choice = payment.getByLabel('Pay with');
  if (await choice.isVisible()) await choice.selectOption('another');
  await fillStorageCard(page, APPROVED);
  await payment.getByRole('button', { name: /^Pay \$/ }).click();
  await bar(page, 'is paid. The receipt comes by e-mail.').waitFor();
  await page.getByRole('button', { name: /^(Replace card|Add a card)$/ }).click();
  const replacement = modal(page, 'Replace card');
  await fillStorageCard(page, SAVED);
  await replacement.getByRole('button', { name: 'Save card' }).click();
  await bar(page, 'The card has been saved.').waitFor();
  await page.getByText(/ending in 0099, valid until/).waitFor();
}

async function payWith(page: Page, number: string, product: string): Promise<void> {
  await fillNewCard(page, number);
  await proceed(page);
  await modal(page, `${product} has been ordered.`).getByText('Visa ending in 1232').waitFor();
}

/** Logs in and records every request of the browser and its answer. */
async function enter(account: string, shop: Shop, siteOf = sameSite): Promise<Person> {
  const { site, product } = shop;
  const { token, user, cookies } = await openSession(account, siteOf(product.baseUrl));
  const person = await visitor({ site: siteOf(site), storage: { token, user: JSON.stringify(user) } });
  await person.context.addCookies(cookies);
  record(person.context, shop);
  return person;
}

function sameSite(url: string): string {
  return url;
}

function northOf(url: string): string {
  return url.replace('//localhost', '//north.localhost');
}

function record(context: BrowserContext, { sent, answered }: Shop): void {
  context.on('request', (request: Request) => {
    const text = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
    sent.push({ where: request.url(), text });
  });
  context.on('response', (response: Response) => {
    // A redirect and an answer that the page has left behind have no body.
    const body = response.text().catch(() => '');
    answered.push(
      body.then((text) => ({ where: response.url(), text: `${JSON.stringify(response.headers())}\n${text}` })),
    );
  });
}

async function expectNoNumberAnswered({ answered }: Shop): Promise<void> {
  const answers = await Promise.all(answered);
  // Proves that bodies were read: an answer names the card by its last digits.
  expect(answers.some(({ where, text }) => where.includes('/api/') && text.includes(SAVED.slice(-4)))).toBe(true);
  expect(withNumbers(answers)).toEqual([]);
}

function withNumbers(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ text }) => NUMBERS.flatMap(waysToWrite).some((number) => text.includes(number)));
}

/** Searches every file of the product: tables, write-ahead log, log lines, uploads. */
async function expectNoNumberStored(product: Product): Promise<void> {
  await product.stop();
  const entries = await readdir(product.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  let holders = 0;
  let calls = 0;
  for (const file of files) {
    const bytes = await readFile(file);
    for (const number of NUMBERS.flatMap(waysToWrite))
      expect(bytes.includes(number), `${number} in ${file}`).toBe(false);
    if (bytes.includes('Nell Buyer')) holders += 1;
    if (bytes.includes('POST /auth/payment/')) calls += 1;
  }
  // Proves that the search works: it finds what may be stored.
  expect(holders).toBeGreaterThan(0);
  expect(calls).toBeGreaterThan(0);
}

function waysToWrite(number: string): string[] {
  const groups = number.match(/.{4}/g) ?? [];
  return [number, groups.join(' '), groups.join('-')];
}

async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
}

async function closeMessage(page: Page, title: string): Promise<void> {
  const message = modal(page, title);
  await message.getByRole('button', { name: 'Close', exact: true }).last().click();
  await message.waitFor({ state: 'detached' });
}
