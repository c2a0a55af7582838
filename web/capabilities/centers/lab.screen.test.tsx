import { CenterOfLab, listCentersOfLab } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.lab;

const visit = { page: '/lab/{-$id}', address: '/lab/31', as: memberOf(Plan.harvestCenter) };

describeScreen(
  'LabScreen',
  {
    ...visit,
    answers: [answerWith(listCentersOfLab, [buildSample(CenterOfLab, { company: 'North Clinic', patients: 1234 })])],
    reads: { route: listCentersOfLab, waiting: texts.loading },
    empty: { answers: [answerWith(listCentersOfLab, [])], shows: [texts.noneYet] },
    filled: ['North Clinic', '1,234'],
  },
  () => {
    test('F120 the centers of a lab are shown five per page', async () => {
      server.answer(
        listCentersOfLab,
        Array.from({ length: 7 }, (_, index) =>
          buildSample(CenterOfLab, { id: 2001 + index, first_name: 'Ada', last_name: `Number ${index + 1}` }),
        ),
      );
      await openScreen(visit);
      expectTexts(tableTexts.pageOf(1, 2), 'Lab: 2005 - Ada Number 5');
      expectNoTexts('Ada Number 6');
      await pressControl(tableTexts.page(2));
      expectTexts(tableTexts.pageOf(2, 2), 'Lab: 2006 - Ada Number 6', 'Lab: 2007 - Ada Number 7');
      expectNoTexts('Ada Number 5');
    });
  },
);
