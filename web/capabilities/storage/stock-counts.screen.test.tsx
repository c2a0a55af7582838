import { Plan } from '@vialkeep/contract/plans.ts';
import { beginStockCount, listStockCounts, StockCount } from '@vialkeep/contract/stock-counts.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced } from '../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { scanText } from '../../testing/scan.ts';
import { countTexts as texts } from './storage.texts.ts';

const counted = { id: 9, code: '0123-4567-Y', name: 'Box 1', rows: 9, columns: 9 };
const open = buildSample(StockCount, { id: 4, box: counted, closed_at: null, scanned: 2 });
const visit = { page: '/bench/counts', as: memberOf(Plan.lab), may: ['bench.use'] };

describeScreen(
  'StockCountsScreen',
  {
    ...visit,
    answers: [answerWith(listStockCounts, { results: [open], count: 1 })],
    reads: { route: listStockCounts, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(listStockCounts, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['Box 1', texts.open],
  },
  () => {
    test('the scan of a box begins its count, and the scan of one that is counted opens that count', async () => {
      server.answer(listStockCounts, { results: [], count: 0 });
      server.refuse(beginStockCount, 'not_a_box');
      await openScreen(visit);
      await scanText('V01234567Y');
      expectAnnounced('alert', texts.notBox);
      await scanText('B01234567Y');
      expect(server.receivedCalls(beginStockCount)).toMatchObject([{ body: { box_code: '0123-4567-Y' } }]);
      expectAnnounced('alert', beginStockCount.refusals.not_a_box.message);
    });

    test('a count under way is opened by the scan of its box', async () => {
      server.answer(listStockCounts, { results: [open], count: 1 });
      await openScreen(visit);
      await scanText('B01234567Y');
      expect(shownAddress()).toBe('/bench/counts/4');
    });
  },
);
