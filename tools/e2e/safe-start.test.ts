import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { launchProduct, newDataDir, type Product, restartProduct, startProduct } from '../harness/product.ts';
import { copyDemoData, startDemoCopy } from './demo-copy.ts';
import { isLongRun } from './page/looks.ts';
import { getJson } from './people/calls.ts';

const started: Product[] = [];
const keep = (product: Product) => {
  started.push(product);
  return product;
};
afterAll(async () => {
  for (const product of started) {
    if (!product.hasEnded) await product.stop();
    await product.removeData();
  }
});

const safe = {
  NODE_ENV: 'production',
  PAYMENTS: 'authorizenet',
  AUTHORIZENET_LOGIN: 'bank',
  AUTHORIZENET_KEY: 'secret',
  AUTHORIZENET_CLIENT_KEY: 'public',
  BASE_URL: 'https://portal.example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUST_PROXY: '127.0.0.1',
  MAIL_FROM: 'no-reply@example.org',
  SUPPORT_EMAIL: 'support@example.org',
};

const unsafe = {
  payments: { PAYMENTS: 'sandbox' },
  http: { BASE_URL: 'http://portal.example.org' },
  mail: { SMTP_URL: '', MAIL_FROM: 'a@bank.test', SUPPORT_EMAIL: 'a@bank.test' },
  proxy: { TRUST_PROXY: '' },
  demo: { DEMO: 'on' },
};

/** Lists every file of a folder with its mode, time and hash, to prove that a refused start changes nothing. */
function printOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => {
      const full = join(folder, path);
      const facts = statSync(full);
      const hash = facts.isFile() ? createHash('sha256').update(readFileSync(full)).digest('hex') : '';
      return `${path} ${facts.mode} ${facts.mtimeMs} ${hash}`;
    });
}

async function refused(product: Product): Promise<string[]> {
  const { exitCode, stderr } = await product.ended();
  expect(exitCode, stderr).toBe(1);
  expect(stderr).toContain('Production does not start with what is unsafe:');
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).split(':', 1)[0] ?? '');
}

describe('Production', () => {
  test('production with all unsafe settings names each of them and creates no data directory', async () => {
    const dataDir = join(newDataDir(), 'data');
    const settings = Object.assign({}, safe, ...Object.values(unsafe));
    const names = await refused(await launchProduct({ dataDir, settings }));
    expect(names).toEqual(['payments', 'http', 'mail', 'mail', 'mail', 'proxy', 'demo']);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('production with safe settings starts without demo accounts and without an API description', async () => {
    const product = keep(await startProduct({ settings: safe }));
    expect(product.output.stdout).not.toContain('Vialkeep-demo-1');
    expect(product.output.stdout).not.toContain('Accepted although');
    for (const path of ['/api/docs', '/api/openapi.json']) {
      expect((await getJson(`http://127.0.0.1:${product.settings.PORT}${path}`)).status, path).toBe(404);
    }
    await product.stop();
  });

  test.runIf(isLongRun)(
    'production with all unsafe settings accepted by name starts and logs them at every start',
    async () => {
      const settings = Object.assign({}, safe, ...Object.values(unsafe), {
        ACCEPT_UNSAFE: 'payments,http,mail,proxy,demo',
      });
      let product = keep(await startProduct({ settings }));
      for (const again of [false, true]) {
        const accepted = [...product.output.stdout.matchAll(/"accepted":"(\w+)"/g)].map(([, name]) => name);
        expect(accepted, String(again)).toEqual(['payments', 'http', 'mail', 'mail', 'mail', 'proxy', 'demo', 'demo']);
        await product.stop();
        if (!again) product = keep(await restartProduct(product));
      }
    },
  );
});

describe('Production on data with the demo network', () => {
  test('production is refused with all unsafe settings named, and no byte of the data directory changes', async () => {
    const dataDir = await copyDemoData();
    const before = printOf(dataDir);
    const settings = { ...safe, ...unsafe.payments, ACCEPT_UNSAFE: 'http' };
    const product = keep(await launchProduct({ dataDir, settings }));
    expect(await refused(product)).toEqual(['payments', 'demo']);
    expect(printOf(dataDir)).toEqual(before);
  });

  test('production starts after the demo network is accepted by name', async () => {
    const product = keep(await startDemoCopy({ settings: { ...safe, ACCEPT_UNSAFE: 'demo' } }));
    const accepted = 'Accepted although it is unsafe: The database has the demo network';
    await expect.poll(() => product.output.stdout).toContain(accepted);
    await product.stop();
  });

  test('production is refused when only the stopped database shows the demo network, and no file is left in the folder', async () => {
    const dataDir = await copyDemoData();
    rmSync(join(dataDir, 'demo-network'));
    const names = () => readdirSync(dataDir).toSorted();
    const before = names();
    const product = keep(await launchProduct({ dataDir, settings: safe }));
    expect(await refused(product)).toEqual(['demo']);
    expect(names()).toEqual(before);
  });

  test.runIf(isLongRun)(
    'production is refused while the database of a killed server still runs, and that database keeps running',
    async () => {
      let demo = keep(await startDemoCopy());
      await demo.kill9();
      rmSync(join(demo.dataDir, 'demo-network'));
      const pidFile = join(demo.dataDir, 'postgres/postmaster.pid');
      const before = readFileSync(pidFile, 'utf8');
      expect(await refused(await launchProduct({ dataDir: demo.dataDir, settings: safe }))).toEqual(['demo']);
      expect(readFileSync(pidFile, 'utf8')).toBe(before);
      demo = keep(await restartProduct(demo));
      await demo.stop();
      expect(existsSync(join(demo.dataDir, 'demo-network'))).toBe(true);
    },
  );
});

test('a demo that other machines can reach is refused without DEMO=on, and creates no data directory', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'vialkeep-e2e-')), 'data');
  const product = await launchProduct({ dataDir, settings: { HOST: '0.0.0.0' } });
  const { exitCode, stderr } = await product.ended();
  expect([exitCode, stderr.trim()]).toEqual([
    1,
    'HOST, 0.0.0.0, can be reached from other machines: set DEMO=on to show the demo network there, or DEMO=off.',
  ]);
  expect(existsSync(dataDir)).toBe(false);
});
