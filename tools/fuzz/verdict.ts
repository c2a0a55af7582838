import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { fieldsOf } from '../../server/testing/fields.ts';
import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { failedJobs, poisonedColumns, troubledLines } from './aftermath.ts';
import type { BenchReach } from './bench/bench-reach.ts';
import type { Callers } from './callers.ts';
import type { Client } from './client.ts';
import type { Findings } from './findings.ts';
import { type Fault, faults } from './judge.ts';
import type { Memory } from './memory.ts';
import type { SlowSockets } from './requests/slow-sockets.ts';
import type { Target } from './target.ts';

export type FuzzRun = {
  readonly target: Target;
  readonly client: Client;
  readonly callers: Callers;
  readonly calls: readonly NamedRoute[];
  readonly findings: Findings;
  /** The number of answers by kind. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly reach: BenchReach;
  readonly memory: Memory;
  readonly slow: readonly SlowSockets[];
  /** The length of the log before the run. */
  readonly greeting: number;
  readonly sent: number;
  readonly seconds: number;
};

/** Examines the state after the run, then prints the totals and whether each promise holds. */
export async function judgeRun(run: FuzzRun): Promise<void> {
  const { target, callers, calls, findings, statuses, reach, memory, slow, greeting, sent, seconds } = run;
  const { early, late, most } = memory.course;
  const jobs = await failedJobs(target);
  const poison = await poisonedColumns(target);
  const lines = troubledLines((await target.log()).slice(greeting));
  const unheard = await silentCallers(run);
  const troubles = [...reach.missed, ...jobs, ...poison.found, ...lines.slice(0, 20), ...unheard];
  for (const trouble of troubles) console.log(`  ${trouble}`);
  const fields = calls.map(({ route }) => [route.params, route.query, route.body].map((part) => fieldsOf(part).length));
  report(
    {
      calls: calls.length,
      'fields of their inputs': fields.flat().reduce((sum, count) => sum + count, 0),
      callers: `${callers.names.length}, nobody, and a forged token`,
      requests: sent,
      answers: [...statuses]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([status, count]) => `${status} ${count}`)
        .join(', '),
      'calls of the bench': reach.tale,
      'requests a second': `${Math.round(sent / seconds)} for ${Math.round(seconds)} s`,
      'memory, MiB': `${early} early, ${late} late, ${most} at most`,
      'slow connections': slow.map(({ tale }) => tale).join('; '),
      'planted faults found': `${Object.keys(faults).length - findings.overlooked.length} of ${Object.keys(faults).length}`,
    },
    {
      ...Object.fromEntries(
        // @NOTE the keys of this record are its type's own.
        (Object.keys(faults) as Fault[]).map((fault) => [`no call ${faults[fault]}`, findings.countOf(fault) === 0]),
      ),
      'every planted fault was found in this run': findings.overlooked.length === 0 && poison.isSearchSound,
      'everybody is still answered': unheard.length === 0,
      'bad input got past the door of every call of the bench': reach.missed.length === 0,
      ...(memory.isFlat === null ? {} : { 'memory stays flat': memory.isFlat }),
      'slow connections are cut in time': slow.every(({ areCutInTime }) => areCutInTime),
      'no job failed': jobs.length === 0,
      'nothing poisonous was stored': poison.found.length === 0,
      'the log tells of no error': lines.length === 0,
      'audit chains, ledgers, documents and money verify': await runVerify(target),
    },
  );
}

async function silentCallers({ client, callers }: FuzzRun): Promise<readonly string[]> {
  const silent: string[] = [];
  for (const caller of callers.names) {
    await callers.comeBack(caller);
    const sent = { method: 'GET', path: currentSession.path, headers: callers.headersOf(caller), body: null };
    const answer = await client.send(sent);
    if (typeof answer === 'string' || answer.status !== 200) silent.push(`${caller} is not answered`);
  }
  return silent;
}
