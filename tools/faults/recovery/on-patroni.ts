import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import type { Ended } from '../../harness/cluster/cluster-node.ts';
import { PASSPHRASE } from '../../harness/cluster/node-settings.ts';
import { startProducts } from '../../harness/cluster/products-on-cluster.ts';
import { startCluster } from '../../harness/cluster/start-cluster.ts';
import { report } from '../../harness/report.ts';
import { SeededRandom } from '../../harness/seeded-random.ts';
import { prepare, runPersona } from '../everyday/network.ts';
import { startFaultyServices } from '../faulty-services.ts';
import { newResponseTally } from '../response-tally.ts';
import { compareWrites } from '../write-comparison.ts';
import { WriteLog } from '../write-log.ts';
import { startArchivedCluster } from './archived-cluster.ts';
import { type CheckSettings, refusesWith, runRestoreCheck, withoutRepository } from './refusals.ts';

const SEED = 22;
const WRITES_MEANWHILE = 25;
const STANZA = '--stanza=vialkeep';
/** PostgreSQL pauses for a minute after three failures to archive. */
const ARCHIVED_WITHIN_MS = 240_000;
const SEALED_WITHIN_MS = 120_000;
const SHORT_TIMEOUT = '--archive-timeout=10';

/**
 * The cluster of deploy/cluster archives with pgBackRest while people work: judged by `pgbackrest check`, backed up before
 * and after a switchover, without its repository for a while, and against the repository of another cluster.
 */
export async function proveOnPatroni(work: string): Promise<void> {
  const notes = mkdtempSync(join(tmpdir(), 'vialkeep-deeds-'));
  const deeds = new WriteLog(join(notes, 'deeds.jsonl'));
  const weather = await startFaultyServices(new SeededRandom(SEED));
  const cluster = await startCluster();
  try {
    const products = await startProducts(cluster, 1, {
      ...weather.settings,
      CHECKOUTS_PER_HOUR: '100000',
      SIGN_UPS_PER_HOUR: '100000',
      LOG_LEVEL: 'fatal',
    });
    const centerIds = await products.tables(prepare);
    const { witness } = newResponseTally();
    let isOver = false;
    const place = { url: products.url, witness, deeds };
    const day = runPersona(place, { seed: SEED, centerIds, weather, isOver: () => isOver });
    const untilMore = async (more: number) => {
      // The run makes a year of a network's calls in minutes, so the rate limits are reset.
      await products.tables((owner) => owner.query('delete from rate_limits'));
      for (const target = deeds.acknowledged + more; deeds.acknowledged < target; ) await sleep(20);
    };
    const settings = async (): Promise<CheckSettings> => ({
      config: join((await cluster.primary()).folder, 'pgbackrest.conf'),
      url: cluster.databaseUrl,
      dataDir: products.dataDir,
      place: work,
      passphrase: PASSPHRASE,
    });

    await untilMore(WRITES_MEANWHILE);
    const first = await checkArchive(cluster);
    await cluster.runPgBackRest('--type=full', 'backup');
    const restored = await runRestoreCheck(await settings());
    await cluster.switchOver();
    await cluster.untilHealthy();
    await untilMore(WRITES_MEANWHILE);
    const second = await checkArchive(cluster);
    await cluster.runPgBackRest('--type=diff', 'backup');

    const away = await withoutRepository({ repository: join(cluster.folder, 'repository') }, async () => {
      const failedBefore = await countFailures(cluster);
      await switchSegment(cluster);
      const before = deeds.acknowledged;
      await untilMore(WRITES_MEANWHILE);
      await switchSegment(cluster);
      while ((await countFailures(cluster)) === failedBefore) await sleep(200);
      const waiting = await countWaiting(cluster);
      const check = await checkArchive(cluster, SHORT_TIMEOUT);
      return { check, restore: await runRestoreCheck(await settings()), waiting, writes: deeds.acknowledged - before };
    });
    const back = performance.now();
    const last = await switchSegment(cluster);
    await untilArchived(cluster, last);
    const seconds = (performance.now() - back) / 1_000;
    const foreign = await judgeForeign(cluster, await settings(), work);
    await untilMore(WRITES_MEANWHILE);
    isOver = true;
    await day.done;
    await untilArchived(cluster, await switchSegment(cluster));
    const newest = await runRestoreCheck(await settings());
    console.log(newest.stdout.trimEnd());
    const all = deeds.read();
    // A signature is complete when a job has sealed its document.
    const compare = () => products.tables((owner) => compareWrites(owner, all));
    let compared = await compare();
    for (const deadline = performance.now() + SEALED_WITHIN_MS; performance.now() < deadline; await sleep(1_000)) {
      if (compared.lost.length === 0) break;
      compared = await compare();
    }
    const { lost, doubled } = compared;
    report(
      {
        'writes acknowledged': all.filter(({ told }) => told === 'yes').length,
        'of them without repository': away.writes,
        'segments that waited': away.waiting,
        'seconds to catch up': seconds.toFixed(1),
      },
      {
        'pgbackrest check agrees with the running cluster': first.code === 0,
        'a backup of the cluster is restored and verified': restored.code === 0,
        'the new primary goes on with the archive after a switchover': second.code === 0,
        'without its repository the product goes on, and segments wait': away.writes > 0 && away.waiting > 0,
        'pgbackrest check says that the repository is away': hasError(away.check, /repository|archive\.info/),
        'restore-check says that the repository is away': refusesWith(away.restore, /^The repository of .* cannot be/),
        'the repository that is back gets every segment': (await countWaiting(cluster)) === 0,
        ...foreign,
        'the newest backup is restored and verified, over the switchover': newest.code === 0,
        'no acknowledged write is lost or there twice': lost.length === 0 && doubled.length === 0,
      },
    );
    for (const name of [...lost, ...doubled]) console.log(`  ! ${name}`);
  } finally {
    await cluster.close();
    await weather.close();
    deeds.close();
    rmSync(notes, { recursive: true, force: true });
  }
}

