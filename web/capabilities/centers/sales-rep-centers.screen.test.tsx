import { ListedCenter, listCentersOfSalesRep, listReferralCentersOfSalesRep } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.salesRep;
const as = memberOf(Plan.salesRep);
const center = buildSample(ListedCenter, { company: 'North Clinic', email: 'north@vialkeep.test' });

describeScreen('SalesRepCentersScreen', {
  page: '/harvest-centers',
  as,
  answers: [answerWith(listCentersOfSalesRep, [center])],
  reads: { route: listCentersOfSalesRep, waiting: texts.loading },
  empty: { answers: [answerWith(listCentersOfSalesRep, [])], shows: [texts.noneYet] },
  filled: [texts.centers, 'North Clinic', 'north@vialkeep.test'],
});

describeScreen('SalesRepReferralCentersScreen', {
  page: '/referral-harvest-centers',
  as,
  answers: [answerWith(listReferralCentersOfSalesRep, [center])],
  reads: { route: listReferralCentersOfSalesRep, waiting: texts.loading },
  empty: { answers: [answerWith(listReferralCentersOfSalesRep, [])], shows: [texts.noneYet] },
  filled: [texts.referralCenters, 'North Clinic', 'north@vialkeep.test'],
});
