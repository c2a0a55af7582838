import { AdministeredCenter, listHarvestCenters } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.centers;
const unsigned = buildSample(AdministeredCenter, { id: 412, company: 'North Clinic' });
const signed = buildSample(AdministeredCenter, { id: 413, company: 'South Clinic', template_id: 'template' });

describeScreen('CenterDocumentsScreen', {
  page: '/documents/harvest-centers',
  as: memberOf(Plan.admin),
  answers: [answerWith(listHarvestCenters, [signed, unsigned])],
  reads: { route: listHarvestCenters, waiting: texts.loading },
  empty: { answers: [answerWith(listHarvestCenters, [])], shows: [texts.noneYet] },
  filled: ['#ID 412 North Clinic', '#ID 413 South Clinic', texts.count(1, 2)],
});
