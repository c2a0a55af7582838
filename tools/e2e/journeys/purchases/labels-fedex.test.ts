import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FedexStandIn, fakeFedex, LABEL } from '../../../../server/testing/fakes/carrier/fake-fedex.ts';
import type { Product } from '../../../harness/product.ts';
import { startDemoCopy } from '../../demo-copy.ts';
import { field } from '../../page/portal.ts';
import { letterTo } from '../../people/emails.ts';
import { documentsSigned, feePaid } from '../../people/paid-fees.ts';
import { loggedIn } from '../../people/person.ts';
import {
  askForLabel,
  labelForm,
  openedLabel,
  openWhenReady,
  requestForm,
  saveAndSend,
} from '../../people/shipping-labels.ts';

let fedex: FedexStandIn;
let product: Product;
beforeAll(async () => {
  fedex = await fakeFedex();
  const { clientId, clientSecret, account, url } = fedex.account;
  product = await startDemoCopy({
    settings: {
      CARRIER: 'fedex',
      FEDEX_CLIENT_ID: clientId,
      FEDEX_CLIENT_SECRET: clientSecret,
      FEDEX_ACCOUNT: account,
      FEDEX_URL: url,
    },
  });
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
  await fedex.close();
});

test('F111–F119 an administrator gets the label from FedEx, once set up, after a lost answer, and the center opens it', async () => {
  const site = product.baseUrl;
  const center = await loggedIn('hc', { site });
  const patient = await feePaid({ token: center.token, site });
  await documentsSigned(patient, site);
  await openWhenReady(center, patient, site);
  const asked = await askForLabel(center.page, await requestForm(center.page, patient.name));

  const { page: office, expectsRefusal } = await loggedIn('admin', { site });
  const form = await labelForm(office, asked);
  expectsRefusal(409, `/api/admin/fedex-requests/${asked.id}/make-label/`);
  fedex.befall('lost');
  await form.getByRole('button', { name: 'Get label from FedEx' }).click();
  await form.getByText('FedEx may have made this label: its answer did not arrive.').waitFor();
  await form.getByRole('button', { name: 'Ask FedEx again' }).click();
  const question = office.getByRole('alertdialog');
  await question.getByText(/^Have you looked at your FedEx account\?/).waitFor();
  await question.getByRole('button', { name: 'Ask FedEx again' }).click();
  await form.getByText('FedEx Label/Tracking Number have been added!').first().waitFor();

  const number = fedex.shipments.at(-1)?.trackingNumber ?? '';
  await expect.poll(() => field(form, 'Tracking Number').inputValue()).toBe(number);
  expect(await field(form, 'Tracking Link').inputValue()).toContain(number);
  await form.getByRole('link', { name: /^see file/ }).waitFor();
  expect(await form.getByRole('button', { name: /FedEx$/ }).count()).toBe(0);
  await saveAndSend(office, form, asked);
  expect((await letterTo(asked.email, '', site)).text).toContain(number);
  expect((await openedLabel(center, number)).equals(LABEL)).toBe(true);
});
