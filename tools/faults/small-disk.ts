import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACE = 'FAULTS_DISK';
const SIZES = { data: '500m', files: '120m' };

/** A small mounted disk for the data folder and another for the files in it, so that both can be filled. */
export type SmallDisk = { readonly dataDir: string };

/**
 * If the system permits mounts, this program starts itself again in a mount namespace with the disks and exits with the
 * status of that process. Returns null if it does not.
 */
export function onSmallDisk(): SmallDisk | null {
  const dataDir = process.env[PLACE];
  if (dataDir !== undefined) return { dataDir };
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'vialkeep-faults-'));
  const mounted =
    `mount -t tmpfs -o size=${SIZES.data} tmpfs "$1" && mkdir "$1/files" && ` +
    `mount -t tmpfs -o size=${SIZES.files} tmpfs "$1/files" && shift && exec "$@"`;
  const through = ['--mount', 'sh', '-c', mounted, 'sh', folder];
  const canMount = spawnSync('unshare', [...through, 'true']).status === 0;
  const itself = [process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, [PLACE]: folder };
  const again = canMount ? spawnSync('unshare', [...through, ...itself], { stdio: 'inherit', env }) : null;
  rmSync(folder, { recursive: true, force: true });
  if (again) process.exit(again.status ?? 1);
  return null;
}

/** Fills the disk of this folder. Returns a function that frees the space. */
export function fill(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const ballast = join(folder, '.ballast');
  const file = openSync(ballast, 'w');
  try {
    // Large blocks first, then the remaining space.
    for (const size of [4_194_304, 65_536, 4_096]) while (fits(file, size));
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast, { force: true });
}

function fits(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch {
    return false;
  }
}
