import { Plan } from '@vialkeep/contract/plans.ts';
import {
  askToEndStorage,
  enrolInStorage,
  OwnStorage,
  payStorageInvoice,
  readOwnStorage,
  replaceStorageCard,
  switchAutomaticStorage,
} from '@vialkeep/contract/storage.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { answerWithToken } from '../../../testing/fake-gateway.ts';
import { openScreen, server, settleScreen, user } from '../../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { billingTexts as texts } from './billing.texts.ts';

const visit = { page: '/billing', as: memberOf(Plan.generalMember), may: ['storage.own', 'storage.change_own'] };
const offer = { id: 3, name: 'Yearly storage', years: 1, price: 180 };
const invoice = {
  id: 12,
  number: 'S-000012',
  from_day: '2026-03-20',
  to_day: '2027-03-19',
  amount: 180,
  refunded: 0,
  due_on: '2026-03-20',
  state: 'open' as const,
  paid_on: null,
  card: null,
  charge: 'none' as const,
};
const paidInvoice = {
  ...invoice,
  id: 11,
  number: 'S-000011',
  state: 'paid' as const,
  paid_on: '2025-03-20',
  card: { card_type: 'Visa' as const, card_number: '1111' },
};
const own = {
  is_on: true,
  enrolment: {
    id: 5,
    offer,
    automatic: true,
    starts_on: '2025-03-20',
    paid_through: '2026-03-19',
    state: 'active' as const,
    grace_until: null,
    end_asked_at: null,
  },
  offers: [],
  invoices: [invoice, paidInvoice],
  card: { card_type: 'Visa' as const, card_number: '1111', expiration_date: '2028-11' },
  next: { day: '2026-03-20', amount: 180, invoice_id: 12, automatic: true },
  may: ['pay' as const, 'change_card' as const, 'change_automatic' as const, 'ask_to_end' as const],
};
const without = {
  ...own,
  enrolment: null,
  offers: [offer],
  invoices: [],
  card: null,
  next: null,
  may: ['enrol' as const],
};

/** Types a card that is valid until August of the next year. */
async function typeCard(): Promise<void> {
  await fillFields({
    [texts.cardForm.holder]: 'Ana Whitfield',
    [texts.cardForm.number]: '4111111111111111',
    [texts.cardForm.code]: '123',
  });
  await user.click(fieldLabelled(texts.cardForm.expiration));
  await settleScreen(TRANSITION_MS);
  await pressControl('Next year');
  await pressControl('Aug');
}

