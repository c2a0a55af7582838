import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkUp,
  createCustomSite,
  createDomainFile,
  createFolder,
  createSslFile,
  listCustomSites,
  readCertificateChallenge,
} from '@vialkeep/contract/custom-sites.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AcmeStandIn, fakeAcme } from '../../testing/fakes/certificates/fake-acme.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let authority: AcmeStandIn;
let world: World;
let admin: Caller;
let isReachable = true;
beforeAll(async () => {
  // The certificate authority requests the challenge as through the proxy: by the site's host name, without a session.
  authority = await fakeAcme(async (host, url) => {
    if (!isReachable) return null;
    const answer = await world.raw({ url, headers: { host } });
    return answer.statusCode === 200 ? answer.body : null;
  });
  world = await newWorld({ ACME_DIRECTORY_URL: authority.directoryUrl });
  admin = await world.as('admin');
});
afterAll(async () => {
  await world.close();
  await authority.close();
});
beforeEach(() => {
  authority.behaviour = 'well';
  isReachable = true;
});

async function readySite(host: string): Promise<DomainId> {
  const { id } = await world.call(admin, createCustomSite, { body: { name: 'Site', url: `https://${host}` } });
  for (const route of [createFolder, createDomainFile, checkUp]) await world.call(admin, route, { params: { id } });
  return id;
}

const certify = (id: DomainId) => world.send(admin, createSslFile, { params: { id } });
const chainOf = (id: DomainId) =>
  readFile(join(world.app.services.settings.dataDir, 'sites', String(id), 'tls', 'chain.pem'));

describe('S-26 Certificates from an authority named in the settings', () => {
  test.each(['well', 'stale nonce'] as const)('the authority issues a certificate (%s)', async (behaviour) => {
    authority.behaviour = behaviour;
    const host = `${behaviour.replace(' ', '-')}.localhost`;
    const id = await readySite(host);
    expect((await certify(id)).json()).toMatchObject({ success: true });
    const certificate = new X509Certificate(await chainOf(id));
    expect(certificate.checkHost(host)).toBe(host);
    expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
    expect(authority.issued).toContain(host);
    expect(await world.sql('select 1 from certificate_challenges')).toEqual([]);
    const site = (await world.call(admin, listCustomSites)).find((one) => one.id === id);
    expect(site).toMatchObject({ certified: true, certified_until: certificate.validToDate.toISOString() });
  });

  test.each([
    ['down', 'The certificate authority is not available right now.'],
    ['refuse', 'The certificate authority refused (urn:ietf:params:acme:error:rejectedIdentifier).'],
  ] as const)('an authority with fault "%s" is reported, and the step can be repeated', async (behaviour, words) => {
    const id = await readySite(`${behaviour}.localhost`);
    authority.behaviour = behaviour;
    const refused = await certify(id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      503,
      { reason: 'authority_unavailable', error_message: words },
    ]);
    expect((await world.call(admin, listCustomSites)).find((one) => one.id === id)?.certified).toBe(false);
    authority.behaviour = 'well';
    expect((await certify(id)).statusCode).toBe(200);
  });

  test('an authority that cannot reach this server under the name is reported, and the challenge is deleted', async () => {
    const id = await readySite('unreachable.localhost');
    isReachable = false;
    expect((await certify(id)).json().error_message).toBe('The certificate authority did not find this server there.');
    expect(await world.sql('select 1 from certificate_challenges')).toEqual([]);
  });

  test('the sixth order for one name within an hour is refused with 429', async () => {
    const id = await readySite('impatient.localhost');
    authority.behaviour = 'refuse';
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await certify(id)).statusCode);
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429]);
  });

  test('an unknown challenge token gets 404', async () => {
    const answer = await world.send(anonymousCaller, readCertificateChallenge, { params: { token: 'made-up' } });
    expect(answer.statusCode).toBe(404);
  });
});
