import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Builds the web app if it is missing; the server does not start without it. */
export function buildPages(): void {
  if (existsSync(join(root, 'web/dist/index.html'))) return;
  console.log('web/dist is missing; building it first.');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The web app could not be built.');
}
