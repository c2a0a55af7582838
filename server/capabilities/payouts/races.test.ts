import { createHash } from 'node:crypto';
import {
  approvePayoutRun,
  cancelPayoutRun,
  exportPayoutRun,
  makePayoutRun,
  markPayoutRunPaid,
  readPayoutRun,
  returnPayout,
} from '@vialkeep/contract/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correct, daysAgo, sell } from '../../testing/commissions/commission-world.ts';
import {
  adjust,
  listMoneyFaults,
  makeApproved,
  makeDraft,
  newRun,
  type Payees,
  preparePayouts,
} from '../../testing/commissions/payout-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

const TIMEOUT_MS = 120_000;

let world: World;
let admin: Caller;
let other: Caller;
let payees: Payees;

beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  other = await world.as('super');
});
beforeEach(async () => {
  payees = await preparePayouts(world, admin);
});
/** How many calls that were sent at once had each status. */
const racing = new Map<number, number>();
afterAll(async () => {
  await world.close();
  const counts = [...racing].toSorted(([one], [another]) => one - another).map(([status, n]) => `${n} × ${status}`);
  process.stdout.write(`races of payouts: ${counts.join(', ')}\n`);
});

async function race<Answer extends { readonly statusCode: number }>(calls: readonly Promise<Answer>[]) {
  const responses = await Promise.all(calls);
  for (const { statusCode } of responses) racing.set(statusCode, (racing.get(statusCode) ?? 0) + 1);
  return responses;
}

const statusesOf = (answers: readonly { statusCode: number }[]) =>
  [...new Set(answers.map(({ statusCode }) => statusCode))].toSorted((first, second) => first - second);

/** The bodies of answers with another status, so that a failure tells what the server said. */
const otherAnswers = (answers: readonly { statusCode: number; body: string }[], expected: readonly number[]) =>
  answers.filter(({ statusCode }) => !expected.includes(statusCode)).map(({ body }) => body);

async function sellMany(count: number): Promise<number[]> {
  const sales: number[] = [];
  for (let n = 0; n < count; n += 1) {
    sales.push(await sell(world, { rep: payees.rep, manager: payees.manager, price: 100_000 }));
  }
  return sales;
}

