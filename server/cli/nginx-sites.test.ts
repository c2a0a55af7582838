import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import forge from 'node-forge';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localAuthority } from '../integrations/certificates/local-authority.ts';
import { freePort } from '../integrations/database/postmaster.ts';
import { serverBlock } from '../integrations/proxy/server-block.ts';
import { openSiteFolders } from '../integrations/proxy/site-folders.ts';
import type { SiteFolders } from '../ports/site-folders.ts';
import { findNginx, nginxAround } from '../testing/servers/nginx.ts';

const script = resolve(import.meta.dirname, '../../deploy/nginx/vialkeep-sites.mjs');
const SECRET = 'root:$6$what-only-root-reads:19000:0:99999:7:::';
const [FIRST, SECOND] = [DomainId.parse(1), DomainId.parse(2)];
const HOSTS = { first: 'first.clinic.org', second: 'second.clinic.org' };
const MAIN = 'portal.example.org';
const TIME = 60_000;

/** Takes the place of the product and answers with the host that was requested. */
const echo = createServer(({ headers }, response) => void response.end(headers.host));

let folder: string;
let ports: { http: number; https: number };
let upstream: string;
let nginx: Awaited<ReturnType<typeof nginxAround>>;
let running: ReturnType<typeof nginx.start>;
let folders: SiteFolders;
let pairs: Record<string, { chain: string; key: string }>;
const at = (...parts: string[]) => join(folder, ...parts);
const siteFile = (...parts: string[]) => at('data', 'sites', ...parts);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-sites-'));
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
  const address = echo.address();
  upstream = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  ports = { http: await freePort(), https: await freePort() };
  const main = `server { listen ${ports.http}; server_name ${MAIN}; return 204; }`;
  mkdirSync(at('conf'));
  writeFileSync(at('conf', 'main.conf'), `${main}\ninclude ${at('nginx-sites')}/*/server.conf;\n`);
  writeFileSync(at('secret'), SECRET, { mode: 0o600 });
  nginx = await nginxAround(await findNginx(at('package')), folder, at('conf', '*.conf'), { withMaster: true });
  running = nginx.start();
  const authority = localAuthority(folder, 'Vialkeep');
  const names = [...Object.values(HOSTS), MAIN, 'other.clinic.org', '*.clinic.org'];
  pairs = Object.fromEntries(await Promise.all(names.map(async (host) => [host, await authority.issue(host)])));
  await prepareSites();
}, TIME);
afterAll(async () => {
  running.kill();
  echo.close();
  await rm(folder, { recursive: true, force: true });
});

/** The first site has a certificate and is served; the second one is not yet copied to nginx. */
beforeEach(() => {
  for (const part of ['data', 'nginx-sites']) {
    rmSync(at(part), { recursive: true, force: true });
    cpSync(at('prepared', part), at(part), { recursive: true, preserveTimestamps: true });
  }
});

/** Each test starts on a copy, which is faster than another run of the script. */
async function prepareSites(): Promise<void> {
  folders = openSiteFolders({ dataDir: at('data'), upstream, ports });
  await addSite(FIRST, HOSTS.first);
  const { status, refused } = bring();
  if (status !== 0) throw new Error(refused);
  await addSite(SECOND, HOSTS.second);
  for (const part of ['data', 'nginx-sites']) {
    cpSync(at(part), at('prepared', part), { recursive: true, preserveTimestamps: true });
  }
}

async function addSite(id: DomainId, host: string): Promise<void> {
  await folders.create(id);
  await folders.writeServerBlock(id, host);
  const pair = pairs[host];
  if (pair) await folders.writeCertificate(id, host, pair);
}

/** Runs the script as the systemd unit does, except for the paths. */
function bring(changed: Record<string, string> = {}) {
  const options = {
    sites: at('data', 'sites'),
    into: at('nginx-sites'),
    'base-url': `https://${MAIN}`,
    upstream,
    http: String(ports.http),
    https: String(ports.https),
    test: `${nginx.command} -t`,
    reload: `${nginx.command} -s reload`,
    ...changed,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: stdout, refused: stderr };
}

/** Every file of the sites that nginx has, by path. */
function state(): Record<string, string> {
  const files = readdirSync(at('nginx-sites'), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files.filter((path) => statSync(at('nginx-sites', path)).isFile()).map((path) => [path, inNginx(path)]),
  );
}

const inNginx = (...parts: string[]) => readFileSync(at('nginx-sites', ...parts), 'utf8');

