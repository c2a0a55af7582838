import { adjustCommission } from '@vialkeep/contract/commissions.ts';
import { approvePayoutRun, makePayoutRun, markPayoutRunPaid, type PayoutRun } from '@vialkeep/contract/payouts.ts';
import { verifyCommissions } from '../../capabilities/commissions/index.ts';
import { verifyJournal } from '../../capabilities/journal/index.ts';
import { verifyPayouts } from '../../capabilities/payouts/index.ts';
import type { Caller, World } from '../world.ts';
import { adoptedPlan, clearCommissions, daysAgo, switchCommissions } from './commission-world.ts';

export type Payees = { readonly rep: number; readonly manager: number; readonly rep2: number };

/** Commissions of the main site without lines, payable at once; $8 of $100 to the rep and $2 to the manager. */
export async function preparePayouts(world: World, admin: Caller): Promise<Payees> {
  await clearCommissions(world);
  await switchCommissions(world, true);
  await adoptedPlan(world, admin, {
    starts_on: daysAgo(30),
    hold_days: 0,
    rules: [
      { level: 'rep', rate_bp: 800 },
      { level: 'manager', rate_bp: 200 },
    ],
  });
  const [rep, manager, rep2] = await Promise.all(
    ['rep', 'manager', 'rep2'].map((who) => world.idOf(`${who}@vialkeep.test`)),
  );
  return { rep: rep ?? 0, manager: manager ?? 0, rep2: rep2 ?? 0 };
}

export const newRun = { domain_id: 1, cutoff: daysAgo(0) };

export function makeDraft(world: World, admin: Caller): Promise<PayoutRun> {
  return world.call(admin, makePayoutRun, { body: newRun });
}

/** A run that another administrator has approved. */
export async function makeApproved(world: World, admin: Caller, other: Caller): Promise<PayoutRun> {
  const { id } = await makeDraft(world, admin);
  return world.call(other, approvePayoutRun, { params: { id }, body: {} });
}

export function payRun(world: World, admin: Caller, id: number, body: object = {}) {
  return world.send(admin, markPayoutRunPaid, {
    params: { id },
    body: { paid_on: daysAgo(0), reference: 'Batch 7', ...body },
  });
}

/** Adds dollars, or takes them away, payable at once. */
export async function adjust(world: World, admin: Caller, personId: number, amount: number): Promise<void> {
  await world.call(admin, adjustCommission, {
    body: { domain_id: 1, person_id: personId, amount, reason: 'A bonus' },
  });
}

/** What the journal says is owed to a person, in cents. */
export async function owedTo(world: World, personId: number): Promise<number | undefined> {
  const [row] = await world.sql<{ cents: number }>(
    'select -coalesce(sum(cents), 0)::int as cents from journal_lines where account = 2000 and person_id = $1',
    [personId],
  );
  return row?.cents;
}

/** What every verification says about lines, runs and the journal. */
export async function listMoneyFaults(world: World) {
  const db = world.app.services.store.read('platform');
  return [...(await verifyCommissions(db)), ...(await verifyPayouts(db)), ...(await verifyJournal(db))].filter(
    ({ fault }) => !fault.includes('opening'),
  );
}
