import { createHarvestCenter, readInvitingCenter } from '@vialkeep/contract/sign-up.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const page = '/hc-staff-registration';
const visit = { page, address: `${page}?hcid=412` };
const center = answerWith(
  readInvitingCenter,
  buildSample(readInvitingCenter.answer, { company: 'North Clinic', phone_number: '+1 555 0128' }),
);

const typed = {
  [texts.line1]: '12 Canal Street',
  City: 'Linz',
  State: 'Upper Austria',
  Country: 'Austria',
  'Postal Code': '4020',
  [texts.clinic]: 'North Clinic',
  [texts.clinicPhone]: '+43 660 1234567',
  [texts.email]: 'rita@vialkeep.test',
  [texts.password]: 'correct horse battery',
  [texts.firstName]: 'Rita',
  [texts.lastName]: 'Sand',
};

describeScreen(
  'StaffScreen of the sign-up',
  {
    ...visit,
    answers: [center],
    filled: [texts.pages.staff.title, 'North Clinic', '+1 555 0128', texts.invitation.approval],
  },
  () => {
    test('a link without a center opens the form without an invitation', async () => {
      await openScreen({ page });
      expectTexts(texts.clinic);
      expectNoTexts(texts.invitation.approval);
      await expectAccessible();
    });

    test('an empty form is not sent and each required field says so', async () => {
      await openScreen({ page });
      await pressControl(texts.submit);
      expectProblemAt(texts.firstName, 'required');
      expectProblemAt(texts.clinic, 'required');
      await expectAccessible();
    });

    test('F155 an e-mail that has an account already is refused at its field', async () => {
      const { message } = createHarvestCenter.refusals.email_in_use;
      server.refuse(createHarvestCenter, 'email_in_use', { fields: { email: message } });
      await openScreen({ page });
      await fillFields(typed);
      await pressControl(texts.submit);
      expectProblemAt(texts.email, message);
    });
  },
);
