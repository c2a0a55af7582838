import { PayoutRun } from '@vialkeep/contract/payouts.ts';
import { median } from '../../harness/quantile.ts';
import type { MoneyScene } from './money-scene.ts';

const RUNS = '/api/admin/payout-runs/';
const steps = ['make', 'cancel', 'approve', 'mark as paid'] as const;
type RunTimes = Readonly<Record<(typeof steps)[number], number>> & { readonly people: number };

/** Prints how long a run of everything payable takes at both sizes, without a target; returns whether it was made. */
export async function compareRuns(small: MoneyScene, large: MoneyScene, repeats: number): Promise<boolean> {
  const [few, many] = [await timeRun(small, repeats), await timeRun(large, repeats).catch(String)];
  if (typeof many === 'string') {
    console.log(`payout run with ${large.sales} sales: ${many}`);
    return false;
  }
  console.log(`payout runs of ${few.people} and ${many.people} people`);
  for (const step of steps) {
    const ratio = (many[step] / few[step]).toFixed(2);
    console.log(`  ${step}: ${few[step].toFixed(0)} ms and ${many[step].toFixed(0)} ms, ratio ${ratio}`);
  }
  return true;
}

/** Makes and cancels a run some times, then makes one that another administrator approves and marks as paid. */
async function timeRun({ ask, siteId }: MoneyScene, repeats: number): Promise<RunTimes> {
  const today = new Date().toISOString().slice(0, 10);
  const made: number[] = [];
  const cancelled: number[] = [];
  const makeRun = async () => {
    const { ms, body } = await ask('super', 'POST', RUNS, { domain_id: siteId, cutoff: today });
    made.push(ms);
    return PayoutRun.parse(body);
  };
  for (let n = 0; n < repeats; n += 1) {
    const { id } = await makeRun();
    cancelled.push((await ask('super', 'POST', `${RUNS}${id}/cancel/`, {})).ms);
  }
  const { id, people } = await makeRun();
  const approved = await ask('admin', 'POST', `${RUNS}${id}/approve/`, {});
  const paid = await ask('admin', 'POST', `${RUNS}${id}/mark-paid/`, { paid_on: today, reference: 'Bench' });
  return {
    people: people.length,
    make: median(made),
    cancel: median(cancelled),
    approve: approved.ms,
    'mark as paid': paid.ms,
  };
}
