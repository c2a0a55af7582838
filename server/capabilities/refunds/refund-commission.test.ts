import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from '../../testing/commissions/commission-world.ts';
import { askRefund, buySettledKit } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCommissions } from '../commissions/index.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyRefunds } from './index.ts';

let world: World;
let admin: Caller;
let hc: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  [admin, hc] = [await world.as('admin'), await world.as('hc')];
});
afterAll(() => world.close());

const digestsOf = async (refundId: number) => {
  const rows = await world.sql<{ digest: string }>(
    "select encode(digest, 'hex') as digest from journal_entries where key in ($1, $2) order by id",
    [`refund:${refundId}`, `clawback:${refundId}`],
  );
  return rows.map(({ digest }) => digest);
};
const journalOf = async (refundId: number) => {
  const [row] = await world.sql<{ journal: unknown }>(
    "select facts -> 'journal' as journal from audit_log where action = 'refunds.settle' and subject_id = $1",
    [String(refundId)],
  );
  return row?.journal;
};

describe('A refund of a sale with commission', () => {
  test('each part takes its part of every line, the audit row has both digests, and all leaves exactly 0', async () => {
    const id = await buySettledKit(world, hc);
    const earned = await linesOf(world, id);
    expect(earned.length).toBeGreaterThan(1);
    const part = await askRefund(world, admin, id, { amount: 100 });
    const taken = (await linesOf(world, id)).filter(({ kind }) => kind === 'clawback');
    expect(taken.map(({ cents }) => cents)).toEqual(earned.map(({ cents }) => -Math.round((cents * 10_000) / 32_000)));
    const digests = await digestsOf(part.id);
    expect(digests).toHaveLength(2);
    expect(await journalOf(part.id)).toEqual(digests);
    await askRefund(world, admin, id);
    expect((await linesOf(world, id)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  });

  test('a sale without lines has one digest, as text', async () => {
    await world.sql('update money_settings set commissions = false');
    const refund = await askRefund(world, admin, await buySettledKit(world, hc));
    await world.sql('update money_settings set commissions = true where counsel_noted');
    expect(await journalOf(refund.id)).toBe((await digestsOf(refund.id))[0]);
  });

  test('the database knows no line of a refund that is not there, or of another sale', async () => {
    const [id, other] = [await buySettledKit(world, hc), await buySettledKit(world, hc)];
    const refund = await askRefund(world, admin, other, { amount: 5 });
    const clawback = (refundId: number) =>
      world.sql(
        `insert into commission_lines (domain_id, person_id, level, kind, transaction_id, refund_id, of_line_id, cents,
           payable_on, retained)
         select domain_id, person_id, level, 'clawback', transaction_id, $2, id, -1, payable_on, retained
         from commission_lines where transaction_id = $1 and kind = 'earned' order by id limit 1`,
        [id, refundId],
      );
    await expect(clawback(2_000_000_000)).rejects.toThrow(/refund_id_fkey|another site/);
    await expect(clawback(refund.id)).rejects.toThrow(/another site/);
  });

  test('the verifications find no fault after these refunds', async () => {
    const db = world.app.services.store.read('platform');
    expect(await verifyRefunds(db)).toEqual([]);
    expect(await verifyCommissions(db)).toEqual([]);
    expect((await verifyJournal(db)).filter(({ fault }) => !fault.includes('opening'))).toEqual([]);
  });
});
