import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localAuthority } from '../../server/integrations/certificates/local-authority.ts';
import { serverBlock } from '../../server/integrations/proxy/server-block.ts';
import { withConnection } from '../../server/kernel/db/roles.ts';
import { findNginx, nginxAround } from '../../server/testing/servers/nginx.ts';
import { onOwnDatabase } from '../harness/own-database.ts';
import { freePort, logOf, startDemo } from '../harness/product.ts';
import { logInAll } from '../harness/workers.ts';
import { recordedRequests } from './recorded-requests.ts';
import { plantedDocument } from './seeded-document.ts';
import { startPlanted } from './seeded-server.ts';
import type { Target } from './target.ts';

export type ScanScene = {
  readonly product: Target;
  readonly planted: Target;
  /** Returns the log lines of the product whose status matches. */
  answers(status: RegExp): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** Starts the product with the demo network and the vulnerable server, each behind an nginx with https. */
export async function setScanScene(): Promise<ScanScene> {
  return onOwnDatabase('scan', async ({ dataDir, ownerUrl, settings, tables, beforeEnd }) => {
    const product = await startDemo({ ...settings, TRUST_PROXY: '127.0.0.1' });
    beforeEnd(() => product.stop());
    beforeEnd(forgetLimits(ownerUrl));
    const workers = await tables((owner) => logInAll(product.port, owner));

    const plantedPort = await freePort();
    beforeEnd(await startPlanted(await plantedDatabase(ownerUrl), join(dataDir, 'planted', 'media'), plantedPort));

    const folders = { product: join(dataDir, 'scan-product'), planted: join(dataDir, 'planted') };
    for (const folder of [folders.product, join(folders.planted, 'media')]) await mkdir(folder, { recursive: true });
    await writeFile(join(folders.planted, 'canary.txt'), 'canary');
    const document = await (await fetch(`http://localhost:${product.port}/api/openapi.json`)).text();
    const [described, plantedDescribed] = [join(folders.product, 'api.json'), join(folders.planted, 'api.json')];
    await writeFile(described, document);
    await writeFile(plantedDescribed, JSON.stringify(plantedDocument));

    const proxies = await startProxies(dataDir, { product: product.port, planted: plantedPort });
    beforeEnd(() => proxies.stop());
    return {
      product: {
        name: 'product',
        port: product.port,
        tlsPort: proxies.tlsPorts.product,
        document: described,
        requests: recordedRequests(workers),
        token: workers[0]?.token ?? '',
        folder: folders.product,
      },
      planted: {
        name: 'planted',
        port: plantedPort,
        tlsPort: proxies.tlsPorts.planted,
        document: plantedDescribed,
        requests: [{ name: 'people name', method: 'GET', path: '/people?name=a', texts: ['name'] }],
        token: 'planted',
        folder: folders.planted,
      },
      async answers(status: RegExp) {
        const log = await readFile(logOf(settings), 'utf8');
        return log.split('\n').filter((line) => status.test(/"status":(\d+)/.exec(line)?.[1] ?? ''));
      },
    };
  });
}

/**
 * Deletes the rate limits all the time until the returned function is called; a rate-limited scanner would find
 * nothing.
 */
function forgetLimits(ownerUrl: string): () => Promise<void> {
  let isOver = false;
  const forgetting = withConnection(ownerUrl, async (owner) => {
    while (!isOver) {
      await owner.query('delete from rate_limits');
      await sleep(100);
    }
  });
  return async () => {
    isOver = true;
    await forgetting;
  };
}

/** Creates a database beside the product's with one table, and a role that may only read it. */
async function plantedDatabase(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  await withConnection(ownerUrl, async (owner) => {
    await owner.query(`create role planted login password 'planted'`);
    await owner.query('create database planted');
  });
  url.pathname = '/planted';
  await withConnection(url.href, async (owner) => {
    await owner.query(`create table people (name text); insert into people values ('Ada'), ('Grace'), ('Hana')`);
    await owner.query('grant select on people to planted');
  });
  url.username = 'planted';
  url.password = 'planted';
  return url.href;
}

const HOST = 'north.localhost';

/**
 * Starts one nginx with the server block that the product writes for a site, and a block with outdated protocols and
 * ciphers.
 */
async function startProxies(dataDir: string, upstreams: { product: number; planted: number }) {
  const folder = join(dataDir, 'proxies');
  await mkdir(folder);
  const issued = await localAuthority(dataDir, 'Vialkeep').issue(HOST);
  const certificate = { chain: join(folder, 'chain.pem'), key: join(folder, 'key.pem') };
  await writeFile(certificate.chain, issued.chain);
  await writeFile(certificate.key, issued.key);
  const tlsPorts = { product: await freePort(), planted: await freePort() };
  const ports = { http: await freePort(), https: tlsPorts.product };
  const ours = serverBlock({ host: HOST, upstream: `127.0.0.1:${upstreams.product}`, ports, certificate });
  await writeFile(join(folder, 'product.site'), ours);
  await writeFile(
    join(folder, 'planted.site'),
    `server {
  listen ${tlsPorts.planted} ssl;
  ssl_certificate "${certificate.chain}";
  ssl_certificate_key "${certificate.key}";
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2;
  ssl_ciphers ALL:@SECLEVEL=0;
  location / { proxy_pass http://127.0.0.1:${upstreams.planted}; }
}
`,
  );
  const nginx = await nginxAround(await findNginx(join(folder, 'package')), folder, join(folder, '*.site'));
  const problem = nginx.test();
  if (problem !== '') throw new Error(`nginx does not take the configuration: ${problem}`);
  const child = nginx.start();
  return {
    tlsPorts,
    async stop() {
      child.kill();
    },
  };
}
