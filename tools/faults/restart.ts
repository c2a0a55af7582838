import { parseArgs } from 'node:util';
import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { type BehindNginx, withNginxInFront } from './behind-nginx.ts';
import { Visitors } from './visitors.ts';

/**
 * Clients read and write without a pause while the two servers behind nginx are restarted one after the other: no call
 * may fail. `--short` is the run for every change. `--from FOLDER` starts the servers of another checkout, so that the
 * first round replaces that version by this one.
 */
const { values: asked } = parseArgs({
  options: { short: { type: 'boolean', default: false }, from: { type: 'string' } },
});
const ROUNDS = asked.short ? 1 : 10;
const HOST = 'portal.localhost';

await withNginxInFront(HOST, asked.from, async (product) => {
  const visitors = new Visitors({ port: product.port, host: HOST });
  await visitors.arrive();
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await product.restartAll((sentence) => console.log(`  ${seconds()} s: ${sentence}`));
  }
  await visitors.leave();
  await judgeRestart(product, visitors, seconds());
});

async function judgeRestart(product: BehindNginx, { counted }: Visitors, seconds: string): Promise<void> {
  const { answered, written, failed, repeated, slowestMs } = counted;
  const { kept, names } = await keptWrites(product);
  report(
    {
      'servers restarted': ROUNDS * product.servers,
      seconds,
      'calls answered': answered,
      'writes among them': written,
      'calls that failed': failed.length,
      'asked again by the browser': repeated,
      'slowest call, ms': Math.round(slowestMs),
      'writes found afterwards': kept,
    },
    {
      'no call failed': failed.length === 0,
      'every acknowledged write is there': names === written,
      'no write is there twice': kept === names,
      'there were calls all the time': answered > ROUNDS * 100,
      'audit chains and ledgers verify': await runVerify(product),
    },
  );
  for (const words of failed.slice(0, 5)) console.log(`  ${words}`);
}

async function keptWrites({ tables }: BehindNginx): Promise<{ kept: number; names: number }> {
  const { rows } = await tables((owner) =>
    owner.query<{ kept: number; names: number }>(
      `select count(*)::int as kept, count(distinct location_name)::int as names
       from locations where location_name like 'restart %'`,
    ),
  );
  return rows[0] ?? { kept: 0, names: 0 };
}
