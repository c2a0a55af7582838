import { readFileSync, statSync } from 'node:fs';
import type { SystemUser } from '../../integrations/database/other-user.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';

/** PostgreSQL refuses to run as root. Null means the user of this process. */
export function findServiceUser(name: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const entry of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [user, , uid, gid] = entry.split(':');
    if (user === name) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartupProblem(`There is no user ${name} on this machine, who would run PostgreSQL and pgBackRest.`);
}

/** The user whose files the product reads; null means the user of this process. */
export function findOwner(folder: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const folderStat = statSync(folder, { throwIfNoEntry: false });
  return folderStat && folderStat.uid !== 0 ? { uid: folderStat.uid, gid: folderStat.gid } : null;
}
