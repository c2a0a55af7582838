import { readdirSync, readFileSync } from 'node:fs';

/** The resident memory of a process. */
export function residentMiB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** CPU time of all threads of a process; Linux reports it in nanoseconds. NaN if the system does not report it. */
export function cpuMicrosOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanos = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return nanos.reduce((sum, own) => sum + Number(own), 0) / 1000;
  } catch {
    return Number.NaN;
  }
}

/** CPU time of a process and its child processes, such as those of PostgreSQL. */
export function cpuMicrosOfFamily(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.map(Number)].reduce((sum, member) => sum + cpuMicrosOf(member), 0);
  } catch {
    return Number.NaN;
  }
}
