import { Plan } from '@vialkeep/contract/plans.ts';
import { getUser, ShownUser, updateUser } from '@vialkeep/contract/profile.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../testing/expectations.ts';
import { openScreen, server, user } from '../../testing/open-screen.tsx';
import { expectProblemAt, fieldLabelled, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { formTexts } from '../../ui/form/form.texts.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.hcProfile;
const visit = { page: '/hc-profile', as: memberOf(Plan.harvestCenter) };
const shown = buildSample(ShownUser, {
  id: visit.as.id,
  email: visit.as.email,
  first_name: 'Maria',
  last_name: 'Stein',
  company: 'North Clinic',
});

describeScreen(
  'HcProfileScreen',
  {
    ...visit,
    answers: [answerWith(getUser, shown)],
    reads: { route: getUser, waiting: profileTexts.profile.loading, failed: profileTexts.profile.failed },
    filled: [texts.title, texts.letterhead, 'North Clinic'],
  },
  () => {
    test('a refusal that names a field is shown at that field', async () => {
      server.answer(getUser, shown);
      server.refuse(updateUser, 'invalid_input', { fields: { phone_number: 'This number does not exist.' } });
      await openScreen(visit);
      await fillFields({ [profileTexts.profile.phone]: '+43 660 1234567' });
      await pressControl(profileTexts.profile.submit);
      expectProblemAt(profileTexts.profile.phone, 'This number does not exist.');
      await expectAccessible();
    });

    test('F035 a company that is shown is required', async () => {
      server.answer(getUser, { ...shown, phone_number: '+1 555 0128', may: ['show_company'] });
      await openScreen(visit);
      await user.clear(fieldLabelled(profileTexts.profile.company));
      await pressControl(profileTexts.profile.submit);
      expectAnnounced('alert', formTexts.needAttention(1));
      expectProblemAt(profileTexts.profile.company, 'required');
      expect(server.receivedCalls(updateUser)).toEqual([]);
    });
  },
);
