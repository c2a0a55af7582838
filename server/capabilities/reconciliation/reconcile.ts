import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../kernel/db/db.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import type { SettlementsPage } from '../../ports/settlements.ts';
import { carryOutOpenRefunds } from '../refunds/index.ts';
import { compareBooks } from './compare-books.ts';
import { lookUpGiveBacks } from './give-back.ts';
import { collectTransactions, keepRecords } from './keep-records.ts';
import { postSettlements } from './post-settlements.ts';

/** The batches of so many days are read again, because a run may have missed one. */
const DAYS_READ = 4;
const LONGEST_READ_MS = 20 * 60_000;

const UNREACHABLE = 'The card payment provider could not be reached. Nothing was compared.';
const INCOMPLETE = 'The card payment provider did not list all of its transactions. Nothing was compared.';
const TOO_SLOW = 'The card payment provider took too long. Nothing was compared.';
const BROKEN = 'The comparison failed on our side. Nothing was compared.';
export const STOPPED = 'The server stopped before the end. Nothing was compared.';

/** A run that has not ended after this time is over: its server has stopped, and the next run may begin. */
export const HAS_STOPPED = sql<boolean>`(state = 'running' and at < now() - interval '30 minutes')`;

class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Another comparison is under way. */
export class ReconciliationUnderWay extends Error {
  override readonly name = 'ReconciliationUnderWay';
}

type BegunRun = { readonly id: number; readonly from: Date };

/**
 * Compares the books with the gateway. The lists are read first, and everything is written in one transaction after that,
 * so that a run that fails keeps nothing but its failure. Returns the number of the run.
 */
export async function reconcile(services: Services, cause: AuditContext): Promise<number> {
  const run = await beginRun(services, cause);
  try {
    await lookUpGiveBacks(services, cause.requestId);
    const pages = await readGateway(services, run);
    await writeRun(services, run, cause, pages);
  } catch (error) {
    services.log.warn({ run: run.id, error: describeError(error) }, 'a comparison with the gateway failed');
    await endRun(services, run, cause, failureWords(error));
    return run.id;
  }
  await carryOutOpenRefunds(services, cause.requestId);
  return run.id;
}

async function beginRun({ store, domains }: Services, cause: AuditContext): Promise<BegunRun> {
  const { id: domainId } = await domains.main();
  return store.write('platform', cause, async (work) => {
    await sql`update reconciliation_runs set state = 'failed', message = ${STOPPED}, ended_at = now()
      where ${HAS_STOPPED}`.execute(work.db);
    // The batches since the last run that was done are read, however long ago that was.
    const { rows } = await sql<{ id: number; from: Date }>`
      insert into reconciliation_runs (from_day, to_day, made_by)
      select least(day_of(now()) - ${DAYS_READ}::integer,
          day_of((select max(at) from reconciliation_runs where state = 'done')) - 1),
        day_of(now()), ${cause.actorId}
      on conflict ((true)) where state = 'running' do nothing
      returning id, from_day::timestamp at time zone 'UTC' as "from"`.execute(work.db);
    const [run] = rows;
    if (!run) throw new ReconciliationUnderWay();
    await audit(work, { domainId, action: 'reconciliation.begin', subject: 'reconciliation', subjectId: run.id });
    return run;
  });
}

async function readGateway({ payments }: Services, { from }: BegunRun): Promise<readonly SettlementsPage[]> {
  const pages: SettlementsPage[] = [];
  const end = performance.now() + LONGEST_READ_MS;
  for await (const page of payments.settlements(from, new Date())) {
    if (performance.now() > end) throw new TookTooLong();
    pages.push(page);
  }
  return pages;
}

async function writeRun(services: Services, run: BegunRun, cause: AuditContext, pages: readonly SettlementsPage[]) {
  const gateway = services.payments.name;
  const { id: domainId } = await services.domains.main();
  await services.store.write('platform', cause, async (work) => {
    await requireRunning(work, run);
    await keepRecords(work, run, gateway, collectTransactions(pages));
    const { matched, differences } = await compareBooks(work, run, gateway);
    await sql`update reconciliation_runs set state = 'done', ended_at = now(), matched = ${matched},
      differences = ${differences} where id = ${run.id}`.execute(work.db);
    await postSettlements(work, run, gateway);
    await audit(work, {
      domainId,
      action: 'reconciliation.end',
      subject: 'reconciliation',
      subjectId: run.id,
      facts: { state: 'done', matched, differences },
    });
  });
}

/** Throws where another process has ended the run as too long. */
async function requireRunning(work: Work, { id }: BegunRun): Promise<void> {
  await work.db
    .selectFrom('reconciliation_runs')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function endRun(
  { store, domains }: Services,
  { id }: BegunRun,
  cause: AuditContext,
  message: string,
): Promise<void> {
  const { id: domainId } = await domains.main();
  await store.write('platform', cause, async (work) => {
    await sql`update reconciliation_runs set state = 'failed', message = ${message}, ended_at = now()
      where id = ${id} and state = 'running'`.execute(work.db);
    await audit(work, {
      domainId,
      action: 'reconciliation.end',
      subject: 'reconciliation',
      subjectId: id,
      facts: { state: 'failed' },
    });
  });
}

function failureWords(error: unknown): string {
  if (error instanceof PaymentUnavailable) return UNREACHABLE;
  if (error instanceof PaymentUnknown) return INCOMPLETE;
  return error instanceof TookTooLong ? TOO_SLOW : BROKEN;
}
