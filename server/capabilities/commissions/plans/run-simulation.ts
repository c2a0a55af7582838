import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';

export const SIMULATE = 'simulate';

/** A name with cents now and cents with the plan. */
type Figures<Name> = readonly [name: Name, now: number, planned: number];

export type SimulatedFigures = {
  readonly months: readonly Figures<string>[];
  readonly people: readonly Figures<number>[];
  readonly levels: readonly Figures<string>[];
};

const Payload = z.object({ simulationId: z.number().int() });

/** Tries a plan on the sales of a range. A repetition after a kill begins again and gives the same figures. */
export const simulateJob: Job = {
  name: SIMULATE,
  run: async (payload, services) => runSimulation(services, Payload.parse(payload).simulationId),
};

const BATCH_SALES = 5_000;

export async function runSimulation({ store }: Pick<Services, 'store'>, id: number): Promise<void> {
  const simulation = await store
    .read('platform')
    .selectFrom('commission_simulations')
    .select(['domain_id', 'plan_id'])
    .select([sql<string>`from_day::text`.as('from'), sql<string>`to_day::text`.as('to')])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (!simulation) return;
  const scope = simulation.domain_id === null ? 'platform' : DomainId.parse(simulation.domain_id);
  // One state for all batches, so that a sale or a correction meanwhile is counted on both sides or on none.
  const figures = await store.readOnly(scope, (db) => sumSales(db, simulation));
  await store.unaudited('the figures of a simulation, which change nothing', (db) =>
    db
      .updateTable('commission_simulations')
      .set({ state: 'done', result: JSON.stringify(figures) })
      .where('id', '=', id)
      .execute(),
  );
}

type Simulation = {
  readonly domain_id: number | null;
  readonly plan_id: number;
  readonly from: string;
  readonly to: string;
};
type Sums = {
  readonly month: string;
  readonly person_id: number;
  readonly level: string;
  now: number;
  planned: number;
};
type Batch = { readonly sums: readonly Sums[]; readonly last_id: number | null; readonly last_date: string | null };

async function sumSales(db: Db, simulation: Simulation): Promise<SimulatedFigures> {
  const [months, people, levels] = [new Map<string, Total>(), new Map<number, Total>(), new Map<string, Total>()];
  const sites = await listSites(db, simulation);
  let after: { date: string; id: number } = { date: `${simulation.from}T00:00:00Z`, id: 0 };
  for (;;) {
    const batch = await readBatch(db, simulation, sites, after);
    for (const sums of batch.sums) {
      add(months, sums.month, sums);
      add(people, sums.person_id, sums);
      add(levels, sums.level, sums);
    }
    if (batch.last_id === null || batch.last_date === null) break;
    after = { date: batch.last_date, id: batch.last_id };
  }
  return { months: inOrder(months), people: inOrder(people), levels: inOrder(levels) };
}

type Total = { now: number; planned: number };

function add<Name>(totals: Map<Name, Total>, name: Name, { now, planned }: Total): void {
  const before = totals.get(name) ?? { now: 0, planned: 0 };
  totals.set(name, { now: before.now + now, planned: before.planned + planned });
}

function inOrder<Name extends string | number>(totals: ReadonlyMap<Name, Total>): Figures<Name>[] {
  return [...totals]
    .map(([name, { now, planned }]) => [name, now, planned] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The site of the plan; for a plan of every site those that pay commissions, or all where none does yet. */
async function listSites(db: Db, { domain_id }: Simulation): Promise<readonly number[]> {
  if (domain_id !== null) return [domain_id];
  const { rows } = await sql<{ id: number; is_on: boolean }>`
    select id, commissions_on(id) as is_on from domains`.execute(db);
  const paying = rows.filter(({ is_on }) => is_on);
  return (paying.length === 0 ? rows : paying).map(({ id }) => id);
}

/**
 * The next sales with what their lines in force say less what refunds took, and what the plan gives less what refunds
 * would have taken. Days on which a site has a plan of its own are not under a plan of every site.
 */
async function readBatch(
  db: Db,
  { domain_id, plan_id, to }: Simulation,
  sites: readonly number[],
  after: { readonly date: string; readonly id: number },
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select id, domain_id, date, refunded_cents, charged_cents from transactions
      where domain_id = any (${[...sites]}::integer[]) and (date, id) > (${after.date}::timestamptz, ${after.id}::integer)
        and date < (${to}::date + 1)::timestamp at time zone 'UTC'
      order by date, id limit ${BATCH_SALES}
    ), tried as materialized (
      select batch.*, to_char(day_of(date), 'YYYY-MM') as month from batch
      where ${domain_id}::integer is not null or not exists (select from commission_plans own
        where own.state = 'adopted' and own.domain_id = batch.domain_id and own.starts_on <= day_of(batch.date)
          and (own.ends_on is null or own.ends_on >= day_of(batch.date)))
    ), compared as (
      select tried.month, line.person_id, line.level, line.cents + coalesce((select sum(lost.cents)
        from commission_lines lost where lost.of_line_id = line.id and lost.kind = 'clawback'), 0) as now, 0 as planned
      from tried join commission_lines_in_force line on line.transaction_id = tried.id
      union all
      select tried.month, line.person_id, line.level, 0,
        line.cents - commission_lost(line.cents, tried.refunded_cents, tried.charged_cents)
      from commission_of(${plan_id}, array(select id from tried)) line join tried on tried.id = line.transaction_id
    ), sums as (
      select month, person_id, level, sum(now)::float8 as now, sum(planned)::float8 as planned
      from compared group by 1, 2, 3
    )
    select (select coalesce(jsonb_agg(sums), '[]') from sums) as sums, last.id as last_id,
      to_char(last.date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_date
    from (select) one left join (select id, date from batch order by date desc, id desc limit 1) last on true`.execute(
    db,
  );
  const [batch] = rows;
  if (!batch) throw new Error('A batch of a simulation has no answer.');
  return batch;
}
