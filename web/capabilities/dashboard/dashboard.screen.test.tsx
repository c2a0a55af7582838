import { countPatientsByStage, listAttention, readVialStock } from '@vialkeep/contract/patient-overview.ts';
import { listPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { listTexts } from '../patients/lists/lists.texts.ts';
import { dashboardTexts } from './dashboard.texts.ts';

const center = { page: '/dashboard', as: memberOf(Plan.harvestCenter) };
const answers = [
  answerWith(listAttention, buildSample(listAttention.answer)),
  answerWith(readVialStock, buildSample(readVialStock.answer)),
  answerWith(listPatientsOfCenter, []),
  answerWith(countPatientsByStage, buildSample(countPatientsByStage.answer)),
];

describeScreen(
  'DashboardScreen',
  {
    ...center,
    answers,
    reads: { route: listPatientsOfCenter, waiting: listTexts.loading },
    filled: [dashboardTexts.greeting('Maria')],
  },
  () => {
    test('a plan without sections of its own shows the account card', async () => {
      await openScreen({ ...center, as: memberOf(Plan.donor) });
      expectTexts(dashboardTexts.greeting('Maria'), 'hc@vialkeep.test');
      await expectAccessible();
    });
  },
);