async function checkArchive(cluster: Cluster, ...args: readonly string[]): Promise<Ended> {
  const ended = await (await cluster.primary()).run('pgbackrest', STANZA, ...args, 'check');
  if (ended.code !== 0) console.log(`  pgbackrest check: ${ended.output.match(/ERROR.*/)?.[0] ?? ended.output}`);
  return ended;
}

function hasError({ code, output }: Ended, sentence: RegExp): boolean {
  return code !== 0 && sentence.test(output.match(/ERROR.*(?:\n.*)*/)?.[0] ?? '');
}

/** The repository of another cluster, under the same stanza and passphrase. */
async function judgeForeign(cluster: Cluster, settings: CheckSettings, work: string) {
  const other = await startArchivedCluster(work, PASSPHRASE, null);
  try {
    await other.pgBackRest('--type=full', 'backup');
    const restore = await runRestoreCheck({ ...settings, config: other.config });
    const check = await checkArchive(cluster, `--repo1-path=${other.repository}`, SHORT_TIMEOUT);
    return {
      'restore-check refuses the repository of another cluster': refusesWith(
        restore,
        /^The backup \S+ is of another cluster: /,
      ),
      'pgbackrest refuses the repository of another cluster': hasError(check, /do not match|does not match/),
    };
  } finally {
    await other.postgres.remove();
  }
}

async function askPrimary<T extends object>(cluster: Cluster, sql: string): Promise<T> {
  const url = cluster.administratorUrlOf(await cluster.primary());
  const { rows } = await withConnection(url, (administrator) => administrator.query<T>(sql));
  const [row] = rows;
  if (!row) throw new Error(`No row: ${sql}`);
  return row;
}

async function countFailures(cluster: Cluster): Promise<number> {
  const { count } = await askPrimary<{ count: number }>(
    cluster,
    'select failed_count::int as count from pg_stat_archiver',
  );
  return count;
}

async function switchSegment(cluster: Cluster): Promise<string> {
  const { name } = await askPrimary<{ name: string }>(cluster, 'select pg_walfile_name(pg_switch_wal()) as name');
  return name;
}

async function countWaiting(cluster: Cluster): Promise<number> {
  const { dataDir } = await cluster.primary();
  return readdirSync(join(dataDir, 'pg_wal/archive_status')).filter((name) => name.endsWith('.ready')).length;
}

async function untilArchived(cluster: Cluster, segment: string): Promise<void> {
  for (const deadline = performance.now() + ARCHIVED_WITHIN_MS; performance.now() < deadline; await sleep(200)) {
    const { is } = await askPrimary<{ is: boolean }>(
      cluster,
      `select coalesce(last_archived_wal >= '${segment}', false) as is from pg_stat_archiver`,
    );
    if (is) return;
  }
  throw new Error(`The segment ${segment} did not reach the archive.`);
}
