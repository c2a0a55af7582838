import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** A folder with another version of the product, ready to start. */
export type VersionFolder = { readonly folder: string; remove(): void };

/** Takes a folder with an installed checkout as it is; clones and installs a commit. */
export function prepareVersion(commitOrFolder: string): VersionFolder {
  if (existsSync(join(commitOrFolder, 'server/main.ts'))) {
    return { folder: resolve(commitOrFolder), remove: () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'vialkeep-version-'));
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'ignore' });
  run('git', 'clone', '--quiet', root, '.');
  run('git', 'checkout', '--quiet', commitOrFolder);
  run('npm', 'ci', '--no-audit', '--no-fund');
  // The server does not start without pages, and no measured call serves them.
  cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
