import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { reaches, type SystemUser } from './other-user.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

export const OWNER_ROLE = 'vialkeep_owner';

/** Creates the folder if necessary and returns its real path. */
export async function makeDataDirectory(dataDir: string): Promise<string> {
  try {
    await makeFolder(dataDir);
    return await realpath(dataDir);
  } catch (error) {
    throw problemOf(dataDir, error);
  }
}

/** Turns a file system error about the data directory into a sentence. */
export function problemOf(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartupProblem(`DATA_DIR, ${dataDir}, names a file or lies in one; it must be a folder.`);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new StartupProblem(`The data directory ${dataDir} cannot be written to.`);
    case 'ENOSPC':
      return new StartupProblem(`The disk of the data directory ${dataDir} is full.`);
    case 'ENOENT':
      return new StartupProblem(`The data directory ${dataDir} cannot be made.`);
    default:
      return error;
  }
}

/** Creates the database files once in a temporary folder and renames it when they are complete. */
export async function ensureDatabaseFiles(
  dataDir: string,
  programs: PostgresPrograms,
  { durable, overTcp }: { durable: boolean; overTcp: boolean },
): Promise<void> {
  const directory = join(dataDir, 'postgres');
  if (programs.owner !== null) letIn(programs.owner, dataDir);
  if (existsSync(join(directory, 'PG_VERSION'))) {
    await requireSameMajor(directory, programs.major);
    if (programs.owner !== null) await giveTo(programs.owner, directory);
    // A restored copy may have wider permissions, which PostgreSQL rejects.
    chmodSync(directory, 0o700);
    return;
  }
  if (existsSync(directory) && (await readdir(directory)).length > 0) {
    throw new StartupProblem(
      `${directory} holds something that is not a database; move it away or set another DATA_DIR.`,
    );
  }
  for (const left of await readdir(dataDir)) {
    if (left.startsWith('postgres.new-')) await rm(join(dataDir, left), { recursive: true });
  }
  const fresh = join(dataDir, `postgres.new-${process.pid}`);
  await mkdir(fresh, { mode: 0o700 });
  if (programs.owner !== null) chownSync(fresh, programs.owner.uid, programs.owner.gid);
  const { ok, output } = await programs.run('initdb', [
    `--pgdata=${fresh}`,
    `--username=${OWNER_ROLE}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Only the owner can enter the socket's folder, so local connections need no password.
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    ...(overTcp ? [`--pwfile=${await ensureOwnerPassword(dataDir)}`] : []),
    ...(durable ? [] : ['--no-sync']),
  ]);
  if (!ok) {
    await rm(fresh, { recursive: true, force: true });
    throw new StartupProblem(`The embedded database cannot be made in ${dataDir}: ${reasonIn(output)}.`);
  }
  await rename(fresh, directory);
}

export async function readOwnerPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'owner-password'), 'utf8')).trim();
}

/** @NOTE the recursive mkdir of Node never returns where the system answers ENOENT, as below /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}

async function ensureOwnerPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'owner-password');
  if (!existsSync(file)) await writeFile(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  return file;
}

async function requireSameMajor(directory: string, major: number): Promise<void> {
  const found = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (found !== String(major)) {
    throw new StartupProblem(
      `The database in ${directory} was made by PostgreSQL ${found}, and this Vialkeep brings ${major}; ` +
        'start the Vialkeep it was made with, or set another DATA_DIR.',
    );
  }
}

function letIn(person: SystemUser, dataDir: string): void {
  if (reaches(person, dataDir)) return;
  // The permission to pass through reveals nothing: the contents keep their own permissions.
  chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011);
  if (reaches(person, dataDir)) return;
  throw new StartupProblem(
    `PostgreSQL does not run as root, and the user it runs as instead cannot reach ${dataDir}; ` +
      'start Vialkeep as an ordinary user, or set DATA_DIR to a folder outside private ones.',
  );
}

async function giveTo(person: SystemUser, directory: string): Promise<void> {
  if (statSync(directory).uid === person.uid) return;
  const everything = await readdir(directory, { recursive: true });
  for (const path of ['', ...everything]) chownSync(join(directory, path), person.uid, person.gid);
}

function reasonIn(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.find((text) => /(?:error|FATAL|PANIC):/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:error|FATAL|PANIC):\s*/, '').replace(/\.$/, '');
}
