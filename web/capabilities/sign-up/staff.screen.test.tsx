import { readInvitingCenter } from '@vialkeep/contract/sign-up.ts';
import { test } from 'vitest';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { expectProblemAt, press } from '../../testing/page-controls.ts';
import { sample } from '../../testing/sample.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const page = '/hc-staff-registration';
const visit = { page, address: `${page}?hcid=412` };
const center = answered(
  readInvitingCenter,
  sample(readInvitingCenter.answer, { company: 'North Clinic', phone_number: '+1 555 0128' }),
);

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
      await press(texts.submit);
      expectProblemAt(texts.firstName, 'required');
      expectProblemAt(texts.clinic, 'required');
      await expectAccessible();
    });
  },
);
