import { parseArgs } from 'node:util';
import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { startFullStack } from './full-stack.ts';
import { Readers } from './reading/readers.ts';
import { fill, onSmallDisk } from './small-disk.ts';

/**
 * `npm run faults:openings`: clients open records and lists without a pause while the database stands still for ten
 * seconds or is killed, the disk is full, and the server is ended or killed. Every answer with a person's data must have
 * its record, and openings must be answered again after each fault. `--rounds N` repeats all faults.
 */
const { values: asked } = parseArgs({
  options: { rounds: { type: 'string', default: '2' }, seconds: { type: 'string', default: '10' } },
});
const FAULT_MS = Number(asked.seconds) * 1_000;
/** The number of openings that are answered between two faults. */
const OPENINGS = 200;

const disk = onSmallDisk();
if (!disk) console.log('No disk can be mounted here, so none is full.');
const product = await startFullStack({ LOG_LEVEL: 'fatal' }, disk);
const readers = new Readers(product.url);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const faults: Readonly<Record<string, () => Promise<void>>> = {
  'the database stands still': () => product.freezeDatabase(FAULT_MS),
  'the database is killed': async () => product.killDatabase('SIGKILL'),
  ...(disk
    ? {
        'the disk is full': async () => {
          const giveBack = fill(disk.dataDir);
          await pause(FAULT_MS).finally(giveBack);
        },
      }
    : {}),
  'the server is ended': async () => {
    await product.endServer();
    await product.startAgain();
  },
  'the server is killed': async () => {
    await product.killServer();
    await product.startAgain();
  },
};

try {
  await readers.start(await product.tables(async (owner) => listPatients(owner)));
  for (let round = 0; round < Number(asked.rounds); round += 1) {
    for (const [name, strike] of Object.entries(faults)) {
      await readers.untilAnswered(OPENINGS);
      readers.turnTo(name);
      await strike();
      const recoveredMs = await readers.untilAnswered(OPENINGS);
      console.log(`  ${name}: ${OPENINGS} openings answered ${(recoveredMs / 1000).toFixed(1)} s after it`);
      readers.turnTo('no fault');
    }
  }
  await readers.stop();
  await judge();
} finally {
  await product.close();
}

async function listPatients(owner: Parameters<Parameters<typeof product.tables>[0]>[0]): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    'select id from users where plan_id = 2 and domain_id = 1 order by id limit 20',
  );
  return rows.map(({ id }) => id);
}

async function judge(): Promise<void> {
  const { openings, lists, refused } = readers;
  const missing = await product.tables((owner) => readers.listUnrecorded(owner));
  const lostLists = await product.tables((owner) => readers.countLostLists(owner, 'the server is ended'));
  report(
    {
      faults: Number(asked.rounds) * Object.keys(faults).length,
      'openings answered': openings.length,
      'lists answered': lists,
      'answers without a record': missing.length,
      'lists lost by an ended server': lostLists,
      ...Object.fromEntries([...refused].map(([status, times]) => [`refused with ${status}`, times])),
    },
    {
      'every answered opening has its record': missing.length === 0,
      'an ended server has written every list': lostLists === 0,
      'openings were refused with 401, 429, 503 or 507 alone, or without an answer': [...refused.keys()].every(
        (status) => [0, 401, 429, 503, 507].includes(status),
      ),
      'the chains of openings, audit and custody verify': await runVerify(product),
    },
  );
  for (const words of missing.slice(0, 5)) console.log(`  ${words}`);
}