function ask(host: string): Promise<string> {
  const ca = readFileSync(at('authority', 'certificate.pem'), 'utf8');
  const options = { host: '127.0.0.1', port: ports.https, servername: host, ca, headers: { host }, agent: false };
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      let text = '';
      response.on('data', (part) => (text += part)).on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

/** Waits for the reload: nginx reads its configuration some moments after the signal. */
async function whenServed(host: string): Promise<void> {
  await expect.poll(() => ask(host).catch(() => ''), { timeout: 20_000, interval: 100 }).toBe(host);
}

const claimed = (host: unknown, id: unknown = SECOND, more: object = {}) =>
  writeFileSync(siteFile('2', 'site.json'), JSON.stringify({ id, host, ...more }));

const certified = ({ chain, key }: { chain: string; key: string }) => {
  writeFileSync(siteFile('2', 'tls', 'chain.pem'), chain);
  writeFileSync(siteFile('2', 'tls', 'key.pem'), key);
};

/** Replaces a file or folder of the second site. */
const replaced = (path: string[], make: (place: string) => void) => {
  rmSync(siteFile('2', ...path), { recursive: true });
  make(siteFile('2', ...path));
};

describe('Script that copies custom sites to nginx', () => {
  test(
    'the script serves sites with their certificates, from its own server blocks in a folder that only root reads',
    async () => {
      expect(bring()).toEqual({ status: 0, said: 'nginx has 2 custom sites.\n', refused: '' });
      await whenServed(HOSTS.first);
      await whenServed(HOSTS.second);
      for (const [index, host] of Object.values(HOSTS).entries()) {
        const id = String(index + 1);
        const certificate = { chain: at('nginx-sites', id, 'chain.pem'), key: at('nginx-sites', id, 'key.pem') };
        expect(inNginx(id, 'server.conf')).toBe(serverBlock({ host, upstream, ports, certificate }));
        expect(statSync(at('nginx-sites', id, 'key.pem')).mode & 0o777).toBe(0o600);
        expect(statSync(at('nginx-sites', id)).mode & 0o777).toBe(0o700);
      }
    },
    TIME,
  );

  test(
    'the script serves a site without a certificate over http, and removes a site whose folder is deleted',
    async () => {
      rmSync(siteFile('2', 'tls'), { recursive: true });
      expect(bring().status).toBe(0);
      const plain = serverBlock({ host: HOSTS.second, upstream, ports, certificate: null });
      expect(inNginx('2', 'server.conf')).toBe(plain);
      expect(existsSync(at('nginx-sites', '2', 'key.pem'))).toBe(false);
      rmSync(siteFile('2'), { recursive: true });
      expect(bring()).toMatchObject({ status: 0, said: 'nginx has 1 custom sites.\n' });
      expect(existsSync(at('nginx-sites', '2'))).toBe(false);
    },
    TIME,
  );

  test('the script skips a folder without a host, and changes nothing when no site has changed', () => {
    rmSync(siteFile('2', 'site.json'));
    const reload = '/bin/false';
    expect(bring({ reload })).toEqual({ status: 0, said: '', refused: '' });
  });

  /** Hostile changes of a site folder, by the reason that the script gives. */
  const hostile: Record<string, Record<string, () => void>> = {
    'its host is not a host name.': {
      'a line break in its host': () => claimed('second.clinic.org\n  return 200;'),
      'a directive in its host': () => claimed('a.org; } server { listen 8080; root /'),
      'a variable in its host': () => claimed('a$host.org'),
      'a path as its host': () => claimed('../../etc/nginx'),
      'a wildcard as its host': () => claimed('*.clinic.org'),
      'an address as its host': () => claimed('127.0.0.1'),
      'capital letters in its host': () => claimed('Second.Clinic.Org'),
      'a host of 254 characters': () => claimed(`${'a.'.repeat(125)}a.org`),
      'a list as its host': () => claimed(['second.clinic.org']),
    },
    'its host is the main site’s, or reserved.': {
      'the main site’s host': () => claimed(MAIN),
      'a reserved host': () => claimed('mail.example.org'),
    },
    'another site has its host.': {
      'the host of another site and its certificate': () => {
        claimed(HOSTS.first);
        certified(pair(HOSTS.first));
      },
      'the host of another site and no certificate': () => {
        claimed(HOSTS.first);
        rmSync(siteFile('2', 'tls'), { recursive: true });
      },
    },
    'the id in site.json is not that of its folder.': {
      'the id of another site': () => claimed(HOSTS.second, 1),
      'a text as its id': () => claimed(HOSTS.second, '2'),
    },
    'site.json must have an id and a host, and nothing else.': {
      'no host': () => claimed(undefined),
      'a word more in site.json': () => claimed(HOSTS.second, 2, { include: '/etc/shadow' }),
      'a list in site.json': () => writeFileSync(siteFile('2', 'site.json'), '[]'),
    },
    'site.json is not JSON.': {
      'nothing in site.json': () => writeFileSync(siteFile('2', 'site.json'), ''),
    },
    'site.json is too large.': {
      'a megabyte of site.json': () => claimed(`second.clinic.org${' '.repeat(1_000_000)}`),
    },
    'site.json is a link, or cannot be opened (ELOOP).': {
      'a link as site.json': () => replaced(['site.json'], (place) => symlinkSync(at('secret'), place)),
    },
    'site.json is another user’s, or has a second name.': {
      'a second name of another file as site.json': () =>
        replaced(['site.json'], (place) => linkSync(at('secret'), place)),
    },
    'site.json is not a plain file.': {
      'a folder as site.json': () => replaced(['site.json'], (place) => mkdirSync(place)),
      'a pipe as site.json': () => replaced(['site.json'], (place) => void spawnSync('mkfifo', [place])),
    },
    '2 is a link, or cannot be opened (ENOTDIR).': {
      'a link as its folder': () => {
        renameSync(siteFile('2'), at('data', 'elsewhere'));
        symlinkSync(at('data', 'elsewhere'), siteFile('2'));
      },
      'a file as its folder': () => {
        rmSync(siteFile('2'), { recursive: true });
        writeFileSync(siteFile('2'), '');
      },
    },
    'tls is a link, or cannot be opened (ENOTDIR).': {
      'a link as its folder of keys': () => {
        renameSync(siteFile('2', 'tls'), at('data', 'keys'));
        symlinkSync(at('data', 'keys'), siteFile('2', 'tls'));
      },
    },
    'key.pem is a link, or cannot be opened (ELOOP).': {
      'a link as its key': () => replaced(['tls', 'key.pem'], (place) => symlinkSync(at('secret'), place)),
    },
    'chain.pem is a link, or cannot be opened (ELOOP).': {
      'a link as its certificate': () => replaced(['tls', 'chain.pem'], (place) => symlinkSync('/etc/shadow', place)),
    },
    'key.pem is another user’s, or has a second name.': {
      'a second name of another file as its key': () =>
        replaced(['tls', 'key.pem'], (place) => linkSync(at('secret'), place)),
    },
    'its certificate or its key cannot be read.': {
      'a secret as its key': () => cpSync(at('secret'), siteFile('2', 'tls', 'key.pem')),
    },
    'chain.pem is too large.': {
      'a megabyte of certificates': () => certified({ chain: (pairs[HOSTS.second]?.chain ?? '').repeat(400), key: '' }),
    },
    'its certificate is not for exactly its host.': {
      'another host’s certificate': () => certified(pair('other.clinic.org')),
      'the main site’s certificate': () => certified(pair(MAIN)),
      'a certificate for all hosts of a domain': () => certified(pair('*.clinic.org')),
      'a certificate for its host and another': () => certified(selfSigned([HOSTS.second, 'bank.example.org'])),
      'a certificate that is an authority': () => certified(selfSigned([HOSTS.second], { ca: true })),
    },
    'its certificate has ended.': {
      'a certificate that has ended': () => certified(selfSigned([HOSTS.second], { ended: true })),
    },
    'its key is of a kind or size that browsers do not take.': {
      'a key of 1024 bits': () => certified(selfSigned([HOSTS.second], { bits: 1_024 })),
    },
    'its key does not belong to its certificate.': {
      'the key of another certificate': () =>
        certified({ chain: pair(HOSTS.second).chain, key: pair('other.clinic.org').key }),
    },
    'chain.pem is not a certificate with its chain.': {
      'no certificate in chain.pem': () => certified({ chain: 'ssl_engine x;', key: pair(HOSTS.second).key }),
    },
  };
  const rows = Object.entries(hostile).flatMap(([reason, plants]) =>
    Object.entries(plants).map(([what, plant]) => ({ what, plant, reason })),
  );

  test.each(rows)('the script refuses a site with $what, and leaves nginx unchanged', ({ plant, reason }) => {
    plant();
    const before = state();
    const { status, said, refused } = bring({ reload: '/bin/false', reserved: 'mail.example.org' });
    expect({ status, said }).toEqual({ status: 1, said: '' });
    expect(refused).toBe(`Site 2 is refused: ${reason}\n`);
    expect(state()).toEqual(before);
    expect(Object.keys(before)).toHaveLength(4);
    expect(nginx.test()).toBe('');
  });

  test(
    'the script refuses a hostile change of a served site, serves it as before, and copies the other sites',
    async () => {
      writeFileSync(siteFile('1', 'site.json'), JSON.stringify({ id: 1, host: 'evil.org\n}' }));
      const { status, said, refused } = bring();
      expect({ status, said }).toEqual({ status: 1, said: 'nginx has 2 custom sites.\n' });
      expect(refused).toBe('Site 1 is refused: its host is not a host name.\n');
      await whenServed(HOSTS.second);
      await whenServed(HOSTS.first);
    },
    TIME,
  );

  test('the script refuses both of two new sites that claim the same host', async () => {
    await addSite(DomainId.parse(3), HOSTS.second);
    const { status, refused } = bring();
    expect(status).toBe(1);
    expect(refused.trim().split('\n')).toEqual([
      'Site 2 is refused: another site has its host.',
      'Site 3 is refused: another site has its host.',
    ]);
    expect(readdirSync(at('nginx-sites'))).toEqual(['1']);
  });

  test(
    'the script refuses only the site that nginx -t rejects, prints the message of nginx, and copies the others',
    async () => {
      // The default limits of nginx reject a server name of this length.
      await addSite(DomainId.parse(3), `${'a-long-name-of-a-clinic.'.repeat(5)}org`);
      const { status, said, refused } = bring();
      expect({ status, said }).toEqual({ status: 1, said: 'nginx has 2 custom sites.\n' });
      expect(refused).toMatch(/^Site 3 is refused: nginx does not take it: .*server_names_hash.*\n$/);
      await whenServed(HOSTS.second);
      expect(nginx.test()).toBe('');
    },
    TIME,
  );

  test('the script restores the previous configuration when nginx cannot be reloaded, and retries at the next run', () => {
    const before = state();
    expect(bring({ reload: '/bin/false' })).toEqual({
      status: 1,
      said: '',
      refused: 'Nothing was changed: nginx could not be reloaded: it ended with 1\n',
    });
    expect(state()).toEqual(before);
    expect(bring()).toMatchObject({ status: 0, said: 'nginx has 2 custom sites.\n' });
  });

  test('the script restores the previous configuration after a run that was killed before nginx -t', () => {
    const before = state();
    renameSync(at('nginx-sites'), at('nginx-sites.earlier'));
    mkdirSync(at('nginx-sites', '7'), { recursive: true });
    writeFileSync(at('nginx-sites', '7', 'server.conf'), 'half a bl');
    rmSync(siteFile('2'), { recursive: true });
    expect(bring()).toMatchObject({ status: 0, refused: '' });
    expect(state()).toEqual(before);
  });

  test.each([
    ['there is no folder of sites', { sites: '/nowhere/sites' }, 'There is no folder /nowhere/sites.'],
    ['the folder of sites is a link', { sites: 'link' }, 'link is a link, or cannot be opened (ENOTDIR).'],
    ['the main site is not known', { 'base-url': '' }, 'BASE_URL, the address of the main site, must be set.'],
    ['the upstream is none', { upstream: 'x; }' }, 'The upstream must be a name or a host and a port.'],
    [
      'nginx’s own configuration is wrong',
      { test: '/bin/false' },
      'nginx does not take its configuration as it is: it ended with 1',
    ],
  ])('the script changes nothing when %s', (_why, changed, reason) => {
    symlinkSync(siteFile(), at('data', 'link'));
    const before = state();
    const { sites = siteFile() } = changed as { sites?: string };
    const { status, refused } = bring({ ...changed, sites: sites === 'link' ? at('data', 'link') : sites });
    expect(status).toBe(1);
    expect(refused).toBe(`Nothing was changed: ${reason}\n`);
    expect(state()).toEqual(before);
  });
});

function pair(host: string): { chain: string; key: string } {
  const found = pairs[host];
  if (!found) throw new Error(`There is no certificate for ${host}.`);
  return found;
}

function selfSigned(names: readonly string[], { ca = false, ended = false, bits = 2_048 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.validity.notBefore = new Date(Date.now() - 2 * 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + (ended ? -1 : 1) * 86_400_000);
  certificate.setSubject([{ name: 'commonName', value: names[0] }]);
  certificate.setIssuer([{ name: 'commonName', value: names[0] }]);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: ca, critical: true },
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { chain: forge.pki.certificateToPem(certificate), key: privateKey };
}
