#!/usr/bin/env node
// /usr/local/sbin/vialkeep-sites.mjs, owned by root. Brings the custom sites of Vialkeep to nginx.
//
// Root believes nothing in the folder that the product writes: of each site it takes two values, a certificate and a key,
// checks them, and writes server blocks of its own into a folder that only root can write. It needs Node 20 and nothing else.
import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: given } = parseArgs({
  options: {
    sites: { type: 'string', default: '/var/lib/vialkeep/sites' },
    into: { type: 'string', default: '/etc/nginx/vialkeep-sites' },
    'base-url': { type: 'string', default: process.env.BASE_URL ?? '' },
    upstream: { type: 'string', default: process.env.PROXY_UPSTREAM || 'vialkeep' },
    // Hosts besides the main one that this nginx serves for others, with commas.
    reserved: { type: 'string', default: '' },
    http: { type: 'string', default: '80' },
    https: { type: 'string', default: '443' },
    test: { type: 'string', default: '/usr/sbin/nginx -t' },
    reload: { type: 'string', default: '/usr/bin/systemctl reload nginx' },
  },
});

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const MOST_SITES = 5_000;
const LIMITS = { 'site.json': 1_024, 'chain.pem': 65_536, 'key.pem': 16_384 };
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Why a site is not taken over. Its words never repeat what the product wrote. */
class Refused extends Error {}

/** Why nothing can be done at all. */
class Hopeless extends Error {}

let refusals = 0;

function refuse(id, reason) {
  refusals += 1;
  console.error(`Site ${id} is refused: ${reason}`);
}

// What the product wrote. Each part of a path is opened by itself and none of them may be a link: a check by name could be
// outrun by a product that puts another file in its place meanwhile.

function withPart(path, flags, task) {
  let part;
  try {
    part = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags);
  } catch ({ code }) {
    if (code === 'ENOENT') return null;
    throw new Refused(`${basename(path)} is a link, or cannot be opened (${code}).`);
  }
  try {
    return task(part);
  } finally {
    closeSync(part);
  }
}

const isSiteId = (name) => /^[1-9]\d{0,9}$/.test(name);
const inside = (folder, name) => `/proc/self/fd/${folder}/${name}`;

/** The text of a plain file that belongs to the owner of the folder and has no second name; null where there is none. */
function readPart(folder, name, owner) {
  return withPart(inside(folder, name), 0, (file) => {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new Refused(`${name} is not a plain file.`);
    if (facts.uid !== owner || facts.nlink !== 1) throw new Refused(`${name} is another user’s, or has a second name.`);
    const bytes = Buffer.alloc(LIMITS[name] + 1);
    let length = 0;
    for (let more = 1; more > 0; length += more) more = readSync(file, bytes, length, bytes.length - length, null);
    if (length === bytes.length) throw new Refused(`${name} is too large.`);
    return bytes.toString('utf8', 0, length);
  });
}

/** The host that a site's folder names, with its certificate if it has one; null where it names none yet. */
function readSite(sites, id, owner, reserved) {
  return withPart(inside(sites, id), O_DIRECTORY, (folder) => {
    const text = readPart(folder, 'site.json', owner);
    if (text === null) return null;
    const host = hostIn(text, id, reserved);
    const tls = withPart(inside(folder, 'tls'), O_DIRECTORY, (kept) => ({
      chain: readPart(kept, 'chain.pem', owner),
      key: readPart(kept, 'key.pem', owner),
    }));
    return { host, certificate: tls?.chain && tls.key ? checkCertificate(tls.chain, tls.key, host) : null };
  });
}

function hostIn(text, id, reserved) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    throw new Refused('site.json is not JSON.');
  }
  if (typeof said !== 'object' || said === null || Object.keys(said).toSorted().join() !== 'host,id') {
    throw new Refused('site.json must have an id and a host, and nothing else.');
  }
  if (said.id !== Number(id)) throw new Refused('the id in site.json is not that of its folder.');
  if (typeof said.host !== 'string' || !HOST.test(said.host)) throw new Refused('its host is not a host name.');
  if (reserved.includes(said.host)) throw new Refused('its host is the main site’s, or reserved.');
  return said.host;
}

