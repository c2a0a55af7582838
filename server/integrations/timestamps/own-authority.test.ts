import { createPrivateKey, hash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { TimeStampInvalid } from '../../ports/timestamps.ts';
import { flipByte, listChangedStamps } from '../../testing/fakes/timestamps/changed-stamps.ts';
import { isAcceptedByOpenssl } from '../../testing/fakes/timestamps/openssl-ts.ts';
import { buildTimeStamp } from './build-time-stamp.ts';
import { newAuthorityKey } from './new-authority-key.ts';
import { type OwnAuthority, openOwnAuthority } from './own-authority.ts';
import { readTimeStamp } from './read-time-stamp.ts';

const TIME = 120_000;
/** Spread evenly over the stamp. */
const CHANGED_BYTES = 150;
const data = Buffer.from('a sealed document');
const sha256 = hash('sha256', data);

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-tsa-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const authorityOf = async (own: OwnAuthority) => (await own.anchors()).map((anchor) => anchor.toString()).join('');
const keys = () => readdir(join(dataDir, 'keys/tsa'));

describe('Stamps of the own authority', () => {
  test(
    'openssl accepts a stamp by file and by digest, and refuses each of 20 changed ones',
    async () => {
      const own = await openOwnAuthority(dataDir, 'Vialkeep');
      const { token, at } = await own.stamp(sha256);
      const authority = await authorityOf(own);
      expect(isAcceptedByOpenssl({ data, token, authority })).toBe(true);
      expect(isAcceptedByOpenssl({ data: sha256, token, authority })).toBe(true);
      expect(readTimeStamp(token, { sha256 }, await own.anchors())).toEqual(at);

      const other = await openOwnAuthority(join(dataDir, 'other'), 'Other');
      const changed = listChangedStamps({ data, token, authority }, (await own.stamp(hash('sha256', 'else'))).token);
      const refused = [...changed, { data, token, authority: (await other.stamp(sha256), await authorityOf(other)) }];
      expect(refused).toHaveLength(20);
      expect(refused.map((stamp) => isAcceptedByOpenssl(stamp))).toEqual(refused.map(() => false));
    },
    TIME,
  );

  test('a stamp with a changed byte anywhere is refused, or is still the same statement', async () => {
    const own = await openOwnAuthority(dataDir, 'Vialkeep');
    const { token, at } = await own.stamp(sha256);
    const anchors = await own.anchors();
    const places = Array.from({ length: CHANGED_BYTES }, (_, n) => Math.floor((n * token.length) / CHANGED_BYTES));
    const outcomes = places.map((place) => {
      try {
        return readTimeStamp(flipByte(token, place), { sha256 }, anchors).getTime();
      } catch (error) {
        return error instanceof TimeStampInvalid ? 'refused' : error;
      }
    });
    expect(outcomes.filter((outcome) => outcome !== 'refused' && outcome !== at.getTime())).toEqual([]);
    // The copy of the authority's certificate and the status are not signed; what is compared is the anchor.
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(CHANGED_BYTES / 2);
  });

  test('a certificate that is not for time stamps alone is refused', async () => {
    const pair = forge.pki.rsa.generateKeyPair(2_048);
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = pair.publicKey;
    certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
    certificate.validity.notBefore = new Date(Date.now() - 3_600_000);
    certificate.validity.notAfter = new Date(Date.now() + 3_600_000);
    const name = [{ name: 'commonName', value: 'Both' }];
    certificate.setSubject(name);
    certificate.setIssuer(name);
    const faultOf = (extensions: object[]) => {
      certificate.setExtensions([{ name: 'basicConstraints', cA: true }, ...extensions]);
      certificate.sign(pair.privateKey, forge.md.sha256.create());
      const made = new X509Certificate(forge.pki.certificateToPem(certificate));
      const key = createPrivateKey(forge.pki.privateKeyToPem(pair.privateKey));
      const token = buildTimeStamp(sha256, new Date(), { key, certificate: made, authority: made });
      try {
        return readTimeStamp(token, { sha256 }, [made]);
      } catch (error) {
        return error;
      }
    };
    const refusal = { fault: 'not_a_time_stamping_certificate' };
    expect(faultOf([{ name: 'extKeyUsage', timeStamping: true, critical: true }])).toBeInstanceOf(Date);
    expect(faultOf([])).toMatchObject(refusal);
    expect(faultOf([{ name: 'extKeyUsage', timeStamping: true }])).toMatchObject(refusal);
    expect(faultOf([{ name: 'extKeyUsage', serverAuth: true, critical: true }])).toMatchObject(refusal);
    expect(faultOf([{ name: 'extKeyUsage', timeStamping: true, serverAuth: true, critical: true }])).toMatchObject(
      refusal,
    );
  });
});

describe('The key of the own authority', () => {
  test('the first stamp creates a key that only its owner can read; later stamps use the same', async () => {
    const own = await openOwnAuthority(dataDir, 'Vialkeep');
    expect(await own.anchors()).toEqual([]);
    await own.stamp(sha256);
    const [first] = await own.anchors();
    expect(first?.subject).toBe('CN=Vialkeep Time Stamp Authority');
    expect(await keys()).toEqual(['tsa-0001']);
    for (const folder of ['keys', 'keys/tsa', 'keys/tsa/tsa-0001']) {
      expect((await stat(join(dataDir, folder))).mode & 0o777).toBe(0o700);
    }
    for (const name of await readdir(join(dataDir, 'keys/tsa/tsa-0001'))) {
      expect((await stat(join(dataDir, 'keys/tsa/tsa-0001', name))).mode & 0o777).toBe(0o600);
    }
    const again = await openOwnAuthority(dataDir, 'Vialkeep');
    const { token } = await again.stamp(sha256);
    expect(await keys()).toEqual(['tsa-0001']);
    expect(isAcceptedByOpenssl({ data, token, authority: await authorityOf(own) })).toBe(true);
  });

  test('two processes that stamp first at once end up with one key', async () => {
    const both = [await openOwnAuthority(dataDir, 'Vialkeep'), await openOwnAuthority(dataDir, 'Vialkeep')];
    const stamps = await Promise.all(both.map((own) => own.stamp(sha256)));
    expect(await keys()).toEqual(['tsa-0001']);
    const [own] = both;
    const anchors = (await own?.anchors()) ?? [];
    for (const { token, at } of stamps) expect(readTimeStamp(token, { sha256 }, anchors)).toEqual(at);
  });

  test('a key is replaced thirty days before its end, and stamps of the old key stay valid', async () => {
    let now = new Date();
    const own = await openOwnAuthority(dataDir, 'Vialkeep', () => now);
    const first = await own.stamp(sha256);
    const end = new Date(now);
    end.setUTCFullYear(end.getUTCFullYear() + 10);
    now = new Date(end.getTime() - 31 * 86_400_000);
    await own.stamp(sha256);
    expect(await keys()).toEqual(['tsa-0001']);
    now = new Date(end.getTime() - 29 * 86_400_000);
    const second = await own.stamp(sha256);
    expect(await keys()).toEqual(['tsa-0001', 'tsa-0002']);
    const anchors = await own.anchors();
    expect(readTimeStamp(first.token, { sha256 }, anchors)).toEqual(first.at);
    expect(readTimeStamp(second.token, { sha256 }, anchors)).toEqual(second.at);
    expect(() => readTimeStamp(second.token, { sha256 }, anchors.slice(0, 1))).toThrow('known authority');
  });

  test('an unreadable key and a certificate of another key stop the start with a sentence', async () => {
    await (await openOwnAuthority(dataDir, 'Vialkeep')).stamp(sha256);
    const folder = join(dataDir, 'keys/tsa/tsa-0001');
    const { certificate } = newAuthorityKey('Other', new Date());
    await writeFile(join(folder, 'certificate.pem'), certificate);
    await expect(openOwnAuthority(dataDir, 'Vialkeep')).rejects.toThrow(
      `The time-stamp key in ${folder} cannot be read`,
    );
    await rm(join(folder, 'certificate.pem'));
    const opened = openOwnAuthority(dataDir, 'Vialkeep');
    await expect(opened).rejects.toThrow('because a file is missing');
    await expect(opened).rejects.toBeInstanceOf(StartupProblem);
    expect(await keys()).toEqual(['tsa-0001']);
  });
});
