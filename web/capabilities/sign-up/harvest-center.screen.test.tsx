import { signLinkForSignUp } from '@vialkeep/contract/documents.ts';
import { readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { controlNamed, expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { pageText } from '../../testing/page-text.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const page = '/harvest-center-registration';
const visit = { page, address: `${page}?srid=606` };
const rep = answerWith(readInvitingRep, buildSample(readInvitingRep.answer, { name: 'Rita Sand' }));
const typed = {
  [texts.line1]: '12 Canal Street',
  City: 'Linz',
  State: 'Upper Austria',
  Country: 'Austria',
  [texts.clinic]: 'North Clinic',
  [texts.clinicPhone]: '+43 660 1234567',
  [texts.email]: 'rita@vialkeep.test',
  [texts.password]: 'correct horse battery',
  [texts.doctorFirstName]: 'Rita',
  [texts.doctorLastName]: 'Sand',
};

describeScreen(
  'HarvestCenterScreen',
  { ...visit, answers: [rep], filled: [texts.pages.harvestCenter.title, 'Rita Sand', texts.clinic] },
  () => {
    test('a link of an unknown rep says so and still shows the form', async () => {
      server.refuse(readInvitingRep, 'not_found');
      await openScreen(visit);
      expectTexts(texts.invitation.unknown, texts.clinic);
      await expectAccessible();
    });

    test('an empty form does not lead to the signature and each required field says so', async () => {
      rep(server);
      await openScreen(visit);
      await pressControl(texts.signing.next);
      expectProblemAt(texts.clinic, 'required');
      expectProblemAt(texts.email, 'required');
      await expectAccessible();
    });

    test('F153 a signing service that cannot be reached is reported once in a dialog, and Try again opens the document', async () => {
      rep(server);
      server.refuse(signLinkForSignUp, 'provider_unavailable');
      await openScreen(visit);
      await fillFields(typed);
      await pressControl(texts.signing.next);
      const { message } = signLinkForSignUp.refusals.provider_unavailable;
      expect(pageText().split(message)).toHaveLength(2);
      await expectAccessible();
      await pressControl('OK');
      server.answer(signLinkForSignUp, buildSample(signLinkForSignUp.answer, { signLink: 'https://sign.test/1' }));
      await pressControl(texts.signing.again);
      expect(document.querySelector('iframe')?.getAttribute('src')).toBe('https://sign.test/1');
      expectTexts(texts.signing.states.ready);
      expect(controlNamed(texts.submit).hasAttribute('disabled')).toBe(true);
    });
  },
);
