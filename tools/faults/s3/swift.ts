import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from '../../../server/testing/servers/debian-package.ts';
import { installWithApt } from '../../../server/testing/servers/install-with-apt.ts';
import { freePort } from '../../harness/product.ts';
import { killProcess, type S3Server, type S3Traits, waitForAnswer } from './s3-server.ts';
import { type StorageKind, storageKinds, writeSwiftSettings } from './swift-settings.ts';

export const swiftTraits: S3Traits = { comparesSignatures: true, replacesAtomically: true };

const PYTHON = '/usr/bin/python3';
/** Swift reads its own settings from /etc/swift unless it is told another folder before it starts. */
const RUN_SERVER = `import sys
from swift.common import utils
utils.set_swift_dir(sys.argv[1])
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[3], sys.argv[2] + '-server'))`;
const RUN_RING_BUILDER = `import sys
sys.argv[0] = 'swift-ring-builder'
from swift.cli.ringbuilder import main
sys.exit(main())`;
const RING_ERROR = 2;

const ACCOUNT = { user: 'vialkeep:files', key: 'a/secret+of=swift' };
const BUCKET = 'vialkeep-files';

/**
 * OpenStack Swift of Debian with s3api, all its servers on loopback in one folder, with one replica. Only the library
 * is installed, which starts nothing; the packages of the single servers would add system services.
 */
export async function startSwift(): Promise<S3Server> {
  requireSwift();
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-swift-'));
  const ports = { proxy: await freePort(), cache: await freePort() };
  const storage = new Map<StorageKind, number>();
  for (const kind of storageKinds) storage.set(kind, await freePort());
  await mkdir(join(folder, 'devices', 'disk'), { recursive: true });
  await writeSwiftSettings({ folder, ports, storage, account: ACCOUNT });
  for (const [kind, port] of storage) buildRing(folder, kind, port);

  const cache = await startCache(folder, ports.cache);
  const start = async () => {
    const started = [...storageKinds, 'proxy'].map((kind) => startServer(folder, kind));
    for (const port of [...storage.values(), ports.proxy]) await waitForAnswer(port);
    return started;
  };
  let servers = await start();
  const kill = () => Promise.all(servers.map(killProcess)).then(() => {});
  const setContainer = (method: 'PUT' | 'POST', headers: Record<string, string>) =>
    callSwift(ports.proxy, method, headers);
  await setContainer('PUT', {});

  return {
    keys: { accessKeyId: ACCOUNT.user, secretAccessKey: ACCOUNT.key, region: 'us-east-1' },
    bucket: BUCKET,
    port: () => ports.proxy,
    kill,
    async startAgain() {
      servers = await start();
    },
    async fill() {
      await setContainer('POST', { 'X-Container-Meta-Quota-Bytes': '1' });
      return () => setContainer('POST', { 'X-Remove-Container-Meta-Quota-Bytes': 'x' });
    },
    async close() {
      await kill();
      await killProcess(cache);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function requireSwift(): void {
  const isThere = () => spawnSync(PYTHON, ['-c', 'import swift'], { stdio: 'ignore' }).status === 0;
  if (!isThere()) installWithApt('python3-swift');
  if (!isThere()) throw new Error('Swift was not found; install it (apt-get install python3-swift).');
}

function buildRing(folder: string, kind: StorageKind, port: number): void {
  const steps = [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']];
  for (const step of steps) {
    const args = ['-c', RUN_RING_BUILDER, join(folder, `${kind}.builder`), ...step];
    const { status, stdout, stderr } = spawnSync(PYTHON, args, { encoding: 'utf8' });
    if (status === null || status >= RING_ERROR)
      throw new Error(`The ring of Swift cannot be built.\n${stdout}${stderr}`);
  }
}

function startServer(folder: string, kind: string): ChildProcess {
  return spawn(PYTHON, ['-c', RUN_SERVER, folder, kind, join(folder, `${kind}.conf`)], { stdio: 'ignore' });
}

/** Swift keeps the sessions of its own interface in memcached and does not start without it. */
async function startCache(folder: string, port: number): Promise<ChildProcess> {
  const program = await programOf('memcached', ['/usr/bin/memcached'], join(folder, 'memcached'));
  const libraries = ['aarch64', 'x86_64'].map((machine) => `/usr/lib/${machine}-linux-gnu`);
  const names = libraries.map((place) => `${place}/libevent-2.1.so.7`);
  const event = await programOf('libevent-2.1-7', names, join(folder, 'libevent'));
  const options = ['-u', 'root', '-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', '16'];
  return spawn(program, options, { stdio: 'ignore', env: { LD_LIBRARY_PATH: join(event, '..') } });
}

/** Changes the bucket through Swift's own interface, whose sessions have nothing to do with S3 signatures. */
async function callSwift(port: number, method: string, headers: Record<string, string>): Promise<void> {
  const login = await fetch(`http://127.0.0.1:${port}/auth/v1.0`, {
    headers: { 'X-Auth-User': ACCOUNT.user, 'X-Auth-Key': ACCOUNT.key },
  });
  const [url, token] = [login.headers.get('X-Storage-Url'), login.headers.get('X-Auth-Token')];
  if (!url || !token) throw new Error(`Swift answered ${login.status} to its own login.`);
  const response = await fetch(`${url}/${BUCKET}`, { method, headers: { 'X-Auth-Token': token, ...headers } });
  if (!response.ok) throw new Error(`Swift answered ${response.status} to ${method}.`);
}
