import { requestSignatures } from '@vialkeep/contract/documents.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { noEmailTexts } from '../../components/account/no-email.texts.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.request;
const visit = { page: '/request-patients-signatures', as: memberOf(Plan.harvestCenter), may: ['documents.request'] };

describeScreen(
  'RequestSignaturesScreen',
  { ...visit, answers: [], filled: [texts.title, texts.lead, ...Object.values(documentsTexts.titles)] },
  () => {
    test('a user who cannot request signatures sees the reason instead of the form', async () => {
      await openScreen({ ...visit, may: [] });
      expectTexts(texts.notYours);
      expect(hasControl(texts.submit)).toBe(false);
      await expectAccessible();
    });

    test('an empty form is not sent and each field says what it needs', async () => {
      await openScreen(visit);
      await pressControl(texts.submit);
      expectProblemAt(texts.name, 'is required');
      expectProblemAt(texts.email, 'E-mail is required.');
      await expectAccessible();
    });

    test('a person without an address is told, with the way to an administrator', async () => {
      const { no_email: told } = requestSignatures.refusals;
      server.refuse(requestSignatures, 'no_email', { fields: { email: told.message } });
      await openScreen(visit);
      await fillFields({ [texts.name]: 'Ana Whitfield', [texts.email]: 'p-9-1@no-mail.invalid' });
      await pressControl(texts.submit);
      expectTexts(told.message, noEmailTexts.byAdministrator, noEmailTexts.contact);
      await expectAccessible();
    });

    test('a refused request opens a dialog with the reason', async () => {
      server.refuse(requestSignatures, 'too_many_requests');
      await openScreen(visit);
      await fillFields({ [texts.name]: 'Ana Whitfield', [texts.email]: 'ana@vialkeep.test' });
      await pressControl(texts.submit);
      expectTexts(texts.notSent, commonRefusals.too_many_requests.message);
      await expectAccessible();
    });
  },
);