describeScreen(
  'BillingScreen',
  {
    ...visit,
    answers: [answerWith(readOwnStorage, own)],
    reads: { route: readOwnStorage, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(readOwnStorage, { ...without, offers: [] })], shows: [texts.offers.none] },
    filled: [
      '$180.00',
      texts.next.automatic('Visa ending in 1111', '20 Mar 2026'),
      'Yearly storage',
      '19 Mar 2026',
      'S-000012',
      texts.invoices.paid('20 Mar 2025', 'Visa ending in 1111'),
    ],
  },
  () => {
    test('where there are no storage plans the page says so', async () => {
      server.refuse(readOwnStorage, 'not_found');
      await openScreen(visit);
      expectTexts(texts.notThere);
      await expectAccessible();
    });

    test('a plan is chosen after a question that says what is charged', async () => {
      server.answer(readOwnStorage, without);
      server.answer(enrolInStorage, OwnStorage.parse(own));
      await openScreen(visit);
      await pressControl(`${texts.offers.choose} Yearly storage`);
      expectTexts(texts.offers.consent);
      await expectAccessible();
      server.answer(readOwnStorage, own);
      await pressControl(texts.offers.confirm);
      expect(server.receivedCalls(enrolInStorage)).toMatchObject([{ body: { offer_id: 3, price: 180, years: 1 } }]);
      expectTexts(texts.plan.title);
    });

    test('where the price has changed meanwhile the question says so, shows the new one and asks again', async () => {
      server.answer(readOwnStorage, without);
      server.refuse(enrolInStorage, 'offer_changed');
      await openScreen(visit);
      await pressControl(`${texts.offers.choose} Yearly storage`);
      server.answer(readOwnStorage, { ...without, offers: [{ ...offer, price: 195 }] });
      await pressControl(texts.offers.confirm);
      expectTexts(enrolInStorage.refusals.offer_changed.message, '$195.00');
      await expectAccessible();
      server.answer(enrolInStorage, OwnStorage.parse(own));
      await pressControl(texts.offers.confirm);
      expect(server.receivedCalls(enrolInStorage).at(-1)).toMatchObject({ body: { price: 195 } });
    });

    test('the card on file pays, and a decline says so in the form', async () => {
      server.answer(readOwnStorage, own);
      server.refuse(payStorageInvoice, 'declined');
      await openScreen(visit);
      await pressControl(texts.next.pay);
      await pressControl(texts.pay.submit('$180.00'));
      expectTexts(payStorageInvoice.refusals.declined.message);
      // Another tab may have paid the invoice.
      expect(server.receivedCalls(readOwnStorage)).toHaveLength(2);
      await expectAccessible();
      server.answer(payStorageInvoice, OwnStorage.parse(own));
      await pressControl(texts.pay.submit('$180.00'));
      expect(server.receivedCalls(payStorageInvoice).at(-1)?.body).toEqual({ invoice_id: 12, saved: true });
      expectAnnounced('status', texts.pay.done('S-000012'));
    });

    test('TM7 another card goes to the gateway, and only its token is sent', async () => {
      server.answer(readOwnStorage, { ...own, card: null });
      answerWithToken(server, 'pay-token');
      server.answer(payStorageInvoice, OwnStorage.parse(own));
      await openScreen(visit);
      await pressControl(texts.next.pay);
      await typeCard();
      await pressControl(texts.pay.submit('$180.00'));
      const sent = server.receivedCalls(payStorageInvoice).map(({ body }) => body);
      expect(sent).toEqual([{ invoice_id: 12, card_token: 'pay-token', full_name: 'Ana Whitfield', keep_card: false }]);
      expect(JSON.stringify(sent)).not.toContain('4111');
    });

    test('a card is replaced by its token, and an empty form says what each field needs', async () => {
      server.answer(readOwnStorage, own);
      answerWithToken(server, 'card-token');
      server.answer(replaceStorageCard, OwnStorage.parse(own));
      await openScreen(visit);
      await pressControl(texts.plan.replaceCard);
      await pressControl(texts.cardForm.submit);
      expectProblemAt(texts.cardForm.holder, 'required');
      await expectAccessible();
      await typeCard();
      await pressControl(texts.cardForm.submit);
      expect(server.receivedCalls(replaceStorageCard)[0]?.body).toMatchObject({ card_token: 'card-token' });
      expectAnnounced('status', texts.cardForm.done);
    });

    test('automatic charges are switched off, and the message says what follows', async () => {
      server.answer(readOwnStorage, own);
      server.answer(switchAutomaticStorage, OwnStorage.parse(own));
      await openScreen(visit);
      await user.click(fieldLabelled(texts.plan.automatic + texts.plan.automaticHelp));
      await settleScreen();
      expect(server.receivedCalls(switchAutomaticStorage)).toMatchObject([{ body: { on: false } }]);
      expectAnnounced('status', texts.plan.switchedOff);
    });

    test('ending is asked for with a note, and the page then says that nothing is charged', async () => {
      server.answer(readOwnStorage, own);
      server.answer(askToEndStorage, OwnStorage.parse(own));
      await openScreen(visit);
      await pressControl(texts.plan.askToEnd);
      await pressControl(texts.end.submit);
      expectProblemAt(texts.end.note, 'Note is required.');
      await expectAccessible();
      const enrolment = { ...own.enrolment, end_asked_at: '2026-03-01T00:00:00Z' };
      server.answer(readOwnStorage, { ...own, enrolment, may: [] });
      await fillFields({ [texts.end.note]: 'I move abroad.' });
      await pressControl(texts.end.submit);
      expectTexts(texts.plan.endAsked);
    });

    test.each([
      ['held', texts.next.held],
      ['under_way', texts.next.underWay],
    ] as const)('a charge that is %s is not paid again', async (charge, words) => {
      server.answer(readOwnStorage, { ...own, invoices: [{ ...invoice, charge }], may: [] });
      await openScreen(visit);
      expectTexts(words);
      expect(hasControl(texts.next.pay)).toBe(false);
    });

    test('where storage plans are switched off, invoices stay and nothing can be paid', async () => {
      server.answer(readOwnStorage, { ...own, is_on: false, next: null, may: [] });
      await openScreen(visit);
      expectTexts(texts.off, 'S-000012');
      expectNoTexts(texts.next.title);
      expect(hasControl(texts.next.pay)).toBe(false);
      await expectAccessible();
    });

    test.each([
      [{ state: 'grace', grace_until: '2026-06-18' }, texts.plan.grace('18 Jun 2026')],
      [{ state: 'lapsed' }, texts.plan.lapsed],
    ] as const)('a plan in %o says that nothing happens to the cells', async (changes, words) => {
      server.answer(readOwnStorage, { ...own, enrolment: { ...own.enrolment, ...changes } });
      await openScreen(visit);
      expectTexts(words);
      await expectAccessible();
    });
  },
);
