import { parseArgs } from 'node:util';
import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import type pg from 'pg';
import { buildPages } from '../../harness/build-pages.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import { compareCalls } from '../compare-calls.ts';
import { openOwnServer } from '../own-server.ts';
import { type BenchLab, fillBenchLab } from './fill-bench-lab.ts';

/**
 * Measures whether a lab with a million vials waits at its bench as briefly as one with ten thousand. Both are on one
 * database and one server and call in turn. `--short` is for a quick run: it reports without targets.
 */
const { values: asked } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const [few, many] = asked.short ? ([1_000, 20_000] as const) : ([10_000, 1_000_000] as const);
const pace = asked.short ? { rounds: 4, each: 5, warmUp: 5 } : { rounds: 40, each: 25, warmUp: 50 };
const MOST_RATIO = 1.5;

type BenchSample = {
  readonly vial: string;
  readonly kit: string;
  readonly box: string;
  readonly boxId: number;
  readonly rackId: number;
  readonly batch: string;
  readonly batchId: number;
};
type Call = { readonly path: string; readonly body?: object };

const scan = (text: string): Call => ({ path: 'scan/', body: { text } });

/** The measured calls, by what an operator does. */
const calls: Readonly<Record<string, (named: BenchSample) => Call>> = {
  'the tiles of the bench': () => ({ path: 'home/' }),
  'what was done today': () => ({ path: 'log/' }),
  'a scanned vial': ({ vial }) => scan(vial),
  'a scanned box': ({ box }) => scan(box),
  'a scanned kit': ({ kit }) => scan(kit),
  'a scanned batch': ({ batch }) => scan(batch),
  'the passport of a vial': ({ vial }) => ({ path: `vials/${vial.slice(1)}/` }),
  lots: () => ({ path: 'lots/' }),
  kits: () => ({ path: 'kits/' }),
  arrivals: () => ({ path: 'arrivals/' }),
  batches: () => ({ path: 'batches/' }),
  'a batch': ({ batchId }) => ({ path: `batches/${batchId}/` }),
  'the facilities': () => ({ path: 'places/?kind=facility' }),
  'a rack': ({ rackId }) => ({ path: `places/${rackId}/` }),
  'a box': ({ boxId }) => ({ path: `places/${boxId}/` }),
  'stock counts': () => ({ path: 'counts/' }),
  orders: () => ({ path: 'orders/' }),
  'vials awaiting release': () => ({ path: 'candidates/' }),
  deviations: () => ({ path: 'deviations/' }),
};

async function findNamed(owner: pg.Client, { email }: BenchLab): Promise<BenchSample> {
  const { rows } = await owner.query<
    { vial: string; kit: string; box: string; batch: string } & Pick<BenchSample, 'boxId' | 'rackId' | 'batchId'>
  >(
    `select vials.code as vial, places.code as box, places.id as "boxId", places.parent_id as "rackId",
       batches.code as batch, batches.id as "batchId",
       (select kits.code from kits where kits.lab_id = lab.id order by kits.id desc limit 1) as kit
     from users lab join vials on vials.lab_id = lab.id join places on places.id = vials.box_id
     join batches on batches.id = vials.batch_id where lab.email = $1 and vials.held_at is null
     order by vials.id desc limit 1`,
    [email],
  );
  const [row] = rows;
  if (!row) throw new Error(`${email} has no vial.`);
  const symbol = (kind: 'vial' | 'kit' | 'place' | 'batch', code: string) => formatSymbolText({ kind, code });
  return {
    ...row,
    vial: symbol('vial', row.vial),
    kit: symbol('kit', row.kit),
    box: symbol('place', row.box),
    batch: symbol('batch', row.batch),
  };
}

buildPages();
const small: BenchLab = { email: 'small-bench@bench.test', vials: few };
const large: BenchLab = { email: 'large-bench@bench.test', vials: many };
const named: BenchSample[] = [];
const began = performance.now();
const server = await openOwnServer('vials', async (owner) => {
  for (const lab of [small, large]) {
    await fillBenchLab(owner, lab);
    named.push(await findNamed(owner, lab));
  }
  await owner.query('vacuum analyze');
});
try {
  console.log(`${few} and ${many} vials are filled after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const [ofSmall, ofLarge] = named;
  if (!ofSmall || !ofLarge) throw new Error('The labs are not filled.');
  const connection = new Connection(server.product.port);
  const tokens = { small: await server.logIn(small.email), large: await server.logIn(large.email) };
  const timeOf = async (token: string, { path, body }: Call) => {
    const answered = await connection.ask(requestText(body ? 'POST' : 'GET', `/api/v1/bench/${path}`, token, body));
    if (answered.status !== 200) throw new Error(`${path} answered ${answered.status} ${answered.body()}`);
    return answered.ms;
  };
  const areMet = await compareCalls({
    labels: [`${few}`, `${many}`],
    calls: Object.entries(calls).map(([name, callOf]) => ({
      name,
      first: () => timeOf(tokens.small, callOf(ofSmall)),
      second: () => timeOf(tokens.large, callOf(ofLarge)),
    })),
    pace,
    mostRatio: asked.short ? null : MOST_RATIO,
    judge: 'each call',
  });
  process.exitCode = areMet ? 0 : 1;
} finally {
  await server.close();
}
