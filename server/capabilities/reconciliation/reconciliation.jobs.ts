import { sql } from 'kysely';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { lookUpGiveBacks } from './give-back.ts';
import { ReconciliationUnderWay, reconcile } from './reconcile.ts';

/** Compares the books with the gateway every day at 09:00 UTC, and after a failure every hour until it is done. */
export const reconcileJob: Job = {
  name: 'reconcile',
  at: '0 9-23 * * *',
  async run(_payload, services, cause) {
    const { rows } = await sql`select from reconciliation_runs where state = 'done'
      and at >= day_of(now())::timestamp at time zone 'UTC' + interval '9 hours'`.execute(
      services.store.read('platform'),
    );
    if (rows.length > 0) return;
    await reconcile(services, cause).catch((error: unknown) => {
      if (!(error instanceof ReconciliationUnderWay)) throw error;
    });
  },
};

/** Looks up orphans that are being given back, after an answer was lost or a server has stopped. */
export const lookUpGiveBacksJob: Job = {
  name: 'look-up-give-backs',
  at: '* * * * *',
  run: (_payload, services, cause) => lookUpGiveBacks(services, cause.requestId),
};
