import { ListedLabel, listLabels } from '@vialkeep/contract/labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.administered;
const label = buildSample(ListedLabel, {
  id: 61,
  doctor_name: 'Dr. Maria Stein',
  hc_desc: [{ id: 412, company: 'North Clinic', email: 'north@vialkeep.test' }],
  address1: '12 Canal Street',
  country_desc: 'Austria',
  requested_at: '2026-02-27T09:00:00.000Z',
});

describeScreen('LabelRequestsScreen', {
  page: '/fedex-requests',
  as: memberOf(Plan.admin),
  answers: [answerWith(listLabels, [label])],
  reads: { route: listLabels, waiting: texts.loading },
  empty: { answers: [answerWith(listLabels, [])], shows: [texts.noneYet] },
  filled: ['Dr. Maria Stein', 'North Clinic', texts.status(1, 3, 0)],
});
