import { CenterOfLab, listCentersOfLab } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.lab;

describeScreen('LabScreen', {
  page: '/lab/{-$id}',
  address: '/lab/31',
  as: memberOf(Plan.harvestCenter),
  answers: [answerWith(listCentersOfLab, [buildSample(CenterOfLab, { company: 'North Clinic', patients: 1234 })])],
  reads: { route: listCentersOfLab, waiting: texts.loading },
  empty: { answers: [answerWith(listCentersOfLab, [])], shows: [texts.noneYet] },
  filled: ['North Clinic', '1,234'],
});
