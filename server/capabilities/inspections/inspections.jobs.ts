import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { endInspectionSessions } from './inspection-sessions.ts';

/**
 * Every hour, notes the end of inspections whose time is over. Their calls are refused from the moment itself; this
 * records it and ends its sessions.
 */
const endInspectionsJob: Job = {
  name: 'end-inspections',
  at: '23 * * * *',
  async run(_payload, { store, log }, cause) {
    const over = await store
      .read('platform')
      .selectFrom('inspections')
      .select(['id', 'domain_id'])
      .where('ended_at', 'is', null)
      .where('ends_at', '<=', sql<Date>`now()`)
      .execute();
    for (const { id, domain_id } of over) {
      await store.write('platform', cause, async (work) => {
        const ended = await work.db
          .updateTable('inspections')
          .set({ ended_at: sql`ends_at` })
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        const sessions = ended ? await endInspectionSessions(work, id) : 0;
        await audit(work, {
          domainId: domain_id,
          action: 'inspections.expire',
          subject: 'inspection',
          subjectId: id,
          facts: { sessions, first: ended !== undefined },
        });
      });
    }
    if (over.length > 0) log.info({ inspections: over.length }, 'inspections have ended by themselves');
  },
};

export const inspectionsJobs: readonly Job[] = [endInspectionsJob];
