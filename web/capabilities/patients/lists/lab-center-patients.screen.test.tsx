import { listPatientsOfLabCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { textOf } from '../../../testing/page-text.ts';
import { memberOf } from '../../../testing/people.ts';
import { listedPatient } from '../testing/listed-patient.ts';
import { listTexts } from './lists.texts.ts';

const texts = listTexts.ofLabCenter;

const visit = {
  page: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}',
  address: '/lab/31/harvest-center/412',
  as: memberOf(Plan.lab),
};
const ana = listedPatient({ first_name: 'Ana', last_name: 'Whitfield' });

describeScreen(
  'LabCenterPatientsScreen',
  {
    ...visit,
    answers: [answerWith(listPatientsOfLabCenter, [ana])],
    reads: { route: listPatientsOfLabCenter, waiting: listTexts.loading },
    empty: { answers: [answerWith(listPatientsOfLabCenter, [])], shows: [texts.noneYet] },
    filled: [texts.title, 'Ana Whitfield'],
  },
  () => {
    test('F121 the list has the documented columns', async () => {
      server.answer(listPatientsOfLabCenter, [ana]);
      await openScreen(visit);
      expect(columns()).toEqual(['Patient', 'Email', 'Stage', 'Actions']);
    });

    test('F121 an answer without names is listed and filtered by numbers', async () => {
      const { email: _, first_name: __, last_name: ___, ...unnamed } = ana;
      server.answer(listPatientsOfLabCenter, [unnamed]);
      await openScreen({ ...visit, as: memberOf(Plan.salesAffiliate) });
      expect(columns()).toEqual(['Patient', 'Stage', 'Actions']);
      expect(document.querySelector(`[placeholder="${texts.numberFilter}"]`)).not.toBeNull();
    });
  },
);

function columns(): string[] {
  return [...document.querySelectorAll('thead th')].map(textOf).filter((text) => text !== '');
}
