import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The server does not start without its pages. */
export function buildPages(): void {
  if (existsSync(join(root, 'web/dist/index.html'))) return;
  console.log('web/dist is missing; building it first.');
  const { status } = spawnSync(process.execPath, [join(root, 'web/node_modules/vite/bin/vite.js'), 'build'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The web app could not be built.');
}
