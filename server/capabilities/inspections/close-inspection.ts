import { closeInspection } from '@vialkeep/contract/inspections.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { handleInspector } from './inspector.ts';

export const closeInspectionHandler = handleInspector(closeInspection, async ({ inspector, request, services }) => {
  await services.store.write('platform', actorlessContext(request), async (work) => {
    await work.db
      .updateTable('inspection_sessions')
      .set({ ended_at: sql`now()` })
      .where('id', '=', inspector.sessionId)
      .where('ended_at', 'is', null)
      .execute();
    await audit(work, {
      domainId: inspector.domainId,
      action: 'inspections.close',
      subject: 'inspection',
      subjectId: inspector.inspectionId,
      facts: { session: inspector.sessionId },
    });
  });
  return { success: true as const, message: 'You have left the inspection.' };
});
