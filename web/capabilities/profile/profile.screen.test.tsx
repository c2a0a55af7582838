import { Plan } from '@vialkeep/contract/plans.ts';
import { getUser, ShownUser, updateUser } from '@vialkeep/contract/profile.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { textOf } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.profile;
const visit = { page: '/profile', as: memberOf(Plan.harvestCenter) };
const shown = buildSample(ShownUser, {
  id: visit.as.id,
  email: visit.as.email,
  first_name: 'Maria',
  last_name: 'Stein',
  city: 'Linz',
});

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
  },
);
