import { updateDocumentStatus } from '@vialkeep/contract/documents.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { auditContextOf } from '../../../kernel/session/actor.ts';
import { syncDocuments } from '../provider-sync/sync-documents.ts';
import { visiblePatientDocuments } from '../reading/documents-seen.ts';

/** The most documents of one check, least recently synced first; the reconcile job handles the rest. */
const MOST = 100;

/** Limits each caller, because all users share the provider's rate limit. */
const CHECKS = { bucket: 'document-checks', most: 20, minutes: 60 };

/** Syncs the caller's pending documents with the provider (U-16). */
export const updateDocumentStatusHandler = handle(
  updateDocumentStatus,
  async ({ access, actor, db, services, request }) => {
    await services.limits.count(CHECKS, String(actor.userId));
    const pending = () => visiblePatientDocuments(db, access).where('documents.status', '=', 'Pending');
    const ids = await pending()
      .select('documents.id')
      .where('documents.provider_id', 'is not', null)
      .orderBy('documents.looked_at', (order) => order.asc().nullsFirst())
      .limit(MOST)
      .execute();
    const looked = await syncDocuments(
      services,
      auditContextOf(actor, request),
      ids.map(({ id }) => id),
    );
    if (looked.isCutShort && looked.completed === 0) throw refuseBy(updateDocumentStatus, 'provider_unavailable');
    const { left } = await pending()
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow();
    return { success: true as const, updated: looked.completed, pending: left };
  },
);
