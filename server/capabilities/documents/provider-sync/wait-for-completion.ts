import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditContext } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { type DocumentRow, findDocument } from '../documents.queries.ts';
import { syncDocument } from './sync-document.ts';

/** Sealing takes a moment after signing, and the signer returns from the signing page at once. */
const PAUSES_MS = [300, 600, 1_200];

/** Returns the document after a sync with the provider, repeated a few times while it is not signed. */
export async function waitForCompletion(
  services: Services,
  cause: AuditContext,
  document: DocumentRow,
): Promise<DocumentRow> {
  for (const pause of [...PAUSES_MS, null]) {
    const found = await syncDocument(services, cause, document);
    const now = await findDocument(services.store.read('platform'), document.id);
    if (found === 'completed' && now) return now;
    if (found !== 'waiting' || pause === null) break;
    await sleep(pause);
  }
  return document;
}
