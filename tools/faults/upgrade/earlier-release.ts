import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readMigrations } from '../../../server/kernel/db/migrations/migration-files.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The views of 0049 are read by the lists of users. */
const OLDEST_SCHEMA = 49;

export type EarlierRelease = { readonly folder: string; readonly newestMigration: number };

/**
 * Makes the release before this one in a folder: the code of a commit, or this code without the migrations that it does
 * not need. It uses the packages of this checkout.
 */
export async function makeEarlierRelease(folder: string, commit: string | undefined): Promise<EarlierRelease> {
  await mkdir(folder);
  if (commit === undefined) {
    for (const part of ['server', 'contract', 'package.json']) {
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    }
    for (const { number, file } of await readMigrations()) {
      if (number > OLDEST_SCHEMA) await rm(join(folder, 'server/migrations', file));
    }
  } else {
    const archive = execFileSync('git', ['archive', commit, 'server', 'contract', 'package.json'], {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  }
  // The server does not start without pages, and no call of the run reads them.
  await cp(join(ROOT, 'web/dist'), join(folder, 'web/dist'), { recursive: true });
  await linkPackages(folder);
  const newest = (await readMigrations(join(folder, 'server/migrations'))).at(-1);
  return { folder, newestMigration: newest?.number ?? 0 };
}

async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@vialkeep'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@vialkeep') await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  }
  for (const part of ['contract', 'server']) await symlink(join(folder, part), join(packages, '@vialkeep', part));
}
