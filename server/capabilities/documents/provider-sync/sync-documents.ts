import type { AuditContext } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { EsignUnavailable } from '../../../ports/esign.ts';
import { findDocument } from '../documents.queries.ts';
import { syncDocument } from './sync-document.ts';

export type SyncSummary = { readonly completed: number; readonly isCutShort: boolean };

/** Syncs documents one after the other; stops early if the provider becomes unavailable. */
export async function syncDocuments(
  services: Services,
  cause: AuditContext,
  ids: readonly number[],
): Promise<SyncSummary> {
  let completed = 0;
  for (const id of ids) {
    const document = await findDocument(services.store.read('platform'), id);
    if (!document || document.status === 'Completed') continue;
    try {
      if ((await syncDocument(services, cause, document)) === 'completed') completed += 1;
    } catch (error) {
      if (!(error instanceof EsignUnavailable)) throw error;
      services.log.warn({ provider: error.name }, 'the signing provider cannot be asked any more for now');
      return { completed, isCutShort: true };
    }
  }
  return { completed, isCutShort: false };
}
