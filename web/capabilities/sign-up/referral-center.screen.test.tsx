import { createHarvestCenter, readInvitingCenter, readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const page = '/referral-harvest-center-registration';
const visit = { page, address: `${page}?srid=606` };
const rep = answerWith(readInvitingRep, buildSample(readInvitingRep.answer, { name: 'Rita Sand' }));

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
  [texts.doctorFirstName]: 'Rita',
  [texts.doctorLastName]: 'Sand',
};

describeScreen(
  'ReferralCenterScreen',
  { ...visit, answers: [rep], filled: [texts.pages.referralCenter.title, 'Rita Sand', texts.clinic] },
  () => {
    test('a link of a center names the center and says that it approves the account', async () => {
      server.answer(readInvitingCenter, buildSample(readInvitingCenter.answer, { company: 'North Clinic' }));
      await openScreen({ ...visit, address: `${page}?srid=606&hcid=412` });
      expectTexts('North Clinic', texts.invitation.referralApproval);
      await expectAccessible();
    });

    test('an empty form is not sent and each required field says so', async () => {
      rep(server);
      await openScreen(visit);
      await pressControl(texts.submit);
      expectProblemAt(texts.clinic, 'required');
      expectProblemAt(texts.line1, 'required');
      await expectAccessible();
    });

    test('F154 an e-mail that has an account already is refused at its field', async () => {
      const { message } = createHarvestCenter.refusals.email_in_use;
      rep(server);
      server.refuse(createHarvestCenter, 'email_in_use', { fields: { email: message } });
      await openScreen(visit);
      await fillFields(typed);
      await pressControl(texts.submit);
      expectProblemAt(texts.email, message);
    });

    test('F154 U-44 a link with a malformed inviter opens and says so, and the server’s refusal is announced', async () => {
      server.refuse(createHarvestCenter, 'rep_not_found');
      await openScreen({ ...visit, address: `${page}?srid=abc` });
      expectTexts(texts.invitation.unknown);
      await fillFields(typed);
      await pressControl(texts.submit);
      expectAnnounced('alert', createHarvestCenter.refusals.rep_not_found.message);
      expectNoTexts(texts.pages.referralCenter.created);
      expect(server.receivedCalls(createHarvestCenter)).toMatchObject([{ body: { company: 'North Clinic' } }]);
      await expectAccessible();
    });
  },
);
