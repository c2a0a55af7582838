import { X509Certificate } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addCustomSiteAdmin,
  checkUp,
  configureCustomSite,
  createCustomSite,
  createDomainFile,
  createFolder,
  createSslFile,
  listCustomSites,
} from '@vialkeep/contract/custom-sites.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { login, resetPassword } from '@vialkeep/contract/session.ts';
import { readSite } from '@vialkeep/contract/sites.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../../testing/documents/pictures.ts';
import { type DnsStandIn, fakeDns } from '../../testing/fakes/dns/fake-dns.ts';
import { chooseOwn } from '../../testing/mail/email-keys.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';
import { monitorCustomSitesJob } from './monitor-custom-sites.ts';

const SERVER = '127.0.0.1';
const PASSWORD = 'south-of-here-1';

let dns: DnsStandIn;
let world: World;
let admin: Caller;
beforeAll(async () => {
  dns = await fakeDns();
  world = await newWorld({ DNS_SERVERS: dns.server });
  admin = await world.as('admin');
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

const begin = async (host: string, name = 'South Clinic'): Promise<DomainId> =>
  (await world.call(admin, createCustomSite, { body: { name, url: `https://${host}` } })).id;
const logo = { name: 'logo.png', bytes: png };
const person = { first_name: 'Sol', last_name: 'Reyes', phone: '+1 555 0100', password: PASSWORD, subscription: 10 };
const stateOf = async (id: DomainId) => (await world.call(admin, listCustomSites)).find((site) => site.id === id);
const folderOf = (id: DomainId, ...parts: string[]) =>
  join(world.app.services.settings.dataDir, 'sites', String(id), ...parts);

/** Runs every step before the DNS check, as the wizard does (U-39). */
async function register(host: string): Promise<DomainId> {
  const domain = await begin(host);
  const params = { id: domain };
  const user = { user: admin.user?.id };
  await world.call(admin, configureCustomSite, {
    body: { domain, description: 'Site for South Clinic', email_sender: `hello@${host}`, colour: '#B3261E' },
    file: logo,
  });
  await world.call(admin, addCustomSiteAdmin, {
    body: { ...person, email: `admin@${host}`, domain, related_users: [] },
  });
  await world.call(admin, createFolder, { params, body: user });
  await world.call(admin, createDomainFile, { params, body: user });
  return domain;
}

describe('F157 Registering a custom site', () => {
  test('a site is registered step by step and is then live under its own name, brand, sender and certificate', async () => {
    const host = 'south.localhost';
    const id = await register(host);
    const params = { id };
    expect(await stateOf(id)).toMatchObject({
      url: 'https://south.localhost',
      address: 'http://south.localhost:3000',
      server_ip: SERVER,
      configured: true,
      admin_email: 'admin@south.localhost',
      folder_created: true,
      domain_file_created: true,
      up: false,
      found: null,
      certified: false,
    });
    const looked = await world.call(admin, checkUp, { params });
    expect(looked).toEqual({
      success: true,
      message: 'Domain created Succesfully!',
      found: [SERVER],
      expected: SERVER,
    });
    expect(await world.call(admin, createSslFile, { params })).toEqual({
      success: true,
      message: 'Domain created Succesfully!',
    });
    expect(await stateOf(id)).toMatchObject({ up: true, certified: true });

    const site = await world.call({ ...anonymousCaller, host }, readSite);
    expect(site).toMatchObject({ id, name: 'South Clinic', product: 'South Clinic', colour: '#b3261e' });
    expect(site.support_email).toBe('hello@south.localhost');
    const shown = await world.raw({ url: site.logo ?? '', headers: { host } });
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect((await world.raw({ url: site.logo ?? '', headers: { host: 'north.localhost' } })).statusCode).toBe(404);

    const certificate = new X509Certificate(await readFile(folderOf(id, 'tls', 'chain.pem')));
    expect(certificate.checkHost(host)).toBe(host);
    const authority = new X509Certificate(
      await readFile(join(world.app.services.settings.dataDir, 'authority', 'certificate.pem')),
    );
    expect(certificate.verify(authority.publicKey)).toBe(true);
  });

  test('F158 the site’s administrator logs in there, sees no user of another site, and is visible from the main site', async () => {
    const host = 'east.localhost';
    const id = await register(host);
    const own = await chooseOwn(world, `admin@${host}`, PASSWORD, 'Chosen-in-the-east-1', host);
    // The subscription in the request is ignored (S-26).
    expect(own.user.subscription.id).toBe(7);
    expect((await world.call(own, listUsers)).results.map(({ email }) => email)).toEqual([`admin@${host}`]);
    expect(await world.refusalOf(own, listCustomSites)).toMatchObject({ status: 403 });
    expect(
      await world.refusalOf({ ...anonymousCaller, host: 'north.localhost' }, login, {
        body: { email: `admin@${host}`, password: 'Chosen-in-the-east-1' },
      }),
    ).toMatchObject({ status: 400 });
    const seen = await world.call(await world.as('super'), listUsers, { query: { domain_id: id } });
    expect(seen.results.map(({ email }) => email)).toEqual([`admin@${host}`]);
  });

  test('U-48 a custom site sends its emails in its own name', async () => {
    const host = 'west.localhost';
    await register(host);
    await world.call({ ...anonymousCaller, host }, resetPassword, { body: { email: `admin@${host}` } });
    await world.letters(1);
    const [letter] = await world.sql<{ sender: string }>('select sender from letters where recipient = $1', [
      `admin@${host}`,
    ]);
    expect(letter?.sender).toContain(`hello@${host}`);
  });

  test('each step can be repeated, and the same address continues the registration until it is finished', async () => {
    const host = 'again.localhost';
    const id = await register(host);
    expect(await register(host)).toBe(id);
    expect(await world.sql('select 1 from users where email = $1', [`admin@${host}`])).toHaveLength(1);
    const other = await world.refusalOf(admin, addCustomSiteAdmin, {
      body: { ...person, email: 'other@again.localhost', domain: id },
    });
    expect(other).toEqual({ status: 409, reason: 'has_admin' });

    const somebodyElse = await world.refusalOf(await world.as('super'), createCustomSite, {
      body: { name: 'Mine', url: `https://${host}` },
    });
    expect(somebodyElse).toEqual({ status: 400, reason: 'host_taken' });
    await world.call(admin, checkUp, { params: { id } });
    await world.call(admin, createSslFile, { params: { id } });
    expect(await world.refusalOf(admin, createCustomSite, { body: { name: 'Anew', url: `https://${host}` } })).toEqual({
      status: 400,
      reason: 'host_taken',
    });
  });

  test('a step is refused while an earlier one is missing, and every step for a site that was not registered', async () => {
    const id = await begin('early.localhost');
    for (const route of [createDomainFile, createSslFile]) {
      expect(await world.refusalOf(admin, route, { params: { id } })).toEqual({ status: 409, reason: 'steps_missing' });
    }
    for (const route of [createFolder, createDomainFile, checkUp, createSslFile]) {
      for (const wrong of [1, 2, 99_999]) {
        expect(await world.refusalOf(admin, route, { params: { id: wrong } })).toMatchObject({ status: 404 });
      }
    }
    const onMain = { ...person, email: 'evil@vialkeep.test', domain: 1 };
    expect(await world.refusalOf(admin, addCustomSiteAdmin, { body: onMain })).toMatchObject({ status: 404 });
    const config = { body: { domain: 1, email_sender: 'evil@vialkeep.test' }, file: logo };
    expect(await world.refusalOf(admin, configureCustomSite, config)).toMatchObject({ status: 404 });
  });

  test('an administrator with a taken email or a short password is refused, and none is created', async () => {
    const domain = await begin('refused.localhost');
    const taken = { ...person, email: 'HC@vialkeep.test', domain };
    expect(await world.refusalOf(admin, addCustomSiteAdmin, { body: taken })).toEqual({
      status: 400,
      reason: 'email_in_use',
    });
    const short = await world.send(admin, addCustomSiteAdmin, {
      body: { ...person, email: 'new@refused.localhost', password: 'seven77', domain },
    });
    expect(short.json()).toMatchObject({ message: 'Password must have at least 8 characters.' });
    expect((await stateOf(domain))?.admin_email).toBeNull();
  });

  test('a missing logo or a file that is no image is refused, and the site stays unconfigured', async () => {
    const domain = await begin('bare.localhost');
    const body = { domain, email_sender: 'hello@bare.localhost' };
    const none = await world.send(admin, configureCustomSite, { body });
    expect(none.json().fields).toEqual({ logo: 'Choose a file.' });
    const svg = { name: 'logo.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    expect((await world.send(admin, configureCustomSite, { body, file: svg })).statusCode).toBe(415);
    expect((await stateOf(domain))?.configured).toBe(false);
  });
});

describe('The DNS check of a site’s name', () => {
  test('the check reports the found and the expected record, and its result follows the record', async () => {
    const id = await register('clinic.dna.org');
    const look = () => world.call(admin, checkUp, { params: { id } });
    expect(await look()).toEqual({
      success: false,
      message: 'clinic.dna.org leads nowhere yet. It should lead to 127.0.0.1.',
      found: [],
      expected: SERVER,
    });
    expect(await world.refusalOf(admin, createSslFile, { params: { id } })).toMatchObject({ reason: 'steps_missing' });
    dns.records.set('clinic.dna.org', ['198.51.100.7']);
    expect(await look()).toMatchObject({
      success: false,
      message: 'clinic.dna.org leads to 198.51.100.7. It should lead to 127.0.0.1.',
    });
    dns.records.set('clinic.dna.org', [SERVER, '198.51.100.7']);
    expect(await look()).toMatchObject({ success: false });
    dns.records.set('clinic.dna.org', [SERVER]);
    expect(await look()).toMatchObject({ success: true, found: [SERVER] });
    expect(await stateOf(id)).toMatchObject({ up: true, found: [SERVER], address: 'https://clinic.dna.org' });
    dns.records.set('clinic.dna.org', ['198.51.100.7']);
    expect(await look()).toMatchObject({ success: false });
    expect(await stateOf(id)).toMatchObject({ up: false, found: ['198.51.100.7'] });
  });

  test('a check that gets no DNS answer is reported with 503 and can be repeated', async () => {
    const id = await begin('silent.dna.org');
    dns.records.set('silent.dna.org', 'silence');
    expect(await world.refusalOf(admin, checkUp, { params: { id } })).toEqual({
      status: 503,
      reason: 'dns_unavailable',
    });
    dns.records.set('silent.dna.org', [SERVER]);
    expect(await world.call(admin, checkUp, { params: { id } })).toMatchObject({ success: true });
  });
});

test('a folder that cannot be written is reported, and the step can be repeated', async () => {
  const id = await begin('full.localhost');
  const sites = join(world.app.services.settings.dataDir, 'sites');
  await writeFile(join(sites, String(id)), 'in the way');
  expect(await world.refusalOf(admin, createFolder, { params: { id } })).toEqual({
    status: 503,
    reason: 'cannot_write',
  });
  expect((await stateOf(id))?.folder_created).toBe(false);
  await rm(join(sites, String(id)));
  await world.call(admin, createFolder, { params: { id } });
  expect((await readdir(sites)).includes(String(id))).toBe(true);
});

test('the nightly job renews a certificate that ends soon and notices a name that resolves elsewhere', async () => {
  dns.records.set('night.dna.org', [SERVER]);
  const id = await register('night.dna.org');
  await world.call(admin, checkUp, { params: { id } });
  await world.call(admin, createSslFile, { params: { id } });
  const cause = { actorId: null, userId: null, sessionId: null, requestId: 'night' };
  const night = () => monitorCustomSitesJob.run({}, world.app.services, cause);
  const serial = async () => new X509Certificate(await readFile(folderOf(id, 'tls', 'chain.pem'))).serialNumber;
  const first = await serial();
  await night();
  expect(await serial()).toBe(first);
  await world.sql("update custom_sites set certified_until = now() + interval '20 days' where site_id = $1", [id]);
  await night();
  expect(await serial()).not.toBe(first);
  dns.records.set('night.dna.org', []);
  await night();
  expect(await stateOf(id)).toMatchObject({ up: false, certified: true });
});
