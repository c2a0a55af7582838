import { readOwnEmail, resendEmailLetter } from '@vialkeep/contract/email-changes.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../../testing/open-screen.tsx';
import { pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { factorsTexts } from './factors.texts.ts';

const texts = factorsTexts.email;
const as = memberOf(Plan.harvestCenter);
const visit = { page: '/email-not-confirmed', as };
const email = { email: 'hc@vialkeep.test', verified: false, pending: null };
const session = (must_verify_email: boolean) =>
  buildSample(currentSession.answer, { user: as, may: [], must_verify_email });

describeScreen(
  'EmailNotConfirmedScreen',
  {
    ...visit,
    answers: [answerWith(currentSession, session(true)), answerWith(readOwnEmail, email)],
    reads: { route: readOwnEmail, waiting: texts.loading, failed: texts.failed },
    filled: [texts.status, texts.lead('hc@vialkeep.test')],
  },
  () => {
    beforeEach(() => {
      server.answer(currentSession, session(true));
      server.answer(readOwnEmail, email);
    });

    test('Resend sends another letter, and a refusal is announced', async () => {
      server.refuse(resendEmailLetter, 'too_many_requests');
      await openScreen(visit);
      await pressControl(texts.resend);
      expectAnnounced('alert', 'Too many attempts.');
      server.answer(resendEmailLetter, { success: true, message: 'A letter is on its way.' });
      await pressControl(texts.resend);
      expectAnnounced('status', 'A letter is on its way.');
      await expectAccessible();
    });

    test('the dashboard opens once the address is confirmed, and not before', async () => {
      await openScreen(visit);
      await pressControl(texts.check);
      expectAnnounced('status', texts.notYet);
      server.answer(currentSession, session(false));
      await pressControl(texts.check);
      expect(shownAddress()).toBe('/dashboard');
    });
  },
);
