import { createHash } from 'node:crypto';
import { chmodSync, cpSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type SystemUser = { readonly uid: number; readonly gid: number };

/** The unprivileged Unix user, for programs that need no rights. */
export function readUnprivilegedUser(): SystemUser {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Whether this user can enter the folder and each of its parents. */
export function reaches(person: SystemUser, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder);
  const enter = uid === person.uid ? 0o100 : gid === person.gid ? 0o010 : 0o001;
  if ((mode & enter) === 0) return false;
  return dirname(folder) === folder || reaches(person, dirname(folder));
}

/** A copy of the programs that every user can read, created once. */
export function readableCopy(native: string): string {
  const mark = createHash('sha256')
    .update(`${native} ${statSync(native).mtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  const copy = join(tmpdir(), `vialkeep-postgres-${mark}`);
  if (isOurs(copy)) return copy;
  const fresh = mkdtempSync(join(tmpdir(), 'vialkeep-postgres-'));
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  chmodSync(fresh, 0o755);
  try {
    renameSync(fresh, copy);
    return copy;
  } catch {
    // Another server was faster, or another user took the name and must not choose what this server runs.
    if (!isOurs(copy)) return fresh;
    rmSync(fresh, { recursive: true, force: true });
    return copy;
  }
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
