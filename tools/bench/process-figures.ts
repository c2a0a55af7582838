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

/** CPU time of a process and its child processes, such as those of PostgreSQL; also of children that have ended. */
export function cpuMicrosOfFamily(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    // A child can end after the list was read; its time is then among that of the ended ones.
    const living = children.map((child) => cpuMicrosOf(Number(child))).filter((micros) => !Number.isNaN(micros));
    return living.reduce((sum, micros) => sum + micros, cpuMicrosOf(pid) + microsOfEndedChildren(pid));
  } catch {
    return Number.NaN;
  }
}

const MICROS_PER_TICK = 10_000;
/** The name of a process is in brackets and may contain spaces; the state follows it as field 3. */
function microsOfEndedChildren(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [userTicks, systemTicks] = [fields[13], fields[14]];
  return (Number(userTicks) + Number(systemTicks)) * MICROS_PER_TICK;
}
