import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ArchivedCluster } from './archived-cluster.ts';

const COMMAND = resolve(import.meta.dirname, '../../../server/cli/restore-check.ts');

export type Checked = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type CheckSettings = {
  readonly config: string;
  readonly url: string;
  readonly dataDir: string;
  readonly place: string;
  readonly passphrase: string;
};

/** Runs `npm run restore-check` as an operator does. */
export async function runRestoreCheck(settings: CheckSettings, ...args: readonly string[]): Promise<Checked> {
  const { config, url, dataDir, place, passphrase } = settings;
  const child = spawn(process.execPath, [COMMAND, '--config', config, '--folder', place, ...args], {
    cwd: place,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      PGBACKREST_REPO1_CIPHER_PASS: passphrase,
      // A damaged file stays damaged; pgBackRest would read it twice more, 15 seconds apart.
      PGBACKREST_JOB_RETRY: '0',
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  await once(child, 'close');
  const code = child.exitCode ?? 1;
  return { code, ...output };
}

/** Whether the command ended with exit code 1 and one sentence that says this. */
export function refusesWith({ code, stderr }: Checked, sentence: RegExp): boolean {
  const isOne = stderr.trim().split('\n').length === 1 && sentence.test(stderr.trim());
  if (code !== 1 || !isOne) console.log(`  expected ${sentence}, got ${code}: ${stderr.trim()}`);
  return code === 1 && isOne;
}

/** Inverts some bytes in the middle of a file, runs the task, and repairs the file. */
export async function withDamage<T>(damaged: string, task: () => Promise<T>): Promise<T> {
  const invert = async () => {
    const file = await open(damaged, 'r+');
    const bytes = Buffer.alloc(16);
    const position = Math.floor(statSync(damaged).size / 2);
    await file.read(bytes, 0, bytes.length, position);
    await file.write(
      bytes.map((byte) => byte ^ 0xff),
      0,
      bytes.length,
      position,
    );
    await file.close();
  };
  await invert();
  try {
    return await task();
  } finally {
    await invert();
  }
}

export async function withoutRepository<T>(
  { repository }: Pick<ArchivedCluster, 'repository'>,
  task: () => Promise<T>,
): Promise<T> {
  await rename(repository, `${repository}.away`);
  try {
    return await task();
  } finally {
    await rename(`${repository}.away`, repository);
  }
}

export function findLargestFile(folder: string): string {
  const [largest] = filesIn(folder).toSorted((one, other) => statSync(other).size - statSync(one).size);
  if (largest === undefined) throw new Error(`There is no file in ${folder}.`);
  return largest;
}

/** The last segment of the archive; the names of segments grow. */
export function findLastSegment(folder: string): string {
  const last = filesIn(folder).findLast((path) => path.endsWith('.lz4'));
  if (last === undefined) throw new Error(`There is no segment in ${folder}.`);
  return last;
}

/** A digest of the names and contents of all files. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of filesIn(folder)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
