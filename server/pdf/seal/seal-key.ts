import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { SealingKey, SealKey } from '../../ports/sealing-key.ts';
import { makeSealingKey } from './make-sealing-key.ts';
import { openP12 } from './p12.ts';
import { readAuthorities, readKeys, saveKey } from './stored-keys.ts';

export type SealKeySource = {
  readonly dataDir: string;
  /** The product's name, the subject of generated certificates. */
  readonly product: string;
  /** A configured key with its chain, used instead of a generated one. */
  readonly given?: { readonly file: string; readonly passphrase: string };
};

/**
 * The installation's keys, in `keys` of the data directory. Existing keys are read at once, so that a damaged key fails
 * the start; the first key is created with the first seal. Expired keys stay, because their seals must be recognised as
 * long as the documents exist.
 */
export async function openSealKey(source: SealKeySource): Promise<SealKey> {
  const folder = join(source.dataDir, 'keys');
  const given = source.given === undefined ? null : await readGiven(source.given);
  let current = given ?? (await readKeys(folder)).at(-1) ?? null;

  return {
    async forSealing(at = new Date()) {
      if (given !== null) return given;
      if (current === null || endsSoon(current, at)) current = await newest(folder, source.product, at);
      return current;
    },
    async authorities() {
      const kept = await readAuthorities(folder);
      return given === null ? kept : [given.authority, ...kept];
    },
  };
}

const DAYS_BEFORE_THE_END = 30;

function endsSoon({ certificate }: SealingKey, at: Date): boolean {
  return certificate.validToDate.getTime() - at.getTime() < DAYS_BEFORE_THE_END * 86_400_000;
}

async function newest(folder: string, product: string, at: Date): Promise<SealingKey> {
  const keys = await readKeys(folder);
  const last = keys.at(-1);
  if (last !== undefined && !endsSoon(last, at)) return last;
  await saveKey(folder, keys.length + 1, await makeSealingKey(product, at));
  // Another process may have created a key first; then that one is used.
  const kept = (await readKeys(folder)).at(-1);
  if (kept === undefined) throw new StartupProblem(`The sealing key in ${folder} is gone right after it was made.`);
  return kept;
}

async function readGiven({ file, passphrase }: { file: string; passphrase: string }): Promise<SealingKey> {
  try {
    return openP12(await readFile(file), passphrase);
  } catch {
    throw new StartupProblem(
      `The sealing key ${file} cannot be used: it must be a P12 file of an RSA key with its certificate and that of its ` +
        'authority, no others, and the passphrase must be the right one.',
    );
  }
}
