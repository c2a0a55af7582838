import { readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, pressControl } from '../../testing/page-controls.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const page = '/harvest-center-registration';
const visit = { page, address: `${page}?srid=606` };
const rep = answerWith(readInvitingRep, buildSample(readInvitingRep.answer, { name: 'Rita Sand' }));

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
  },
);
