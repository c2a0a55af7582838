import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const MARK = 'CONTAINER_NAMESPACE';
const UNIFIED = '/sys/fs/cgroup/unified';

/**
 * Starts this program again with mounts of its own and exits with the status of that process. There the second
 * hierarchy of control groups is unmounted: crun refuses a machine that has both, and the machine keeps its own.
 */
export function enterMountNamespace(): void {
  if (process.env[MARK] !== undefined) return;
  const unmount = existsSync(UNIFIED) ? `umount ${UNIFIED}; ` : '';
  const itself = [process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', `${unmount}exec "$@"`, 'sh', ...itself], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  });
  process.exit(status ?? 1);
}
