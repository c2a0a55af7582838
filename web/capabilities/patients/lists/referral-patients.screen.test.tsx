import { listReferralPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { listedPatient } from '../testing/listed-patient.ts';
import { listTexts } from './lists.texts.ts';

const texts = listTexts.referral;

describeScreen('ReferralPatientsScreen', {
  page: '/referral-patients',
  as: memberOf(Plan.harvestCenter),
  answers: [answerWith(listReferralPatientsOfCenter, [listedPatient({ first_name: 'Ana', last_name: 'Whitfield' })])],
  reads: { route: listReferralPatientsOfCenter, waiting: listTexts.loading },
  empty: { answers: [answerWith(listReferralPatientsOfCenter, [])], shows: [texts.noneYet] },
  filled: [texts.title, texts.invite, 'Ana Whitfield'],
});
