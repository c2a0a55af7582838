import { chmodSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkRestore } from '../../server/cli/recovery/check-restore.ts';
import { withConnection } from '../../server/kernel/db/roles.ts';
import { readSettings } from '../../server/kernel/settings/settings.ts';
import { report } from '../harness/report.ts';
import { type ArchivedCluster, startArchivedCluster } from './recovery/archived-cluster.ts';
import { proveOnPatroni } from './recovery/on-patroni.ts';
import {
  type CheckSettings,
  digestOf,
  findLargestFile,
  findLastSegment,
  refusesWith,
  runRestoreCheck,
  withDamage,
  withoutRepository,
} from './recovery/refusals.ts';

/**
 * A PostgreSQL 15 with the demo network archives to a repository of pgBackRest. Of two writes a second apart, a restore
 * to the moment between them must have the first and not the second; damaged or foreign backups must be refused.
 * `--short` is the run for every change: one moment, a damaged backup and a foreign cluster. `--cluster` shows the archive of a Patroni cluster.
 */
const { values: asked } = parseArgs({
  options: { short: { type: 'boolean', default: false }, cluster: { type: 'boolean', default: false } },
});
const MOMENTS = asked.short ? 1 : 10;
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2e9;
const PASSPHRASE = 'a passphrase for this run';

const began = performance.now();
const work = mkdtempSync(join(findPlace(), 'vialkeep-recovery-work-'));
// PostgreSQL runs as another user than root.
chmodSync(work, 0o755);
const dataDir = mkdtempSync(join(tmpdir(), 'vialkeep-recovery-data-'));
const clusters: ArchivedCluster[] = [];
try {
  if (asked.cluster) await proveOnPatroni(work);
  else {
    const cluster = await startArchivedCluster(findPlace(), PASSPHRASE, { dataDir });
    clusters.push(cluster);
    await proveRecovery(cluster);
  }
} finally {
  for (const { postgres } of clusters) await postgres.remove();
  await rm(work, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function proveRecovery(cluster: ArchivedCluster): Promise<void> {
  const { config, url } = cluster;
  const settings: CheckSettings = { config, url, dataDir, place: work, passphrase: PASSPHRASE };
  const early = await runRestoreCheck(settings);
  const hasNoBackup = refusesWith(early, /^The stanza “vialkeep” of .* has no backup yet\.$/);
  await cluster.pgBackRest('--type=full', 'backup');
  await cluster.tables((owner) => owner.query('create table recovery_marks (mark text primary key)'));
  await cluster.pgBackRest('--type=diff', 'backup');

  const moments = await writeMarks(cluster);
  const before = digestOf(cluster.repository);
  let right = 0;
  let clean = 0;
  for (const [round, at] of moments.entries()) {
    const { marks, isClean } = await restoreMoment(settings, at);
    const wanted = `before ${round}`;
    if (marks.includes(wanted) && !marks.includes(`after ${round}`)) right += 1;
    else console.log(`  moment ${round}, ${at}: ${marks.join(', ')}`);
    if (isClean) clean += 1;
  }
  const newest = await runRestoreCheck(settings);
  console.log(newest.stdout.trimEnd());
  const refusals = await judgeFaults(cluster, settings);
  report(
    {
      'moments restored': moments.length,
      'of them right': right,
      'verified without a fault': clean,
      seconds: ((performance.now() - began) / 1000).toFixed(1),
    },
    {
      'the first write is there and the second is not': right === MOMENTS,
      'verify agrees with every restored moment': clean === MOMENTS,
      'the newest backup is restored and verified': newest.code === 0,
      'a repository without a backup is refused': hasNoBackup,
      ...refusals,
      'no check wrote to the repository': digestOf(cluster.repository) === before,
      'no check left a file behind': readdirSync(work).length === 0,
    },
  );
}

/** Two writes a second apart for each moment; the moment lies between them. */
async function writeMarks(cluster: ArchivedCluster): Promise<readonly string[]> {
  const moments: string[] = [];
  for (let round = 0; round < MOMENTS; round += 1) {
    const write = (mark: string) =>
      cluster.tables((owner) => owner.query('insert into recovery_marks values ($1)', [`${mark} ${round}`]));
    await write('before');
    await sleep(500);
    const { rows } = await cluster.tables((owner) =>
      owner.query<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US"+00"') as at`,
      ),
    );
    moments.push(rows[0]?.at ?? '');
    await sleep(500);
    await write('after');
  }
  await cluster.flushArchive();
  return moments;
}

async function restoreMoment({ config, url, place }: CheckSettings, at: string) {
  process.env['PGBACKREST_REPO1_CIPHER_PASS'] = PASSPHRASE;
  let marks: readonly string[] = [];
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: url }, place);
  const isClean = await checkRestore(
    settings,
    {
      config,
      at,
      folder: place,
      user: 'postgres',
      inspect: async (restored) => {
        const { rows } = await withConnection(restored, (owner) =>
          owner.query<{ mark: string }>('select mark from recovery_marks order by mark'),
        );
        marks = rows.map(({ mark }) => mark);
      },
    },
    () => {},
  );
  return { marks, isClean };
}

async function judgeFaults(cluster: ArchivedCluster, settings: CheckSettings): Promise<Record<string, boolean>> {
  const { repository } = cluster;
  const damaged = await withDamage(findLargestFile(join(repository, 'backup')), () => runRestoreCheck(settings));
  const other = await startArchivedCluster(work, PASSPHRASE, null);
  const foreign = await runRestoreCheck({ ...settings, url: other.url });
  await other.postgres.remove();
  return {
    'a damaged backup is refused': refusesWith(damaged, /^The backup \S+ is damaged: .*\.$/),
    'the stanza of another cluster is refused': refusesWith(foreign, /^The backup \S+ is of another cluster: /),
    ...(asked.short ? {} : await judgeFurtherFaults(cluster, settings)),
  };
}

async function judgeFurtherFaults(cluster: ArchivedCluster, settings: CheckSettings): Promise<Record<string, boolean>> {
  const archive = join(cluster.repository, 'archive');
  const cut = await withDamage(findLastSegment(archive), () => runRestoreCheck(settings));
  const away = await withoutRepository(cluster, () => runRestoreCheck(settings));
  const wrong = await runRestoreCheck({ ...settings, passphrase: 'another passphrase' });
  const late = await runRestoreCheck(settings, '--at', '2099-01-01 00:00:00+00');
  const soon = await runRestoreCheck(settings, '--at', '2001-01-01 00:00:00+00');
  return {
    'a damaged archive is refused': refusesWith(cut, /^The archive is damaged or cannot be read: .*\.$/),
    'a repository that is away is refused': refusesWith(
      away,
      /^The repository of .* cannot be reached, or has no stanza/,
    ),
    'a wrong passphrase is refused': refusesWith(wrong, /^The passphrase for the repository of .* is wrong/),
    'a moment after the archive is refused': refusesWith(late, /^The archive ends before 2099-01-01/),
    'a moment before the first backup is refused': refusesWith(soon, /^No backup was finished before 2001-01-01/),
  };
}

/** Memory where there is enough: each restore waits for the disk after every file. */
function findPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
