import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNginx, nginxAround } from '../../server/testing/servers/nginx.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { onOwnDatabase } from '../harness/own-database.ts';
import { fillNetwork } from '../harness/people-network.ts';
import { freePort, logOf, type Product, startDemo, untilReady } from '../harness/product.ts';
import { logInAll, type Worker } from '../harness/workers.ts';

export type LoadScene = {
  readonly servers: readonly Product[];
  readonly postgresPid: number;
  readonly workers: readonly Worker[];
  /** The path of the servers' log. */
  readonly log: string;
  /** Starts a real nginx in front of the first `howMany` servers. */
  proxyOf(howMany: number): Promise<Proxy>;
  close(): Promise<void>;
};

export type Proxy = { readonly port: number; readonly pid: number };

/** Creates one database with a network of this many users, starts servers on it and logs all workers in. */
export async function setLoadScene(users: number, servers: number, flags: readonly string[]): Promise<LoadScene> {
  return onOwnDatabase('load', async ({ dataDir, settings: own, tables, beforeEnd }) => {
    const settings = { ...own, CHECKOUTS_PER_HOUR: '100000', TRUST_PROXY: '127.0.0.1' };
    // The first start creates the demo network and its sealed documents; that is not part of the measured load.
    await (await startDemo(settings)).stop();
    await tables((owner) => fillNetwork(owner, users));
    await tables(raiseOrderNumbers);
    const started: Product[] = [];
    for (let n = 0; n < servers; n += 1) {
      const product = await startDemo(settings, n === 0 ? flags : []);
      started.push(product);
      beforeEnd(() => product.stop());
    }
    return {
      servers: started,
      log: logOf(settings),
      postgresPid: Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
      workers: await tables((owner) => logInAll(started[0]?.port ?? 0, owner)),
      async proxyOf(howMany: number) {
        const proxy = await startProxy(dataDir, started.slice(0, howMany));
        beforeEnd(() => proxy.stop());
        return proxy;
      },
    };
  });
}

async function startProxy(dataDir: string, servers: readonly Product[]): Promise<Proxy & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(dataDir, 'nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'servers.conf'), serversBlock(port, servers));
  const nginx = await nginxAround(await findNginx(join(folder, 'package')), folder, join(folder, 'servers.conf'));
  const child = nginx.start();
  await untilReady(child, port);
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
    },
  };
}

/** The configuration of docs/operations.md for one server, with several servers in one upstream. */
function serversBlock(port: number, servers: readonly Product[]): string {
  return `
upstream servers {
  zone servers 64k;
  least_conn;
  ${servers.map((server) => `server 127.0.0.1:${server.port};`).join('\n  ')}
  keepalive 64;
}
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://servers;
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host "";
  }
}
`;
}
