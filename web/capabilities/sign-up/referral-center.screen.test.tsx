import { readInvitingCenter, readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import { test } from 'vitest';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, press } from '../../testing/page-controls.ts';
import { sample } from '../../testing/sample.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const page = '/referral-harvest-center-registration';
const visit = { page, address: `${page}?srid=606` };
const rep = answered(readInvitingRep, sample(readInvitingRep.answer, { name: 'Rita Sand' }));

describeScreen(
  'ReferralCenterScreen',
  { ...visit, answers: [rep], filled: [texts.pages.referralCenter.title, 'Rita Sand', texts.clinic] },
  () => {
    test('a link of a center names the center and says that it approves the account', async () => {
      server.answer(readInvitingCenter, sample(readInvitingCenter.answer, { company: 'North Clinic' }));
      await openScreen({ ...visit, address: `${page}?srid=606&hcid=412` });
      expectTexts('North Clinic', texts.invitation.referralApproval);
      await expectAccessible();
    });

    test('an empty form is not sent and each required field says so', async () => {
      rep(server);
      await openScreen(visit);
      await press(texts.submit);
      expectProblemAt(texts.clinic, 'required');
      expectProblemAt(texts.line1, 'required');
      await expectAccessible();
    });
  },
);
