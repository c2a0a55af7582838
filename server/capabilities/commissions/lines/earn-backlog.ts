import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../../kernel/db/db.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';
import { holdPlans } from './follow-correction.ts';

export const EARN_BACKLOG = 'earn-backlog';

/**
 * A batch holds the sums of the journal, for which checkouts of the site wait, so it is small. A run ends after some
 * batches, so that a server that stops does not wait for it; the next minute goes on.
 */
const PACE = { batchSales: 20, batches: 500 };

/** Gives the sales of before a plan's adoption their lines. It can be killed and goes on where it was. */
export const earnBacklogJob: Job = {
  name: EARN_BACKLOG,
  at: '* * * * *',
  run: (_payload, services, cause) => earnBacklogs(services, cause),
};

type Backlog = { readonly plan_id: number; readonly domain_id: number };

/** One run over the adopted plans of all sites that have commissions switched on. */
export async function earnBacklogs(
  { store }: Pick<Services, 'store'>,
  cause: AuditContext,
  { batchSales, batches } = PACE,
): Promise<void> {
  const { rows: open } = await sql<Backlog>`
    select plan.id as plan_id, domains.id as domain_id
    from commission_plans plan join domains on plan.domain_id is null or plan.domain_id = domains.id
      left join commission_backlogs backlog on backlog.plan_id = plan.id and backlog.domain_id = domains.id
    where plan.state = 'adopted' and commissions_on(domains.id) and backlog.finished_at is null
    order by plan.starts_on, plan.id, domains.id`.execute(store.read('platform'));
  let left = batches;
  for (const backlog of open) {
    await startBacklog(store, backlog);
    let isOpen = true;
    while (isOpen && left > 0) {
      left -= 1;
      isOpen = await store.write(DomainId.parse(backlog.domain_id), cause, (work) =>
        earnBatch(work, backlog, batchSales),
      );
    }
  }
}

/** The first sale of the plan's days is where it begins. */
async function startBacklog(store: Services['store'], { plan_id, domain_id }: Backlog): Promise<void> {
  await store.unaudited('the position of a job, which changes no value that a person entered', (db) =>
    sql`insert into commission_backlogs (plan_id, domain_id, position)
      values (${plan_id}, ${domain_id}, commission_backlog_start(${plan_id}, ${domain_id}))
      on conflict do nothing`.execute(db),
  );
}

type Batch = { readonly last_id: number | null; readonly sales: number; readonly digests: string[] };

/** Returns whether sales are left. The row lock lets one server at a time handle a batch. */
async function earnBatch(work: Work, { plan_id, domain_id }: Backlog, most: number): Promise<boolean> {
  // The switch of commissions holds the plans when it reopens the backlog.
  await holdPlans(work);
  const locked = await work.db
    .selectFrom('commission_backlogs')
    .select('position')
    .where('plan_id', '=', plan_id)
    .where('domain_id', '=', domain_id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const batch = locked && (await earnNext(work, { plan_id, domain_id }, locked.position, most));
  if (batch) {
    await work.db
      .updateTable('commission_backlogs')
      .set(
        batch.last_id === null
          ? { finished_at: sql`now()` }
          : { position: batch.last_id, handled: sql`handled + ${batch.sales}` },
      )
      .where('plan_id', '=', plan_id)
      .where('domain_id', '=', domain_id)
      .execute();
  }
  await audit(work, {
    domainId: domain_id,
    action: 'commissions.earn_backlog',
    subject: 'commission_plan',
    subjectId: plan_id,
    facts: { sales: batch?.sales ?? 0, is_last: batch?.last_id === null, journal: batch?.digests ?? [] },
  });
  return batch !== undefined && batch.last_id !== null;
}

async function earnNext(work: Work, { plan_id, domain_id }: Backlog, after: number, most: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select last_id, sales, digests from earn_backlog(${plan_id}, ${domain_id}, ${after}, ${most})`.execute(work.db);
  const [batch] = rows;
  if (!batch) throw new Error('A batch of the backlog has no answer.');
  return batch;
}
