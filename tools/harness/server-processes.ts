import { readdirSync, readFileSync } from 'node:fs';

/** The processes by which a product answers calls. */
export function workersOf({ pid: supervisor }: { pid: number }): number[] {
  return childrenOf(supervisor).filter(isWorker);
}

export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function isWorker(pid: number): boolean {
  return commandOf(pid).includes('processes/worker.ts');
}

/** The command line of a process; '' when it has ended. */
export function commandOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/cmdline`);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
