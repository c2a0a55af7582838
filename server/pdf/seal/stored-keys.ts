import { randomBytes, X509Certificate } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { SealingKey } from '../../ports/sealing-key.ts';
import type { MadeKey } from './make-sealing-key.ts';
import { openP12 } from './p12.ts';

/** Every key of the folder, oldest first. An unreadable key throws, because its seals would count as forged. */
export async function readKeys(folder: string): Promise<SealingKey[]> {
  const names = await namesIn(folder);
  return Promise.all(names.map((name) => readKey(join(folder, name))));
}

/** The authorities of every key, without opening the keys. */
export async function readAuthorities(folder: string): Promise<X509Certificate[]> {
  const names = await namesIn(folder);
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name, 'authority.pem');
      try {
        return new X509Certificate(await readFile(file));
      } catch (error) {
        throw new StartupProblem(`The certificate ${file} cannot be read${reasonOf(error)}.`);
      }
    }),
  );
}

/** Saves a key under its number, atomically; if another process has saved one under this number, that one stays. */
export async function saveKey(folder: string, number: number, key: MadeKey): Promise<void> {
  const fresh = join(folder, `.new-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await mkdir(fresh, { mode: 0o700 });
    await writeKeyFile(join(fresh, 'seal.p12'), key.p12);
    await writeKeyFile(join(fresh, 'passphrase'), `${key.passphrase}\n`);
    await writeKeyFile(join(fresh, 'authority.pem'), key.authority);
    await keepNames(fresh);
    await rename(fresh, join(folder, `seal-${String(number).padStart(4, '0')}`));
    await keepNames(folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return;
    throw new StartupProblem(`The sealing key cannot be kept in ${folder}${reasonOf(error)}.`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^seal-\d{4}$/.test(name)).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw new StartupProblem(`The folder of the sealing keys, ${folder}, cannot be read${reasonOf(error)}.`);
  }
}

async function readKey(folder: string): Promise<SealingKey> {
  try {
    const [p12, passphrase] = await Promise.all([
      readFile(join(folder, 'seal.p12')),
      readFile(join(folder, 'passphrase'), 'utf8'),
    ]);
    return openP12(p12, passphrase.trim());
  } catch (error) {
    throw new StartupProblem(
      `The sealing key in ${folder} cannot be read${reasonOf(error)}; bring its files back from a backup. ` +
        'Without it, documents that were sealed with it can no longer be recognised.',
    );
  }
}

async function writeKeyFile(path: string, content: Buffer | string): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true });
}

/** Windows cannot open a folder and does not need to. */
async function keepNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'EACCES', 'EPERM')) return ', because the file system does not allow it';
  if (hasCode(error, 'EROFS')) return ', because the disk is read-only';
  if (hasCode(error, 'ENOSPC')) return ', because the disk is full';
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return ', because a file is missing';
  return '';
}
