import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import {
  addVialEntry,
  deleteVialEntry,
  editVialEntry,
  listVials,
  readVials,
  Vial,
  VialEntry,
} from '@vialkeep/contract/vials.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { UNSAVED_QUESTION } from '../../kernel/navigation/unsaved.ts';
import { QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user, useScreens } from '../../testing/open-screen.tsx';
import { fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { textOf } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';

import { vialsTexts as texts } from './vials.texts.ts';

const EVERYTHING = ['add', 'edit', 'delete_added', 'delete_shipped', 'see_notes'] as const;
const added = (id: number, quantity: number, about: object = {}) => entryOf({ id, type: 'added', quantity, ...about });
const shipped = (id: number, quantity: number, about: object = {}) =>
  entryOf({ id, type: 'shipped', quantity, ...about });

describe('The vials of a patient’s record', () => {
  useScreens();
  beforeEach(() => {
    server.answer(readPatientRecord, buildSample(readPatientRecord.answer, { id: UserId.parse(2031) }));
    server.answer(listVials, []);
  });

  test('F062 available, added and shipped are counted, and every vial has its code and its QR code', async () => {
    answerVials([added(1, 6, { note: 'First passage' }), added(2, 3), shipped(3, 4, { tracking_id: '7711 0001' })]);
    server.answer(listVials, [
      buildSample(Vial, { code: 'AAAA-AAAA-A' }),
      buildSample(Vial, { code: 'BBBB-BBBB-B', state: 'shipped' }),
    ]);
    await openVials();
    expectTexts(texts.available(5), texts.added(9), texts.shipped(4), texts.afterProcessing);
    expectTexts(texts.list.states.stored, texts.list.states.shipped);
    expect(rowsOf('added')).toEqual([
      ['6', '5 Jan 2026', 'First passage'],
      ['3', '5 Jan 2026', ''],
    ]);
    expect(rowsOf('shipped')).toEqual([['4', '5 Jan 2026', '7711 0001', '']]);
    await expectAccessible();
    await pressControl(texts.list.show('AAAA-AAAA-A'));
    expect(document.querySelector('[aria-modal] svg[role=img] title')?.textContent).toBe(texts.list.qr('AAAA-AAAA-A'));
  });

  test('F062 vials that are reserved, in quarantine or discarded are counted beside the available ones', async () => {
    answerVials([added(1, 9), shipped(2, 1)], EVERYTHING, {
      vials_reserved: 2,
      vials_quarantined: 4,
      vials_discarded: 1,
    });
    await openVials();
    expectTexts(texts.available(3), 'Reserved: 2', 'In quarantine: 4', 'Discarded: 1');
    await expectAccessible();
    await pressControl('Overview');
    expectTexts('7 vials in store: 9 added, 1 shipped, 1 discarded.');
  });

  test('F063 an entry without a quantity or with quantity zero is marked and not sent', async () => {
    answerVials([]);
    server.answer(addVialEntry, { success: true, data: added(1, 7) });
    await openVials();
    for (const nothing of ['', '0']) {
      await fillFields({ 'Add vials: Qty': nothing });
      await pressControl(texts.addVials);
      expectTexts(texts.enterOne);
    }
    await expectAccessible();
    expect(server.receivedCalls(addVialEntry)).toEqual([]);
  });

  test('F063 a new entry is sent, shows on the last page, is highlighted for a while and empties its row', async () => {
    const before = Array.from({ length: 10 }, (_, at) => added(at + 1, at + 1));
    answerVials(before);
    await openVials();
    expectTexts('Page 1 of 1');
    const data = added(11, 7, { date: '2026-02-04', note: 'Rack B' });
    server.answer(addVialEntry, { success: true, data });
    answerVials([...before, data]);
    await fillFields({ 'Add vials: Qty': '7', 'Add vials: Date': '2026-02-04', 'Add vials: Note': 'Rack B' });
    await user.click(sideOf('added').querySelector(`[aria-label="${texts.addVials}"]:not(tr)`) ?? document.body);
    await settleScreen();
    expect(rowsOf('added')).toEqual([['7', '4 Feb 2026', 'Rack B']]);
    expect(sideOf('added').querySelectorAll('tr[data-flashed]')).toHaveLength(1);
    expectTexts('Page 2 of 2', texts.available(62));
    expectAnnounced('status', texts.wasAdded(7));
    expect(fieldLabelled('Add vials: Qty').value).toBe('');
    expect(server.receivedCalls(addVialEntry)).toMatchObject([
      { body: { type: 'added', quantity: 7, date: '2026-02-04', note: 'Rack B', user: 2031, user_id: 2031 } },
    ]);
    await settleScreen(5_000);
    expect(sideOf('added').querySelectorAll('tr[data-flashed]')).toHaveLength(0);
  });

  test('F064 Escape restores an edited row and returns the focus to its button', async () => {
    answerVials([added(1, 6, { note: 'First' })]);
    await openVials();
    await pressControl('Edit 6 vials of 5 Jan 2026');
    await fillFields({ Qty: '8', Note: 'Second' });
    await user.keyboard('{Escape}');
    await settleScreen();
    expect(rowsOf('added')).toEqual([['6', '5 Jan 2026', 'First']]);
    expect(focusedName()).toBe('Edit 6 vials of 5 Jan 2026');
  });

  test('F064 a click on another row asks before the input of the edited row is lost', async () => {
    answerVials([added(1, 6), added(2, 3)]);
    await openVials();
    await pressControl('Edit 6 vials of 5 Jan 2026');
    await fillFields({ Qty: '8' });
    await pressControl('Edit 3 vials of 5 Jan 2026');
    expectTexts(UNSAVED_QUESTION.title);
    await expectAccessible();
    await pressControl(UNSAVED_QUESTION.stay);
    expect(fieldLabelled('Qty').value).toBe('8');
    await pressControl('Edit 3 vials of 5 Jan 2026');
    await pressControl(UNSAVED_QUESTION.leave);
    expect(fieldLabelled('Qty').value).toBe('3');
  });

  test('F064 Enter saves an edited row, and a quantity of zero is marked and not sent', async () => {
    answerVials([added(1, 6, { note: 'First' })]);
    server.answer(editVialEntry, added(1, 8, { note: 'First' }));
    await openVials();
    await pressControl('Edit 6 vials of 5 Jan 2026');
    await fillFields({ Qty: '0' });
    await user.keyboard('{Enter}');
    await settleScreen();
    expectTexts(texts.enterOne);
    expect(server.receivedCalls(editVialEntry)).toEqual([]);
    answerVials([added(1, 8, { note: 'First' })]);
    await fillFields({ Qty: '8' });
    await user.keyboard('{Enter}');
    await settleScreen();
    expect(rowsOf('added')).toEqual([['8', '5 Jan 2026', 'First']]);
    expect(server.receivedCalls(editVialEntry)).toMatchObject([{ params: { id: '1' }, body: { quantity: 8 } }]);
  });

  test('F065 a deleted entry disappears, also one that another user deleted before', async () => {
    answerVials([added(1, 6), added(2, 3), added(3, 2), shipped(4, 4)]);
    await openVials();
    server.answer(deleteVialEntry, { success: true });
    answerVials([added(1, 6), added(2, 3), added(3, 2)]);
    await deleteEntry('4 vials of 5 Jan 2026');
    expect(rowsOf('shipped')).toEqual([]);
    expectTexts(texts.available(11), texts.shipped(0));
    answerVials([added(1, 6), added(3, 2)]);
    await deleteEntry('3 vials of 5 Jan 2026');
    expect(rowsOf('added')).toHaveLength(2);
    expectAnnounced('status', texts.wasDeleted);
    server.refuse(deleteVialEntry, 'not_found');
    await deleteEntry('2 vials of 5 Jan 2026');
    expect(rowsOf('added')).toEqual([['6', '5 Jan 2026', '']]);
    expect(document.querySelector('[aria-modal="true"]')).toBeNull();
  });

  test('F065 the question of an entry whose vials are shipped stays open and says so', async () => {
    answerVials([added(1, 6), shipped(2, 4)]);
    server.refuse(deleteVialEntry, 'vials_unavailable');
    await openVials();
    await deleteEntry('6 vials of 5 Jan 2026');
    expectTexts(texts.remove.question.added, deleteVialEntry.refusals.vials_unavailable.message);
    await expectAccessible();
    expect(rowsOf('added')).toHaveLength(1);
  });

  test('F065 a user without the right to delete shipments has that button on added entries only', async () => {
    answerVials([added(1, 6), shipped(2, 4)], ['add', 'edit', 'delete_added', 'see_notes']);
    await openVials();
    expect(hasControl('Edit 4 vials of 5 Jan 2026')).toBe(true);
    expect(hasControl('Delete 4 vials of 5 Jan 2026')).toBe(false);
    expect(hasControl('Delete 6 vials of 5 Jan 2026')).toBe(true);
  });

  test.each([Plan.harvestCenter, Plan.salesRep, Plan.salesManager, Plan.salesDistributor])(
    'F062 F066 a read-only user of plan %i sees no notes, no actions and no row for new entries',
    async (plan) => {
      answerVials([added(1, 6), shipped(2, 4)], []);
      await openVials(plan);
      expect(headsOf('added')).toEqual(['Qty', 'Date']);
      expect(headsOf('shipped')).toEqual(['Qty', 'Date', 'Tracking ID']);
      expect(rowsOf('added')).toEqual([['6', '5 Jan 2026']]);
      expect([...sideOf('added').querySelectorAll('button')].map(textOf).filter((name) => /vials/.test(name))).toEqual(
        [],
      );
      expect(hasControl('Edit 6 vials of 5 Jan 2026')).toBe(false);
      expectNoTexts(texts.choose.open);
    },
  );

  test('F066 a panel that cannot be loaded shows no counts and no rows, and Try again loads it', async () => {
    server.hold(readVials);
    await openVials();
    await settleScreen(QUIET_WAIT_MS);
    expectAnnounced('status', texts.processing);
    server.refuse(readVials, 'unexpected');
    await settleScreen();
    expectTexts(texts.available(0), texts.added(0), texts.shipped(0), tableTexts.empty);
    expect(rowsOf('added')).toEqual([]);
    await expectAccessible();
    answerVials([added(1, 6)]);
    await pressControl(tableTexts.tryAgain);
    expect(rowsOf('added')).toHaveLength(1);
    expect(textOf(sideOf('shipped'))).toContain(tableTexts.empty);
  });

  test('F063 F066 a shipment of vials that another user has shipped is refused with the number that is left', async () => {
    answerVials([added(1, 1)]);
    server.refuse(addVialEntry, 'vials_unavailable', { fields: { quantity: 'Only 0 vials are available.' } });
    await openVials();
    expectTexts(texts.available(1));
    answerVials([added(1, 1), shipped(2, 1)]);
    await fillFields({ 'Ship vials: Qty': '1' });
    await pressControl(texts.shipVials);
    expect(textOf(sideOf('shipped'))).toContain('Only 0 vials are available.');
    expectAnnounced('alert', addVialEntry.refusals.vials_unavailable.message);
    expectTexts(texts.available(0), texts.added(1), texts.shipped(1));
    await expectAccessible();
  });

  test('F063 chosen vials set the quantity and are sent by their codes', async () => {
    const codes = ['AAAA-AAAA-A', 'BBBB-BBBB-B', 'CCCC-CCCC-C', 'DDDD-DDDD-D'];
    answerVials([added(1, 4)]);
    server.answer(
      listVials,
      codes.map((code) => buildSample(Vial, { code })),
    );
    server.answer(addVialEntry, { success: true, data: shipped(2, 2) });
    await openVials();
    const choice = document.querySelector('details');
    if (!choice) throw new Error('There is no choice of vials.');
    choice.open = true;
    choice.dispatchEvent(new Event('toggle'));
    await settleScreen();
    await user.click(fieldLabelled('DDDD-DDDD-D'));
    await user.click(fieldLabelled('BBBB-BBBB-B'));
    await settleScreen();
    expect(fieldLabelled('Ship vials: Qty').value).toBe('2');
    expectTexts(texts.choose.chosen(2));
    await expectAccessible();
    await pressControl(texts.shipVials);
    expect(server.receivedCalls(addVialEntry)).toMatchObject([
      { body: { type: 'shipped', quantity: 2, vial_codes: ['DDDD-DDDD-D', 'BBBB-BBBB-B'] } },
    ]);
  });

  test('an old code is shown beside ours, and the filter finds the vial by it', async () => {
    answerVials([added(1, 9)]);
    const codes = ['AAAA-AAAA-A', 'BBBB-BBBB-B'];
    server.answer(
      listVials,
      codes.map((code, n) => buildSample(Vial, { code, old_code: n === 0 ? 'N-04/17' : null })),
    );
    await openVials();
    expectTexts(texts.list.oldCode, 'N-04/17', 'BBBB-BBBB-B');
    const filter = document.querySelector<HTMLElement>(`[placeholder="${texts.list.filter}"]`);
    await user.type(filter ?? document.body, 'n 0417');
    await settleScreen();
    expectTexts('AAAA-AAAA-A');
    expectNoTexts('BBBB-BBBB-B');
  });

  test('F063 F064 a user adds and edits vial entries by keyboard alone', async () => {
    answerVials([]);
    server.answer(addVialEntry, { success: true, data: added(1, 5) });
    server.answer(editVialEntry, added(1, 4));
    await openVials();
    fieldLabelled('Add vials: Qty').focus();
    answerVials([added(1, 5)]);
    await user.keyboard('5{Enter}');
    await settleScreen();
    expect(rowsOf('added')).toHaveLength(1);
    expect(focusedName()).toBe('Add vials: Qty');
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(focusedName()).toBe('Edit 5 vials of 5 Jan 2026');
    await user.keyboard('{Enter}');
    await settleScreen();
    expect(focusedName()).toBe('Qty');
    answerVials([added(1, 4)]);
    await user.keyboard('{Backspace}4{Enter}');
    await settleScreen();
    expect(rowsOf('added')[0]?.[0]).toBe('4');
    expect(focusedName()).toBe('Edit 4 vials of 5 Jan 2026');
  });
});

function entryOf(about: object): VialEntry {
  return VialEntry.parse({
    date: '2026-01-05',
    tracking_id: null,
    note: '',
    user: 2031,
    user_id: 2031,
    codes: [],
    ...about,
  });
}

/** The server answers these entries and the sums of their quantities. */
function answerVials(
  vials_history: VialEntry[],
  may: readonly (typeof EVERYTHING)[number][] = EVERYTHING,
  { vials_reserved = 0, vials_quarantined = 0, vials_discarded = 0 } = {},
): void {
  const sum = (type: VialEntry['type']) =>
    vials_history.filter((entry) => entry.type === type).reduce((total, { quantity }) => total + quantity, 0);
  const user_vials = {
    vials_added: sum('added'),
    vials_shipped: sum('shipped'),
    vials_available: sum('added') - sum('shipped') - vials_quarantined - vials_discarded,
    vials_quarantined,
    vials_discarded,
    vials_reserved,
  };
  server.answer(readVials, { success: true, data: { user_vials, vials_history }, may: [...may] });
}

async function openVials(plan: Plan = Plan.lab): Promise<void> {
  const address = '/patients/2031?tab=vials';
  await openScreen({ page: '/patients/$id', address, as: memberOf(plan), may: ['vials.read'] });
}

async function deleteEntry(entry: string): Promise<void> {
  await pressControl(`Delete ${entry}`);
  await pressControl(texts.remove.confirm);
}

function sideOf(type: VialEntry['type']): Element {
  const side = document.querySelector(`section[aria-label="${texts.tables[type]}"]`);
  if (!side) throw new Error(`There is no table of ${type} vials.`);
  return side;
}

/** The texts of each row, without the actions. */
function rowsOf(type: VialEntry['type']): string[][] {
  const rows = [...sideOf(type).querySelectorAll('tbody tr')];
  const cells = rows.map((row) => [...row.querySelectorAll('td[data-label]')].map(textOf));
  return cells.filter((texts) => texts.length > 0);
}

function headsOf(type: VialEntry['type']): string[] {
  return [...sideOf(type).querySelectorAll('thead th')].map(textOf);
}

function focusedName(): string | null {
  return document.activeElement?.getAttribute('aria-label') ?? null;
}
