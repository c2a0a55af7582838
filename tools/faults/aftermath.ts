import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentSession } from '@vialkeep/contract/session.ts';
import type pg from 'pg';
import { z } from 'zod';
import { diskFiles } from '../../server/integrations/files/disk-files.ts';
import { readVerified } from '../../server/kernel/files/read-verified.ts';
import { ApiClient } from '../harness/api-client.ts';
import type { FaultyServices } from './faulty-services.ts';
import type { FullStack } from './full-stack.ts';
import type { WriteRecord } from './write-log.ts';

const LONGEST_MS = 90_000;
const Open = z.array(z.object({ what: z.string(), n: z.number() }));

/**
 * Waits until the product has finished all work that it began and returns what is still open after 90 seconds. Retries
 * back off and a lost charge is certain only after minutes, so this moves checkout and job times instead of waiting.
 */
export async function waitUntilSettled({ tables }: FullStack): Promise<Record<string, number>> {
  const deadline = Date.now() + LONGEST_MS;
  for (;;) {
    const { rows } = await tables(async (owner) => {
      await owner.query(`update checkouts set begun_at = begun_at - interval '1 hour'
        where state in ('begun', 'held') and begun_at > now() - interval '30 minutes'`);
      await owner.query(`select graphile_worker.add_job('settle-checkouts', job_key => 'aftermath')`);
      await owner.query(
        'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()',
      );
      return owner.query(`select 'orders' as what, count(*)::int as n from checkouts where state in ('begun', 'held')
        union all select 'letters', count(*)::int from letters where sent_at is null
        union all select 'signatures', count(*)::int from signings
          join documents on documents.provider_id = signings.id
          where signings.state = 'signed' and documents.status <> 'Completed'
        union all select 'jobs: ' || task_identifier || ' ' || coalesce(last_error, ''), count(*)::int
          from graphile_worker.jobs where key is distinct from 'aftermath' group by 1`);
    });
    const open = Open.parse(rows).filter(({ n }) => n > 0);
    if (open.length === 0 || Date.now() > deadline) return Object.fromEntries(open.map(({ what, n }) => [what, n]));
    await sleep(500);
  }
}

/** Counts the acknowledged sessions that no longer work. */
export async function lostSessions({ url }: FullStack, deeds: readonly WriteRecord[]): Promise<number> {
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
export async function brokenFiles({ tables, dataDir }: FullStack): Promise<string[]> {
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
