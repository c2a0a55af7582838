import { listReferralPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { fieldLabelled, fillFields } from '../../../testing/page-controls.ts';
import { textOf } from '../../../testing/page-text.ts';
import { memberOf } from '../../../testing/people.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { listedPatient } from '../testing/listed-patient.ts';
import { listTexts } from './lists.texts.ts';

const texts = listTexts.referral;

const visit = { page: '/referral-patients', as: memberOf(Plan.harvestCenter) };
const ana = listedPatient({ id: 2031, first_name: 'Ana', last_name: 'Whitfield' });

describeScreen(
  'ReferralPatientsScreen',
  {
    ...visit,
    answers: [answerWith(listReferralPatientsOfCenter, [ana])],
    reads: { route: listReferralPatientsOfCenter, waiting: listTexts.loading },
    empty: { answers: [answerWith(listReferralPatientsOfCenter, [])], shows: [texts.noneYet] },
    filled: [texts.title, texts.invite, 'Ana Whitfield'],
  },
  () => {
    test('F080 the list has the documented columns, and the sign-up link of the center is read-only', async () => {
      server.answer(listReferralPatientsOfCenter, [ana]);
      await openScreen(visit);
      const columns = [...document.querySelectorAll('thead th')].map(textOf).filter((text) => text !== '');
      expect(columns).toEqual([
        'Patient',
        'Referral HC',
        'Stage',
        'Vials in preparation',
        'Vials Ready to Ship',
        'Actions',
      ]);
      const link = fieldLabelled('Copy RHC Sign Up Link');
      expect(link.value).toContain(`hcid=${visit.as.id}`);
      expect(link.readOnly).toBe(true);
    });

    test('F080 the filter finds patients by id only', async () => {
      server.answer(listReferralPatientsOfCenter, [ana, listedPatient({ id: 1977, first_name: 'Rosa' })]);
      await openScreen(visit);
      await fillFields({ [tableTexts.filter(texts.list)]: '2031' });
      expect([...document.querySelectorAll('[data-row]')].map(textOf)).toEqual([expect.stringContaining('#2031')]);
      await fillFields({ [tableTexts.filter(texts.list)]: 'Rosa' });
      expectTexts(tableTexts.empty);
    });
  },
);
