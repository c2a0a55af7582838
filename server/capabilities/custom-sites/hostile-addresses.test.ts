import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { checkUp, createCustomSite, createFolder } from '@vialkeep/contract/custom-sites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsStandIn, fakeDns } from '../../testing/fakes/dns/fake-dns.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

const SERVER = '93.184.216.34';

let dns: DnsStandIn;
let world: World;
let admin: Caller;
beforeAll(async () => {
  dns = await fakeDns();
  world = await newWorld({
    NODE_ENV: 'production',
    IDENTITY_POLICY: 'documented',
    SERVER_IP: SERVER,
    DNS_SERVERS: dns.server,
  });
  admin = await world.as('admin');
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

const begin = (url: string) => world.send(admin, createCustomSite, { body: { name: 'Trap', url } });

test.each(['North\nBcc: all@clinic.test', 'Nor\u2028th', 'Nor\tth'])(
  'a name on two lines, %o, is refused',
  async (name) => {
    const answer = await world.send(admin, createCustomSite, { body: { name, url: 'https://lines.dna.org' } });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['name']]);
  },
);

const notAnAddress = [
  '',
  'https://',
  'https:///',
  'http://clinic.dna.org',
  'ftp://clinic.dna.org',
  'clinic.dna.org',
  '//clinic.dna.org',
  'https://127.0.0.1',
  'https://127.1',
  'https://0177.1',
  'https://0177.0.0.1',
  'https://0x7f.0.0.1',
  'https://0x7f.1',
  'https://2130706433',
  'https://017700000001',
  'https://0',
  'https://0.0.0.0',
  'https://1.0x7f',
  'https://a.b.0x1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[fe80::1%25eth0]',
  'https://169.254.169.254',
  'https://10.0.0.1',
  'https://192.168.1.1',
  'https://93.184.216.34',
  'https://localhost',
  'https://intranet',
  'https://clinic.dna.org:8443',
  'https://clinic.dna.org:',
  'https://clinic.dna.org/path',
  'https://clinic.dna.org//',
  'https://clinic.dna.org/../..',
  'https://clinic.dna.org?x=1',
  'https://clinic.dna.org#x',
  'https://clinic.dna.org/#',
  'https://user@clinic.dna.org',
  'https://u:p@clinic.dna.org',
  'https://127.0.0.1@clinic.dna.org',
  'https://clinic.dna.org\\@127.0.0.1',
  'https://clinic.dna.org\\',
  'https:\\\\clinic.dna.org',
  'https:clinic.dna.org',
  'https://clinic.dna.org;reboot',
  'https://clinic.dna.org;',
  'https://clinic.dna.org{}',
  'https://$(id).dna.org',
  'https://`id`.dna.org',
  'https://a|b.dna.org',
  'https://a&b.dna.org',
  "https://a'b.dna.org",
  'https://a"b.dna.org',
  'https://clinic.dna.org\nserver{}',
  'https://cli\nnic.dna.org',
  'https://cli\u0000nic.dna.org',
  'https://cli nic.dna.org',
  'https://../../etc',
  'https://..',
  'https://.dna.org',
  'https://clinic..org',
  'https://clinic.dna.org.',
  'https://-a.dna.org',
  'https://a-.dna.org',
  'https://a_b.dna.org',
  'https://*.dna.org',
  'https://%31%32.dna.org',
  'https://bücher.org',
  'https://ｃlinic.dna.org',
  'https://clinic。dna。org',
  `https://${'a'.repeat(64)}.org`,
  `https://${'a.'.repeat(130)}org`,
];

const notPublic = ['trap.localhost', 'trap.test', 'printer.local', 'db.internal', 'nas.lan', 'x.home.arpa', 'x.onion'];

