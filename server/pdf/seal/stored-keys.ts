import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeKeyProblem, listKeyFolders, saveKeyFolder } from '../../kernel/secrets/key-folders.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { SealingKey } from '../../ports/sealing-key.ts';
import type { MadeKey } from './make-sealing-key.ts';
import { openP12 } from './p12.ts';

/** Every key of the folder, oldest first. An unreadable key throws, because its seals would count as forged. */
export async function readKeys(folder: string): Promise<SealingKey[]> {
  return Promise.all((await foldersIn(folder)).map(readKey));
}

/** The authorities of every key, without opening the keys. */
export async function readAuthorities(folder: string): Promise<X509Certificate[]> {
  const folders = await foldersIn(folder);
  return Promise.all(
    folders.map(async (key) => {
      const file = join(key, 'authority.pem');
      try {
        return new X509Certificate(await readFile(file));
      } catch (error) {
        throw new StartupProblem(`The certificate ${file} cannot be read${describeKeyProblem(error)}.`);
      }
    }),
  );
}

/** Saves a key under its number; if another process has saved one under this number, that one stays. */
export async function saveKey(folder: string, number: number, key: MadeKey): Promise<void> {
  try {
    await saveKeyFolder({ root: folder, folder, prefix: PREFIX }, number, {
      'seal.p12': key.p12,
      passphrase: `${key.passphrase}\n`,
      'authority.pem': key.authority,
    });
  } catch (error) {
    throw new StartupProblem(`The sealing key cannot be kept in ${folder}${describeKeyProblem(error)}.`);
  }
}

const PREFIX = 'seal';

async function foldersIn(folder: string): Promise<string[]> {
  try {
    return await listKeyFolders({ folder, prefix: PREFIX });
  } catch (error) {
    throw new StartupProblem(`The folder of the sealing keys, ${folder}, cannot be read${describeKeyProblem(error)}.`);
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
      `The sealing key in ${folder} cannot be read${describeKeyProblem(error)}; bring its files back from a backup. ` +
        'Without it, documents that were sealed with it can no longer be recognised.',
    );
  }
}
