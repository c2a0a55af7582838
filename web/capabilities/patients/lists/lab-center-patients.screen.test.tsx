import { listPatientsOfLabCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { listedPatient } from '../testing/listed-patient.ts';
import { listTexts } from './lists.texts.ts';

const texts = listTexts.ofLabCenter;

describeScreen('LabCenterPatientsScreen', {
  page: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}',
  address: '/lab/31/harvest-center/412',
  as: memberOf(Plan.lab),
  answers: [answerWith(listPatientsOfLabCenter, [listedPatient({ first_name: 'Ana', last_name: 'Whitfield' })])],
  reads: { route: listPatientsOfLabCenter, waiting: listTexts.loading },
  empty: { answers: [answerWith(listPatientsOfLabCenter, [])], shows: [texts.noneYet] },
  filled: [texts.title, 'Ana Whitfield'],
});
