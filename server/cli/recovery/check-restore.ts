import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { reaches } from '../../integrations/database/other-user.ts';
import { withConnection } from '../../kernel/db/roles.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { chooseBackup, parseMoment, readBackups, requireSameCluster } from './backups.ts';
import { Children } from './children.ts';
import { describeFailure, formatSize, requireRoom } from './failures.ts';
import { type Repository, readStanza, runPgBackRest } from './pgbackrest.ts';
import { findOwner, findServiceUser } from './system-users.ts';
import { startTemporaryPostgres, temporaryUrl } from './temporary-postgres.ts';

export type CheckOptions = {
  readonly config: string;
  readonly stanza?: string | undefined;
  /** The moment to restore; without it the end of the archive. */
  readonly at?: string | undefined;
  readonly folder?: string | undefined;
  /** Runs PostgreSQL and pgBackRest when root runs the check. */
  readonly user: string;
  /** Looks into the restored database before it is deleted; the proof run does. */
  readonly inspect?: (url: string) => Promise<void>;
};

const VERIFY = resolve(import.meta.dirname, '../verify.ts');

/** Restores, verifies and deletes. Prints a report and returns whether `verify` had nothing to say against it. */
export async function checkRestore(
  settings: Settings,
  options: CheckOptions,
  print: (sentence: string) => void,
): Promise<boolean> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    throw new StartupProblem('DATABASE_URL must name the running cluster; the embedded PostgreSQL has no archive.');
  }
  const moment = options.at === undefined ? null : parseMoment(options.at);
  const config = resolve(options.config);
  const stanza = readStanza(config, options.stanza);
  const user = findServiceUser(options.user);
  const place = resolve(options.folder ?? tmpdir());
  if (user && !reaches(user, place)) {
    throw new StartupProblem(`The user ${options.user} cannot enter ${place}; name another folder with --folder.`);
  }
  const folder = await mkdtemp(join(place, 'vialkeep-restore-check-'));
  const children = new Children();
  const cleanUp = async () => {
    await children.endAll();
    // The processes of a program that was killed may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  // Not once: a terminal and npm both pass Ctrl+C on.
  const onSignal = () => void cleanUp().finally(() => process.exit(1));
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    // The folder stays root's: in a folder of their own, the user could replace what root writes there by a link.
    await chmod(folder, 0o711);
    const work = join(folder, 'work');
    await mkdir(work, { mode: 0o700 });
    if (user) await chown(work, user.uid, user.gid);
    const repository: Repository = { config, stanza, user, folder: work, children };
    const backup = chooseBackup(await readBackups(repository), moment);
    const running = await readSystemId(databaseUrl);
    requireSameCluster(backup, running);
    const { bavail, bsize } = await statfs(folder);
    requireRoom(folder, bavail * bsize, backup.bytes);

    const restored = await timeOf(() => restoreFiles(repository, backup.label, options.at ?? null));
    const { role, database } = parseDatabaseUrl(databaseUrl);
    const visitor = findOwner(settings.dataDir);
    const started = await timeOf(() =>
      startTemporaryPostgres({
        folder,
        work,
        version: backup.version,
        user,
        visitor,
        role,
        database,
        moment: options.at ?? null,
        // An immediate stop: the files are deleted next.
        onStart: (child) => children.add(child, 'SIGQUIT'),
      }),
    );
    const { socketDirectory, lastCommit } = started.result;
    const url = temporaryUrl(socketDirectory, role, database);
    const runtimeRole = settings.databaseRuntimeUrl
      ? parseDatabaseUrl(settings.databaseRuntimeUrl).role
      : 'vialkeep_runtime';
    const verified = await timeOf(() =>
      runVerify(url, temporaryUrl(socketDirectory, runtimeRole, database), settings.dataDir, children),
    );
    const figures = {
      backup: `${backup.label} (${backup.type}, finished ${backup.finishedAt.toISOString()})`,
      cluster: `${backup.systemId}${running === null ? ', not compared: DATABASE_URL does not answer' : ''}`,
      'restored to': options.at ?? 'the end of the archive',
      'last transaction': lastCommit,
      'restored size': formatSize(backup.bytes),
      'seconds to restore': restored.seconds,
      'seconds to recover': started.seconds,
      'seconds to verify': verified.seconds,
    };
    for (const [name, value] of Object.entries(figures)) print(`  ${name.padEnd(20)} ${value}`);
    await options.inspect?.(url);
    for (const sentence of verified.result.said) print(`  ${'verify'.padEnd(20)} ${sentence}`);
    print(verified.result.isClean ? 'The backup can be restored, and verify agrees.' : 'verify found faults.');
    return verified.result.isClean;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await cleanUp();
  }
}

async function restoreFiles(repository: Repository, label: string, at: string | null): Promise<void> {
  const target = at === null ? [] : ['--type=time', `--target=${at}`, '--target-action=promote'];
  const ended = await runPgBackRest(repository, 'restore', [
    `--set=${label}`,
    `--pg1-path=${join(repository.folder, 'pg')}`,
    // On the host of the repository pg1 is a remote machine; the copy is always local.
    '--reset-pg1-host',
    '--archive-mode=off',
    '--no-delta',
    // Otherwise tablespaces would be restored to the paths of the running cluster.
    `--tablespace-map-all=${join(repository.folder, 'tablespaces')}`,
    ...target,
  ]);
  if (ended.code !== 0) throw describeFailure(ended, { config: repository.config, label });
}

/** Null when the running cluster does not answer: after its loss the backup must still be checkable. */
async function readSystemId(url: string): Promise<string | null> {
  try {
    return await withConnection(url, async (owner) => {
      const { rows } = await owner.query<{ id: string }>(
        'select system_identifier::text as id from pg_control_system()',
      );
      return rows[0]?.id ?? null;
    });
  } catch {
    return null;
  }
}

/** `npm run verify` on the restored database, as the user who owns the product's files. */
async function runVerify(url: string, runtimeUrl: string, dataDir: string, children: Children) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PGBACKREST_'));
  const child = spawn(process.execPath, [VERIFY], {
    ...findOwner(dataDir),
    env: { ...Object.fromEntries(own), DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_RUNTIME_URL: runtimeUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { isClean: code === 0, said: output.trim().split('\n') };
}

function parseDatabaseUrl(databaseUrl: string): { role: string; database: string } {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  return {
    role: decodeURIComponent(url.username) || (url.searchParams.get('user') ?? 'postgres'),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}

async function timeOf<T>(task: () => Promise<T>): Promise<{ result: T; seconds: string }> {
  const began = performance.now();
  const result = await task();
  return { result, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}