/** Both written anew from what was understood of them, so that nothing else in the files gets any further. */
function checkCertificate(chainText, keyText, host) {
  const blocks = chainText.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0 || blocks.length > 10) throw new Refused('chain.pem is not a certificate with its chain.');
  let chain;
  let key;
  try {
    chain = blocks.map((block) => new X509Certificate(block));
    key = createPrivateKey(keyText);
  } catch {
    throw new Refused('its certificate or its key cannot be read.');
  }
  const [own] = chain;
  const isStrong =
    (key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails.modulusLength >= 2_048) ||
    (key.asymmetricKeyType === 'ec' && ['prime256v1', 'secp384r1'].includes(key.asymmetricKeyDetails.namedCurve));
  if (!isStrong) throw new Refused('its key is of a kind or size that browsers do not take.');
  if (own.subjectAltName?.toLowerCase() !== `dns:${host}` || own.ca) {
    throw new Refused('its certificate is not for exactly its host.');
  }
  if (!own.checkPrivateKey(key)) throw new Refused('its key does not belong to its certificate.');
  if (new Date(own.validTo).getTime() < Date.now()) throw new Refused('its certificate has ended.');
  return {
    chain: chain.map((certificate) => certificate.toString()).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
  };
}

// What nginx has of each site: a folder with its host, its server block, and its certificate and key.

function filesOf(id, { host, certificate }, { into, upstream, ports }) {
  const paths = certificate && { chain: join(into, id, 'chain.pem'), key: join(into, id, 'key.pem') };
  const files = new Map([
    ['host', `${host}\n`],
    ['server.conf', serverBlock({ host, upstream, ports, certificate: paths })],
  ]);
  if (certificate) files.set('chain.pem', certificate.chain).set('key.pem', certificate.key);
  return files;
}

/** As the product's own template writes it: a test compares the two. */
function serverBlock({ host, upstream, ports, certificate }) {
  const passing = [
    `    proxy_pass http://${upstream};`,
    '    proxy_http_version 1.1;',
    '    proxy_set_header Host $host;',
    '    proxy_set_header X-Forwarded-For $remote_addr;',
    '    proxy_set_header X-Forwarded-Proto $scheme;',
    '    proxy_set_header X-Forwarded-Host "";',
    '    proxy_set_header Forwarded "";',
    '    proxy_set_header Connection "";',
    '    proxy_read_timeout 150s;',
    '    client_max_body_size 26m;',
  ];
  const name = `  server_name ${host};`;
  const forwarded = ['  location / {', ...passing, '  }'];
  const plain = ['server {', `  listen ${ports.http};`, name];
  if (!certificate) return [...plain, ...forwarded, '}', ''].join('\n');
  const ciphers = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((cipher) => [
    `ECDHE-ECDSA-${cipher}`,
    `ECDHE-RSA-${cipher}`,
  ]);
  return [
    ...plain,
    // The proof that a certificate authority asks for, when one is renewed, comes over http.
    '  location /.well-known/acme-challenge/ {',
    ...passing,
    '  }',
    '  location / { return 301 https://$host$request_uri; }',
    '}',
    'server {',
    `  listen ${ports.https} ssl http2;`,
    name,
    `  ssl_certificate "${certificate.chain}";`,
    `  ssl_certificate_key "${certificate.key}";`,
    '  ssl_protocols TLSv1.2 TLSv1.3;',
    `  ssl_ciphers ${ciphers.join(':')};`,
    '  ssl_session_tickets off;',
    '  server_tokens off;',
    ...forwarded,
    '}',
    '',
  ].join('\n');
}

/** Every site that nginx has, as files by their names. */
function readState(into) {
  const state = new Map();
  for (const id of existsSync(into) ? readdirSync(into).filter(isSiteId) : []) {
    const names = readdirSync(join(into, id));
    state.set(id, new Map(names.map((name) => [name, readFileSync(join(into, id, name), 'utf8')])));
  }
  return state;
}

function writeState(into, state) {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { mode: 0o755 });
  for (const [id, files] of state) {
    mkdirSync(join(into, id), { mode: 0o700 });
    for (const [name, content] of files) writeFileSync(join(into, id, name), content, { mode: 0o600, flag: 'wx' });
  }
}

function isSame(one, other) {
  const hasAll = (files, others) => [...files].every(([name, content]) => others?.get(name) === content);
  const holds = (state, others) => [...state].every(([id, files]) => hasAll(files, others.get(id)));
  return holds(one, other) && holds(other, one);
}

/** What nginx shall have. A site that is refused keeps what it had; a folder that is gone takes its site with it. */
function wantedState(earlier, options) {
  const said = new Map();
  const kept = new Set();
  const found = withPart(options.sites, O_DIRECTORY, (sites) => {
    const owner = fstatSync(sites).uid;
    const ids = readdirSync(`/proc/self/fd/${sites}`).filter(isSiteId);
    if (ids.length > MOST_SITES) throw new Hopeless(`There are more than ${MOST_SITES} sites.`);
    for (const id of ids.toSorted((one, other) => one - other)) {
      try {
        const site = readSite(sites, id, owner, options.reserved);
        if (site !== null) said.set(id, site);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        kept.add(id);
        refuse(id, error.message);
      }
    }
    return true;
  });
  if (found === null) throw new Hopeless(`There is no folder ${options.sites}.`);
  settleHosts(said, kept, earlier);
  const wanted = new Map([...said].map(([id, site]) => [id, filesOf(id, site, options)]));
  for (const id of kept) if (earlier.has(id)) wanted.set(id, earlier.get(id));
  return wanted;
}

