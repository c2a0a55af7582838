import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { processNow } from './processes.ts';

/** How long a start waits for a server that is stopping, or for a killed process that is still a zombie. */
const TIMEOUT_MS = 3_000;

type Holder = { pid: number; started: string };

/** Allows one Vialkeep server per data directory. Returns a function that releases the lock. */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, started: processNow(process.pid)?.started ?? '' } satisfies Holder);
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await createLock(file, mine))) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const holder = holderIn(text);
    const late = Date.now() > deadline;
    // A lock file without a holder may still be in the middle of a write.
    if (holder === null ? late : !isRunning(holder)) {
      await removeStale(file, text);
    } else if (holder !== null && late) {
      throw new StartupProblem(
        `Another Vialkeep server (process ${holder.pid}) is already using this data directory, ${dataDir}.`,
      );
    } else {
      await sleep(100);
    }
  }
  return () => rm(file, { force: true });
}

async function createLock(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** When two servers find the same stale lock, the slower one must not remove the new lock of the faster one. */
async function removeStale(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) === text) await rm(aside, { force: true });
  else await rename(aside, file);
}

function isRunning({ pid, started }: Holder): boolean {
  const running = processNow(pid);
  return running !== null && running.started === started;
}

function holderIn(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value)) return null;
    if (typeof value.pid !== 'number' || typeof value.started !== 'string') return null;
    return { pid: value.pid, started: value.started };
  } catch {
    return null;
  }
}
