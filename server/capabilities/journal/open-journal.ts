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

/**
 * Entries that no audit row of their own seals: those of before the journal, and of the demo network. The newest are left
 * out: a transaction that has a lower number may still be open, and its entry would change the digest of the range.
 */
export async function sealOpening({ store }: Pick<Services, 'store'>, requestId: string): Promise<void> {
  const { rows } = await sql<Opening>`
    select entries.domain_id, first, last, entries.entries,
      encode(journal_opening_digest(entries.domain_id, first, last), 'hex') as digest
    from domains, lateral (select domains.id as domain_id, min(id) as first, max(id) as last, count(*)::integer as entries
      from journal_entries where domain_id = domains.id and at < now() - interval '2 minutes') entries
    where exists (select from backfills where name = 'journal-sales' and finished_at is not null)
      and not exists (select from audit_log where subject = 'journal' and subject_id = domains.id::text
        and action = 'journal.open')
      and first is not null`.execute(store.readSlowly('platform'));
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
