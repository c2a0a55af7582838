import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateUnavailable } from '../../ports/certificates.ts';

/** The key of the ACME account, in DATA_DIR/authority; two processes that create it at once end up with one key. */
export async function keptAccountKey(dataDir: string): Promise<KeyObject> {
  const folder = join(dataDir, 'authority');
  const kept = join(folder, 'acme-account.pem');
  try {
    const known = await readFile(kept, 'utf8').catch(() => null);
    if (known !== null) return createPrivateKey(known);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const fresh = join(folder, `.new-${randomBytes(6).toString('hex')}`);
    await writeFile(fresh, newAccountKey(), { mode: 0o600, flag: 'wx', flush: true });
    await link(fresh, kept).catch(() => undefined);
    await rm(fresh, { force: true });
    return createPrivateKey(await readFile(kept, 'utf8'));
  } catch (error) {
    throw new CertificateUnavailable('The key of the account at the certificate authority cannot be used.', {
      cause: error,
    });
  }
}

/** For the ACME account only; sites get RSA keys, which every browser supports. */
function newAccountKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
