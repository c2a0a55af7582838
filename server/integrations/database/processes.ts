import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type ProcessNow = {
  /** The start time, which distinguishes processes with the same id. Empty where the system does not report it. */
  readonly started: string;
  /** Program and arguments, separated by spaces. Empty where the system does not report it. */
  readonly command: string;
};

/** The process with this id, or null. A zombie counts as none. */
export function processNow(pid: number): ProcessNow | null {
  if (process.platform === 'linux') return fromProc(pid);
  if (process.platform === 'win32') return isAlive(pid) ? { started: '', command: '' } : null;
  return fromPs(pid);
}

/** The same check without starting a program, for frequent calls. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return fromProc(pid) !== null;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function fromProc(pid: number): ProcessNow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain any character, so parsing starts after the last one.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { started: rest[18] ?? '', command };
  } catch {
    return null;
  }
}

function fromPs(pid: number): ProcessNow | null {
  try {
    const columns = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)];
    const line = execFileSync('ps', columns, { encoding: 'utf8', env: { LC_ALL: 'C', PATH: process.env['PATH'] } });
    const [, state, started, command] = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/m.exec(line) ?? [];
    if (state === undefined || started === undefined || command === undefined || state.startsWith('Z')) return null;
    return { started, command };
  } catch {
    return null;
  }
}
