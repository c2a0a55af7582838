import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listUsers } from '@vialkeep/contract/users.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import type pg from 'pg';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import { buildPages } from '../../harness/build-pages.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import { median, quantile } from '../../harness/quantile.ts';
import { type OwnServer, openOwnServer } from '../own-server.ts';
import { importPeople } from './people-import.ts';

/**
 * Measures an import of a million people against three of a tenth of them in the same run: memory, whether its last rows
 * are written as fast as its first, and how long others wait meanwhile. How much garbage the server holds before it is
 * collected differs by a quarter from one start to the next, so the most memory of the three counts. `--rows N` imports fewer people, `--short` 20,000;
 * with fewer than a million it reports without targets.
 */
const { values: asked } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, short: { type: 'boolean', default: false } },
});
const rows = asked.short ? 20_000 : Number(asked.rows);
if (!Number.isInteger(rows) || rows < 10_000) throw new Error('--rows must be a number of at least 10000.');
const isJudged = rows >= 1_000_000;

const MOST_MEMORY = 1.3;
const LEAST_SPEED = 0.7;
const MOST_WAIT = 3;
/** Calls of others before the import. */
const CALLS_BEFORE = 200;
const WARM_UP = 50;
/** What a person does between two calls. */
const PAUSE_MS = 20;

type Times = { readonly list: number[]; readonly entry: number[] };

/** The calls of an administrator who reads the users list and records vials. */
async function workOn(server: OwnServer, patient: number, goesOn: (calls: number) => boolean): Promise<Times> {
  const times: Times = { list: [], entry: [] };
  const connection = new Connection(server.product.port);
  const token = await server.logIn('admin@vialkeep.test');
  const body = { type: 'added', date: '2021-06-01', quantity: 1, user: patient };
  const timeOf = async (request: string) => {
    const answered = await connection.ask(request);
    if (answered.status !== 200) throw new Error(`A call answered ${answered.status} ${answered.body()}`);
    return answered.ms;
  };
  for (let calls = 0; goesOn(calls); calls += 1) {
    times.list.push(await timeOf(requestText('GET', listUsers.path, token)));
    times.entry.push(await timeOf(requestText('POST', addVialEntry.path, token, body)));
    await sleep(PAUSE_MS);
  }
  connection.close();
  return times;
}

/** Rows a second of the last fifth of the batches over those of the first fifth, of the step in which it fell most. */
async function speedAtEnd(owner: pg.Client, id: number): Promise<{ step: string; share: number }> {
  const { rows: batches } = await owner.query<{ step: string; rows: number; at: Date }>(
    `select facts ->> 'kind' as step, (facts ->> 'rows')::integer as rows, at from audit_log
     where action = 'imports.apply' and subject = 'import' and subject_id = $1 order by position`,
    [String(id)],
  );
  const shares = [...Map.groupBy(batches, ({ step }) => step)].map(([step, some]) => {
    const fifth = Math.max(2, Math.floor(some.length / 5));
    const perSecond = (part: typeof some) => {
      const gaps = part.slice(1).map(({ at, rows: written }, index) => {
        const before = part[index]?.at ?? at;
        return written / Math.max(0.001, (at.getTime() - before.getTime()) / 1000);
      });
      return median(gaps);
    };
    return { step, share: perSecond(some.slice(-fifth)) / perSecond(some.slice(0, fifth)) };
  });
  return shares.toSorted((one, other) => one.share - other.share)[0] ?? { step: 'none', share: Number.NaN };
}

let areMet = true;
function report(what: string, figure: number, isMet: boolean, target: string): void {
  areMet &&= isMet || !isJudged;
  const verdict = isJudged ? (isMet ? ', met' : ', MISSED') : '';
  console.log(`${what.padEnd(66)}${figure.toFixed(2).padStart(8)}  target ${target}${verdict}`);
}

buildPages();
const server = await openOwnServer('imports', async (owner) => {
  await owner.query('vacuum analyze');
});
const patient = await withConnection(server.ownerUrl, async (owner) => {
  const { rows: found } = await owner.query<{ id: number }>(
    `select id from users where email = 'patient@vialkeep.test'`,
  );
  return found[0]?.id ?? 0;
});
try {
  const peaks: number[] = [];
  const tenths = ['few', 'few-again', 'few-once-more'].map((name) => [name, Math.floor(rows / 10)] as const);
  for (const [name, size] of [...tenths, ['many', rows] as const]) {
    // Each begins with the memory of a fresh start.
    await server.restart();
    const { baseUrl, pid } = server.product;
    const importer = { baseUrl, pid, token: await server.logIn('admin@vialkeep.test') };
    // A server that has just begun answers slowly.
    await workOn(server, patient, (calls) => calls < WARM_UP);
    const before = await workOn(server, patient, (calls) => calls < CALLS_BEFORE);
    const imported = await importPeople(importer, name, size, (hasEnded) => workOn(server, patient, () => !hasEnded()));
    const during = imported.others;
    peaks.push(imported.peakMiB);
    const [check, apply] = [imported.checkSeconds, imported.applySeconds].map((seconds) => seconds.toFixed(1));
    console.log(
      `${size} people: checked in ${check} s, imported in ${apply} s, at most ${imported.peakMiB.toFixed(0)} MiB (${imported.peakOfCheckMiB.toFixed(0)} until the check had ended)`,
    );
    if (name !== 'many') continue;
    const { step, share } = await withConnection(server.ownerUrl, (owner) => speedAtEnd(owner, imported.id));
    report(
      `rows a second at the end over those at the start (${step})`,
      share,
      share >= LEAST_SPEED,
      `at least ${LEAST_SPEED}`,
    );
    for (const [what, kind] of [
      ['the users list', 'list'],
      ['a vial entry', 'entry'],
    ] as const) {
      const ratio = quantile(during[kind], 0.95) / quantile(before[kind], 0.95);
      const p95 = `${quantile(before[kind], 0.95).toFixed(1)} ms, then ${quantile(during[kind], 0.95).toFixed(1)} ms`;
      report(
        `p95 of ${what} while it is imported over before (${p95})`,
        ratio,
        ratio <= MOST_WAIT,
        `at most ${MOST_WAIT}`,
      );
    }
  }
  const many = peaks.pop() ?? Number.NaN;
  const few = Math.max(...peaks);
  report(
    'most memory of the server over that of a tenth of the rows',
    many / few,
    many / few <= MOST_MEMORY,
    `at most ${MOST_MEMORY}`,
  );
} finally {
  await server.close();
}
process.exitCode = areMet ? 0 : 1;
