import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTROLLER = '/sys/fs/cgroup/cpu';
const PERIOD_MICROS = 10_000;

/**
 * Gives each of these processes no more than a share of a core until the answer is called, so that a machine of few cores
 * shows what one of many would do. Null where the system does not let us.
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
