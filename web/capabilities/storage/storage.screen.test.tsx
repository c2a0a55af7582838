import {
  type Cell,
  changePlace,
  createPlace,
  listPlaces,
  Place,
  PlaceDetails,
  placeVial,
  readPlace,
  takeVial,
} from '@vialkeep/contract/places.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { beginStockCount } from '@vialkeep/contract/stock-counts.ts';
import { describe, expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, shownAddress, user, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { scanText } from '../../testing/scan.ts';
import { storageTexts as texts } from './storage.texts.ts';

const BOX_CODE = '0123-4567-Y';
const VIAL = 'K7QM-4TXD-9';

const of = (known: Partial<Place>) => buildSample(Place, { parent_id: null, retired_at: null, ...known });
const facility = of({ id: 1, kind: 'facility', name: 'Main building', filled: 40, capacity: 162, code: BOX_CODE });
const cells: Cell[] = Array.from({ length: 6 }, (_, at) => ({
  position: at + 1,
  label: `${at < 3 ? 'A' : 'B'}${(at % 3) + 1}`,
  code: at === 4 ? VIAL : null,
  held: at === 4,
  reserved: false,
}));
const box = buildSample(PlaceDetails, {
  id: 9,
  lab_id: 5,
  parent_id: 3,
  kind: 'box',
  name: 'Box 1',
  code: BOX_CODE,
  rows: 2,
  columns: 3,
  filled: 1,
  capacity: 6,
  retired_at: null,
  path: [{ id: 1, kind: 'facility', name: 'Main building' }],
  cells,
} as never);
const boxOfAnswer = { id: 9, code: BOX_CODE, name: 'Box 1', filled: 2, capacity: 6 };

const atTop = { page: '/bench/storage', as: memberOf(Plan.lab), may: ['bench.use'] };
const atBox = { ...atTop, page: '/bench/storage/$id', address: '/bench/storage/9' };

describeScreen(
  'StorageScreen of all places',
  {
    ...atTop,
    answers: [answerWith(listPlaces, { results: [facility], count: 1 })],
    reads: { route: listPlaces, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(listPlaces, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['Facility Main building', '40 of 162', BOX_CODE],
  },
  () => {
    test('a place is named with its kind, which is not said twice', async () => {
      const boxOne = of({ id: 9, kind: 'box', name: 'box 1' });
      server.answer(listPlaces, { results: [boxOne, of({ id: 10, kind: 'freezer', name: 'LN2-1' })], count: 2 });
      await openScreen(atTop);
      expectTexts('box 1', 'Freezer LN2-1');
      expectNoTexts('Box box 1');
    });

    test('a facility is added, and a missing name is told at its field', async () => {
      server.answer(listPlaces, { results: [], count: 0 });
      server.answer(createPlace, { ...box, kind: 'facility', name: 'North' });
      await openScreen(atTop);
      await pressControl(texts.add);
      await pressControl(texts.add);
      expectProblemAt(texts.name, 'Name is required.');
      await expectAccessible();
      await fillFields({ [texts.name]: 'North' });
      const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button[type=submit]')];
      await user.click(buttons[0] ?? document.body);
      expect(server.receivedCalls(createPlace)).toMatchObject([{ body: { kind: 'facility', name: 'North' } }]);
    });

    test('the scan of a box opens it to be filled, and a code of no place is told as wrong', async () => {
      server.answer(listPlaces, { results: [], count: 0 });
      await openScreen(atTop);
      await scanText('B01234567Y');
      expectAnnounced('alert', texts.unknownPlace);
      await scanText('K01234567Y');
      expectAnnounced('alert', texts.notFillable);
      await scanText('V01234567Y');
      expectAnnounced('alert', texts.scanBox);
      server.answer(listPlaces, { results: [of({ id: 9, kind: 'box', name: 'Box 1' })], count: 1 });
      await scanText('B0123-4567-Y');
      expect(shownAddress()).toBe('/bench/storage/9?fill=1');
    });
  },
);

describeScreen(
  'StorageScreen of a box',
  {
    ...atBox,
    answers: [answerWith(readPlace, box)],
    reads: { route: readPlace, waiting: texts.loading, failed: texts.failed },
    filled: ['Box 1', '1 of 6, 5 positions free', 'Facility Main building'],
  },
  () => {
    test('a box is walked by arrow keys alone, each position says what is in it, and a vial is taken out', async () => {
      server.answer(readPlace, box);
      server.answer(takeVial, {
        vial_code: VIAL,
        moved_from: { box: { id: 9, code: BOX_CODE, name: 'Box 1' }, position: 5, label: 'B2' },
      });
      await openScreen(atBox);
      const cell = document.querySelector<HTMLElement>('[role=gridcell] button[tabindex="0"]');
      cell?.focus();
      const named = () => document.activeElement?.getAttribute('aria-label');
      const walked = [named()];
      for (const key of [
        '{ArrowRight}',
        '{ArrowDown}',
        '{End}',
        '{Home}',
        '{ArrowLeft}',
        '{ArrowUp}',
        '{Control>}{End}{/Control}',
      ]) {
        await user.keyboard(key);
        walked.push(named());
      }
      expect(walked).toEqual([
        'A1, empty',
        'A2, empty',
        `B2, vial ${VIAL}, in quarantine`,
        'B3, empty',
        'B1, empty',
        'B1, empty',
        'A1, empty',
        'B3, empty',
      ]);
      expect(document.querySelectorAll('[role=gridcell] button[tabindex="0"]')).toHaveLength(1);
      await user.keyboard('{ArrowLeft}');
      await expectAccessible();
      await user.keyboard('{Tab}');
      expect(document.activeElement?.textContent).toBe(texts.takeOut);
      await pressControl(texts.takeOut);
      expect(server.receivedCalls(takeVial)).toMatchObject([{ body: { vial_code: VIAL, input: 'typed' } }]);
      expectAnnounced('status', texts.taken(VIAL, 'B2', 'Box 1'));
    });

    test('scanned vials go into the box in their order, the first one into the chosen position', async () => {
      server.answer(readPlace, box);
      server.answer(placeVial, {
        vial_code: '0123-4567-Y',
        box: boxOfAnswer,
        position: 6,
        label: 'B3',
        moved_from: null,
      });
      await openScreen(atBox);
      await scanText('V01234567Y');
      expectAnnounced('alert', texts.pressFill);
      const last = document.querySelectorAll<HTMLElement>('[role=gridcell] button')[5];
      last?.focus();
      await user.keyboard('{Enter}');
      expect(shownAddress()).toBe('/bench/storage/9?fill=1');
      expectTexts(texts.fillingAt('B3'));
      await scanText('V0123-4567-Y ');
      expect(server.receivedCalls(placeVial)).toMatchObject([
        { body: { vial_code: '0123-4567-Y', box_code: BOX_CODE, position: 6, input: 'scanner' } },
      ]);
      expectAnnounced('status', texts.placed('0123-4567-Y', 'B3', 'Box 1'));
      expectTexts(texts.filling);
    });

    test('a refused vial is told in words, and a lost line as not saved', async () => {
      server.answer(readPlace, box);
      server.refuse(placeVial, 'box_full');
      await openScreen({ ...atBox, address: '/bench/storage/9?fill=1' });
      expectAnnounced('status', texts.opened('Box 1'));
      await scanText('V01234567Y');
      expectAnnounced('alert', placeVial.refusals.box_full.message);
      await expectAccessible();
    });

    test('a box is renamed and retired after a question', async () => {
      server.answer(readPlace, box);
      server.answer(listPlaces, { results: [of({ id: 3, kind: 'rack', name: 'Rack 1' })], count: 1 });
      server.answer(changePlace, box);
      await openScreen(atBox);
      await pressControl(texts.change);
      await expectAccessible();
      await fillFields({ [texts.name]: 'Box 2' });
      await pressControl(texts.save);
      expect(server.receivedCalls(changePlace)).toMatchObject([{ body: { name: 'Box 2' } }]);
      server.refuse(changePlace, 'not_empty');
      await pressControl(texts.change);
      await pressControl(texts.retire);
      expectTexts(texts.retireQuestion);
    });

    test('a count of the box begins, and one that is under way is told', async () => {
      server.answer(readPlace, box);
      server.refuse(beginStockCount, 'count_open');
      await openScreen(atBox);
      await pressControl(texts.count);
      expectTexts(beginStockCount.refusals.count_open.message);
      expect(server.receivedCalls(beginStockCount)).toMatchObject([{ body: { box_code: BOX_CODE } }]);
    });
  },
);

describe('The lab of an administrator', () => {
  useScreens();

  test('every call and link names the lab of the address', async () => {
    server.answer(listPlaces, { results: [facility], count: 1 });
    await openScreen({ ...atTop, as: memberOf(Plan.superAdmin), address: '/bench/storage?lab=5' });
    expect(server.receivedCalls(listPlaces)).toMatchObject([{ query: { lab_id: '5', kind: 'facility' } }]);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].map(({ href }) => href);
    expect(links.every((href) => href.endsWith('?lab=5'))).toBe(true);
  });
});
