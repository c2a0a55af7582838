import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { restartOneByOne, upstream } from '../../server/cli/restart-one-by-one.ts';
import { serverBlock } from '../../server/integrations/proxy/server-block.ts';
import { findNginx, nginxAround } from '../../server/testing/servers/nginx.ts';
import { onOwnDatabase } from '../harness/own-database.ts';
import { freePort, type Product, type Settings, startDemo } from '../harness/product.ts';

/** Two servers on one database behind a real nginx, with the configuration that the product writes. */
export type BehindNginx = {
  readonly port: number;
  readonly servers: number;
  /** The settings with which a command uses the same database. */
  readonly settings: Settings;
  /** Restarts one server after the other with the command that operators use. */
  readonly restartAll: (say: (sentence: string) => void) => Promise<void>;
  /** Runs a task on the database as the owner of the tables. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
};

/** The servers start from this checkout at first, and from the current one whenever they are restarted. */
export async function withNginxInFront(
  host: string,
  firstCheckout: string | undefined,
  task: (product: BehindNginx) => Promise<void>,
): Promise<void> {
  const { product, close } = await onOwnDatabase(
    'restart',
    async ({ dataDir: folder, settings: own, tables, beforeEnd }) => {
      const port = await freePort();
      const settings = { ...own, BASE_URL: `http://${host}:${port}`, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' };
      const start = (at: number, checkout?: string) => startDemo({ ...settings, PORT: String(at) }, [], checkout);
      const servers = new Map<number, Product>();
      beforeEnd(() => Promise.all([...servers.values()].map((server) => server.stop())));
      // In sequence: the first server creates the demo network.
      for (const at of [await freePort(), await freePort()]) servers.set(at, await start(at, firstCheckout));

      const ports = [...servers.keys()];
      const upstreamFile = join(folder, 'conf', 'upstream.conf');
      await mkdir(join(folder, 'conf'));
      await writeFile(upstreamFile, upstream(ports));
      const block = { host, upstream: 'vialkeep', ports: { http: port, https: await freePort() }, certificate: null };
      await writeFile(join(folder, 'conf', 'site.conf'), serverBlock(block));
      const program = await findNginx(join(folder, 'package'));
      const nginx = await nginxAround(program, folder, join(folder, 'conf', '*.conf'), { withMaster: true });
      const proxy = nginx.start();
      beforeEnd(async () => {
        proxy.kill();
        if (proxy.exitCode === null) await once(proxy, 'exit');
      });

      const restart = async (at: number) => {
        await servers.get(at)?.stop();
        servers.set(at, await start(at));
      };
      const behind: BehindNginx = {
        port,
        servers: ports.length,
        settings,
        restartAll: (say) => restartOneByOne({ ports, upstreamFile, reload: () => nginx.reload(), restart, say }),
        tables,
      };
      return { product: behind };
    },
  );
  try {
    await task(product);
  } finally {
    await close();
  }
}
