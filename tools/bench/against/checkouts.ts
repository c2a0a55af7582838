import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import { ApiClient } from '../../harness/api-client.ts';
import { raiseOrderNumbers } from '../../harness/order-numbers.ts';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { startDemo } from '../../harness/product.ts';
import { benchOrder } from '../bench-order.ts';
import { cpuMicrosOf, cpuMicrosOfFamily } from '../process-figures.ts';
import { measureInTurns, printRatio } from './in-turns.ts';
import { prepareVersion } from './version-folder.ts';

/**
 * Compares the checkouts of this version with those of another one, named by a commit or by a folder with an installed
 * checkout: eight buyers at once, both versions in turns, each on a PostgreSQL of its own.
 */
const {
  values: asked,
  positionals: [other],
} = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' }, orders: { type: 'string', default: '400' } },
});
if (other === undefined) throw new Error('Name a commit or a folder: npm run bench:checkouts:against -- f68cb74');
const BUYERS = 8;
const ordersOfBuyer = Math.ceil(Number(asked.orders) / BUYERS);

const earlier = prepareVersion(other);
try {
  const versions = [await startVersion(earlier.folder), await startVersion(undefined)] as const;
  try {
    for (const version of versions) await version.placeOrders();
    const measured = await measureInTurns(versions, Number(asked.rounds), ({ placeOrders }) => placeOrders());
    printRatio('checkouts a second', measured, ({ rate }) => rate);
    printRatio('  server, µs of processor for one checkout', measured, ({ server }) => server);
    printRatio('  PostgreSQL, µs for one checkout', measured, ({ postgres }) => postgres);
  } finally {
    for (const { close } of versions) await close();
  }
} finally {
  earlier.remove();
}

async function startVersion(checkout: string | undefined) {
  return onOwnDatabase('checkouts', async ({ dataDir, settings: own, tables, beforeEnd }) => {
    const settings = { ...own, CHECKOUTS_PER_HOUR: '100000', LOG_LEVEL: 'fatal' };
    const product = await startDemo(settings, [], checkout);
    beforeEnd(() => product.stop());
    await tables(raiseOrderNumbers);
    const postgresPid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const client = new ApiClient('hc@vialkeep.test', () => `http://127.0.0.1:${product.port}`);
    let invoice = 2_000_000;
    const order = async () => {
      invoice += 1;
      const status = await client.send(checkOut, { ...benchOrder, invoice_id: invoice });
      if (status !== 200) throw new Error(`A checkout answered ${status}.`);
    };
    /** The orders of all buyers, and the processor time of one. */
    const placeOrders = async () => {
      const began = {
        at: performance.now(),
        server: cpuMicrosOf(product.pid),
        postgres: cpuMicrosOfFamily(postgresPid),
      };
      await Promise.all(
        Array.from({ length: BUYERS }, async () => {
          for (let n = 0; n < ordersOfBuyer; n += 1) await order();
        }),
      );
      const orders = BUYERS * ordersOfBuyer;
      return {
        rate: orders / ((performance.now() - began.at) / 1_000),
        server: (cpuMicrosOf(product.pid) - began.server) / orders,
        postgres: (cpuMicrosOfFamily(postgresPid) - began.postgres) / orders,
      };
    };
    await order();
    return { placeOrders };
  });
}
