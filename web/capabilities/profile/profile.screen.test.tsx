import { PendingEmail, readOwnEmail } from '@vialkeep/contract/email-changes.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { getUser, ShownUser, updateUser } from '@vialkeep/contract/profile.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { textOf } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { formTexts } from '../../ui/form/form.texts.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.profile;
const visit = { page: '/profile', as: memberOf(Plan.harvestCenter) };
const shown = buildSample(ShownUser, {
  id: visit.as.id,
  email: visit.as.email,
  first_name: 'Maria',
  last_name: 'Stein',
  city: 'Linz',
  company: 'North Clinic',
});

/** The own record of a user who can change the e-mail. */
function owned(): ShownUser {
  server.answer(readOwnEmail, buildSample(readOwnEmail.answer, { verified: true }));
  return { ...shown, phone_number: '+1 555 0128', may: ['change_email'] };
}

describeScreen(
  'ProfileScreen',
  {
    ...visit,
    answers: [answerWith(getUser, shown)],
    reads: { route: getUser, waiting: texts.loading, failed: texts.failed },
    filled: [texts.title, 'Maria', 'Linz'],
  },
  () => {
    test('a refusal that names a field is shown at that field', async () => {
      server.answer(getUser, shown);
      server.refuse(updateUser, 'invalid_input', { fields: { phone_number: 'This number does not exist.' } });
      await openScreen(visit);
      await fillFields({ [texts.phone]: '+43 660 1234567' });
      await pressControl(texts.submit);
      expectProblemAt(texts.phone, 'This number does not exist.');
      await expectAccessible();
    });

    test('a profile without a first name is not sent, and its field says so', async () => {
      server.answer(getUser, shown);
      await openScreen(visit);
      await user.clear(fieldLabelled(texts.firstName));
      await pressControl(texts.submit);
      expectProblemAt(texts.firstName, 'required');
      await expectAccessible();
    });

    test('the countries that match the typed text are offered', async () => {
      server.answer(getUser, shown);
      await openScreen(visit);
      await user.clear(fieldLabelled('Country'));
      await user.type(fieldLabelled('Country'), 'United');
      await settleScreen();
      const offered = [...document.querySelectorAll('[role=option]')].map(textOf);
      expect(offered.length).toBeGreaterThan(1);
      for (const country of offered) expect(country).toContain('United');
      await expectAccessible();
    });

    test('F032 missing or wrong input is reported at its field, which takes the focus, and nothing is sent', async () => {
      server.answer(getUser, owned());
      await openScreen(visit);
      await fillFields({ [texts.email]: 'not an address' });
      await user.clear(fieldLabelled(texts.firstName));
      await pressControl(texts.submit);
      expectAnnounced('alert', formTexts.needAttention(2));
      expectProblemAt(texts.firstName, 'required');
      expectProblemAt(texts.email, 'Enter an e-mail address.');
      expect(document.activeElement).toBe(fieldLabelled(texts.firstName));
      expect(server.receivedCalls(updateUser)).toEqual([]);
      await expectAccessible();
    });

    test('F032 a changed e-mail waits for its confirmation, and the form shows the present one', async () => {
      server.answer(getUser, owned());
      await openScreen(visit);
      await fillFields({ [texts.email]: 'new@vialkeep.test' });
      server.answer(updateUser, buildSample(updateUser.answer, { ...visit.as, phone_number: '+1 555 0128' }));
      server.answer(
        readOwnEmail,
        buildSample(readOwnEmail.answer, {
          verified: true,
          pending: buildSample(PendingEmail, { email: 'new@vialkeep.test', needs: ['new'] }),
        }),
      );
      await pressControl(texts.submit);
      expectTexts(texts.waitingFor('new@vialkeep.test'));
      expect(fieldLabelled(texts.email).value).toBe(visit.as.email);
      await expectAccessible();
    });

    test('F033 a center sees its company and a Template ID that only an administrator can change', async () => {
      server.answer(getUser, { ...shown, template_id: 'template-north', may: ['show_company', 'show_template'] });
      await openScreen(visit);
      expect(fieldLabelled(texts.company).value).toBe('North Clinic');
      expect(fieldLabelled(texts.template).value).toBe('template-north');
      expect(fieldLabelled(texts.template).disabled).toBe(true);
      expectTexts(texts.templateLocked);
      await expectAccessible();
    });

    test('F033 an administrator who acts as a center can change its Template ID', async () => {
      server.answer(getUser, { ...shown, may: ['show_company', 'show_template', 'change_template'] });
      await openScreen(visit);
      expect(fieldLabelled(texts.template).disabled).toBe(false);
      expectNoTexts(texts.templateLocked);
    });

    test('F033 a user to whom the server does not show them sees neither a company nor a Template ID', async () => {
      server.answer(getUser, shown);
      await openScreen(visit);
      expectNoTexts(texts.company, texts.template);
    });
  },
);
