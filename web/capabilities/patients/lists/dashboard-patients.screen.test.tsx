import { listAwaitedCenters } from '@vialkeep/contract/centers.ts';
import { countPatientsByStage, listAttention, readVialStock, StageCount } from '@vialkeep/contract/patient-overview.ts';
import {
  listLabPatients,
  listPatientsOfCenter,
  listPatientsOfReferralCenter,
  readPatientRecord,
} from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { Stage } from '@vialkeep/contract/stage.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { PATIENTS_SEARCH_PAUSE_MS } from '../../../kernel/timings.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { expectAccessible, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress, user, useScreens } from '../../../testing/open-screen.tsx';
import { fieldLabelled, fillFields, pressControl } from '../../../testing/page-controls.ts';
import { textOf } from '../../../testing/page-text.ts';
import { memberOf } from '../../../testing/people.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { overviewTexts } from '../overview/overview.texts.ts';
import { recordTexts } from '../record/record.texts.ts';
import { listedPatient, tabledPatient } from '../testing/listed-patient.ts';
import { patientRecord } from '../testing/patient-record.ts';
import { listTexts } from './lists.texts.ts';

const FILTER = tableTexts.filter('Patients');
const ready = { date_vials_ready_to_ship: '2026-02-20' };
const ana = listedPatient({ id: 2031, first_name: 'Ana', last_name: 'Whitfield', email: 'ana@example.test', ...ready });
const rosa = listedPatient({ id: 1977, first_name: 'Rosa', last_name: 'Delgado', email: 'rd@example.test' });

describe('The list of a center’s own patients', () => {
  useScreens();
  beforeEach(() => {
    server.answer(listAttention, []);
    server.answer(readVialStock, buildSample(readVialStock.answer));
    server.answer(countPatientsByStage, countsOf({ awaiting: 1, ready: 1 }));
    server.answer(listPatientsOfCenter, [ana, rosa]);
  });

  const openList = () => openScreen({ page: '/dashboard', as: memberOf(Plan.harvestCenter) });

  test('F049 the list has the documented columns and the stage', async () => {
    await openList();
    expect(columns()).toEqual(['Patient', 'Email', 'Stage', 'Vials in preparation', 'Vials Ready to Ship', 'Actions']);
    expect(rows().map((row) => row.split(' - ')[0])).toEqual(['#2031', '#1977']);
  });

  test('F049 the list shows ten patients per page', async () => {
    server.answer(
      listPatientsOfCenter,
      Array.from({ length: 11 }, (_, at) => listedPatient({ ...rosa, id: rosa.id + at })),
    );
    await openList();
    expect(rows()).toHaveLength(10);
    expectTexts('Page 1 of 2');
    await pressControl(tableTexts.page(2));
    expect(rows()).toHaveLength(1);
  });

  test('F049 the filter finds patients by id, name and email, regardless of case', async () => {
    await openList();
    for (const typed of ['DELGADO', 'RD@', '1977']) {
      await filter(typed);
      expect(rows()).toEqual([expect.stringContaining('Rosa Delgado')]);
    }
    await filter('nothing like that');
    expectTexts(tableTexts.empty, tableTexts.noMatch('nothing like that'));
    await expectAccessible();
  });

  test('F049 a click on a stage shows the patients of that stage, and a second click shows all again', async () => {
    await openList();
    await user.click(stageCell('Ready to ship'));
    await settleScreen();
    expect(rows()).toEqual([expect.stringContaining('Ana Whitfield')]);
    expect(stageCell('Ready to ship').getAttribute('aria-pressed')).toBe('true');
    await user.click(stageCell('Ready to ship'));
    await settleScreen();
    expect(rows()).toHaveLength(2);
  });

  test('F049 a patient opens in the form, which is read-only', async () => {
    server.answer(readPatientRecord, patientRecord({ first_name: 'Rosa', last_name: 'Delgado', email: rosa.email }));
    await openList();
    await pressControl(listTexts.view('#1977 - Rosa Delgado'));
    expectTexts(recordTexts.form.modal, 'Date Adipose Shipped to Lab');
    expect(document.querySelectorAll('[aria-modal="true"] :is(input, textarea, select)')).toHaveLength(0);
    await expectAccessible();
  });

  test('F049 an empty list says when patients will appear', async () => {
    server.answer(listPatientsOfCenter, []);
    await openList();
    expectTexts(tableTexts.empty, listTexts.ofCenter.noneYet);
  });

  test('the attention list is one calm sentence when nothing is pending', async () => {
    await openList();
    expectTexts(overviewTexts.attention.nothing);
  });

  test('an attention list that cannot be loaded leaves the list working, and Try again loads it', async () => {
    server.refuse(listAttention, 'unexpected');
    server.refuse(countPatientsByStage, 'unexpected');
    await openList();
    expectTexts(overviewTexts.attention.couldNotLoad, listTexts.strip.couldNotLoad, 'Rosa Delgado');
    await expectAccessible();
    const waiting = { kind: 'plating_failed', patient: { id: rosa.id, name: 'Rosa Delgado' }, since: '2026-02-01' };
    server.answer(listAttention, listAttention.answer.parse([waiting]));
    await pressControl(tableTexts.tryAgain);
    expectTexts(
      overviewTexts.attention.title(1, 20),
      '#1977 Rosa Delgado',
      overviewTexts.attention.kinds.plating_failed('2026-02-01'),
    );
  });
});

