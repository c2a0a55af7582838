import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { secretHash } from '../../../kernel/secrets/secrets.ts';
import { type DocumentRow, findDocument, isDocumentId } from '../documents.queries.ts';

export const GUEST_LINK_DAYS = 30;

type Mailed = Pick<DocumentRow, 'id' | 'domain_id'>;

/**
 * Creates a new alias for each document of an email to this address, in the order of the documents, and ends earlier
 * aliases. The row locks make concurrent emails end each other's aliases.
 */
export async function newGuestLinks(work: Work, documents: readonly Mailed[], sentTo: string): Promise<string[]> {
  const ids = documents.map(({ id }) => id);
  await work.db.selectFrom('documents').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
  await work.db
    .updateTable('guest_links')
    .set({ ended_at: sql`now()` })
    .where('document_id', '=', anyOf(ids))
    .where('ended_at', 'is', null)
    .execute();
  const aliases = documents.map(() => randomBytes(16).toString('base64url'));
  await work.db
    .insertInto('guest_links')
    .values(
      documents.map(({ id, domain_id }, at) => ({
        alias_hash: secretHash(aliases[at] ?? ''),
        domain_id,
        document_id: id,
        sent_to: sentTo,
        expires_at: sql<Date>`now() + make_interval(days => ${GUEST_LINK_DAYS})`,
      })),
    )
    .execute();
  return aliases;
}

/**
 * Finds the document whose newest email carries this alias, while the link is valid. If the signer has an account, the
 * link must have been sent to the account's present email: a former one may not be the signer's.
 */
export async function findByGuestLink(
  db: Db,
  alias: string,
): Promise<{ document: DocumentRow; sentTo: string } | undefined> {
  if (!isDocumentId(alias)) return undefined;
  const link = await db
    .selectFrom('guest_links')
    .innerJoin('documents', 'documents.id', 'guest_links.document_id')
    .leftJoin('users as signer', 'signer.id', 'documents.signer_id')
    .select(['guest_links.document_id', 'guest_links.sent_to'])
    .where('guest_links.alias_hash', '=', secretHash(alias))
    .where('guest_links.ended_at', 'is', null)
    .where('guest_links.expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`(documents.signer_id is null or lower(signer.email) = lower(guest_links.sent_to))`)
    .executeTakeFirst();
  const document = link && (await findDocument(db, link.document_id));
  return document && { document, sentTo: link.sent_to };
}
