import { ANOTHER_ADMINISTRATOR } from '@vialkeep/contract/four-eyes.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { Refund, RefundOptions, readInvoiceRefundOptions, requestInvoiceRefund } from '@vialkeep/contract/refunds.ts';
import { StorageInvoice } from '@vialkeep/contract/storage.ts';
import {
  changeStorageOffer,
  createStorageOffer,
  decideStorage,
  listStorageEnrolments,
  listStorageOffers,
  readStorageEnrolment,
  StorageEnrolment,
  StorageOffer,
} from '@vialkeep/contract/storage-plans.ts';
import { expect, test } from 'vitest';
import { refundsTexts } from '../../../components/refunds/refunds.texts.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { invoiceTexts } from '../invoice.texts.ts';
import { storagePlansTexts as texts } from './storage-plans.texts.ts';

const visit = { page: '/money/storage', as: memberOf(Plan.superAdmin), may: ['storage.administer'] };
const offer = buildSample(StorageOffer, {
  id: 3,
  domain_id: 2,
  name: 'Yearly storage',
  years: 1,
  price: 180,
  is_offered: true,
  enrolments: 2,
  version: 1,
});
const sites = [{ id: 2, name: 'Northlight', is_on: true }];
const offers = { results: [offer], sites };
const plan = buildSample(StorageEnrolment, {
  id: 9,
  patient: { id: 31, name: 'Liv Sandberg' },
  offer: { id: 3, name: 'Yearly storage', years: 1, price: 180 },
  state: 'lapsed',
  paid_through: '2025-11-30',
  open_amount: 180,
  end_asked_at: null,
  end_note: '',
  decision: null,
  needs_decision: true,
  may: ['decide'],
});
const plans = { results: [plan], count: 1 };
const sampleAnswers = [answerWith(listStorageOffers, offers), answerWith(listStorageEnrolments, plans)];
const announce = () => {
  for (const answer of sampleAnswers) answer(server);
};
const decide = `${texts.plans.decide} ${texts.plans.rowName('Liv Sandberg')}`;

