import { acceptInvitation, openInvitation, renewInvitation } from '@vialkeep/contract/identity.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.invitation;
const visit = { page: '/invitation', address: '/invitation?key=abc' };
const invitation = { name: 'Ana Whitfield', site: 'Vialkeep', email: 'ana@vialkeep.test' };

describeScreen(
  'InvitationScreen',
  {
    ...visit,
    answers: [answerWith(openInvitation, buildSample(openInvitation.answer, invitation))],
    filled: [texts.lead('Ana Whitfield', 'Vialkeep'), 'ana@vialkeep.test'],
  },
  () => {
    test('the screen announces that it is loading while the invitation is outstanding', async () => {
      server.hold(openInvitation);
      await openScreen(visit);
      await settleScreen(QUIET_WAIT_MS);
      expectAnnounced('status', texts.loading);
      await expectAccessible();
    });

    test('an invitation that was used already offers a new one', async () => {
      server.refuse(openInvitation, 'invitation_over');
      server.answer(renewInvitation, { success: true, message: 'A new invitation is on its way.' });
      await openScreen(visit);
      expectTexts(identityTexts.over.title, openInvitation.refusals.invitation_over.message);
      await expectAccessible();
      await pressControl(identityTexts.over.renew);
      expectAnnounced('status', 'A new invitation is on its way.');
    });

    test('a password that the server refuses is marked at its field', async () => {
      server.answer(openInvitation, buildSample(openInvitation.answer, invitation));
      server.refuse(acceptInvitation, 'invalid_input', { fields: { password: 'This password is known.' } });
      await openScreen(visit);
      await fillFields({ [texts.password]: 'correct horse battery' });
      await pressControl(texts.submit);
      expectProblemAt(texts.password, 'This password is known.');
      await expectAccessible();
    });

    test('an accepted invitation opens the dashboard', async () => {
      const user = memberOf(Plan.harvestCenter);
      server.answer(openInvitation, buildSample(openInvitation.answer, invitation));
      server.answer(acceptInvitation, { success: true, message: 'Welcome.', token: 'token', user });
      await openScreen(visit);
      await fillFields({ [texts.password]: 'correct horse battery' });
      await pressControl(texts.submit);
      expect(shownAddress()).toBe('/dashboard');
    });
  },
);
