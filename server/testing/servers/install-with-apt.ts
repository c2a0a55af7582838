import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether a missing program can be installed here without a prompt. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** Two test files may install at the same time: the second waits for the lock of the first, and checks again. */
const TRIES = 3;

/** Installs Debian packages where that is possible; the caller checks afterwards whether they are there. */
export function installWithApt(...names: readonly string[]): void {
  if (!canInstall() || names.length === 0) return;
  process.stderr.write(`${names.join(', ')} is installed with apt-get; this happens once.\n`);
  for (let tried = 0; tried < TRIES; tried += 1) {
    apt('update');
    if (apt('install', '-y', '--no-install-recommends', ...names)) return;
    // Another run may hold the lists of packages, for which apt does not wait.
    spawnSync('sleep', ['10']);
  }
}

function apt(...args: string[]): boolean {
  const options = ['-o', 'DPkg::Lock::Timeout=120'];
  return spawnSync('apt-get', [...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