describeScreen(
  'StoragePlansScreen',
  {
    ...visit,
    answers: sampleAnswers,
    reads: { route: listStorageEnrolments, waiting: texts.plans.loading },
    empty: {
      answers: [
        answerWith(listStorageOffers, { results: [], sites }),
        answerWith(listStorageEnrolments, { results: [], count: 0 }),
      ],
      shows: [texts.plans.noneYet, texts.offers.noneYet],
    },
    filled: ['Liv Sandberg', texts.plans.waiting, '30 Nov 2025', '$180.00', texts.offers.onSale, '1 plan', '1 offer'],
  },
  () => {
    test('an offer is added, and one without a price is reported at its field', async () => {
      announce();
      server.answer(createStorageOffer, offer);
      await openScreen(visit);
      await pressControl(texts.offers.add);
      await fillFields({ [texts.offers.name]: 'Yearly storage' });
      await pressControl(texts.offers.save);
      expectProblemAt(texts.offers.price, 'Price is required.');
      await expectAccessible();
      await fillFields({ [texts.offers.price]: '180' });
      await pressControl(texts.offers.save);
      expect(server.receivedCalls(createStorageOffer)).toMatchObject([
        { body: { domain_id: 2, name: 'Yearly storage', years: 1, price: 180 } },
      ]);
      expectAnnounced('status', texts.offers.saved);
    });

    test('an offer that another administrator has changed says so', async () => {
      announce();
      server.refuse(changeStorageOffer, 'changed_meanwhile');
      await openScreen(visit);
      await pressControl(`${texts.offers.edit} Yearly storage`);
      await pressControl(texts.offers.save);
      expectTexts(changeStorageOffer.refusals.changed_meanwhile.message);
    });

    test('a decision shows what the patient wrote, needs a note and is recorded', async () => {
      announce();
      const read = { ...plan, end_note: 'I move abroad.', invoices: [], documents: [] };
      server.answer(readStorageEnrolment, read);
      server.answer(decideStorage, plan);
      await openScreen(visit);
      await pressControl(decide);
      expectTexts('I move abroad.', texts.decide.lead);
      await pressControl(texts.decide.submit);
      expectProblemAt(texts.decide.note, 'Note is required.');
      await expectAccessible();
      await fillFields({ [texts.decide.note]: 'Kept for study 12.' });
      await pressControl(texts.decide.submit);
      expect(server.receivedCalls(decideStorage)).toMatchObject([
        { body: { decision: 'keep', note: 'Kept for study 12.' } },
      ]);
      expectAnnounced('status', texts.decide.done);
    });

    test('a plan whose charge is under way cannot be decided on', async () => {
      announce();
      server.answer(readStorageEnrolment, { ...plan, invoices: [], documents: [], may: [] });
      await openScreen(visit);
      await pressControl(decide);
      expectTexts(texts.decide.underWay);
    });

    test('the invoices of a plan are shown, and one that was paid is refunded with a note', async () => {
      announce();
      const invoice = buildSample(StorageInvoice, {
        id: 12,
        number: 'S-000012',
        amount: 180,
        refunded: 30,
        state: 'paid',
        card: null,
        charge: 'none',
      });
      server.answer(readStorageEnrolment, {
        ...plan,
        invoices: [{ ...invoice, may: ['refund'] }],
        documents: [],
      });
      const options = buildSample(RefundOptions, {
        charged: 180,
        refunded: 30,
        left: 150,
        four_eyes: 180,
        charge: 'settled',
        blocked: null,
        card: null,
        coupon: null,
        commission: [],
        vials_shipped: 0,
        open_order: null,
        refunds: [],
        may: ['refund'],
        paid_days: { from: '2026-03-01', to: '2027-02-28' },
      });
      server.answer(readInvoiceRefundOptions, options);
      const words = 'Refunded $150.00 to Visa ending in 1111. Banks show it in 3 to 10 days.';
      server.answer(requestInvoiceRefund, buildSample(Refund, { state: 'done', words }));
      await openScreen(visit);
      await pressControl(`${texts.plans.show} ${texts.plans.rowName('Liv Sandberg')}`);
      expectTexts('S-000012', invoiceTexts.refunded('$30.00'));
      await expectAccessible();
      await pressControl(`${refundsTexts.open} S-000012`);
      await pressControl(refundsTexts.submit);
      expectProblemAt(refundsTexts.note, 'Note is required.');
      await fillFields({ [refundsTexts.note]: 'As agreed by phone.' });
      const { refund, paidDays, planKept, receipt, anyCard } = refundsTexts.will;
      expectTexts(ANOTHER_ADMINISTRATOR, refund('$150.00', anyCard), paidDays('1 Mar 2026', '28 Feb 2027'), receipt);
      await fillFields({ [refundsTexts.amount]: '149.99' });
      expectTexts(refund('$149.99', anyCard), planKept, receipt);
      for (const amount of ['0', '150.01']) {
        await fillFields({ [refundsTexts.amount]: amount });
        expect(document.body.textContent).not.toContain(receipt);
      }
      await fillFields({ [refundsTexts.amount]: '150' });
      await pressControl(refundsTexts.submit);
      expect(server.receivedCalls(requestInvoiceRefund)).toMatchObject([
        { body: { amount: 150, left: 150, reason: 'other', note: 'As agreed by phone.', outside: false } },
      ]);
      expectAnnounced('status', words);
    });

    test('a plan and an invoice offer only the steps that their answer allows', async () => {
      const { may: _, ...closed } = plan;
      server.answer(listStorageOffers, offers);
      server.answer(listStorageEnrolments, { results: [{ ...closed, may: [] }], count: 1 });
      const invoice = buildSample(StorageInvoice, { id: 12, number: 'S-000012', state: 'paid', card: null });
      const invoices = [{ ...invoice, may: [] }];
      server.answer(readStorageEnrolment, { ...closed, may: [], invoices, documents: [] });
      await openScreen(visit);
      expect(hasControl(decide)).toBe(false);
      await pressControl(`${texts.plans.show} ${texts.plans.rowName('Liv Sandberg')}`);
      expectTexts('S-000012');
      expect(hasControl(`${refundsTexts.open} S-000012`)).toBe(false);
    });

    test('where storage plans are off on every site the page says so and offers nothing', async () => {
      server.answer(listStorageOffers, { results: [], sites: [{ id: 1, name: 'Vialkeep', is_on: false }] });
      server.answer(listStorageEnrolments, { results: [], count: 0 });
      await openScreen(visit);
      expectTexts(texts.offers.off('Vialkeep'));
      expect(hasControl(texts.offers.add)).toBe(false);
      await expectAccessible();
    });
  },
);
