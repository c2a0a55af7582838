import { addCard, listCards, readCustomerProfile, SavedCard } from '@vialkeep/contract/cards.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
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
