import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { SystemUser } from './other-user.ts';

const PREFIX = 'vialkeep-';
// Systems limit a socket's path to 104 to 108 bytes, including its name and the random part of the folder.
const LONGEST_PARENT = 104 - `/${PREFIX}XXXXXX/.s.PGSQL.5432.`.length;

/**
 * Creates a folder that only its owner can enter, with a path short enough for a socket; that of the data directory may
 * be too long.
 */
export function makeSocketDirectory(dataDir: string, owner: SystemUser | null): string {
  for (const parent of [tmpdir(), '/tmp', dataDir]) {
    if (Buffer.byteLength(parent) > LONGEST_PARENT) continue;
    try {
      const folder = mkdtempSync(join(parent, PREFIX));
      prepare(folder, owner);
      return folder;
    } catch {}
  }
  throw new StartupProblem(`There is no folder for temporary files that can be written to; ${tmpdir()} was tried.`);
}

/** Creates the folder again if it was deleted while the database ran. */
export function remakeSocketDirectory(folder: string, owner: SystemUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  prepare(folder, owner);
}

export function removeSocketDirectory(folder: string): void {
  if (basename(folder).startsWith(PREFIX)) rmSync(folder, { recursive: true, force: true });
}

function prepare(folder: string, owner: SystemUser | null): void {
  chmodSync(folder, 0o700);
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
}
