import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTROLLER = '/sys/fs/cgroup/cpu';
const PERIOD_MICROS = 10_000;

/**
 * Limits each process to a share of a core until the returned function is called, so that a machine with few cores
 * shows how servers scale on many. Returns null if the system does not permit it.
 */
export function withShareOfCore(pids: readonly number[], share: number): (() => void) | null {
  const folders: string[] = [];
  const release = () => {
    for (const [n, folder] of folders.entries()) {
      writeFileSync(join(CONTROLLER, 'cgroup.procs'), String(pids[n]));
      rmdirSync(folder);
    }
  };
  try {
    for (const pid of pids) {
      const folder = join(CONTROLLER, `vialkeep-load-${pid}`);
      mkdirSync(folder);
      folders.push(folder);
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_MICROS));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(PERIOD_MICROS * share));
      writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    }
    return release;
  } catch {
    release();
    return null;
  }
}
