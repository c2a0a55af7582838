import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { Ended } from './pgbackrest.ts';

/** Exit codes of pgBackRest for content that is not what was backed up: checksum, format and decryption. */
const DAMAGED = new Set([26, 29, 95]);
const OPTION_REQUIRED = 37;
/** A file, a path or a host that cannot be opened. */
const UNREACHABLE = new Set([41, 42, 49, 55, 73, 83, 102, 103]);

/** One sentence for what went wrong in pgBackRest. */
export function describeFailure(
  { code, stderr, stdout }: Ended,
  { config, label }: { config: string; label?: string },
): StartupProblem {
  const said = `${stderr}\n${stdout}`;
  const reason = /ERROR: \[\d+\]: (?:raised from [^:]*: )?(.*)/.exec(said)?.[1] ?? said.trim().split('\n')[0] ?? '';
  if (/No space left on device|\[28\]/.test(said)) return describeFullDisk();
  if (code === OPTION_REQUIRED && said.includes('cipher-pass')) {
    return new StartupProblem(
      `The passphrase for the repository of ${config} is missing: PGBACKREST_REPO1_CIPHER_PASS.`,
    );
  }
  if (DAMAGED.has(code)) {
    return new StartupProblem(`The backup ${label ?? ''} is damaged: ${reason}.`.replace('  ', ' '));
  }
  if (UNREACHABLE.has(code)) return new StartupProblem(`The repository of ${config} cannot be reached: ${reason}.`);
  return new StartupProblem(`pgBackRest failed with code ${code}: ${reason}.`);
}

export function describeFullDisk(): StartupProblem {
  return new StartupProblem('The disk of the temporary folder is full; name a larger one with --folder.');
}

/** Compares the room with the size of the backup and a tenth more, for the log that is replayed. */
export function requireRoom(folder: string, freeBytes: number, backupBytes: number): void {
  const needed = Math.ceil(backupBytes * 1.1);
  if (freeBytes >= needed) return;
  throw new StartupProblem(
    `The disk of ${folder} is too full: the backup needs ${formatSize(needed)}, and ${formatSize(freeBytes)} are free.`,
  );
}

/** The reason in PostgreSQL's log why it did not finish the recovery. */
export function describeRecovery(log: string, moment: string | null): StartupProblem {
  if (/No space left on device/.test(log)) return describeFullDisk();
  const unreadable = findUnreadableSegment(log);
  if (unreadable !== null) return unreadable;
  if (log.includes('recovery ended before configured recovery target was reached')) {
    return new StartupProblem(`The archive ends before ${moment}; choose an earlier moment.`);
  }
  const fatal = [...log.matchAll(/(?:FATAL|PANIC):\s*(.*)/g)].map(([, words = '']) => words);
  const reason =
    fatal.findLast((words) => !words.startsWith('the database system is')) ?? log.trim().split('\n').at(-1);
  return new StartupProblem(`PostgreSQL did not start on the restored files: ${reason}.`);
}

/** PostgreSQL can take a segment that cannot be read for the end of the archive; its log tells the difference. */
export function findUnreadableSegment(log: string): StartupProblem | null {
  const reason = /ERROR: \[\d+\]: (.*)/.exec(log)?.[1] ?? /archive file "\w+" has wrong size/.exec(log)?.[0];
  return reason === undefined ? null : new StartupProblem(`The archive is damaged or cannot be read: ${reason}.`);
}

export function formatSize(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Without a code, or with one of the system's: PostgreSQL does not listen yet. */
const STILL_STARTING = /^(?:57P0[123]|E[A-Z]+)?$/;

/** Null while PostgreSQL starts and recovers; any other failure would be the same at every further try. */
export function describeLogin(error: unknown): StartupProblem | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (STILL_STARTING.test(code)) return null;
  if (code === '3D000' || code === '28000') {
    return new StartupProblem(`The restored cluster lacks the database or the role of DATABASE_URL: ${error.message}.`);
  }
  return new StartupProblem(`The restored cluster cannot be read (${code}): ${error.message}.`);
}
