import { Plan } from '@vialkeep/contract/plans.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { listRepsOfDistributor, TeamRep } from '@vialkeep/contract/sales-teams.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.reps;
const visit = { page: '/all-manager-sr-team', as: memberOf(Plan.salesDistributor) };
const rep = buildSample(TeamRep, { id: 606, first_name: 'Rita', last_name: 'Sand' });

describeScreen(
  'TeamRepsScreen',
  {
    ...visit,
    answers: [answerWith(listRepsOfDistributor, [rep])],
    reads: { route: listRepsOfDistributor, waiting: salesTeamsTexts.team.loading },
    empty: { answers: [answerWith(listRepsOfDistributor, [])], shows: [texts.noneYet] },
    filled: [texts.title, 'Rita Sand'],
  },
  () => {
    test('the view of a rep announces that the rep could not be loaded', async () => {
      server.answer(listRepsOfDistributor, [rep]);
      server.refuse(getUser, 'unexpected');
      await openScreen(visit);
      await pressControl(texts.view('Rita Sand'));
      expectAnnounced('alert', texts.viewFailed);
      await expectAccessible();
    });
  },
);
