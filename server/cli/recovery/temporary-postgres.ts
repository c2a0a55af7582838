import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemUser } from '../../integrations/database/other-user.ts';
import { withConnection } from '../../kernel/db/roles.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { describeLogin, describeRecovery, findUnreadableSegment } from './failures.ts';
import { environmentOf } from './pgbackrest.ts';

export type TemporaryPostgres = {
  readonly socketDirectory: string;
  /** The commit time of the last transaction that was replayed. */
  readonly lastCommit: string;
};

type RecoveryStart = {
  /** The folder of this command, for what PostgreSQL only reads. */
  readonly folder: string;
  /** The folder of the user who runs PostgreSQL, with the restored files. */
  readonly work: string;
  readonly version: string;
  readonly user: SystemUser | null;
  /** The user who connects besides the one who runs PostgreSQL. */
  readonly visitor: SystemUser | null;
  readonly role: string;
  readonly database: string;
  readonly moment: string | null;
  /** Called before PostgreSQL starts, so that a signal can end it. */
  readonly onStart: (child: ChildProcess) => void;
};

/** Starts PostgreSQL on restored files, reachable by its socket alone, and waits for the end of the recovery. */
export async function startTemporaryPostgres(options: RecoveryStart): Promise<TemporaryPostgres> {
  const { folder, work, version, user, visitor, role, database } = options;
  const program = `/usr/lib/postgresql/${version}/bin/postgres`;
  if (!existsSync(program)) {
    throw new StartupProblem(`PostgreSQL ${version}, of which the backup is, is not installed: ${program} is missing.`);
  }
  const socketDirectory = join(folder, 'socket');
  await mkdir(socketDirectory, { mode: 0o700 });
  if (user) {
    await chown(socketDirectory, user.uid, visitor?.gid ?? user.gid);
    await chmod(socketDirectory, 0o710);
  }
  // The folder of the socket keeps other users out.
  await writeReadable(join(folder, 'hba.conf'), 'local all all trust\n');
  await writeReadable(join(folder, 'empty.conf'), '');
  const logFile = join(folder, 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(program, argumentsFor(folder, work, socketDirectory), {
    ...user,
    cwd: '/',
    env: environmentOf({ folder: work }),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  options.onStart(child);
  let hasEnded = false;
  child.on('error', () => (hasEnded = true));
  child.on('exit', () => (hasEnded = true));
  const url = temporaryUrl(socketDirectory, role, database);
  for (;;) {
    const lastCommit = await readLastCommit(url);
    const text = readFileSync(logFile, 'utf8');
    if (hasEnded) throw describeRecovery(text, options.moment);
    if (lastCommit instanceof StartupProblem) throw lastCommit;
    if (lastCommit !== null) {
      const unreadable = findUnreadableSegment(text);
      if (unreadable !== null) throw unreadable;
      return { socketDirectory, lastCommit };
    }
    await sleep(100);
  }
}

export function temporaryUrl(socketDirectory: string, role: string, database: string): string {
  const url = new URL(`postgresql://localhost:5432/${encodeURIComponent(database)}?sslmode=disable`);
  url.username = role;
  url.searchParams.set('host', socketDirectory);
  return url.href;
}

/** On the command line, where no file of the restored cluster can override them. */
function argumentsFor(folder: string, work: string, socketDirectory: string): string[] {
  const settings = {
    config_file: join(folder, 'empty.conf'),
    hba_file: join(folder, 'hba.conf'),
    ident_file: join(folder, 'empty.conf'),
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    port: '5432',
    // Nothing of the copy may reach the archive or another server.
    archive_mode: 'off',
    archive_command: '',
    primary_conninfo: '',
    primary_slot_name: '',
    synchronous_standby_names: '',
    archive_cleanup_command: '',
    recovery_end_command: '',
    shared_preload_libraries: '',
    ssl: 'off',
    // Connections begin after the recovery, so the limits of the running cluster need not be repeated.
    hot_standby: 'off',
    // The copy is deleted after the check.
    fsync: 'off',
    full_page_writes: 'off',
    logging_collector: 'off',
    log_min_error_statement: 'panic',
    external_pid_file: '',
    jit: 'off',
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(work, 'pg'), ...pairs];
}

/** The process may run with a mask that takes the right to read from other users. */
async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o644);
}

/** Null while PostgreSQL recovers; a problem when it runs and does not let the check read. */
async function readLastCommit(url: string): Promise<string | StartupProblem | null> {
  try {
    return await withConnection(url, async (owner) => {
      const { rows } = await owner.query<{ at: string | null }>(
        `select to_char(pg_last_xact_replay_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US"+00"') as at`,
      );
      return rows[0]?.at ?? 'none after the backup';
    });
  } catch (error) {
    return describeLogin(error);
  }
}