/** A host belongs to one site: to the one that nginx has it from, or else to none of those that claim it. */
function settleHosts(said, kept, earlier) {
  const had = (id) => earlier.get(id)?.get('host')?.trim();
  for (;;) {
    const claims = new Map();
    const claim = (host, id) => claims.set(host, [...(claims.get(host) ?? []), id]);
    for (const [id, { host }] of said) claim(host, id);
    for (const id of kept) if (earlier.has(id)) claim(had(id), id);
    const [host, ids] = [...claims].find(([, claiming]) => claiming.length > 1) ?? [];
    if (ids === undefined) return;
    const holder = ids.find((id) => had(id) === host);
    for (const id of ids.filter((claiming) => claiming !== holder && said.has(claiming))) {
      said.delete(id);
      kept.add(id);
      refuse(id, 'another site has its host.');
    }
  }
}

/** Runs a command of the operator's; answers with nothing, or with what it says is wrong. */
function failureOf(command) {
  const [program, ...args] = command.split(' ').filter((word) => word !== '');
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env: { PATH: process.env.PATH } });
  if (status === 0) return null;
  const lines = (stderr ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => line.includes('[emerg]')) ?? lines[0] ?? String(error?.code ?? `it ended with ${status}`);
}

/** Puts a state in place and asks nginx; what it does not take is taken back. Answers with nginx's words, or nothing. */
function tryState(state, { into, test }) {
  const [fresh, aside] = [`${into}.new`, `${into}.earlier`];
  writeState(fresh, state);
  if (existsSync(into)) renameSync(into, aside);
  else mkdirSync(aside, { mode: 0o755 });
  renameSync(fresh, into);
  const failure = failureOf(test);
  if (failure === null) rmSync(aside, { recursive: true });
  else takeBack(into);
  return failure;
}

function takeBack(into) {
  rmSync(into, { recursive: true, force: true });
  renameSync(`${into}.earlier`, into);
}

/** All at once; where nginx does not take that, each changed site by itself, so that one cannot hold up the others. */
function bringToNginx(earlier, wanted, options) {
  if (tryState(wanted, options) === null) return wanted;
  let settled = earlier;
  for (const id of new Set([...earlier.keys(), ...wanted.keys()])) {
    const next = new Map(settled);
    if (wanted.has(id)) next.set(id, wanted.get(id));
    else next.delete(id);
    if (isSame(next, settled)) continue;
    const failure = tryState(next, options);
    if (failure === null) settled = next;
    else refuse(id, `nginx does not take it: ${failure}`);
  }
  return settled;
}

function readOptions() {
  const port = (name) => {
    if (!/^\d{1,5}$/.test(given[name])) throw new Hopeless(`--${name} must be a port.`);
    return Number(given[name]);
  };
  if (!URL.canParse(given['base-url'])) throw new Hopeless('BASE_URL, the address of the main site, must be set.');
  if (!/^[\w.:[\]-]{1,100}$/.test(given.upstream))
    throw new Hopeless('The upstream must be a name or a host and a port.');
  const into = resolve(given.into);
  if (/["\\$\n]/.test(into)) throw new Hopeless('--into has a character that a configuration cannot hold.');
  return {
    sites: resolve(given.sites),
    into,
    upstream: given.upstream,
    ports: { http: port('http'), https: port('https') },
    reserved: [
      new URL(given['base-url']).hostname,
      ...given.reserved
        .toLowerCase()
        .split(',')
        .map((host) => host.trim()),
    ],
    test: given.test,
    reload: given.reload,
  };
}

function run() {
  const options = readOptions();
  const { into } = options;
  // A run that was killed had not heard from nginx yet.
  if (existsSync(`${into}.earlier`)) takeBack(into);
  const earlier = readState(into);
  const wanted = wantedState(earlier, options);
  if (isSame(earlier, wanted)) return;
  const failure = failureOf(options.test);
  if (failure !== null) throw new Hopeless(`nginx does not take its configuration as it is: ${failure}`);
  const settled = bringToNginx(earlier, wanted, options);
  if (isSame(earlier, settled)) return;
  const stuck = failureOf(options.reload);
  if (stuck !== null) {
    tryState(earlier, options);
    throw new Hopeless(`nginx could not be reloaded: ${stuck}`);
  }
  console.log(`nginx has ${settled.size} custom sites.`);
}

try {
  run();
} catch (error) {
  if (!(error instanceof Hopeless || error instanceof Refused)) throw error;
  console.error(`Nothing was changed: ${error.message}`);
  refusals += 1;
}
process.exitCode = refusals > 0 ? 1 : 0;
