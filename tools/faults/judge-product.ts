import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { type Aftermath, brokenFiles, describeWork, lostSessions, moneyOf, waitUntilSettled } from './aftermath.ts';
import type { FaultyServices } from './faulty-services.ts';
import type { Stack } from './full-stack.ts';
import { brokenInvariants, INVARIANTS } from './invariants.ts';
import type { ResponseTally } from './response-tally.ts';
import { compareWrites } from './write-comparison.ts';
import type { WriteRecord } from './write-log.ts';

export type FaultRun = {
  readonly product: Stack;
  readonly weather: FaultyServices;
  readonly deeds: readonly WriteRecord[];
  readonly testimony: ResponseTally;
  readonly began: Date;
  readonly people: number;
  /** How often each fault was injected. */
  readonly counts: ReadonlyMap<string, number>;
  readonly gaps: { readonly longest: number; readonly total: number };
  /** The number of servers that send emails and meet the same fault. */
  readonly servers?: number;
};

/** The number of emails that one server sends in parallel; a crash or a lost database can duplicate each of them. */
const LETTERS_AT_ONCE = 2;

/** Waits until the product has finished, then compares the answers of all clients with the stored state. */
export async function judgeProduct(run: FaultRun): Promise<void> {
  const { product, weather, deeds, testimony } = run;
  const aftermath = await waitUntilSettled(product);
  const reckoning = await product.tables((owner) => compareWrites(owner, deeds));
  const broken = await product.tables((owner) => brokenInvariants(owner, run.began));
  const money = await product.tables((owner) => moneyOf(owner, weather));
  const damaged = await brokenFiles(product);
  const sessionsLost = await lostSessions(product, deeds);
  const letters = lettersOf(run);

  const counted = {
    people: run.people,
    ...Object.fromEntries(run.counts),
    'troubles outside': weather.troubles(),
    'calls answered': testimony.answers,
    'calls without an answer': testimony.without,
    'told to come back later': `${testimony.unavailable} × 503, ${testimony.full} × 507`,
    'longest time away': `${seconds(run.gaps.longest)}, of ${seconds(run.gaps.total)} in all`,
    'writes acknowledged': toldOf(deeds, 'yes'),
    'writes refused': toldOf(deeds, 'no'),
    'writes nothing was told of': toldOf(deeds, 'unknown'),
    ...kindsOf(deeds),
    'letters taken': `${letters.taken}, ${letters.again} of them again`,
    'charges at the gateway': `${money.charges}, ${money.chargedCents} cents`,
    'transactions by them': `${money.sold}, ${money.soldCents} cents`,
    invariants: INVARIANTS,
    'finished without help': describeWork(aftermath.withoutHelp),
    'finished after the clock was moved': describeWork(aftermath.afterClockMoved),
  };
  report(counted, {
    'no acknowledged write is lost': reckoning.lost.length === 0,
    'none is there twice': reckoning.doubled.length === 0,
    'what was refused left nothing': reckoning.unasked.length === 0,
    'no session that was opened is lost': sessionsLost === 0 && testimony.strangers === 0,
    'every charge is one transaction, to the cent': money.unmatched === 0 && money.chargedCents === money.soldCents,
    'a letter comes again only where a crash or its taker hid that it came': letters.again <= letters.excused,
    'every file is there as it was': damaged.length === 0,
    'the invariants hold': broken.length === 0,
    'no answer was a fault of ours': testimony.faults.size === 0,
    'a caller that met an absent database was told when to come back':
      testimony.unavailable > 0 && testimony.withoutRetryAfter === 0,
    'it came back and finished all due work without help': aftermath.overdue.length === 0,
    'the rest finished after the clock was moved': aftermath.notFinished.length === 0,
    'verify and verify-ledger pass': await runVerify(product),
  });
  // Last, because a caller may keep only the end of the output.
  for (const name of [...Object.values(reckoning).flat(), ...broken, ...damaged]) console.log(`  ! ${name}`);
  for (const work of aftermath.overdue) console.log(`  ! due and not finished: ${nameWork(work)}`);
  for (const work of aftermath.notFinished) console.log(`  ! not finished: ${nameWork(work)}`);
  for (const [call, times] of testimony.faults) console.log(`  ! ${times} × ${call}`);
}

function nameWork({ what, id, error }: Aftermath['overdue'][number]): string {
  return `${what} ${id} ${error ?? ''}`;
}

function lettersOf({ weather, counts, servers = 1 }: FaultRun): { taken: number; again: number; excused: number } {
  const letters = weather.letters();
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
  return {
    taken: letters.size,
    again: sum(letters.values()) - letters.size,
    excused: sum(counts.values()) * LETTERS_AT_ONCE * servers + weather.unanswered(),
  };
}

function toldOf(deeds: readonly WriteRecord[], what: WriteRecord['told']): number {
  return deeds.filter(({ told }) => told === what).length;
}

function kindsOf(deeds: readonly WriteRecord[]): Record<string, string> {
  const kinds = Map.groupBy(deeds, ({ kind }) => kind);
  return Object.fromEntries(
    [...kinds].map(([kind, some]) => [`  ${kind}`, `${toldOf(some, 'yes')} of ${some.length}`]),
  );
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
