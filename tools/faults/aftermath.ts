import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentSession } from '@vialkeep/contract/session.ts';
import type pg from 'pg';
import { z } from 'zod';
import { diskFiles } from '../../server/integrations/files/disk-files.ts';
import { readVerified } from '../../server/kernel/files/read-verified.ts';
import { ApiClient } from '../harness/api-client.ts';
import type { FaultyServices } from './faulty-services.ts';
import type { Stack } from './full-stack.ts';
import type { WriteRecord } from './write-log.ts';

/** Ends a run that would never settle; a busy machine needs minutes. */
const LONGEST_MS = 600_000;
const PAUSE_MS = 500;
const OpenWork = z.array(
  z.object({ what: z.string(), id: z.string(), isDue: z.boolean(), error: z.string().nullable() }),
);
type OpenWork = z.infer<typeof OpenWork>;

/** The work that was open when the faults ended, by how it finished. */
export type Aftermath = {
  readonly withoutHelp: OpenWork;
  readonly afterClockMoved: OpenWork;
  /** Due work that the product did not finish although nothing kept it from doing so. */
  readonly overdue: OpenWork;
  readonly notFinished: OpenWork;
};

/**
 * Waits until the product has finished all due work, then moves checkout and job times, runs the jobs of each minute at
 * once and waits for the rest: retries back off and a lost charge is certain only after minutes. Each wait has an end.
 */
export async function waitUntilSettled({ tables }: Stack): Promise<Aftermath> {
  const atFirst = await tables(listOpenWork);
  const waiting = await waitWhile(tables, listOpenWork, (open) => open.some(({ isDue }) => isDue));
  const moved = async (owner: pg.Client) => {
    await moveClock(owner);
    return listOpenWork(owner);
  };
  const notFinished = await waitWhile(tables, moved, (open) => open.length > 0);
  return {
    withoutHelp: without(atFirst, waiting),
    afterClockMoved: without(waiting, notFinished),
    overdue: waiting.filter(({ isDue }) => isDue),
    notFinished,
  };
}

async function waitWhile(
  tables: Stack['tables'],
  read: (owner: pg.Client) => Promise<OpenWork>,
  isWaiting: (open: OpenWork) => boolean,
): Promise<OpenWork> {
  const deadline = Date.now() + LONGEST_MS;
  for (;;) {
    const open = await tables(read);
    if (!isWaiting(open) || Date.now() > deadline) return open;
    await sleep(PAUSE_MS);
  }
}

/**
 * The jobs that are queued under a key. When one of them is queued again while it runs, the queue removes its key and
 * sets its attempts to the maximum: if its server is then killed, its row stays and only the newer job runs.
 */
const KEYED_JOBS = [
  'seal-signing',
  'send-document',
  'settle-checkouts',
  'settle-label-notices',
  'look-at-document',
  'fan-out',
  'send-webhooks',
];

/** Orders, emails and signatures are finished by jobs, so only a job is due: when its time has come. */
export async function listOpenWork(owner: pg.Client): Promise<OpenWork> {
  const { rows } = await owner.query(
    `select 'orders' as what, id::text, false as "isDue", null as error from checkouts where state in ('begun', 'held')
    union all select 'letters', id::text, false, null from letters where sent_at is null
    union all select 'signatures', signings.id::text, false, null from signings
      join documents on documents.provider_id = signings.id
      where signings.state = 'signed' and documents.status <> 'Completed'
    union all select 'notices', labels.id::text, false, null from labels
      join letters on letters.id = labels.letter_id
      where letters.sent_at is not null and labels.notified_at is null
    union all select 'events', id::text, false, null from events
      where id > (select fanned_out from event_progress)
    union all select 'jobs ' || task_identifier, id::text, run_at <= now() and attempts < max_attempts, last_error
      from graphile_worker.jobs where coalesce(key, '') not like 'aftermath %'
        and not (key is null and attempts >= max_attempts and task_identifier = any($1))`,
    [KEYED_JOBS],
  );
  return OpenWork.parse(rows);
}

async function moveClock(owner: pg.Client): Promise<void> {
  await owner.query(`update checkouts set begun_at = begun_at - interval '1 hour'
    where state in ('begun', 'held') and begun_at > now() - interval '30 minutes'`);
  await owner.query(`select graphile_worker.add_job(task, job_key => 'aftermath ' || task)
    from unnest(array['settle-checkouts', 'settle-label-notices']) as task`);
  await makeJobsDue(owner);
}

/** Makes jobs that wait for their next attempt run now. */
export async function makeJobsDue(owner: pg.Client): Promise<void> {
  await owner.query(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()',
  );
}

function without(all: OpenWork, gone: OpenWork): OpenWork {
  const left = new Set(gone.map(({ what, id }) => `${what} ${id}`));
  return all.filter(({ what, id }) => !left.has(`${what} ${id}`));
}

/** Returns for example '5 (3 × letters, 2 × orders)'. */
export function describeWork(work: OpenWork): string {
  const kinds = [...Map.groupBy(work, ({ what }) => what)].map(([what, some]) => `${some.length} × ${what}`);
  return kinds.length === 0 ? '0' : `${work.length} (${kinds.join(', ')})`;
}

/** Counts the acknowledged sessions that no longer work. */
export async function lostSessions({ url }: Stack, deeds: readonly WriteRecord[]): Promise<number> {
  let lost = 0;
  for (const { kind, mark } of deeds) {
    if (kind !== 'session') continue;
    const told = await new ApiClient(null, url).use(mark).call(currentSession);
    if (told?.status !== 200) lost += 1;
  }
  return lost;
}

const Kept = z.array(z.object({ name: z.string(), sha256: z.string() }));

/** Returns the files that a row names and that are missing or changed. */
export async function brokenFiles({ tables, dataDir }: Stack): Promise<string[]> {
  const { rows } = await tables((owner) => owner.query('select name, sha256 from files'));
  const files = await diskFiles(join(dataDir, 'files'));
  const broken: string[] = [];
  for (const { name, sha256 } of Kept.parse(rows)) if (!(await readVerified(files, name, sha256))) broken.push(name);
  return broken;
}

const Sold = z.array(z.object({ gateway_id: z.string(), cents: z.number() }));

export type Money = { charges: number; chargedCents: number; sold: number; soldCents: number; unmatched: number };

/** Compares the gateway's ledger with the transactions. A voided charge does not count. */
export async function moneyOf(owner: pg.Client, { gateway }: FaultyServices): Promise<Money> {
  const { rows } = await owner.query(
    `select gateway_id, charged_cents as cents from transactions where gateway = 'authorizenet' and gateway_id is not null`,
  );
  const sold = new Map(Sold.parse(rows).map(({ gateway_id, cents }) => [gateway_id, cents]));
  const charges = gateway.books.transactions.filter(
    ({ responseCode, status }) => responseCode === '1' && status !== 'voided',
  );
  const taken = new Map(charges.map(({ transId, amount }) => [transId, Math.round(Number(amount) * 100)]));
  const ids = new Set([...sold.keys(), ...taken.keys()]);
  return {
    charges: taken.size,
    chargedCents: sum(taken.values()),
    sold: sold.size,
    soldCents: sum(sold.values()),
    unmatched: [...ids].filter((id) => sold.get(id) !== taken.get(id)).length,
  };
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}
