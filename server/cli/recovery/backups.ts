import { z } from 'zod';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { describeFailure } from './failures.ts';
import { type Repository, runPgBackRest } from './pgbackrest.ts';

export type Backup = {
  readonly label: string;
  readonly type: string;
  readonly finishedAt: Date;
  readonly bytes: number;
  readonly version: string;
  readonly systemId: string;
};

const Info = z.array(
  z.object({
    status: z.object({ code: z.number(), message: z.string() }),
    repo: z.array(z.object({ status: z.object({ message: z.string() }) })).default([]),
    db: z.array(z.object({ id: z.number(), 'system-id': z.string(), version: z.string() })),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.string(),
        database: z.object({ id: z.number() }),
        info: z.object({ size: z.number() }),
        timestamp: z.object({ stop: z.number() }),
      }),
    ),
  }),
);

/** pgBackRest's codes for a stanza that is not there, or has no backup yet. */
const NO_STANZA = new Set([1, 3]);
const NO_BACKUP = 2;

/** Every finished backup of the stanza, oldest first. */
export async function readBackups(repository: Repository): Promise<readonly Backup[]> {
  const ended = await runPgBackRest(repository, 'info', ['--output=json']);
  if (ended.code !== 0) throw describeFailure(ended, repository);
  return parseBackups(ended.stdout, repository);
}

export function parseBackups(text: string, { config, stanza }: Pick<Repository, 'config' | 'stanza'>): Backup[] {
  // A system identifier has more digits than a number holds, and messages quote undecrypted bytes as they are.
  const exact = text.replaceAll(/"system-id":(\d+)/g, '"system-id":"$1"').replaceAll(/\p{Cc}/gu, ' ');
  const [info] = Info.parse(JSON.parse(exact));
  if (info === undefined || NO_STANZA.has(info.status.code)) {
    throw new StartupProblem(`The repository of ${config} cannot be reached, or has no stanza “${stanza}”.`);
  }
  if (info.status.code === NO_BACKUP)
    throw new StartupProblem(`The stanza “${stanza}” of ${config} has no backup yet.`);
  if (info.backup.length === 0) throw describeUnreadable(info.repo[0]?.status.message ?? info.status.message, config);
  return info.backup.map(({ label, type, database, info: { size }, timestamp }) => {
    const cluster = info.db.find(({ id }) => id === database.id);
    return {
      label,
      type,
      finishedAt: new Date(timestamp.stop * 1000),
      bytes: size,
      version: cluster?.version ?? '',
      systemId: cluster?.['system-id'] ?? '',
    };
  });
}

/** The newest backup, or the newest one that was finished before the moment. */
export function chooseBackup(backups: readonly Backup[], moment: Date | null): Backup {
  const backup = backups.findLast(({ finishedAt }) => moment === null || finishedAt <= moment);
  if (backup) return backup;
  throw new StartupProblem(
    `No backup was finished before ${moment?.toISOString()}; the oldest is of ${backups[0]?.finishedAt.toISOString()}.`,
  );
}

/** Refuses the backup of a cluster that is not the running one: to restore it would bring back other data. */
export function requireSameCluster({ label, systemId }: Backup, running: string | null): void {
  if (running === null || running === systemId) return;
  throw new StartupProblem(
    `The backup ${label} is of another cluster: its system identifier is ${systemId}, that of DATABASE_URL is ${running}.`,
  );
}

/** Reads the time of `--at`, which must name its zone: the clocks of machines may be set to several. */
export function parseMoment(text: string): Date {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z|[+-]\d\d)(?::?(\d\d))?$/.exec(text);
  const [, day, time, zone = '', minutes = '00'] = parts ?? [];
  const moment = new Date(`${day}T${time}${zone === 'Z' ? zone : `${zone}:${minutes}`}`);
  if (parts === null || Number.isNaN(moment.getTime())) {
    throw new StartupProblem('Write the moment with its zone, as in --at "2026-11-17 10:00:00+00".');
  }
  return moment;
}

function describeUnreadable(message: string, config: string): StartupProblem {
  return /FormatError|CryptoError|ChecksumError/.test(message)
    ? new StartupProblem(`The passphrase for the repository of ${config} is wrong, or its list of backups is damaged.`)
    : new StartupProblem(`The repository of ${config} cannot be reached: ${message.split('\n')[0]}.`);
}
