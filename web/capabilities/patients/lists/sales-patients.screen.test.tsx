import {
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  TeamPatient,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { describe, expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../../testing/open-screen.tsx';
import { fillFields } from '../../../testing/page-controls.ts';
import { textOf } from '../../../testing/page-text.ts';
import { memberOf } from '../../../testing/people.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
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

describe('The lists of patients for sales plans', () => {
  useScreens();
  const rep = {
    id: 606,
    first_name: 'Julian',
    last_name: 'Reyes',
    sales_manager: [{ id: 605, first_name: 'Hugo', last_name: 'Marchetti' }],
  };
  const clinic = { id: 412, company: 'Stein Regenerative Clinic' };
  const sold = TeamPatient.parse({ ...patient, hc_desc: [clinic], harvest_center: [clinic], sales_rep: [rep] });
  const other = TeamPatient.parse({ ...patient, id: 1977 });

  test.each([
    {
      feature: 'F123',
      plan: Plan.salesRep,
      page: '/patients',
      route: listPatientsOfSalesRep,
      label: listTexts.ofRep.title,
      columns: ['Patient', 'Harvest Center', 'Referral Harvest Center', 'Stage', 'Actions'],
      finds: ['STEIN REGEN', '2031'],
    },
    {
      feature: 'F128',
      plan: Plan.salesManager,
      page: '/all-patients-team',
      route: listPatientsOfSalesManager,
      label: listTexts.ofTeam.title,
      columns: ['Users', 'Sales Rep', 'Harvest Center', 'Stage', 'Actions'],
      finds: ['julian reyes', 'stein', '#2031'],
    },
    {
      feature: 'F128',
      plan: Plan.salesDistributor,
      page: '/all-manager-patients-team',
      route: listPatientsOfSalesDistributor,
      label: listTexts.ofTeam.title,
      columns: ['Users', 'Sales Rep', 'Sales Manager', 'Stage', 'Actions'],
      finds: ['julian reyes', 'hugo marchetti', '#2031'],
    },
  ])(
    '$feature a seller of plan $plan reads the documented columns and finds patients by number and by seller or center',
    async ({ plan, page, route, label, columns, finds }) => {
      server.answer(route, [sold, other]);
      await openScreen({ page, as: memberOf(plan) });
      expect([...document.querySelectorAll('thead th')].map(textOf).filter((text) => text !== '')).toEqual(columns);
      for (const typed of finds) {
        await fillFields({ [tableTexts.filter(label)]: typed });
        expect([...document.querySelectorAll('[data-row]')].map(textOf)).toEqual([expect.stringContaining('#2031')]);
      }
      await fillFields({ [tableTexts.filter(label)]: 'patient' });
      expectTexts(tableTexts.empty);
    },
  );
});
