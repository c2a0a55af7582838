import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localAuthority } from '../integrations/certificates/local-authority.ts';
import { requireSafeStart } from '../kernel/settings/safe-start.ts';
import { readSettings } from '../kernel/settings/settings.ts';
import { programOf } from '../testing/servers/debian-package.ts';
import { findNginx, nginxAround } from '../testing/servers/nginx.ts';
import { upstream } from './restart-one-by-one.ts';

const root = resolve(import.meta.dirname, '../..');
const HOST = 'portal.example.org';
const TIME = 60_000;

/** Takes the place of the product and answers with the headers that it received. */
const echo = createServer(({ headers }, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(headers));
});
let folder: string;
let echoPort: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-deploy-'));
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
  echoPort = portOf(echo);
});
afterAll(async () => {
  echo.close();
  await rm(folder, { recursive: true });
});

const deployed = (path: string) => readFile(join(root, 'deploy', path), 'utf8');
const claims = {
  host: HOST,
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.test',
  forwarded: 'for=1.2.3.4',
};

describe('Deployment files', () => {
  test(
    'nginx accepts its configuration, and forwards no header that a visitor forges',
    async () => {
      const at = join(folder, 'nginx');
      await mkdir(join(at, 'conf'), { recursive: true });
      const [http, https] = [await freePort(), await freePort()];
      const { chain, key } = await localAuthority(at, 'Vialkeep').issue(HOST);
      await writeFile(join(at, 'fullchain.pem'), chain);
      await writeFile(join(at, 'privkey.pem'), key);
      const site = (await deployed('nginx/vialkeep.conf'))
        .replace('listen 80;', `listen ${http};`)
        .replace('listen 443 ', `listen ${https} `)
        .replaceAll(`/etc/letsencrypt/live/${HOST}`, at)
        .replace('/etc/nginx/vialkeep-upstream.conf', join(at, 'conf', 'upstream'))
        .replace('/etc/nginx/vialkeep-sites', join(at, 'sites'));
      const servers = await deployed('nginx/vialkeep-upstream.conf');
      expect(servers).toContain(upstream([3001, 3002]));
      await writeFile(join(at, 'conf', 'upstream'), servers.replaceAll(/300[12]/g, String(echoPort)));
      await writeFile(join(at, 'conf', 'site.conf'), site);
      const nginx = await nginxAround(await findNginx(join(at, 'package')), at, join(at, 'conf', '*.conf'));
      expect(nginx.test()).toBe('');

      const running = nginx.start();
      try {
        const ca = await readFile(join(at, 'authority', 'certificate.pem'), 'utf8');
        const call = () => overHttps({ host: '127.0.0.1', port: https, servername: HOST, ca, headers: claims });
        const seen = await whenServed(call);
        expect(seen).toMatchObject({ host: HOST, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
        expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['x-forwarded-host']));
        expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['forwarded']));
      } finally {
        running.kill();
      }
    },
    TIME,
  );

  test(
    'Caddy accepts its configuration, and forwards no header that a visitor forges',
    async () => {
      const at = join(folder, 'caddy');
      const caddy = await programOf('caddy', ['/usr/bin/caddy'], at);
      const env = { PATH: process.env.PATH, HOME: at, XDG_DATA_HOME: at, XDG_CONFIG_HOME: at };
      const file = join(root, 'deploy/caddy/Caddyfile');
      const checked = spawnSync(caddy, ['validate', '--adapter', 'caddyfile', '--config', file], {
        env,
        encoding: 'utf8',
      });
      expect(checked.status, checked.stderr).toBe(0);

      const port = await freePort();
      const here = (await deployed('caddy/Caddyfile'))
        .replace(/^portal.*\{$/m, `http://${HOST}:${port} {`)
        .replaceAll(/300[12]/g, String(echoPort));
      await writeFile(join(at, 'Caddyfile'), `{\n\tadmin off\n}\n${here}`);
      const running = spawn(caddy, ['run', '--config', join(at, 'Caddyfile')], { env, stdio: 'ignore' });
      try {
        const seen = await whenServed(() => overHttp({ host: '127.0.0.1', port, headers: claims }));
        expect(seen).toMatchObject({ host: HOST, 'x-forwarded-for': '127.0.0.1' });
        expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['x-forwarded-host']));
        expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['forwarded']));
      } finally {
        running.kill();
      }
    },
    TIME,
  );

  test('nginx and the unit that run as root read nothing of the server but the output of the sites script', async () => {
    const names = (await readdir(join(root, 'deploy/nginx'))).filter((name) => name.endsWith('.conf'));
    for (const name of names) expect(await deployed(`nginx/${name}`), name).not.toContain('/var/lib/vialkeep');
    expect(await deployed('nginx/vialkeep.conf')).toContain('include /etc/nginx/vialkeep-sites/*/server.conf;');
    const unit = (await deployed('systemd/vialkeep-sites.service')).split('\n');
    expect(unit.filter((line) => line.startsWith('Exec'))).toEqual(['ExecStart=/usr/local/sbin/vialkeep-sites.mjs']);
    const script = await deployed('nginx/vialkeep-sites.mjs');
    const imported = [...script.matchAll(/ from '([^']+)'/g)].map(([, module = '']) => module);
    expect(imported.filter((module) => !module.startsWith('node:'))).toEqual([]);
    expect((await stat(join(root, 'deploy/nginx/vialkeep-sites.mjs'))).mode & 0o111).toBe(0o111);
  });

  // systemd-analyze cannot be unpacked from a package: it needs the libraries of a system that runs systemd.
  test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd accepts every unit', async () => {
    const units = join(folder, 'units');
    await mkdir(units);
    for (const name of await readdir(join(root, 'deploy/systemd'))) {
      // The programs that a unit starts must exist, so their paths are replaced by those of this clone.
      const unit = (await deployed(`systemd/${name}`))
        .replaceAll('/srv/vialkeep', root)
        .replace('/usr/local/sbin/', join(root, 'deploy/nginx/'))
        .replaceAll(/\/usr\/bin\/(?:pgbackrest|curl)/g, '/bin/true');
      const instances = name.startsWith('vialkeep-base-backup@') ? ['@full.', '@diff.'] : ['@3001.'];
      for (const instance of instances) await writeFile(join(units, name.replace('@.', instance)), unit);
    }
    const names = (await readdir(units)).map((name) => `./${name}`);
    expect(names).toHaveLength(11);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...names], { cwd: units, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test(
    'pgBackRest accepts its configuration and knows every option in it',
    async () => {
      const at = join(folder, 'pgbackrest');
      await mkdir(join(at, 'repository'), { recursive: true });
      const program = await programOf('pgbackrest', ['/usr/bin/pgbackrest'], at);
      const text = await deployed('cluster/pgbackrest.conf');
      expect(text).not.toMatch(/^[^#]*(?:cipher-pass|s3-key)/m);
      // Without its bucket the same options are read for a folder.
      const local = text
        .replace('repo1-type=s3', 'repo1-type=posix')
        .replace('repo1-path=/', `repo1-path=${at}/repository/`);
      const judge = async (config: string) => {
        const file = join(at, 'pgbackrest.conf');
        await writeFile(file, config);
        const env = { PATH: process.env.PATH, PGBACKREST_REPO1_CIPHER_PASS: 'secret', PGBACKREST_LOCK_PATH: at };
        return spawnSync(program, [`--config=${file}`, '--stanza=vialkeep', 'backup'], { env, encoding: 'utf8' });
      };
      // Every option was read when the first missing file is that of the stanza, which does not exist here.
      const { status, stderr } = await judge(local);
      expect({ status, warnings: stderr.match(/WARN.*/g) }).toEqual({ status: 55, warnings: null });
      expect(stderr).toContain('has a stanza-create been performed?');
      expect((await judge(`${local}no-such-option=1\n`)).stderr).toContain("invalid option 'no-such-option'");
      expect((await judge(local.replace('process-max=2', 'process-max=many'))).status).toBe(32);
    },
    TIME,
  );

  test('the server accepts the deployed environment and finds nothing unsafe in it', async () => {
    const env = Object.fromEntries(
      (await deployed('vialkeep.env'))
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const settings = readSettings({ NODE_ENV: 'production', PORT: '3001', ...env }, folder);
    expect(settings).toMatchObject({ baseUrl: `https://${HOST}`, proxyUpstream: 'vialkeep', demo: false });
    expect(settings.acceptUnsafe).toEqual([]);
    expect(() => requireSafeStart(settings, false)).not.toThrow();
  });

  test('the container is built from the Node version of this project, and its commands start files that exist', async () => {
    const lines = (await deployed('container/Containerfile')).split('\n');
    const project = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const major = String(project.dependencies.node).split('.')[0];
    expect(lines).toContain(`FROM node:${major}-bookworm-slim`);
    const started = lines.flatMap((line) => /^(?:RUN|CMD).*\bnode\b.*?([\w-]+\/[\w-]+\.ts)/.exec(line)?.[1] ?? []);
    expect(started).toEqual(['scripts/build.ts', 'server/main.ts']);
    for (const file of started) expect(existsSync(join(root, file))).toBe(true);
  });
});

/** Retries until a server that has just been started listens and reaches its upstream. */
async function whenServed(call: () => ReturnType<typeof overHttp>): Promise<object> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await answerTo(call()).catch(() => null);
    if (answer) return answer;
    await sleep(100);
  }
  throw new Error('It did not begin to serve.');
}

function answerTo(sent: ReturnType<typeof overHttp>): Promise<object | null> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      // @NOTE the fake product answers with the headers as an object.
      json(response).then((headers) => resolve(response.statusCode === 200 ? (headers as object) : null), reject);
    });
    sent.end();
  });
}

async function freePort(): Promise<number> {
  const probe = createProbe();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const port = portOf(probe);
  await new Promise((closed) => probe.close(closed));
  return port;
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