describe('Runs at once', { timeout: TIMEOUT_MS }, () => {
  test.each([2, 20])('%i runs at once take each line once', async (runs) => {
    await sellMany(5);
    const answers = await race(Array.from({ length: runs }, () => world.send(admin, makePayoutRun, { body: newRun })));
    const made = answers.filter(({ statusCode }) => statusCode === 200);
    expect(made).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(runs - 1);
    expect(made[0]?.json()).toMatchObject({ total: 500 });
    expect(await world.sql('select distinct payout_id from commission_lines')).toHaveLength(1);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('20 approvals at once are one', async () => {
    await adjust(world, admin, payees.rep, 60);
    const { id, version } = await makeDraft(world, admin);
    const answers = await race(
      Array.from({ length: 20 }, () => world.send(other, approvePayoutRun, { params: { id }, body: {} })),
    );
    expect(statusesOf(answers)).toEqual([200]);
    const approvals = await world.sql(
      "select from audit_log where action = 'payouts.approve_run' and subject_id = $1 and at > now() - interval '1 hour'",
      [String(id)],
    );
    expect(approvals).toHaveLength(1);
    expect((await world.call(other, readPayoutRun, { params: { id } })).version).toBe(version + 1);
  });

  test('approvals and cancellations at once end in a cancelled run with free lines', async () => {
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeDraft(world, admin);
    const answers = await race(
      [approvePayoutRun, cancelPayoutRun, approvePayoutRun, cancelPayoutRun].map((route) =>
        world.send(other, route, { params: { id }, body: {} }),
      ),
    );
    expect(otherAnswers(answers, [200, 409])).toEqual([]);
    expect((await world.call(other, readPayoutRun, { params: { id } })).state).toBe('cancelled');
    expect(await world.sql('select id from commission_lines where payout_id is not null')).toEqual([]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('payments, returns and cancellations at once leave a run that agrees with its lines', async () => {
    await sellMany(3);
    const { id } = await makeApproved(world, admin, other);
    const pay = { paid_on: daysAgo(0), reference: 'Batch 7' };
    const back = { person_id: payees.rep, note: 'The account is closed' };
    const answers = await race(
      Array.from({ length: 5 }, () => [
        world.send(admin, markPayoutRunPaid, { params: { id }, body: pay }),
        world.send(other, returnPayout, { params: { id }, body: back }),
        world.send(admin, cancelPayoutRun, { params: { id } }),
      ]).flat(),
    );
    expect(otherAnswers(answers, [200, 409])).toEqual([]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('downloads and a return at once leave one file, whose hash is kept', async () => {
    const download = (id: number) => world.send(admin, exportPayoutRun, { params: { id } });
    for (let turn = 0; turn < 5; turn += 1) {
      await adjust(world, admin, payees.rep, 60);
      await adjust(world, admin, payees.manager, 70);
      const { id } = await makeApproved(world, admin, other);
      const body = { person_id: payees.rep, note: 'Unknown payee' };
      const [returned, ...files] = await race([
        world.send(admin, returnPayout, { params: { id }, body }),
        ...Array.from({ length: 5 }, () => download(id)),
      ]);
      expect(statusesOf([...files, ...(returned ? [returned] : [])])).toEqual([200]);
      const { file_sha256 } = await world.call(admin, readPayoutRun, { params: { id } });
      const hashes = [...files, await download(id)].map(({ rawPayload }) =>
        createHash('sha256').update(rawPayload).digest('hex'),
      );
      expect(new Set(hashes)).toEqual(new Set([file_sha256]));
    }
    expect(await listMoneyFaults(world)).toEqual([]);
  });
});

describe('The checkbox beside runs', { timeout: TIMEOUT_MS }, () => {
  test('runs and ticks of the checkbox at once leave sums that agree with the lines', async () => {
    const sales = await sellMany(8);
    await Promise.all([
      ...sales.map((id) => correct(world, admin, id, { commission_paid: true })),
      ...Array.from({ length: 4 }, () => world.send(other, makePayoutRun, { body: newRun })),
    ]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('50 ticks and unticks beside runs that are made, approved, paid and returned agree with the lines', async () => {
    const sales = await sellMany(5);
    const ticks = Array.from({ length: 50 }, (_, n) =>
      correct(world, admin, sales[n % 5] ?? 0, { commission_paid: n % 2 === 0 }),
    );
    const runs = Array.from({ length: 6 }, async () => {
      const made = await world.send(other, makePayoutRun, { body: newRun });
      if (made.statusCode !== 200) return [made];
      const { id } = made.json();
      const approved = await world.send(other, approvePayoutRun, { params: { id }, body: {} });
      const body = { paid_on: daysAgo(0), reference: 'Batch 7' };
      const paid = await world.send(other, markPayoutRunPaid, { params: { id }, body });
      const back = { person_id: payees.manager, note: 'The account is closed' };
      return [made, approved, paid, await world.send(other, returnPayout, { params: { id }, body: back })];
    });
    const answers = [...(await Promise.all(ticks)), ...(await Promise.all(runs)).flat()];
    expect(otherAnswers(answers, [200, 404, 409])).toEqual([]);
    expect(await listMoneyFaults(world)).toEqual([]);
    expect(
      await world.sql(
        `select sold.id from transactions sold join commission_lines_in_force line on line.transaction_id = sold.id
         group by sold.id having sold.commission_paid <> bool_and(line.retained or line.paid_on is not null)`,
      ),
    ).toEqual([]);
  });

  test('ticks of sales that share people with a run do not wait for each other in a circle', async () => {
    const sales = await sellMany(10);
    await adjust(world, admin, payees.rep, -900);
    await makeApproved(world, admin, other);
    const [before] = await deadlocks();
    const answers = await race(sales.map((id) => correct(world, admin, id, { commission_paid: true })));
    expect(statusesOf(answers)).toEqual([200]);
    expect(await deadlocks()).toEqual([before]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });
});

/** Those that PostgreSQL has resolved so far in this database. */
const deadlocks = () =>
  world.sql<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database, pg_stat_clear_snapshot() where datname = current_database()',
  );
