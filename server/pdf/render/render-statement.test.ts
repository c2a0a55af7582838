import { expect, test } from 'vitest';
import { pdfWords } from '../../testing/documents/pdf-words.ts';
import { renderStatement } from './render-statement.ts';

const site = { brand: 'Vialkeep', product: 'Vialkeep', colour: '#225588', name: 'Main' };

function paperOf(rows: number, words = (index: number) => `Transaction #${index}. Sales rep: 8% of the net amount`) {
  return {
    site,
    title: 'Commission statement, November 2026',
    reference: '#12, 2026-11',
    date: new Date('2026-11-01T00:00:00Z'),
    facts: [{ label: 'Payee', value: 'Ada Keel (#12)' }],
    parts: [
      {
        heading: 'Lines',
        empty: 'No lines in this month.',
        rows: Array.from({ length: rows }, (_, index) => ({
          day: 'November 1, 2026',
          words: words(index),
          note: '8% of $295.00 = $23.60',
          amount: '$23.60',
        })),
      },
      { heading: 'Payments', empty: 'No payments in this month.', rows: [] },
    ],
    total: { label: 'Closing balance', amount: '$47.20' },
  };
}

/** The processor time of this thread for a statement, which other programs of the machine do not change. */
async function millisecondsFor(rows: number): Promise<number> {
  const before = process.threadCpuUsage();
  await renderStatement(paperOf(rows));
  return process.threadCpuUsage(before).user / 1000;
}

test('a statement with six times the rows takes less than eight times as long', async () => {
  await renderStatement(paperOf(1));
  const [few, many] = [await millisecondsFor(100), await millisecondsFor(600)];
  expect(many / few).toBeLessThan(8);
});

test('twelve rows on a page take less time than the head, facts and foot of the page', async () => {
  await renderStatement(paperOf(12));
  const repeat = async (rows: number) => {
    let sum = 0;
    for (let n = 0; n < 12; n += 1) sum += await millisecondsFor(rows);
    return sum;
  };
  const [empty, full] = [await repeat(0), await repeat(12)];
  expect(full / empty).toBeLessThan(2);
});

test('words of another alphabet are painted with the font that has them, and the amount stays at the right', async () => {
  const read = pdfWords(await renderStatement(paperOf(2, (index) => `Row ${index}. カタカナ Łódź`)));
  expect(read).toMatch(/Row 1\. カタカナ Łódź\s+\$23\.60/);
});

test('a statement of many pages has every row once, in order, and counts its pages', async () => {
  const long = 'a rule with many words for one seat '.repeat(4);
  const read = pdfWords(await renderStatement(paperOf(120, (index) => `Row ${index}. ${index % 7 === 0 ? long : ''}`)));
  const found = Array.from(read.matchAll(/Row (\d+)\./g), ([, index]) => Number(index));
  expect(found).toEqual(Array.from({ length: 120 }, (_, index) => index));
  const feet = Array.from(read.matchAll(/Page (\d+) of (\d+)/g), ([, page, pages]) => [Number(page), Number(pages)]);
  expect(feet.length).toBeGreaterThan(3);
  expect(feet).toEqual(feet.map((_, index) => [index + 1, feet.length]));
  // A page that is full breaks between two rows and leaves no page with a single row behind it.
  const rowsOnPages = read.split('\f').map((page) => (page.match(/Row \d+\./g) ?? []).length);
  expect(Math.min(...rowsOnPages.slice(0, feet.length - 1))).toBeGreaterThan(8);
});
