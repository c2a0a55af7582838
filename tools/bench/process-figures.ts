import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds in memory. */
export function residentMiB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Linux tells the nanoseconds each thread of a process has run; not a number where it does not. */
export function cpuMicrosOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanos = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return nanos.reduce((sum, own) => sum + Number(own), 0) / 1000;
  } catch {
    return Number.NaN;
  }
}

/** The same of a process and those it started, such as PostgreSQL's. */
export function cpuMicrosOfFamily(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.map(Number)].reduce((sum, member) => sum + cpuMicrosOf(member), 0);
  } catch {
    return Number.NaN;
  }
}
