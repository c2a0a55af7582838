import {
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  TeamPatient,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { answered, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { sample } from '../../../testing/sample.ts';
import { listTexts } from './lists.texts.ts';

const patient = sample(TeamPatient, { id: 2031 });

describeScreen('RepPatientsScreen', {
  page: '/patients',
  as: memberOf(Plan.salesRep),
  answers: [answered(listPatientsOfSalesRep, [patient])],
  reads: { route: listPatientsOfSalesRep, waiting: listTexts.loading },
  empty: { answers: [answered(listPatientsOfSalesRep, [])], shows: [listTexts.ofRep.noneYet] },
  filled: [listTexts.ofRep.title, '2031'],
});

describeScreen('ManagerPatientsScreen', {
  page: '/all-patients-team',
  as: memberOf(Plan.salesManager),
  answers: [answered(listPatientsOfSalesManager, [patient])],
  reads: { route: listPatientsOfSalesManager, waiting: listTexts.loading },
  empty: { answers: [answered(listPatientsOfSalesManager, [])], shows: [listTexts.ofTeam.noneYet] },
  filled: [listTexts.ofTeam.title, '2031'],
});

describeScreen('DistributorPatientsScreen', {
  page: '/all-manager-patients-team',
  as: memberOf(Plan.salesDistributor),
  answers: [answered(listPatientsOfSalesDistributor, [patient])],
  reads: { route: listPatientsOfSalesDistributor, waiting: listTexts.loading },
  empty: { answers: [answered(listPatientsOfSalesDistributor, [])], shows: [listTexts.ofTeam.noneYet] },
  filled: [listTexts.ofTeam.title, '2031'],
});
