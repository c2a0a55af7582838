import { hash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listChangedStamps } from '../../testing/fakes/timestamps/changed-stamps.ts';
import { FAKE_POLICY, type FakeTsa, fakeTsa, tsaFaults } from '../../testing/fakes/timestamps/fake-tsa.ts';
import { isAcceptedByOpenssl } from '../../testing/fakes/timestamps/openssl-ts.ts';
import { testSettings } from '../../testing/test-settings.ts';
import { openTimestamps } from './open-timestamps.ts';
import { readTimeStamp } from './read-time-stamp.ts';
import { askForStamp, type OutsideAuthority } from './rfc3161-authority.ts';

const TIME = 120_000;
const data = Buffer.from('a sealed document');
const sha256 = hash('sha256', data);

let folder: string;
let tsa: FakeTsa;
let outside: OutsideAuthority;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-tsa-'));
  tsa = await fakeTsa();
  const anchors = [new X509Certificate(tsa.authority)];
  outside = { url: tsa.url, anchors, policy: FAKE_POLICY, patience: undefined };
  await writeFile(join(folder, 'ca.pem'), `The fake's\n${tsa.authority}`);
}, TIME);
beforeEach(() => {
  tsa.behaviour = 'well';
});
afterAll(async () => {
  await tsa.close();
  await rm(folder, { recursive: true });
});

describe('Stamps of an outside authority', () => {
  test(
    'a stamp is accepted here and by openssl, which refuses each of 20 changed ones',
    async () => {
      const { token, at } = await askForStamp(sha256, outside);
      const { authority } = tsa;
      expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(TIME);
      expect(isAcceptedByOpenssl({ data, token, authority })).toBe(true);
      const ofOtherData = await askForStamp(hash('sha256', 'else'), outside);
      const changed = listChangedStamps({ data, token, authority }, ofOtherData.token);
      const other = await fakeTsa();
      const refused = [...changed, { data, token, authority: other.authority }];
      await other.close();
      expect(refused).toHaveLength(20);
      expect(refused.map((stamp) => isAcceptedByOpenssl(stamp))).toEqual(refused.map(() => false));
      for (const stamp of refused) {
        const anchors = [new X509Certificate(stamp.authority)];
        expect(() => readTimeStamp(stamp.token, { sha256: hash('sha256', stamp.data) }, anchors)).toThrow('is invalid');
      }
    },
    TIME,
  );

  test('a stamp that is granted with modifications is accepted, because everything asked for is checked', async () => {
    tsa.behaviour = 'granted with mods';
    const { token } = await askForStamp(sha256, outside);
    expect(isAcceptedByOpenssl({ data, token, authority: tsa.authority })).toBe(true);
  });

  test.each([
    ['down', 'No answer came'],
    ['slow', 'No answer came (TimeoutError)'],
    ['wrong nonce', 'it answers another request'],
    ['wrong imprint', 'it is about other data'],
    ['wrong policy', 'it was made under another policy'],
    ['expired certificate', 'its time is outside the validity of a certificate'],
    ['another chain', 'its certificate is not from a known authority'],
    ['garbage', 'it cannot be read'],
    ['truncated', 'it cannot be read'],
    ['too large', 'too large'],
    ['HTTP 500', 'answered 500'],
    ['rejection', 'the authority rejected the request'],
  ] as const)('an authority with the fault "%s" gives no stamp', async (fault, reason) => {
    tsa.behaviour = fault;
    const patience = fault === 'slow' ? { ms: 200, largest: 65_536 } : undefined;
    await expect(askForStamp(sha256, { ...outside, patience })).rejects.toThrow(reason);
  });

  test('every fault of the fake is among those tested', () => {
    expect(tsaFaults).toHaveLength(12);
  });

  test('an authority whose address has a login gets it as a header', async () => {
    const url = tsa.url.replace('http://', 'http://user:p%40ss@');
    expect((await askForStamp(sha256, { ...outside, url })).token.length).toBeGreaterThan(1_000);
  });

  test('a hostile answer ends in a refusal and in no other error', () => {
    const anchors = [...outside.anchors];
    for (const answer of ['', '30', '3000', '30053003020100', '3080', '30843fffffff', '02'.repeat(900)]) {
      expect(() => readTimeStamp(Buffer.from(answer, 'hex'), { sha256 }, anchors)).toThrow('is invalid');
    }
  });
});

describe('The authority of the settings', () => {
  const open = (settings: Record<string, string>) => openTimestamps(testSettings(folder, settings));

  test('without settings the own authority stamps, and with TSA_URL the outside one, named by its host', async () => {
    const own = await open({});
    expect(own.by).toBe('own clock');
    const stamp = await own.stamp(sha256);
    const named = await open({ TSA_URL: tsa.url, TSA_CA: 'ca.pem', TSA_POLICY: FAKE_POLICY });
    expect(named.by).toBe(tsa.host);
    const outer = await named.stamp(sha256);
    // Each can check the stamps of the other.
    expect(await named.check({ by: 'own clock', sha256, token: stamp.token })).toEqual(stamp.at);
    expect(await named.check({ by: tsa.host, sha256, token: outer.token })).toEqual(outer.at);
    const later = await open({ TSA_CA: 'ca.pem' });
    expect(await later.check({ by: tsa.host, sha256, token: outer.token })).toEqual(outer.at);
    await expect(own.check({ by: tsa.host, sha256, token: outer.token })).rejects.toThrow('known authority');
    expect(await own.ownCertificates()).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  test.each([
    [{ TSA_URL: 'ftp://tsa.example' }, 'The setting TSA_URL must be an address that begins with http:// or https://.'],
    [{ TSA_URL: 'https://tsa.example' }, 'The setting TSA_CA is needed with TSA_URL'],
    [{ TSA_CA: 'nowhere.pem' }, 'The setting TSA_CA must name a file of certificates'],
    [{ TSA_CA: 'empty.pem' }, 'has none in PEM'],
    [{ TSA_CA: 'broken.pem' }, 'cannot be read'],
    [{ TSA_POLICY: 'any' }, 'The setting TSA_POLICY must be an object identifier'],
  ])('%o is refused by name at the start', async (settings, problem) => {
    await writeFile(join(folder, 'empty.pem'), 'nothing');
    await writeFile(join(folder, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    await expect((async () => open(settings))()).rejects.toThrow(problem);
  });
});
