import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../harness/seeded-random.ts';
import { prepare, runPersona } from './everyday/network.ts';
import { startFaultyServices } from './faulty-services.ts';
import { startFullStack } from './full-stack.ts';
import { type InjectedFault, injectedFaults } from './injected-faults.ts';
import { judgeProduct } from './judge-product.ts';
import { watchReadiness } from './readiness.ts';
import { newResponseTally } from './response-tally.ts';
import { onSmallDisk } from './small-disk.ts';
import { WriteLog } from './write-log.ts';

/**
 * Personas of every plan work while the server and its database are killed, the disk is full for a while and the
 * external services fail. Afterwards the stored state must match the answers that the clients received. `--short` is
 * the run for every change; `--calamities N` sets the number of faults; `--seed N` repeats the random choices but not
 * their timing.
 */
const isShort = process.argv.includes('--short');
const numberAfter = (option: string) => Number(process.argv[process.argv.indexOf(option) + 1]) || null;
const seed = numberAfter('--seed') ?? Date.now() % 1_000_000;
const STRIKES = numberAfter('--calamities') ?? (isShort ? 6 : 60);
/** The number of acknowledged writes between two faults. */
const WRITES = isShort ? { least: 15, most: 40 } : { least: 20, most: 150 };
const LONGEST_MS = 30_000;

const disk = onSmallDisk();
console.log(`${STRIKES} calamities, seed ${seed}${disk ? '' : '; no disk can be mounted here, so none is full'}`);
const dice = new SeededRandom(seed);
const notes = mkdtempSync(join(tmpdir(), 'vialkeep-deeds-'));
const deeds = new WriteLog(join(notes, 'deeds.jsonl'));
const weather = await startFaultyServices(new SeededRandom(seed + 1_000));
const product = await startFullStack(
  {
    ...weather.settings,
    CHECKOUTS_PER_HOUR: '100000',
    SIGN_UPS_PER_HOUR: '100000',
    LOG_LEVEL: 'fatal',
  },
  disk,
);
const { witness, testimony } = newResponseTally();
const counts = new Map<string, number>();
try {
  const centerIds = await product.tables(prepare);
  const began = new Date();
  weather.turn();
  const readiness = watchReadiness(product.url);
  let isOver = false;
  const place = { url: product.url, witness, deeds };
  const day = runPersona(place, { seed, centerIds, weather, isOver: () => isOver });
  await strikeAgainAndAgain();
  await waitForWrites(WRITES.least);
  isOver = true;
  await day.done;
  weather.clear();
  const gaps = await readiness.stop();
  await judgeProduct({ product, weather, deeds: deeds.read(), testimony, began, people: day.people, counts, gaps });
} finally {
  await product.close();
  await weather.close();
  deeds.close();
  rmSync(notes, { recursive: true, force: true });
}

/** Injects the faults in random order, each kind once before any kind repeats. */
async function strikeAgainAndAgain(): Promise<void> {
  let bag: InjectedFault[] = [];
  for (let strike = 0; strike < STRIKES; strike += 1) {
    // The run makes a year of a network's calls in minutes, so the rate limits are reset.
    await product.tables((owner) => owner.query('delete from rate_limits')).catch(() => {});
    await waitForWrites(dice.between(WRITES.least, WRITES.most));
    if (bag.length === 0) bag = [...injectedFaults(product, disk, dice, waitForCalls)];
    const calamity = dice.of(bag);
    bag = bag.filter((other) => other !== calamity);
    counts.set(calamity.name, (counts.get(calamity.name) ?? 0) + 1);
    await calamity.strike();
  }
}

async function waitForWrites(more: number): Promise<void> {
  await until((target) => deeds.acknowledged >= target, deeds.acknowledged + more);
}

/** Waits until 60 more calls are answered or an upload has failed for lack of disk space. */
async function waitForCalls(): Promise<void> {
  await until((target) => testimony.answers >= target || testimony.full > 0, testimony.answers + 60);
}

async function until(isReached: (target: number) => boolean, target: number): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!isReached(target) && Date.now() < deadline) await sleep(20);
}