describe('T55 An address that is not a public host name', () => {
  test(`each of ${notAnAddress.length} invalid spellings of an address is refused, and no registration is created`, async () => {
    for (const url of notAnAddress) {
      const answer = await begin(url);
      expect([answer.statusCode, Object.keys(answer.json().fields)], JSON.stringify(url)).toEqual([400, ['url']]);
    }
    expect(await world.sql('select 1 from custom_sites')).toEqual([]);
  });

  test.each(notPublic)('%s is refused in production', async (host) => {
    const answer = await begin(`https://${host}`);
    expect([answer.statusCode, answer.json().reason]).toEqual([400, 'host_not_public']);
    expect(answer.json().fields.url).toBe('This name cannot be reached from the internet.');
  });

  test('the address of an existing site is refused in every spelling', async () => {
    await world.sql("update domains set host = 'north.dna.org' where id = 2");
    world.app.services.domains.readAnew();
    for (const url of ['https://north.dna.org', 'HTTPS://NORTH.dna.ORG/']) {
      expect((await begin(url)).json()).toMatchObject({
        reason: 'host_taken',
        fields: { url: 'This address already belongs to a site.' },
      });
    }
  });
});

describe('T55 A name that resolves to a private network', () => {
  test.each(['127.0.0.1', '10.1.2.3', '172.16.0.9', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'])(
    'a name that resolves to %s is not up, and the answer says why',
    async (address) => {
      const host = `${address.replaceAll('.', '-')}.dna.org`;
      const { id } = (await begin(`https://${host}`)).json();
      // DNS rebinding: the correct address beside a private one does not make the name valid.
      for (const records of [[address], [SERVER, address]]) {
        dns.records.set(host, records);
        const answer = (await world.send(admin, checkUp, { params: { id } })).json();
        expect(answer).toMatchObject({ success: false, found: records, expected: SERVER });
        expect(answer.message).toContain(`not on the internet (${address})`);
      }
    },
  );

  test('the check makes no request to the host', async () => {
    let requests = 0;
    const canary = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { id } = (await begin('https://canary.dna.org')).json();
    dns.records.set('canary.dna.org', ['127.0.0.1']);
    await world.send(admin, checkUp, { params: { id } });
    expect(requests).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });
});

test('T55 a site’s folder is named after its id, and no other path is written', async () => {
  const { dataDir } = world.app.services.settings;
  const { id } = (await begin('https://folder.dna.org')).json();
  const before = await readdir(dataDir);
  await world.call(admin, createFolder, { params: { id } });
  expect(await readdir(dataDir)).toEqual([...before, 'sites'].toSorted());
  expect(await readdir(`${dataDir}/sites`)).toEqual([String(id)]);
  for (const wrong of ['..', '../1', '1/../2', '0', '-1', 'x', '%2e%2e']) {
    const answer = await world.raw({
      method: 'POST',
      url: `/domain/server-config/${encodeURIComponent(wrong)}/create_folder/`,
      headers: { host: 'localhost', authorization: `token ${admin.token}` },
    });
    expect([400, 404], wrong).toContain(answer.statusCode);
  }
  expect(await readdir(`${dataDir}/sites`)).toEqual([String(id)]);
});

test('the main site’s own name is refused, and a server without a configured address reports that', async () => {
  const host = 'portal.dna.org';
  const production = { NODE_ENV: 'production', IDENTITY_POLICY: 'documented' };
  const settings = { ...production, DNS_SERVERS: dns.server, BASE_URL: `https://${host}` };
  const unaware = await newWorld(settings);
  const root = await unaware.as('super', host);
  const ours = await unaware.send(root, createCustomSite, { body: { name: 'A', url: 'https://PORTAL.dna.org/' } });
  expect([ours.statusCode, ours.json()]).toMatchObject([
    400,
    { reason: 'host_is_ours', fields: { url: 'This is the address of the main site.' } },
  ]);
  const { id } = await unaware.call(root, createCustomSite, { body: { name: 'A', url: 'https://aware.dna.org' } });
  expect(await unaware.refusalOf(root, checkUp, { params: { id } })).toEqual({ status: 409, reason: 'no_server_ip' });
  await unaware.close();
});
