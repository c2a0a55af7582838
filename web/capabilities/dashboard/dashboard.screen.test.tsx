import { listAwaitedCenters, listCentersOfLab } from '@vialkeep/contract/centers.ts';
import { listPatientDocuments } from '@vialkeep/contract/documents.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import {
  countPatientsByStage,
  listAttention,
  readSterilityEndings,
  readVialStock,
} from '@vialkeep/contract/patient-overview.ts';
import {
  listLabPatients,
  listPatientsOfCenter,
  listPatientsOfReferralCenter,
  readPatientRecord,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listManagersOfDistributor, listRepsOfManager } from '@vialkeep/contract/sales-teams.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { readSales } from '@vialkeep/contract/transactions.ts';
import { readVials, VialEntry } from '@vialkeep/contract/vials.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { nameOfControl, textOf } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { listTexts } from '../patients/lists/lists.texts.ts';
import { patientRecord } from '../patients/testing/patient-record.ts';
import { dashboardTexts } from './dashboard.texts.ts';

const center = { page: '/dashboard', as: memberOf(Plan.harvestCenter) };
const sampleAnswers = [
  answerWith(listAttention, buildSample(listAttention.answer)),
  answerWith(readVialStock, buildSample(readVialStock.answer)),
  answerWith(listPatientsOfCenter, []),
  answerWith(countPatientsByStage, buildSample(countPatientsByStage.answer)),
];

const attention = { kind: 'plating_failed', patient: { id: 2031, name: 'Ana Whitfield' }, since: '2026-02-01' };
const NO_SALES_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help.";
const DocumentOfPatient = listPatientDocuments.answer.shape.attestation.element;
const pending = buildSample(DocumentOfPatient, { name: 'Attestation', kind: 'attestation', status: 'Pending' });

const everyAnswer = [
  answerWith(readVialStock, [{ month: '2026-03', available: 5 }]),
  answerWith(listAttention, listAttention.answer.parse([attention])),
  answerWith(listLabPatients, buildSample(listLabPatients.answer)),
  answerWith(listDomains, buildSample(listDomains.answer)),
  answerWith(readSterilityEndings, buildSample(readSterilityEndings.answer)),
  answerWith(listCentersOfLab, []),
  answerWith(listAwaitedCenters, buildSample(listAwaitedCenters.answer)),
  answerWith(listPatientsOfReferralCenter, []),
  answerWith(readPatientRecord, patientRecord()),
  answerWith(listPatientDocuments, buildSample(listPatientDocuments.answer)),
  answerWith(readVials, buildSample(readVials.answer)),
  answerWith(listRepsOfManager, []),
  answerWith(listManagersOfDistributor, []),
  answerWith(readSales, buildSample(readSales.answer, { months: ['2026-02', '2026-03'] })),
];

/** The headings of each dashboard. Administrators and staff have journeys of their own. */
const dashboards: readonly { who: string; plan: Plan; parts: readonly string[]; may?: readonly string[] }[] = [
  {
    who: 'lab',
    plan: Plan.lab,
    parts: [
      '1 thing needs you',
      'Arriving',
      'To plate',
      'Sterility ending',
      'Sterility tests ending per day, next 14 days',
      'Days from received to ready',
      "Lab - Harvest Center's",
      'Your patients',
    ],
  },
  {
    who: 'patient',
    plan: Plan.generalMember,
    parts: ['Your sample', 'Documents', 'Vials History', 'Checkout Vials', 'Your account'],
    may: ['checkout.buy_own_vials'],
  },
  {
    who: 'harvest center',
    plan: Plan.harvestCenter,
    parts: ['1 thing needs you', 'Harvest Center Payments', 'Vials available', 'Patients'],
  },
  {
    who: 'referral center',
    plan: Plan.referralCenter,
    parts: ['1 thing needs you', 'Harvest Center Payments', 'Vials available', 'Patients'],
  },
  { who: 'patients-list role', plan: Plan.patientsList, parts: ['1 thing needs you', 'Patients'] },
  {
    who: 'sales rep',
    plan: Plan.salesRep,
    parts: ['This month', 'Amount by month', 'Amount by product', 'Referral links', 'Your account'],
  },
  {
    who: 'sales manager',
    plan: Plan.salesManager,
    parts: ['This month', 'Amount by month', 'Amount by product', 'Sales Rep Team', 'Your account'],
  },
  {
    who: 'sales distributor',
    plan: Plan.salesDistributor,
    parts: ['This month', 'Amount by month', 'Amount by product', 'Sales Manager Team', 'Your account'],
  },
  {
    who: 'sales affiliate',
    plan: Plan.salesAffiliate,
    parts: ['This month', 'Amount by month', 'Amount by product', 'Your account'],
  },
  { who: 'donor', plan: Plan.donor, parts: ['Your account'] },
  {
    who: 'buyer',
    plan: Plan.buyer,
    parts: ['Checkout Vials', 'Your account'],
    may: ['checkout.buy_own_vials'],
  },
];

