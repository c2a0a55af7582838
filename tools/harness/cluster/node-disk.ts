import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { CleanUp } from '../clean-up.ts';

/** More than the demo network and its log need, and little enough to be filled in seconds. */
const SIZE = '2G';

/** Mounts a small disk of its own at the folder. Returns false where the system does not permit it. */
export function mountDisk(folder: string, cleanUp: CleanUp): boolean {
  mkdirSync(folder);
  const image = `${folder}.img`;
  const isMounted =
    succeeds('truncate', '-s', SIZE, image) &&
    // Without blocks that only root may use, so that the disk is full for every user at the same time.
    succeeds('mkfs.ext4', '-q', '-F', '-m', '0', image) &&
    succeeds('mount', '-o', 'loop', image, folder);
  if (isMounted) cleanUp.add(() => succeeds('umount', '--lazy', folder));
  return isMounted;
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
