import { addCard, listCards, readCustomerProfile, SavedCard } from '@vialkeep/contract/cards.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { answerWithToken, failTokens, makeToken, refuseToken } from '../../testing/fake-gateway.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';
import { cardsTexts as texts } from './cards.texts.ts';

const visit = { page: '/hc-payments', as: memberOf(Plan.harvestCenter), may: ['cards.change'] };
const card = buildSample(SavedCard, { card_holder: 'Maria Stein', card_number: '4242', expiration_date: '2028-11' });
const cards = buildSample(listCards.answer, { payments: [card], may: ['change'] });
const sampleAnswers = [
  answerWith(readCustomerProfile, { auth_customer_profile_id: 'customer' }),
  answerWith(listCards, cards),
];

/** Opens the form and fills in a card that is valid until August of the next year. */
async function openForm(): Promise<void> {
  await openScreen(visit);
  await pressControl(texts.add);
  await fillFields({
    [texts.form.holder]: 'Maria Stein',
    [texts.form.number]: '4111111111111111',
    [texts.form.code]: '123',
  });
  await user.click(fieldLabelled(texts.form.expiration));
  await settleScreen(TRANSITION_MS);
  await pressControl('Next year');
  await pressControl('Aug');
}

describeScreen(
  'CardsScreen',
  {
    ...visit,
    answers: sampleAnswers,
    reads: { route: listCards, waiting: texts.loading },
    empty: { answers: [answerWith(listCards, { ...cards, payments: [] })], shows: [texts.none, texts.noneYet] },
    filled: [texts.title, 'Maria Stein', '4242'],
  },
  () => {
    test('the form is closed until Add is pressed, and an empty form says what each field needs', async () => {
      for (const answer of sampleAnswers) answer(server);
      await openScreen(visit);
      expect(fieldLabelled(texts.form.holder).disabled).toBe(true);
      await pressControl(texts.add);
      expect(fieldLabelled(texts.form.holder).disabled).toBe(false);
      await pressControl(texts.form.submit);
      expectProblemAt(texts.form.holder, 'required');
      expect(server.receivedCalls(addCard)).toEqual([]);
      await expectAccessible();
    });

    test('a user who cannot change cards sees them without Add and without a form', async () => {
      server.answer(readCustomerProfile, { auth_customer_profile_id: null });
      server.answer(listCards, { ...cards, may: [] });
      await openScreen({ ...visit, may: [] });
      expectTexts('4242');
      expect(hasControl(texts.add)).toBe(false);
      await expectAccessible();
    });

    test('F089 F090 cards that cannot be loaded leave the form and what was typed into it, also after Try again', async () => {
      server.answer(readCustomerProfile, { auth_customer_profile_id: null });
      server.refuse(listCards, 'unexpected');
      await openScreen(visit);
      expectTexts(texts.none, tableTexts.couldNotLoad);
      await pressControl(texts.add);
      await fillFields({ [texts.form.holder]: 'Maria Stein' });
      await pressControl(tableTexts.tryAgain);
      expectTexts(tableTexts.couldNotLoad);
      expect(fieldLabelled(texts.form.holder).value).toBe('Maria Stein');
      server.answer(listCards, cards);
      await pressControl(tableTexts.tryAgain);
      expectTexts('4242');
      expect(fieldLabelled(texts.form.holder).value).toBe('Maria Stein');
    });

    test('F090 a mistyped card number is refused at its field and is not sent', async () => {
      for (const answer of sampleAnswers) answer(server);
      await openScreen(visit);
      await pressControl(texts.add);
      await fillFields({ [texts.form.holder]: 'Maria Stein', [texts.form.number]: '4111111111111112' });
      await pressControl(texts.form.submit);
      expectProblemAt(texts.form.number, 'This card number is not right. Please check its digits.');
      expect(server.receivedCalls(addCard)).toEqual([]);
    });

    test('F090 TM7 Save gives the card to the gateway and sends its token, and after a refusal makes a new token', async () => {
      for (const answer of sampleAnswers) answer(server);
      answerWithToken(server, 'first-token');
      server.refuse(addCard, 'card_token_expired');
      await openForm();
      await pressControl(texts.form.submit);
      expectTexts(addCard.refusals.card_token_expired.message);
      expect(fieldLabelled(texts.form.number).value).toBe('4111 1111 1111 1111');
      answerWithToken(server, 'second-token');
      server.answer(addCard, buildSample(addCard.answer, { payment: card }));
      await pressControl(texts.form.submit);
      const sent = server.receivedCalls(addCard).map(({ body }) => body);
      expect(sent).toMatchObject([{ card_token: 'first-token' }, { card_token: 'second-token' }]);
      expect(JSON.stringify(sent)).not.toMatch(/4111|"cvv"|card_number/);
      expect(server.receivedCalls(makeToken)[0]?.body).toMatchObject({
        securePaymentContainerRequest: {
          merchantAuthentication: { name: 'login', clientKey: 'public' },
          data: { type: 'TOKEN', token: { cardNumber: '4111111111111111', expirationDate: '082027', cardCode: '123' } },
        },
      });
    });

    test('F090 a gateway that cannot be reached is reported in the form, nothing is sent and nothing typed is lost', async () => {
      for (const answer of sampleAnswers) answer(server);
      failTokens(server);
      await openForm();
      await pressControl(texts.form.submit);
      expectTexts(addCard.refusals.provider_unavailable.message);
      expect(server.receivedCalls(addCard)).toEqual([]);
      expect(fieldLabelled(texts.form.number).value).toBe('4111 1111 1111 1111');
      expect(fieldLabelled(texts.form.code).value).toBe('123');
      await expectAccessible();
    });

    test('F090 a field that the gateway refuses says so, and nothing is sent', async () => {
      for (const answer of sampleAnswers) answer(server);
      refuseToken(server, 'E_WC_15');
      await openForm();
      await pressControl(texts.form.submit);
      expectProblemAt(texts.form.code, 'The security code is not right.');
      expect(server.receivedCalls(addCard)).toEqual([]);
    });

    test('F089 a card that expires within 60 days says so', async () => {
      server.answer(readCustomerProfile, { auth_customer_profile_id: 'customer' });
      server.answer(listCards, { ...cards, payments: [{ ...card, expiration_date: '2026-03' }] });
      await openScreen(visit);
      expectTexts(texts.soon);
      await expectAccessible();
    });

    test('F092 a question names the card before it is deleted, and Cancel keeps it', async () => {
      for (const answer of sampleAnswers) answer(server);
      await openScreen(visit);
      await pressControl(texts.delete(texts.number('4242')));
      expectTexts(texts.remove.question, `${texts.remove.holder}Maria Stein`);
      await expectAccessible();
      await pressControl(texts.remove.cancel);
      expectNoTexts(texts.remove.question);
      expectTexts('4242');
    });
  },
);
