import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { StartupProblem } from '../startup-problem.ts';
import { DATA_KEY_FORMAT } from './data-key-format.ts';
import { sealText, unsealText } from './sealing.ts';

/** The installation's key for values that must not be readable in the database files. */
export type DataKey = {
  seal(text: string, context: string): string;
  unseal(sealed: string, context: string): string;
  /** For short secrets, which a plain hash would not protect. */
  hmac(text: string, context: string): Buffer;
  /** A fingerprint that identifies the key without revealing it. */
  readonly print: string;
};

/** Reads DATA_KEY, or a file that is created at the first start and belongs into every backup. */
export async function openDataKey({ dataDir, dataKey }: Pick<Settings, 'dataDir' | 'dataKey'>): Promise<DataKey> {
  return dataKeyOf(dataKey ?? (await keyInFile(join(dataDir, 'keys'))));
}

export function dataKeyOf(secret: string): DataKey {
  const { derive, signing } = partsOf(secret);
  const sealing = derive('seal');
  return {
    seal: (text, context) => sealText(sealing, text, context),
    unseal: (sealed, context) => unsealText(sealing, sealed, context),
    hmac: (text, context) => createHmac('sha256', signing).update(`${context}\n${text}`).digest(),
    print: derive('print').toString('hex').slice(0, 16),
  };
}

function partsOf(text: string) {
  const [secret = '', hashing] = text.split(':');
  const bytes = Buffer.from(secret + (hashing ?? ''), 'hex');
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', bytes, '', use, 32));
  return { derive, signing: hashing === undefined ? derive('hmac') : Buffer.from(hashing, 'hex') };
}

/** A key that seals differently and hashes equally: recovery codes and passkeys go on. */
export function makeNextKey(text: string): string {
  return `${randomBytes(32).toString('hex')}:${partsOf(text).signing.toString('hex')}`;
}

export async function keyInFile(folder: string): Promise<string> {
  const file = join(folder, 'data-key');
  const known = await readKey(file);
  if (known !== null) return known;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const made = randomBytes(32).toString('hex');
    await keepWhole(file, `${made}\n`);
    return made;
  } catch (error) {
    // Another server with the same folder may have created it meanwhile.
    const theirs = await readKey(file);
    if (theirs !== null) return theirs;
    throw new StartupProblem(`The data key cannot be kept in ${file} (${reasonOf(error)}).`);
  }
}

/** The file gets its name once it is whole: another server that starts at this moment reads it as soon as it is there. */
export async function keepWhole(file: string, text: string): Promise<void> {
  const draft = `${file}-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

export async function readKey(file: string, remedy = 'bring the file back from a backup'): Promise<string | null> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return null;
    throw new StartupProblem(`The data key ${file} cannot be read (${reasonOf(error)}).`);
  }
  if (DATA_KEY_FORMAT.test(text)) return text;
  throw new StartupProblem(`The data key ${file} is not 64 hexadecimal digits; ${remedy}.`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
}
