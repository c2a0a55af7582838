import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Backfill, runBackfill } from '../../kernel/jobs/backfill.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';

const earlierSales: Backfill = {
  name: 'journal-sales',
  async handleBatch(db: Db, after, most) {
    const { rows } = await sql<{ last_id: number | null; sales: number }>`
      select last_id, sales from post_earlier_sales(${after}, ${most})`.execute(db);
    const [batch] = rows;
    return batch?.last_id ? { lastKey: batch.last_id, rows: batch.sales } : null;
  },
};

/** Posts the purchases of before the journal, and then seals them with one audit row for each site. */
export const openJournalJob: Job = {
  name: 'open-journal',
  at: '* * * * *',
  run: async (_payload, services, context) => {
    await runBackfill(services, earlierSales);
    await sealOpening(services, context.requestId);
  },
};

type Opening = { domain_id: number; first: number; last: number; entries: number; digest: string };

/** Entries that no audit row of their own seals: those of before the journal, and of the demo network. */
export async function sealOpening({ store }: Pick<Services, 'store'>, requestId: string): Promise<void> {
  const { rows } = await sql<Opening>`
    select domain_id, min(id)::integer as first, max(id)::integer as last, count(*)::integer as entries,
      encode(journal_opening_digest(domain_id, min(id)::integer, max(id)::integer), 'hex') as digest
    from journal_entries entry
    where exists (select from backfills where name = 'journal-sales' and finished_at is not null)
      and not exists (select from audit_log opened where opened.domain_id = entry.domain_id and opened.action = 'journal.open')
    group by domain_id`.execute(store.readSlowly('platform'));
  for (const { domain_id: domainId, first, last, entries, digest } of rows) {
    const cause = { actorId: null, userId: null, sessionId: null, requestId };
    await store.write(domainId, cause, (work) =>
      audit(work, {
        domainId,
        action: 'journal.open',
        subject: 'journal',
        subjectId: domainId,
        facts: { first_entry: first, last_entry: last, entries, digest },
      }),
    );
  }
}
