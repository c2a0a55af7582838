import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthorizenetStandIn, fakeAuthorizenet } from '../../testing/fakes/payments/fake-authorizenet.ts';
import { kitOrder } from '../../testing/kit-order.ts';
import { differencesOf, runNow } from '../../testing/reconciliation/planted-charges.ts';
import { buyKit } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

let gateway: AuthorizenetStandIn;
let world: World;
let admin: Caller;
let hc: Caller;
beforeAll(async () => {
  gateway = await fakeAuthorizenet();
  const { login, key, url, clientKey, browserUrl } = gateway.account;
  world = await newWorld({
    PAYMENTS: 'authorizenet',
    AUTHORIZENET_LOGIN: login,
    AUTHORIZENET_KEY: key,
    AUTHORIZENET_URL: url,
    AUTHORIZENET_CLIENT_KEY: clientKey,
    AUTHORIZENET_BROWSER_URL: browserUrl,
    PAYMENTS_PATIENCE_SECONDS: '1',
    CHECKOUTS_PER_HOUR: '1000',
  });
  admin = await world.as('admin');
  hc = await world.as('hc');
});
afterAll(async () => {
  await world.close();
  await gateway.close();
});

const settledCents = async () =>
  (
    await world.sql<{ cents: number }>(
      `select coalesce(sum(line.cents), 0)::int as cents from journal_lines line
         join journal_entries entry on entry.id = line.entry_id
       where entry.kind = 'settled' and line.account = 1010`,
    )
  )[0]?.cents;
const faults = () => verifyReconciliation(world.app.services.store.readSlowly('platform'));

test('a purchase is posted to the bank when its batch has closed, once however often the batch is read', async () => {
  await buyKit(world, hc);
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', matched: 1, differences: 0 });
  expect(await settledCents()).toBe(0);
  gateway.books.settle();
  for (let n = 0; n < 2; n += 1) {
    expect(await runNow(world, admin)).toMatchObject({ state: 'done', matched: 1, differences: 0 });
    expect(await settledCents()).toBe(32_000);
  }
  expect(await faults()).toEqual([]);
});

test('a gateway that is cut off or answers after an hour fails the run, and the next one is done', async () => {
  for (const fault of ['cut', { slow: 3_600_000 }, 'silent', 'garbage'] as const) {
    gateway.befall(null, fault);
    expect(await runNow(world, admin), JSON.stringify(fault)).toMatchObject({ state: 'failed', matched: 0 });
  }
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
});

test('a charge that arrived although its token was answered as used is an orphan of the site and is given back once', async () => {
  const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
  const used = { resultCode: 'Error', message: [{ code: 'E00114', text: 'Invalid OTS Token.' }] };
  gateway.befall({ answer: { messages: used } });
  const { reason } = await world.refusalOf(hc, checkOut, { body: { ...kitOrder, invoice_id } });
  expect(reason).toBe('card_token_expired');
  const [tried] = await world.sql<{ reference: string; state: string }>(
    'select reference, state from checkouts order by id desc limit 1',
  );
  expect(tried?.state).toBe('given_up');
  const [sample] = gateway.books.transactions;
  if (!sample || !tried) throw new Error('There is no charge.');
  gateway.books.transactions.push({
    ...sample,
    transId: '60000009999',
    refId: tried.reference,
    invoiceNumber: tried.reference,
    status: 'capturedPendingSettlement',
    batchId: null,
  });
  gateway.books.settle();
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 1 });
  const [item] = await differencesOf(world, admin);
  expect(item).toMatchObject({ kind: 'not_in_our_books', site: 'Vialkeep', gateway_id: '60000009999', theirs: 320 });
  const body = { how: 'give_back', note: 'The order was given up.' };
  // The refund is made, and its answer is lost: state of the charge, card of the charge, refund.
  gateway.befall(null, null, 'lost');
  const resolved = await world.call(admin, resolveDifference, { params: { id: item?.id }, body });
  expect(resolved).toMatchObject({ state: 'resolved', how: 'give_back' });
  expect(gateway.books.transactions.filter(({ refTransId }) => refTransId === '60000009999')).toHaveLength(1);
  gateway.books.settle();
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
  expect(await settledCents()).toBe(32_000);
  expect(await faults()).toEqual([]);
});

test('a charge that its bank took back is a chargeback', async () => {
  const sale = await buyKit(world, hc, { card: '4000000000000739' });
  gateway.books.settle();
  expect(await runNow(world, admin)).toMatchObject({ differences: 1 });
  const [item] = await differencesOf(world, admin);
  expect(item).toMatchObject({
    kind: 'chargeback',
    transaction_id: sale,
    may: ['chargeback', 'write_off', 'explained'],
  });
  const body = { how: 'chargeback', note: 'The bank wrote to us.' };
  await world.call(admin, resolveDifference, { params: { id: item?.id }, body });
  expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
  expect(await faults()).toEqual([]);
});

test('a second chargeback of a charge is a difference of its own after the first one is recorded', async () => {
  const sample = gateway.books.transactions.at(-1);
  const [sale] = await world.sql<{ reference: string }>(
    `select attempt.reference from checkouts attempt join refunds taken using (transaction_id)
     where taken.way = 'chargeback'`,
  );
  if (!sample || !sale) throw new Error('There is no chargeback.');
  const { reference } = sale;
  gateway.books.transactions.push({
    ...sample,
    transId: '60000008888',
    refId: reference,
    invoiceNumber: reference,
    status: 'chargeback',
  });
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 1 });
  const [item] = await differencesOf(world, admin);
  expect(item).toMatchObject({ kind: 'chargeback', gateway_id: '60000008888', site: 'Vialkeep' });
  const body = { how: 'explained', note: 'The bank corrects it.' };
  await world.call(admin, resolveDifference, { params: { id: item?.id }, body });
});

test('a refund at the gateway’s own pages is no difference any more when it is cancelled or fails there', async () => {
  const [sample] = gateway.books.transactions;
  if (!sample) throw new Error('There is no charge.');
  for (const [n, status] of ['voided', 'generalError'].entries()) {
    const foreign = {
      ...sample,
      transId: `6000000777${n}`,
      refId: `by-hand-${n}`,
      invoiceNumber: `by-hand-${n}`,
      refTransId: sample.transId,
      status: 'refundPendingSettlement',
      batchId: null,
    };
    gateway.books.transactions.push(foreign);
    expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 1 });
    expect(await differencesOf(world, admin)).toMatchObject([{ kind: 'not_in_our_books', about: 'refund' }]);
    foreign.status = status;
    expect(await runNow(world, admin), status).toMatchObject({ state: 'done', differences: 0 });
  }
});
