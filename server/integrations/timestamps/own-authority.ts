import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  describeKeyProblem,
  type KeyFolders,
  listKeyFolders,
  saveKeyFolder,
} from '../../kernel/secrets/key-folders.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { TimeStamp } from '../../ports/timestamps.ts';
import { buildTimeStamp, type StampingKey } from './build-time-stamp.ts';
import { newAuthorityKey } from './new-authority-key.ts';

/** The installation's own time-stamp authority: its signature is its own, and its time that of this server. */
export type OwnAuthority = {
  stamp(sha256: string): Promise<TimeStamp>;
  /** The certificates of the authorities of every key, oldest first. */
  anchors(): Promise<X509Certificate[]>;
};

/**
 * Opens the authority in `keys/tsa` of the data directory. Existing keys are read at once, so that a damaged key fails
 * the start; the first key is created with the first stamp. Expired keys stay, because their stamps must be recognised as
 * long as the documents exist.
 */
export async function openOwnAuthority(
  dataDir: string,
  product: string,
  now: () => Date = () => new Date(),
): Promise<OwnAuthority> {
  const root = join(dataDir, 'keys');
  const folders: KeyFolders = { root, folder: join(root, 'tsa'), prefix: 'tsa' };
  let current = (await readKeys(folders)).at(-1) ?? null;
  return {
    async stamp(sha256) {
      const at = toSecond(now());
      if (current === null || endsSoon(current, at)) current = await newestKey(folders, product, at);
      return { token: buildTimeStamp(sha256, at, current), at };
    },
    anchors: async () => (await readKeys(folders)).map(({ authority }) => authority),
  };
}

const DAYS_BEFORE_THE_END = 30;

function endsSoon({ certificate }: StampingKey, at: Date): boolean {
  return certificate.validToDate.getTime() - at.getTime() < DAYS_BEFORE_THE_END * 86_400_000;
}

async function newestKey(folders: KeyFolders, product: string, at: Date): Promise<StampingKey> {
  const keys = await readKeys(folders);
  const last = keys.at(-1);
  if (last !== undefined && !endsSoon(last, at)) return last;
  const { key, certificate, authority } = newAuthorityKey(product, at);
  const files = { 'key.pem': key, 'certificate.pem': certificate, 'authority.pem': authority };
  await saveKeyFolder(folders, keys.length + 1, files);
  // Another process may have created a key first; then that one is used.
  const kept = (await readKeys(folders)).at(-1);
  if (kept === undefined) throw new Error(`The time-stamp key in ${folders.folder} is gone right after it was made.`);
  return kept;
}

async function readKeys(folders: KeyFolders): Promise<StampingKey[]> {
  try {
    return await Promise.all((await listKeyFolders(folders)).map(readKey));
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(
      `The folder of the time-stamp keys, ${folders.folder}, cannot be read${describeKeyProblem(error)}.`,
    );
  }
}

async function readKey(folder: string): Promise<StampingKey> {
  try {
    const [key, certificate, authority] = await Promise.all(
      ['key.pem', 'certificate.pem', 'authority.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    const opened = {
      key: createPrivateKey(key ?? ''),
      certificate: new X509Certificate(certificate ?? ''),
      authority: new X509Certificate(authority ?? ''),
    };
    if (!opened.certificate.checkPrivateKey(opened.key)) throw new Error('The certificate is of another key.');
    return opened;
  } catch (error) {
    throw new StartupProblem(
      `The time-stamp key in ${folder} cannot be read${describeKeyProblem(error)}; bring its files back from a backup. ` +
        'Without it, time stamps that were made with it can no longer be checked.',
    );
  }
}

/** The time in a stamp has no fractions of a second. */
function toSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}
