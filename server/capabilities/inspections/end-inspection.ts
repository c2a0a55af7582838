import { endInspection } from '@vialkeep/contract/inspections.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { sendInspectionEnded } from './inspection-emails.ts';

export const endInspectionHandler = handle(endInspection, async ({ actor, params, services, write }) => {
  const { scope } = actor;
  const sites = await services.domains.all();
  return write(async (work) => {
    const inspection = orNotFound(
      await work.db
        .selectFrom('inspections')
        .select(['id', 'domain_id', 'agency', 'name', 'email'])
        .select(sql<boolean>`ended_at is not null or ends_at <= now()`.as('is_over'))
        .where('id', '=', params.id)
        .where((eb) => eb.and(scope === 'platform' ? [] : [eb('domain_id', '=', scope)]))
        .forUpdate()
        .executeTakeFirst(),
    );
    if (inspection.is_over) throw refuseBy(endInspection, 'already_over');
    // Its sessions are refused from now on, because every call looks at the inspection.
    await work.db
      .updateTable('inspections')
      .set({ ended_at: sql`now()`, ended_by: actor.acting?.byId ?? actor.userId })
      .where('id', '=', inspection.id)
      .execute();
    const site = orNotFound(sites.find(({ id }) => id === inspection.domain_id));
    await sendInspectionEnded(work, site, inspection);
    await audit(work, {
      domainId: inspection.domain_id,
      action: 'inspections.end',
      subject: 'inspection',
      subjectId: inspection.id,
    });
    return { success: true as const, message: 'The inspection has ended.' };
  });
});