describe('The list of a referral center’s own patients', () => {
  useScreens();

  test('F049 a referral center sees its own patients in the order of the answer', async () => {
    server.answer(listAttention, []);
    server.answer(readVialStock, buildSample(readVialStock.answer));
    server.answer(countPatientsByStage, countsOf({ awaiting: 2 }));
    server.answer(listAwaitedCenters, buildSample(listAwaitedCenters.answer));
    server.answer(listPatientsOfReferralCenter, [rosa, ana]);
    server.answer(readPatientRecord, patientRecord({ first_name: 'Rosa', last_name: 'Delgado', email: rosa.email }));
    await openScreen({ page: '/dashboard', as: memberOf(Plan.referralCenter) });
    expect(columns().slice(0, 2)).toEqual(['Patient', 'Email']);
    expect(rows().map((row) => row.split(' - ')[0])).toEqual(['#1977', '#2031']);
    await pressControl(listTexts.view('#1977 - Rosa Delgado'));
    expectTexts(recordTexts.form.modal);
  });
});

describe('The list of the patients-list role', () => {
  useScreens();
  const signed = { name: 'Screening', status: 'Pending' };
  const reachable = { phone_number: '+1 555 0177', address1: '7 Birch Lane', city: 'Boulder' };
  const seller = { id: rosa.id, name: 'Julian Reyes' };
  const page = (...results: ReturnType<typeof tabledPatient>[]) => ({
    results,
    count: results.length,
    count_is_exact: true,
    next: null,
    previous: null,
  });
  const withDocuments = tabledPatient({ ...ana, ...reachable, documents: [signed, signed], sales_rep: seller });

  beforeEach(() => {
    server.answer(listAttention, []);
    server.answer(countPatientsByStage, countsOf({ awaiting: 1, plating: 1 }));
    server.answer(listDomains, buildSample(listDomains.answer));
    server.answer(listLabPatients, listLabPatients.answer.parse(page(withDocuments, tabledPatient({ ...rosa }))));
  });

  const openList = (address?: string) =>
    openScreen({ page: '/dashboard', address, as: memberOf(Plan.patientsList), may: [] });

  test('F044 the list has the three columns and the totals, and the search field has the focus', async () => {
    await openList();
    expect(columns()).toEqual(['User Information', 'Documents', 'Account Details', 'Actions']);
    expectTexts(listTexts.all.total('2'), listTexts.all.showing(2, '2'));
    expect(document.activeElement).toBe(fieldLabelled(FILTER));
    await expectAccessible();
  });

  test('F044 W-04 a row names each document with its status and without a link, and phone, address and sales rep', async () => {
    await openList();
    const [first, second] = [...document.querySelectorAll('[data-row]')];
    if (!first || !second) throw new Error('The list has fewer than two rows.');
    const documents = [...first.querySelectorAll('li')];
    expect(documents.map(textOf)).toEqual(['Screening, Pending', 'Screening, Pending']);
    expect(first.querySelectorAll('li a')).toHaveLength(0);
    expect(textOf(first)).toContain('7 Birch Lane, Boulder');
    expect(textOf(first)).toMatch(/\+1.555.0177/);
    expect([...first.querySelectorAll('dt')].map(textOf)).toContain('Sales Rep');
    expect(textOf(second)).toContain(listTexts.all.noDocuments);
    expectNoTexts(`${listTexts.all.noDocuments}, `);
  });

  test('F044 the search queries the server half a second after the last key, and not in the address', async () => {
    await openList();
    await user.click(fieldLabelled(FILTER));
    await user.keyboard('delgad');
    await settleScreen(PATIENTS_SEARCH_PAUSE_MS - 100);
    await user.keyboard('o');
    await settleScreen(PATIENTS_SEARCH_PAUSE_MS - 100);
    expect(searches()).toEqual([]);
    await settleScreen(PATIENTS_SEARCH_PAUSE_MS);
    expect(searches()).toEqual(['delgado, 30 at a time']);
    expectTexts(listTexts.all.filtered);
    expect(shownAddress()).toBe('/dashboard');
  });

  test('F044 a chosen stage is part of the address and of the call', async () => {
    await openList();
    await user.click(stageCell('Plating'));
    await settleScreen();
    expect(shownAddress()).toContain('f.stage=plating');
    expect(server.receivedCalls(listLabPatients).at(-1)?.query.stage).toBe('plating');
    expect(stageCell('Plating').getAttribute('aria-pressed')).toBe('true');
  });

  test('F044 a chosen site is part of the address and of the calls', async () => {
    server.answer(listDomains, listDomains.answer.parse([{ value: 7, label: 'North', name: 'north' }]));
    await openList();
    await pressControl(listTexts.all.domains);
    await user.click(document.querySelector('[role=menuitemradio]') ?? document.body);
    await settleScreen();
    expect(shownAddress()).toContain('f.domain=7');
    expect(server.receivedCalls(listLabPatients).at(-1)?.query.domain_id).toBe('7');
    expect(server.receivedCalls(countPatientsByStage).at(-1)?.query.domain_id).toBe('7');
    expectTexts(listTexts.all.filtered);
  });

  test('F044 an address with a site and a stage opens the list filtered by both', async () => {
    await openList('/dashboard?f.stage=plating&f.domain=1');
    expect(server.receivedCalls(listLabPatients).at(-1)?.query).toMatchObject({ stage: 'plating', domain_id: '1' });
    expect(server.receivedCalls(countPatientsByStage).at(-1)?.query.domain_id).toBe('1');
    expect(stageCell('Plating').getAttribute('aria-pressed')).toBe('true');
  });

  function searches(): string[] {
    const queries = server.receivedCalls(listLabPatients).map(({ query }) => query);
    return queries.filter(({ search }) => search).map(({ search, limit }) => `${search}, ${limit} at a time`);
  }
});

async function filter(typed: string): Promise<void> {
  await fillFields({ [FILTER]: typed });
  await settleScreen(PATIENTS_SEARCH_PAUSE_MS);
}

function countsOf(known: Partial<Record<Stage, number>>): StageCount[] {
  return Stage.options.map((stage) => buildSample(StageCount, { stage, count: known[stage] ?? 0 }));
}

function columns(): string[] {
  return [...document.querySelectorAll('[role=region] thead th')].map(textOf).filter((text) => text !== '');
}

function rows(): string[] {
  return [...document.querySelectorAll('[data-row]')].map(textOf);
}

function stageCell(name: string): HTMLElement {
  const cells = [...document.querySelectorAll<HTMLElement>('[role=group] [aria-pressed]')];
  const found = cells.find((cell) => textOf(cell).startsWith(name));
  if (!found) throw new Error(`No stage is named '${name}'.`);
  return found;
}
