import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '../../server/kernel/db/migrate.ts';
import { readMigrations } from '../../server/kernel/db/migrations/migration-files.ts';
import { buildPages } from '../harness/build-pages.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { type OwnDatabase, onOwnDatabase } from '../harness/own-database.ts';
import { fillNetwork } from '../harness/people-network.ts';
import { startDemo } from '../harness/product.ts';
import { quantile } from '../harness/quantile.ts';
import { report } from '../harness/report.ts';
import { logInAll } from '../harness/workers.ts';
import { makeEarlierRelease } from './upgrade/earlier-release.ts';
import { BLOCKED, writeMigrations } from './upgrade/invented-migrations.ts';
import { StaffAtWork } from './upgrade/staff-at-work.ts';

/**
 * Users read and write on a server of the release before while the migrations of this one run one by one, with three
 * invented ones after them, of which one meets a long transaction: no call may fail, and none may take long. The release
 * before is this code without the newest migrations. With `--from COMMIT` it is the code of that commit, and no invented
 * migrations run: releases before 0051 fail once on each connection after a table gets a column. `--short` is the run for
 * every change: it does not judge times, because it is also made on busy machines.
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    users: { type: 'string' },
    from: { type: 'string' },
  },
});
const WITH_INVENTED = asked.from === undefined;
const USERS = Number(asked.users ?? (asked.short ? 2_000 : 200_000));
const BASELINE_SECONDS = asked.short ? 3 : 60;
const GAP_MS = asked.short ? 500 : 5_000;
const LONG_TRANSACTION_SECONDS = asked.short ? 3 : 10;
/** The longest call may take this many times the p99 without a migration. */
const MOST_TIMES = 20;

type Ran = { readonly file: string; readonly began: number; readonly ended: number; readonly tries: number };

buildPages();
const { close } = await onOwnDatabase('migrations', async (database) => {
  const release = await makeEarlierRelease(join(database.dataDir, 'earlier'), asked.from);
  const folder = join(database.dataDir, 'migrations');
  await writeMigrations(folder, WITH_INVENTED);
  const port = await startEarlierServer(database, release.folder);
  const staff = new StaffAtWork(await database.tables((owner) => logInAll(port, owner)), port);
  database.beforeEnd(() => staff.stop());

  // The first calls of a server compile its code.
  await sleep(GAP_MS);
  const began = performance.now();
  await sleep(BASELINE_SECONDS * 1_000);
  const before = staff.between(began, performance.now());
  const ran: Ran[] = [];
  for (const { number, file } of await readMigrations(folder)) {
    if (number > release.newestMigration) ran.push(await runOne(database, folder, number, file));
  }
  await staff.stop();
  judge(staff, before, ran, release.newestMigration);
  if (WITH_INVENTED) await judgeRestart(database);
  return {};
});
await close();

async function startEarlierServer({ settings: own, tables, beforeEnd }: OwnDatabase, checkout: string) {
  const settings = { ...own, CHECKOUTS_PER_HOUR: '100000' };
  await (await startDemo(settings, [], checkout)).stop();
  await tables((owner) => fillNetwork(owner, USERS));
  await tables(raiseOrderNumbers);
  const product = await startDemo(settings, [], checkout);
  beforeEnd(() => product.stop());
  return product.port;
}

async function runOne({ ownerUrl, tables }: OwnDatabase, directory: string, until: number, file: string): Promise<Ran> {
  const transaction = BLOCKED.test(file) ? await openLongTransaction(tables) : null;
  let tries = 1;
  const pause = (ms: number) => {
    tries += 1;
    return sleep(ms);
  };
  const began = performance.now();
  await migrate(ownerUrl, { directory, until, retry: { pause } });
  const ended = performance.now();
  await transaction?.ended;
  await sleep(GAP_MS);
  return { file, began, ended, tries };
}

/** Reads the table of users and stays open, as the transaction of a report does. */
async function openLongTransaction(tables: OwnDatabase['tables']): Promise<{ ended: Promise<unknown> }> {
  const opened = Promise.withResolvers<void>();
  const ended = tables(async (owner) => {
    await owner.query('begin');
    await owner.query('select from users limit 1');
    opened.resolve();
    await sleep(LONG_TRANSACTION_SECONDS * 1_000);
    await owner.query('commit');
  });
  await Promise.race([opened.promise, ended]);
  return { ended };
}

function judge(staff: StaffAtWork, before: readonly number[], ran: readonly Ran[], newest: number): void {
  const p99 = quantile(before, 0.99);
  const during = staff.between(ran[0]?.began ?? 0, performance.now());
  const longest = Math.max(...during);
  for (const { file, began, ended, tries } of ran) {
    const most = Math.max(0, ...staff.between(began, ended));
    console.log(
      `  ${file.padEnd(50)} ${String(Math.round(ended - began)).padStart(6)} ms, tries ${tries}, longest call ${Math.round(most)} ms`,
    );
  }
  report(
    {
      users: USERS,
      'schema of the servers': newest,
      'migrations under load': ran.length,
      'calls before and during': `${before.length}, ${during.length}`,
      'writes among all calls': staff.writes,
      'calls that failed': staff.failures.length,
      'p50 before and during, ms': `${Math.round(quantile(before, 0.5))}, ${Math.round(quantile(during, 0.5))}`,
      'p99 before and during, ms': `${Math.round(p99)}, ${Math.round(quantile(during, 0.99))}`,
      'longest before, during, ms': `${Math.round(Math.max(...before))}, ${Math.round(longest)}`,
      'longest by p99 before': (longest / p99).toFixed(1),
    },
    {
      'no call failed': staff.failures.length === 0,
      ...(!asked.short && {
        [`the longest call took at most ${MOST_TIMES} times the p99 before`]: longest <= MOST_TIMES * p99,
        'there were calls all the time': ran.every(({ began, ended }) => staff.between(began, ended).length > 0),
      }),
      ...(WITH_INVENTED && {
        'the long transaction made a migration try again': ran.some(
          ({ file, tries }) => BLOCKED.test(file) && tries > 1,
        ),
      }),
      'there were calls during the migrations': during.length > 0,
    },
  );
  for (const words of staff.failures.slice(0, 5)) console.log(`  ${words}`);
}

/** The present version does not know the invented migrations: to it this is the schema of a newer release. */
async function judgeRestart({ settings, beforeEnd }: OwnDatabase): Promise<void> {
  const product = await startDemo(settings).catch(() => null);
  if (product) beforeEnd(() => product.stop());
  report({}, { 'a server that does not know the newest migrations starts': product !== null });
}
