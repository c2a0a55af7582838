import {
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  TeamPatient,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { listTexts } from './lists.texts.ts';

const patient = buildSample(TeamPatient, { id: 2031 });

describeScreen('RepPatientsScreen', {
  page: '/patients',
  as: memberOf(Plan.salesRep),
  answers: [answerWith(listPatientsOfSalesRep, [patient])],
  reads: { route: listPatientsOfSalesRep, waiting: listTexts.loading },
  empty: { answers: [answerWith(listPatientsOfSalesRep, [])], shows: [listTexts.ofRep.noneYet] },
  filled: [listTexts.ofRep.title, '2031'],
});

describeScreen('ManagerPatientsScreen', {
  page: '/all-patients-team',
  as: memberOf(Plan.salesManager),
  answers: [answerWith(listPatientsOfSalesManager, [patient])],
  reads: { route: listPatientsOfSalesManager, waiting: listTexts.loading },
  empty: { answers: [answerWith(listPatientsOfSalesManager, [])], shows: [listTexts.ofTeam.noneYet] },
  filled: [listTexts.ofTeam.title, '2031'],
});

describeScreen('DistributorPatientsScreen', {
  page: '/all-manager-patients-team',
  as: memberOf(Plan.salesDistributor),
  answers: [answerWith(listPatientsOfSalesDistributor, [patient])],
  reads: { route: listPatientsOfSalesDistributor, waiting: listTexts.loading },
  empty: { answers: [answerWith(listPatientsOfSalesDistributor, [])], shows: [listTexts.ofTeam.noneYet] },
  filled: [listTexts.ofTeam.title, '2031'],
});
