import { Plan } from '@vialkeep/contract/plans.ts';
import {
  CountLine,
  closeStockCount,
  readStockCount,
  StockCountDetails,
  scanIntoCount,
} from '@vialkeep/contract/stock-counts.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { controlNamed, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { scanText } from '../../testing/scan.ts';
import { countTexts as texts } from './storage.texts.ts';

const counted = { id: 9, code: '0123-4567-Y', name: 'Box 1', rows: 9, columns: 9 };

const line = (known: Partial<CountLine>) =>
  buildSample(CountLine, { label: null, recorded: null, resolution: null, note: '', ...known });
const unknown = line({ code: '<b>^XZ</b>', finding: 'unknown', recorded: 'Not known here' });
const right = line({ code: 'BBBB-BBBB-B', finding: 'right', label: 'A1', recorded: 'Box 1, A1' });
const lines = [line({ code: 'AAAA-AAAA-A', finding: 'missing', label: 'A2', recorded: 'Box 1, A2' }), unknown, right];
const details = buildSample(StockCountDetails, {
  id: 4,
  lab_id: 5,
  box: counted,
  closed_at: null,
  scanned: 2,
  expected: 2,
  lines,
});
const ofOne = { as: memberOf(Plan.lab), may: ['bench.use'], page: '/bench/counts/$id', address: '/bench/counts/4' };

describeScreen(
  'StockCountScreen',
  {
    ...ofOne,
    answers: [answerWith(readStockCount, details)],
    reads: { route: readStockCount, waiting: texts.loading, failed: texts.failed },
    filled: [texts.countOf('Box 1'), texts.progress(2, 2), '<b>^XZ</b>', texts.findings.missing, texts.undecided(2)],
  },
  () => {
    test('a scanned vial is told as right, and a difference with where it is by the records', async () => {
      server.answer(readStockCount, details);
      server.answer(scanIntoCount, { line: right, scanned: 3, expected: 3 });
      await openScreen(ofOne);
      await scanText('V01234567Y');
      expectAnnounced('status', texts.scanned('BBBB-BBBB-B', texts.findings.right));
      server.answer(scanIntoCount, { line: unknown, scanned: 3, expected: 3 });
      await scanText('a text that is no code');
      expectAnnounced('alert', `${texts.findings.unknown}. ${texts.recorded('Not known here')}`);
      expect(server.receivedCalls(scanIntoCount)).toMatchObject([
        { body: { text: 'V01234567Y', input: 'scanner' } },
        { body: { text: 'a text that is no code' } },
      ]);
    });

    test('a count closes when every difference is decided, and a difference that is left needs a note', async () => {
      server.answer(readStockCount, details);
      await openScreen(ofOne);
      const close = () => controlNamed(texts.close) as HTMLButtonElement;
      expect(close().disabled).toBe(true);
      await pressControl(texts.decide(texts.resolutions.mark_missing, 'AAAA-AAAA-A'));
      await pressControl(texts.decide(texts.resolutions.leave, '<b>^XZ</b>'));
      expectTexts(texts.undecided(1));
      await expectAccessible();
      await fillFields({ [texts.note('<b>^XZ</b>')]: 'A tube of the kitchen' });
      expect(close().disabled).toBe(false);
      const closed = { ...details, closed_at: '2026-03-02T09:00:00.000Z' };
      server.answer(closeStockCount, closed);
      server.answer(readStockCount, closed);
      await pressControl(texts.close);
      expect(server.receivedCalls(closeStockCount)).toMatchObject([
        {
          body: {
            resolutions: [
              { code: 'AAAA-AAAA-A', as: 'mark_missing', note: '' },
              { code: '<b>^XZ</b>', as: 'leave', note: 'A tube of the kitchen' },
            ],
          },
        },
      ]);
      expectAnnounced('status', texts.done);
      await expectAccessible();
    });

    test('a refused end of a count is told in words', async () => {
      server.answer(readStockCount, { ...details, lines: [] });
      server.refuse(closeStockCount, 'unresolved');
      await openScreen(ofOne);
      await pressControl(texts.close);
      expectAnnounced('alert', closeStockCount.refusals.unresolved.message);
    });
  },
);
