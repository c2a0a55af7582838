import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { startDemo } from '../../harness/product.ts';
import { addPeople, addSales, withoutJournal } from './bench-sales.ts';
import { waitForSeal } from './money-scene.ts';

const AT_ONCE = 50_000;
/** After a batch the job pauses for half a second; a kill after this time meets the next batch. */
const INTO_NEXT_BATCH_MS = 700;

/**
 * Posts this many sales of before the journal by the job of the upgrade, while the server is killed once in the middle.
 * Returns whether every sale has one entry and the lines add up to 0.
 */
export async function upgradeJournal(sales: number): Promise<boolean> {
  const scene = await onOwnDatabase('upgrade', async ({ settings, tables, beforeEnd }) => {
    await (await startDemo(settings)).stop();
    await tables((owner) => fillEarlierSales(owner, sales));
    return { settings, tables, beforeEnd };
  });
  const { settings, tables, beforeEnd } = scene;
  try {
    const began = performance.now();
    const killed = await startDemo(settings);
    const before = await tables((owner) => waitForSales(owner, sales / 2));
    await sleep(INTO_NEXT_BATCH_MS);
    await killed.kill9();
    const product = await startDemo(settings);
    beforeEnd(() => product.stop());
    await tables(waitForEnd);
    const seconds = (performance.now() - began) / 1000;
    await tables(waitForSeal);
    const sealed = (performance.now() - began) / 1000;
    const posted = await tables(countEntries);
    const isRight = posted.entries === posted.sales && posted.cents === 0 && posted.sums === 0;
    console.log(
      `upgrade: ${posted.sales} sales, killed after ${before}, posted after ${seconds.toFixed(0)} s and sealed after ${sealed.toFixed(0)} s; ${posted.entries} entries, sum of their ${posted.lines} lines ${posted.cents} ${isRight ? 'met' : 'MISSED'}`,
    );
    return isRight;
  } finally {
    await scene.close();
  }
}

async function fillEarlierSales(owner: pg.Client, sales: number): Promise<void> {
  await addPeople(owner);
  await withoutJournal(owner, async () => {
    for (let done = 0; done < sales; done += AT_ONCE) {
      await addSales(owner, done + 1, Math.min(done + AT_ONCE, sales), sales);
    }
  });
  await owner.query(`update backfills set position = 0, handled = 0, finished_at = null where name = 'journal-sales'`);
  await owner.query('vacuum analyze');
}

/** Waits until the job has handled this many sales; returns their number. */
async function waitForSales(owner: pg.Client, sales: number): Promise<number> {
  for (;;) {
    const { rows } = await owner.query<{ handled: number }>(
      `select handled::int as handled from backfills where name = 'journal-sales'`,
    );
    const handled = rows[0]?.handled ?? 0;
    if (handled >= sales) return handled;
    await sleep(50);
  }
}

async function waitForEnd(owner: pg.Client): Promise<void> {
  const isOpen = async () => {
    const { rowCount } = await owner.query(
      `select from backfills where name = 'journal-sales' and finished_at is null`,
    );
    return rowCount !== 0;
  };
  while (await isOpen()) await sleep(250);
}

type Counted = { entries: number; sales: number; lines: number; cents: number; sums: number };

/** A purchase that was free of charge and of discount has no entry. */
async function countEntries(owner: pg.Client): Promise<Counted> {
  const { rows } = await owner.query<Counted>(
    `select (select count(*) from journal_entries where kind = 'sale')::int as entries,
       (select count(*) from transactions where charged_cents > 0 or discount_cents > 0)::int as sales,
       (select count(*) from journal_lines)::int as lines, (select sum(cents) from journal_lines)::float8 as cents,
       (select sum(debit_cents - credit_cents) from journal_months)::float8 as sums`,
  );
  const [counted] = rows;
  if (!counted) throw new Error('The journal was not counted.');
  return counted;
}
