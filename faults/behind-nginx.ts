import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { freePort, type Product, startProduct } from '../bench/product.ts';
import { restartOneByOne, upstream } from '../scripts/operate/restart-one-by-one.ts';
import { openEmbedded } from '../server/integrations/database/embedded-database.ts';
import { serverBlock } from '../server/integrations/proxy/server-block.ts';
import { connected, ensureRuntimeRole } from '../server/kernel/db/roles.ts';
import { findNginx, nginxAround } from '../server/testing/nginx.ts';

/** Two servers on one database behind a real nginx, with the configuration that the product writes. */
export type BehindNginx = {
  readonly port: number;
  readonly servers: number;
  /** One server after the other, by the command that operators use. */
  readonly restartAll: (say: (sentence: string) => void) => Promise<void>;
  /** Straight at the tables, as their owner. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
};

export async function withNginxInFront(host: string, task: (product: BehindNginx) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-restart-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const database = await openEmbedded({ dataDir: folder });
    opened.push(() => database.stop());
    const none = { dataDir: folder, databaseUrl: undefined, databaseRuntimeUrl: undefined };
    const runtimeUrl = await ensureRuntimeRole(database.ownerUrl, none);
    const port = await freePort();
    const settings = {
      BASE_URL: `http://${host}:${port}`,
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: database.ownerUrl,
      DATABASE_RUNTIME_URL: runtimeUrl,
      LOG_LEVEL: 'warn',
    };
    const start = (own: number) => startProduct({ ...settings, PORT: String(own) });
    const servers = new Map<number, Product>();
    opened.push(() => Promise.all([...servers.values()].map((server) => server.stop())));
    // One after the other: the first one makes the demo network.
    for (const own of [await freePort(), await freePort()]) servers.set(own, await start(own));

    const ports = [...servers.keys()];
    const upstreamFile = join(folder, 'conf', 'upstream.conf');
    await mkdir(join(folder, 'conf'));
    await writeFile(upstreamFile, upstream(ports));
    const block = { host, upstream: 'vialkeep', ports: { http: port, https: await freePort() }, certificate: null };
    await writeFile(join(folder, 'conf', 'site.conf'), serverBlock(block));
    const program = await findNginx(join(folder, 'package'));
    const nginx = await nginxAround(program, folder, join(folder, 'conf', '*.conf'), { withMaster: true });
    const proxy = nginx.start();
    opened.push(async () => {
      proxy.kill();
      if (proxy.exitCode === null) await once(proxy, 'exit');
    });

    await task({
      port,
      servers: ports.length,
      restartAll: (say) =>
        restartOneByOne({
          ports,
          upstreamFile,
          reload: () => nginx.reload(),
          async restart(own) {
            await servers.get(own)?.stop();
            servers.set(own, await start(own));
          },
          say,
        }),
      tables: (ask) => connected(database.ownerUrl, ask),
    });
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}
