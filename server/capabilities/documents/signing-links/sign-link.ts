import { setTimeout as sleep } from 'node:timers/promises';
import type { DeclaredRefusal } from '@vialkeep/contract/kernel/refusal.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { Refusal } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import { EsignRefused, EsignUnavailable, type LinkOpening } from '../../../ports/esign.ts';
import { type DocumentRow, findDocument } from '../documents.queries.ts';
import { sendToProvider } from '../provider-sync/send-to-provider.ts';
import { syncDocument } from '../provider-sync/sync-document.ts';

/** The page that the frame opens after signing; each flow has its own. */
export type CompletionPage =
  | '/patient-signed-completed-message'
  | '/patient-signed-completed-message-from-email'
  | '/hc-signed-completed-message'
  | '/signed-completed-message';

export type SignLinkFor = {
  readonly site: Domain;
  readonly page: CompletionPage;
  readonly opening: LinkOpening;
  /** The id in the signer's link, if it is not the document's. */
  readonly alias?: string;
};

/**
 * Returns a URL where the document can be signed now, or null if it is signed. Sends a document that the provider does
 * not have; starts a new attempt if the present one ended without a signature.
 */
export async function createSignLink(
  services: Services,
  cause: AuditContext,
  document: DocumentRow,
  { site, page, opening, alias = document.document_id }: SignLinkFor,
): Promise<string | null> {
  const ready = await ensureSignable(services, cause, document);
  if (!ready?.provider_id) return null;
  const query = new URLSearchParams({ documentId: alias, signedBy: document.signer_name });
  const returnTo = `${site.url}${page}?${query.toString()}`;
  const signer = { name: document.signer_name, email: document.signer_email };
  const { provider_id: providerId } = ready;
  return linkWhenMade(() => services.esign.signLink(providerId, signer, returnTo, opening));
}

/** Maps errors of the provider to the refusal of the route. */
export async function mapProviderErrors<T>(
  { log }: Services,
  route: { refusals: { provider_unavailable: DeclaredRefusal } },
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof EsignUnavailable) && !(error instanceof EsignRefused)) throw error;
    log.warn({ provider: error.name }, 'the signing provider could not be asked');
    const retryAfterSeconds = error instanceof EsignUnavailable ? (error.retryAfter ?? 30) : 30;
    throw new Refusal('provider_unavailable', route.refusals.provider_unavailable, { retryAfterSeconds });
  }
}

async function ensureSignable(
  services: Services,
  cause: AuditContext,
  document: DocumentRow,
): Promise<DocumentRow | null> {
  const found = await syncDocument(services, cause, document);
  if (found === 'completed') return null;
  if (found === 'waiting') return document;
  const again = await startNewAttempt(services, cause, document.id);
  if (!again) return null;
  return again.provider_id === null ? sendToProvider(services, cause, again) : again;
}

/** Starts the next attempt if the present one ended without a signature or was made at another provider. */
async function startNewAttempt(services: Services, cause: AuditContext, id: number): Promise<DocumentRow | null> {
  const { store, esign } = services;
  const known = await findDocument(store.read('platform'), id);
  if (!known || known.status === 'Completed') return null;
  const isOver = known.provider_id !== null && (known.refused !== null || known.provider !== esign.name);
  if (!isOver) return known;
  await store.write('platform', cause, async (work) => {
    await work.db
      .updateTable('documents')
      .set({ attempt: known.attempt + 1, refused: null, provider: null, provider_id: null, sent_at: null })
      .where('id', '=', id)
      .where('attempt', '=', known.attempt)
      .where('status', '=', 'Pending')
      .execute();
    await audit(work, {
      domainId: known.domain_id,
      action: 'documents.begin_again',
      subject: 'document',
      subjectId: id,
      facts: { attempt: known.attempt + 1 },
    });
  });
  return (await findDocument(store.read('platform'), id)) ?? null;
}

/** The provider may take a few seconds to create a document that was just sent. */
const TRIES = 4;
const PAUSE_MS = 1_500;
const SOON_SECONDS = 5;

async function linkWhenMade(ask: () => Promise<string>): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isSoon = error instanceof EsignUnavailable && (error.retryAfter ?? Infinity) <= SOON_SECONDS;
      if (!isSoon || attempt === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