describeScreen(
  'DashboardScreen',
  {
    ...center,
    answers: sampleAnswers,
    reads: { route: listPatientsOfCenter, waiting: listTexts.loading },
    filled: [dashboardTexts.greeting('Maria')],
  },
  () => {
    test('a plan without sections of its own shows the account card', async () => {
      await openScreen({ ...center, as: memberOf(Plan.donor) });
      expectTexts(dashboardTexts.greeting('Maria'), 'hc@vialkeep.test');
      await expectAccessible();
    });

    test('F045 F047 a center without a sales rep cannot pay and reads whom to ask', async () => {
      for (const announce of sampleAnswers) announce(server);
      await openScreen(center);
      expectTexts(NO_SALES_REP);
      expect(payments()).toEqual({ links: 0, disabled: 9 });
    });

    test('F045 F047 a center with a sales rep has a link to every checkout', async () => {
      for (const announce of sampleAnswers) announce(server);
      await openScreen({ ...center, as: memberOf(Plan.harvestCenter, { saless_rep_id: UserId.parse(606) }) });
      expectNoTexts(NO_SALES_REP);
      expect(payments()).toEqual({ links: 9, disabled: 0 });
    });

    test('F050 F051 a patient’s vials and documents are shown five per page', async () => {
      const six = Array.from({ length: 6 }, (_, at) => at + 1);
      const documents = six.map((id) => DocumentOfPatient.parse({ ...pending, id, document_id: `document-${id}` }));
      server.answer(readPatientRecord, patientRecord());
      server.answer(listPatientDocuments, buildSample(listPatientDocuments.answer, { attestation: documents }));
      const vials_history = six.map((id) => buildSample(VialEntry, { id, quantity: id }));
      const others = { vials_quarantined: 4, vials_discarded: 0, vials_reserved: 0 };
      const user_vials = { vials_available: 17, vials_shipped: 0, vials_added: 21, ...others };
      server.answer(readVials, { success: true, data: { user_vials, vials_history }, may: [] });
      await openScreen({ ...center, as: memberOf(Plan.generalMember) });
      expectTexts('Available: 17', 'Being checked: 4');
      expectNoTexts('Discarded: 0');
      for (const part of ['Vials History', 'Documents']) {
        expect(rowsIn(part)).toBe(5);
        await user.click(pageButton(part, 'Page 2'));
        await settleScreen();
        expect(rowsIn(part)).toBe(1);
      }
    });

    test('F050 V-17 a patient whose plating failed reads who will be in contact, and nothing of a failure', async () => {
      for (const announce of everyAnswer) announce(server);
      const failed = { stemcell_plating_initiated_date: '2026-02-09', stemcell_plating_successful: 2 } as const;
      server.answer(readPatientRecord, patientRecord({ date_adipose_received_by_lab: '2026-02-05', ...failed }));
      await openScreen({ ...center, as: memberOf(Plan.generalMember) });
      expectTexts('Your center will contact you about the next step.');
      expect(textOf(document.body)).not.toMatch(/fail/i);
    });

    test.each(dashboards)('F044 F049 F050 F053 the dashboard of a $who has its parts in order', async (dashboard) => {
      for (const announce of [...sampleAnswers, ...everyAnswer]) announce(server);
      await openScreen({ ...center, as: memberOf(dashboard.plan), may: dashboard.may ?? [] });
      expect([...document.querySelectorAll('main h2')].map(textOf)).toEqual(dashboard.parts);
      await expectAccessible();
    });
  },
);

function payments() {
  const list = cardOf('Harvest Center Payments');
  return {
    links: list.querySelectorAll('a').length,
    disabled: list.querySelectorAll('button[aria-disabled="true"]').length,
  };
}

function rowsIn(part: string): number {
  return cardOf(part).querySelectorAll('[data-row]').length;
}

function pageButton(part: string, name: string): Element {
  const found = [...cardOf(part).querySelectorAll('button')].find((button) => nameOfControl(button) === name);
  if (!found) throw new Error(`${part} has no button '${name}'.`);
  return found;
}

function cardOf(title: string): Element {
  const card = [...document.querySelectorAll('section')].find((one) => textOf(one).startsWith(title));
  if (!card) throw new Error(`There is no card '${title}'.`);
  return card;
}
