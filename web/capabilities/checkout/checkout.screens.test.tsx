import { listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { productsFor, readProduct } from '@vialkeep/contract/products.ts';
import { salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { describe, expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { answerWithToken, failTokens, makeToken, refuseToken } from '../../testing/fake-gateway.ts';
import { openScreen, server, settleScreen, shownAddress, user, useScreens } from '../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { pageText } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { checkoutTexts as texts } from './checkout.texts.ts';

const as = memberOf(Plan.harvestCenter, { saless_rep_id: buildSample(UserId) });
const fee = { page: '/harvest-center/checkout/processing-fee', as, may: ['checkout.buy'] };
const product = buildSample(readProduct.answer, { id: 1, name: 'Processing Fee', description: 'One harvest.' });
const opened = [
  answerWith(salesRepExists, { exists: true }),
  answerWith(readNextInvoice, buildSample(readNextInvoice.answer)),
];
const sampleAnswers = [...opened, answerWith(readProduct, product)];

describeScreen(
  'ProcessingFeeScreen',
  {
    ...fee,
    answers: sampleAnswers,
    reads: { route: readProduct, waiting: texts.loading, failed: texts.failed },
    filled: [texts.payments.buttons[1], texts.about, 'One harvest.'],
  },
  () => {
    test('an order with empty fields is not sent and each required field says so', async () => {
      for (const answer of sampleAnswers) answer(server);
      await openScreen(fee);
      await pressControl(texts.summary.submit);
      expectProblemAt('Address Line 1', 'required');
      await expectAccessible();
    });

    test('a user who may not buy is sent to the dashboard', async () => {
      await openScreen({ ...fee, may: [] });
      expect(shownAddress()).toBe('/dashboard');
    });

    test('F108 a user without a sales rep is sent to the dashboard', async () => {
      await openScreen({ ...fee, as: memberOf(Plan.harvestCenter, { saless_rep_id: null }) });
      expect(shownAddress()).toBe('/dashboard');
    });

    test('F108 a user whose sales rep is gone is sent to the dashboard', async () => {
      for (const answer of sampleAnswers) answer(server);
      server.answer(salesRepExists, { exists: false });
      await openScreen(fee);
      expect(shownAddress()).toBe('/dashboard');
    });
  },
);

const place = {
  address1: '1 Main Street',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80302',
};

describe('F106 TM7 A typed card at the checkout', () => {
  useScreens();

  /** Opens the checkout of a fee, and fills in an address and a card. */
  async function openWithCard(): Promise<void> {
    for (const answer of opened) answer(server);
    server.answer(readProduct, { ...product, price: 100, shipping_fee: 20 });
    await openScreen({ ...fee, as: { ...as, ...place } });
    await fillFields({
      [texts.payment.fullName]: 'Maria Stein',
      [texts.payment.number]: '4111111111111111',
      [texts.payment.code]: '123',
    });
    await user.click(fieldLabelled(texts.payment.expiration));
    await settleScreen(TRANSITION_MS);
    await pressControl('Next year');
    await pressControl('Aug');
  }

  test('the order is sent with a token, and after a decline a new one is made of what is still typed', async () => {
    await openWithCard();
    answerWithToken(server, 'first-token');
    server.refuse(checkOut, 'declined');
    await pressControl(texts.summary.submit);
    expectTexts(checkOut.refusals.declined.message);
    await pressControl(texts.result.close);
    expect(fieldLabelled(texts.payment.number).value).toBe('4111 1111 1111 1111');
    answerWithToken(server, 'second-token');
    server.refuse(checkOut, 'card_token_expired');
    await pressControl(texts.summary.submit);
    expectTexts(checkOut.refusals.card_token_expired.message);
    const sent = server.receivedCalls(checkOut).map(({ body }) => body);
    expect(sent.map(({ credit_card }) => credit_card)).toEqual([
      { full_name: 'Maria Stein', card_token: 'first-token' },
      { full_name: 'Maria Stein', card_token: 'second-token' },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/4111|"cvc"|card_number/);
    expect(server.receivedCalls(makeToken)).toHaveLength(2);
  });

  test('an order of more vials than can be ordered is refused in the words of the server', async () => {
    await openWithCard();
    answerWithToken(server, 'first-token');
    const message = 'Only 2 vials of this patient can be ordered now.';
    server.refuse(checkOut, 'vials_short', { message });
    await pressControl(texts.summary.submit);
    expectTexts(message);
    await pressControl(texts.result.close);
    expect(fieldLabelled(texts.payment.number).value).toBe('4111 1111 1111 1111');
  });

  test('without the gateway no order is sent, the message says that nothing was charged, and the form keeps the card', async () => {
    await openWithCard();
    failTokens(server);
    await pressControl(texts.summary.submit);
    expectTexts(checkOut.refusals.provider_unavailable.message);
    await expectAccessible();
    await pressControl(texts.result.close);
    expect(fieldLabelled(texts.payment.number).value).toBe('4111 1111 1111 1111');
    expect(fieldLabelled(texts.payment.code).value).toBe('123');
    expect(server.receivedCalls(checkOut)).toEqual([]);
  });

  test('a field that the gateway refuses says so, and no order is sent', async () => {
    await openWithCard();
    refuseToken(server, 'E_WC_05');
    await pressControl(texts.summary.submit);
    await pressControl(texts.result.close);
    expectProblemAt(texts.payment.number, 'The card number is not right.');
    expect(server.receivedCalls(checkOut)).toEqual([]);
  });
});

const kit = {
  page: '/harvest-center/checkout/product/{-$id}',
  address: '/harvest-center/checkout/product/3',
  as,
  may: ['checkout.buy'],
};

describeScreen(
  'ProductScreen',
  {
    ...kit,
    answers: [...opened, answerWith(readProduct, { ...product, id: 3, name: 'Harvesting Kit' })],
    filled: [texts.title('Harvesting Kit'), 'One harvest.'],
  },
  () => {
    test.each(['', '/4', '/kit'])(
      'F108 the address …/product%s names no product and leads to the dashboard',
      async (id) => {
        await openScreen({ ...kit, address: `/harvest-center/checkout/product${id}` });
        expect(shownAddress()).toBe('/dashboard');
      },
    );

    test.each(productsFor(Plan.harvestCenter).filter((id) => id !== 1))(
      'F045 F098 F100 the checkout of product %i totals two pieces and ships unless the vials stay in storage',
      async (id) => {
        for (const answer of opened) answer(server);
        server.answer(readProduct, { ...product, id, name: texts.payments.buttons[id], price: 100, shipping_fee: 20 });
        await openScreen({ ...kit, address: `/harvest-center/checkout/product/${id}` });
        expectTexts(texts.title(texts.payments.buttons[id]));
        const isShipped = id !== 14;
        expect(pageText().includes(texts.sections.shipping)).toBe(isShipped);
        expect(pageText().includes(texts.labels.shippingDate)).toBe(isShipped);
        expect(pageText().includes(texts.labels.patientHelp)).toBe(id !== 2 && id !== 14);
        await fillFields({ [texts.labels.quantity]: '2' });
        expectTexts(`${texts.summary.total}${isShipped ? '$220.00' : '$200.00'}`);
      },
    );
  },
);

describeScreen('ReferralFeeScreen', {
  page: '/harvest-center/checkout/harvest-fee',
  as: memberOf(Plan.referralCenter, { saless_rep_id: as.saless_rep_id }),
  may: ['checkout.buy'],
  answers: [...opened, answerWith(readProduct, { ...product, id: 13 }), answerWith(listCentersOfReferral, [])],
  filled: [texts.payments.buttons[13], texts.labels.noCenter],
});

describeScreen('PatientVialsScreen', {
  page: '/checkout/patient-vials',
  as: memberOf(Plan.generalMember, { saless_rep_id: as.saless_rep_id, tags: [1] }),
  may: ['checkout.buy_own_vials'],
  answers: [...opened, answerWith(readProduct, { ...product, id: 2, name: 'Vials' })],
  filled: [texts.title('Vials'), 'One harvest.'],
});
