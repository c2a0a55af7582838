import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '../harness/build-pages.ts';
import { median } from '../harness/quantile.ts';
import { withShareOfCore } from './core-share.ts';
import { type Seen, workFor } from './crew.ts';
import { costsTable, countAnswers, kindsTable, memoryLine, rateOf, scalingLine } from './load-report.ts';
import { type Proxy, setLoadScene } from './load-scene.ts';
import { MEMORY_FLAG, watchMemory } from './memory-watch.ts';
import { cpuMicrosOf, cpuMicrosOfFamily } from './process-figures.ts';

/**
 * All users of a network work at the same time: first with one server for `--minutes`, whose memory is watched, then in
 * turns with one and with two servers behind nginx. `--short` makes a quick run without targets. `--profile` writes a
 * CPU profile of the first server to test-artifacts.
 */
const root = resolve(import.meta.dirname, '../..');
const { values: asked } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    short: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const seconds = asked.short ? 3 : Number(asked.minutes) * 60;
const warmUpSeconds = asked.short ? 1 : 30;
const turns = asked.short ? { rounds: 1, seconds: 1.5 } : { rounds: 6, seconds: 10 };
const USERS = asked.short ? 2_000 : 10_000;
const SERVERS = 2;
const SHARE_OF_CORE = 0.2;
const cores = availableParallelism();

buildPages();
const flags = [MEMORY_FLAG, ...(asked.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(root, 'test-artifacts')}`] : [])];
const scene = await setLoadScene(USERS, SERVERS, flags);
let failures = 0;
try {
  console.log(`${scene.workers.length} people at work at once, ${USERS} users, ${cores} cores for everything together`);
  await oneServer();
  await oneAndTwo();
  if (failures > 0) process.exitCode = 1;
} finally {
  await scene.close();
}

async function oneServer(): Promise<void> {
  const { servers, workers, postgresPid, log } = scene;
  const [server] = servers;
  if (!server) throw new Error('There is no server.');
  reportFailures(await workFor(workers, server.port, warmUpSeconds, 0));
  const memory = watchMemory(server.pid, log);
  const costs = {
    server: () => cpuMicrosOf(server.pid),
    PostgreSQL: () => cpuMicrosOfFamily(postgresPid),
    these: ownMicros,
  };
  const before = Object.entries(costs).map(([who, micros]) => [who, micros()] as const);
  const seen = reportFailures(await workFor(workers, server.port, seconds, 1));
  const spent = before.map(([who, micros], n) => [who, (Object.values(costs)[n]?.() ?? Number.NaN) - micros] as const);
  console.log(kindsTable(seen, !asked.short));
  console.log(costsTable(spent, countAnswers(seen), cores));
  console.log(memoryLine(memory.stop(), !asked.short));
}

/** Short turns in alternating order, so that other load on the machine affects both measurements alike. */
async function oneAndTwo(): Promise<void> {
  const [one, two] = [await scene.proxyOf(1), await scene.proxyOf(SERVERS)];
  const [alone, together] = await inTurns(one, two);
  console.log(scalingLine(`two servers behind nginx, ${cores} cores for everything`, alone, together, false));

  const release = withShareOfCore(
    scene.servers.map(({ pid }) => pid),
    SHARE_OF_CORE,
  );
  if (release === null) {
    console.log('not measured: servers with a share of a core each; this system has no cpu controller that we may use');
    return;
  }
  const [slow, slowTogether] = await inTurns(one, two);
  release();
  console.log(
    scalingLine(`the same, each server held to ${SHARE_OF_CORE} of a core`, slow, slowTogether, !asked.short),
  );
}

async function inTurns(...both: readonly [Proxy, Proxy]): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (const proxy of both) reportFailures(await workFor(scene.workers, proxy.port, turns.seconds / 2, 2));
  for (let round = 0; round < turns.rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      rates[which].push(
        rateOf(reportFailures(await workFor(scene.workers, both[which].port, turns.seconds, 3 + round))),
      );
    }
  }
  return [median(rates[0]), median(rates[1])];
}

/** Prints failed requests at once and counts them. */
function reportFailures(seen: Seen): Seen {
  for (const [failure, times] of seen.failures) {
    console.log(`FAILED ${times} × ${failure}`);
    failures += times;
  }
  return seen;
}

function ownMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
