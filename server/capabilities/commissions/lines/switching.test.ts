import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../kernel/audit/audit.ts';
import {
  adoptedPlan,
  clearCommissions,
  correct,
  daysAgo,
  insertSale,
  inWork,
  linesOf,
  runBacklog,
  sell,
  switchCommissions,
  untilItWaits,
} from '../../../testing/commissions/commission-world.ts';
import { kitOrder } from '../../../testing/kit-order.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyCommissions } from '../index.ts';

let world: World;
let admin: Caller;
let chain: { rep: number; manager: number };

const rules = [
  { level: 'rep', rate_bp: 800 },
  { level: 'manager', rate_bp: 200 },
];

beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  admin = await world.as('admin');
  chain = { rep: await world.idOf('rep@vialkeep.test'), manager: await world.idOf('manager@vialkeep.test') };
});
beforeEach(async () => {
  await clearCommissions(world);
  await switchCommissions(world, true);
  await adoptedPlan(world, admin, { starts_on: daysAgo(30), rules });
  await runBacklog(world);
});
afterAll(() => world.close());

const faults = () => verifyCommissions(world.app.services.store.read('platform'));
const isFinished = async () => {
  const [row] = await world.sql<{ is_finished: boolean }>(
    'select finished_at is not null as is_finished from commission_backlogs',
  );
  return row?.is_finished;
};

describe('Switching commissions', () => {
  test('a sale that was made while commissions were off earns once they are on again', async () => {
    expect(await isFinished()).toBe(true);
    await switchCommissions(world, false);
    const [unpaid, paid] = [await insertSale(world, chain), await insertSale(world, { ...chain, isPaid: true })];
    await runBacklog(world);
    expect(await linesOf(world, unpaid)).toEqual([]);
    await switchCommissions(world, true);
    expect(await isFinished()).toBe(false);
    await runBacklog(world);
    expect((await linesOf(world, unpaid)).map(({ cents, paid_how }) => [cents, paid_how])).toEqual([
      [2_360, null],
      [590, null],
    ]);
    expect((await linesOf(world, paid)).map(({ paid_how }) => paid_how)).toEqual(['before', 'before']);
    expect(await isFinished()).toBe(true);
    expect(await faults()).toEqual([]);
  });

  test('settings that are saved while commissions stay on reopen nothing', async () => {
    await world.sql('update money_settings set grace_days = grace_days + 1');
    expect(await isFinished()).toBe(true);
  });

  test('a purchase that settles while commissions are switched on waits for the switch and earns', async () => {
    await switchCommissions(world, false);
    const hc = await world.as('hc');
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const [isSwitched, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const switching = inWork(world, async (work) => {
      await sql`update money_settings set commissions = true where domain_id = 1`.execute(work.db);
      await audit(work, { domainId: 1, action: 'commissions.test', subject: 'domain', subjectId: 1 });
      isSwitched.resolve();
      await end.promise;
    });
    await isSwitched.promise;
    const buying = world.call(hc, checkOut, { body: { ...kitOrder, invoice_id } });
    await untilItWaits(world, buying);
    end.resolve();
    await switching;
    const { purchase } = await buying;
    expect((await linesOf(world, purchase.transaction_id)).map(({ level }) => level)).toEqual(['rep', 'manager']);
    await runBacklog(world);
    expect(await faults()).toEqual([]);
  });
});

describe('A plan over the days of another', () => {
  test('sales get the day and the words of the new plan, also where every amount stays', async () => {
    const id = await sell(world, { ...chain, daysAgo: 3 });
    const kept = await sell(world, { ...chain, daysAgo: 12 });
    await adoptedPlan(world, admin, { starts_on: daysAgo(10), hold_days: 5, rules });
    await runBacklog(world);
    const lines = await linesOf(world, id);
    expect(lines.map(({ kind, level, cents }) => `${level} ${kind} ${cents}`)).toEqual([
      'rep earned 2360',
      'manager earned 590',
      'rep corrected -2360',
      'manager corrected -590',
      'rep earned 2360',
      'manager earned 590',
    ]);
    expect(lines.at(-1)?.payable_on).toBe(daysAgo(-2));
    expect(await linesOf(world, kept)).toHaveLength(2);
    await adoptedPlan(world, admin, {
      starts_on: daysAgo(5),
      hold_days: 5,
      rules: [...rules, { level: 'rep', person_id: chain.rep, rate_bp: 800 }],
    });
    await runBacklog(world);
    expect(await linesOf(world, id)).toHaveLength(10);
    expect(await faults()).toEqual([]);
  });
});

describe('The order of locks', () => {
  type Step = { what: string };

  /** What is written while a task runs: updated sales, inserted lines and entries, one row for each statement. */
  async function writtenBy(task: () => Promise<unknown>): Promise<string[]> {
    await world.sql('create table written (n integer generated always as identity, what text)');
    await world.sql(
      `create function note_written() returns trigger language plpgsql security definer as
       $$ begin insert into public.written (what) values (tg_argv[0]); return null; end $$`,
    );
    const watched = [
      ['transactions', 'update', 'sale'],
      ['commission_lines', 'insert', 'lines'],
      ['journal_entries', 'insert', 'entry'],
    ] as const;
    for (const [table, event, what] of watched) {
      await world.sql(
        `create trigger note_written after ${event} on ${table} for each statement execute function note_written('${what}')`,
      );
    }
    await task();
    for (const [table] of watched) await world.sql(`drop trigger note_written on ${table}`);
    const steps = await world.sql<Step>('select what from written order by n');
    await world.sql('drop table written');
    await world.sql('drop function note_written');
    return steps.map(({ what }) => what);
  }

  test('the backlog writes the lines of all sales of a batch before it posts the first', async () => {
    await switchCommissions(world, false);
    for (const day of [1, 2, 3]) await insertSale(world, { ...chain, daysAgo: day });
    await switchCommissions(world, true);
    const steps = await writtenBy(() => runBacklog(world, { batchSales: 10_000, batches: 10 }));
    const entries = steps.filter((what) => what === 'entry').length;
    expect(entries).toBe(3);
    const isWritten = steps.slice(0, steps.indexOf('entry'));
    expect(isWritten).toContain('lines');
    expect(steps.slice(steps.indexOf('entry'), steps.lastIndexOf('entry'))).toEqual(Array(entries - 1).fill('entry'));
  });

  test('a correction of a sale without lines changes the sale before it posts', async () => {
    const id = await insertSale(world, { ...chain, isPaid: true });
    const steps = await writtenBy(async () => {
      expect((await correct(world, admin, id, { amount: 420 })).statusCode).toBe(200);
    });
    expect(steps.filter((what) => what === 'entry')).toHaveLength(2);
    expect(steps.indexOf('sale')).toBeLessThan(steps.indexOf('entry'));
    const unpaid = await insertSale(world, chain);
    const others = await writtenBy(() => correct(world, admin, unpaid, { amount: 420 }));
    expect(others.filter((what) => what === 'entry')).toHaveLength(3);
    expect(others.indexOf('sale')).toBeLessThan(others.indexOf('entry'));
    expect(await faults()).toEqual([]);
  });
});
