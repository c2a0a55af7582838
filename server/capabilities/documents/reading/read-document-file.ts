import { readDocumentFile } from '@vialkeep/contract/documents.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { readVerified } from '../../../kernel/files/read-verified.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { secretHash } from '../../../kernel/secrets/secrets.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { ofCenter, signersOf } from '../documents.queries.ts';

const NAME = /^([A-Za-z0-9_-]{22})(-supplement)?\.pdf$/;

/**
 * Looks the name up in the table and never in the file system, and serves the file only if its digest is still the
 * signed one (S-18, T40, T48).
 */
export const readDocumentFileHandler = handle(
  readDocumentFile,
  async ({ access, actor, db, params, write, services, noteSubjects }) => {
    const [, id = '', isSupplement] = orNotFound(NAME.exec(params.file));
    const document = orNotFound(
      await completedDocuments(db, actor)
        .where((eb) => eb.or([eb('document_id', '=', id), eb('documents.id', '=', documentBehindAlias(id))]))
        .executeTakeFirst(),
    );
    access.authorize({
      domainId: document.domain_id,
      ownerIds: signersOf(document),
      isPatient: document.kind !== 'hc_attestation',
      isVisible: document.is_of_center,
    });
    noteSubjects([document.signer_id], document.id);
    const file = isSupplement ? orNotFound(await supplementTo(db, document)) : document;
    if (file.file === null || file.sha256 === null) throw new Error('A completed document has no file.');
    const content = await readVerified(services.files, file.file, file.sha256);
    const name = isSupplement ? `${document.name}, supplement` : document.name;
    if (content !== null) return { content, mediaType: 'application/pdf', shownAs: `${name}.pdf` };

    services.log.error({ document: document.id }, 'the file of a signed document is gone or was changed');
    await write((work) =>
      audit(work, {
        domainId: document.domain_id,
        action: 'documents.integrity_broken',
        subject: 'document',
        subjectId: document.id,
      }),
    );
    throw refuseBy(readDocumentFile, 'integrity');
  },
);

/** Finds the document of an alias, also of an expired one; the access is checked separately. */
function documentBehindAlias(alias: string) {
  return sql<number>`(select document_id from guest_links where alias_hash = ${secretHash(alias)})`;
}

function supplementTo(db: Db, { provider, provider_id }: { provider: string | null; provider_id: string | null }) {
  if (provider !== 'builtin' || provider_id === null) return undefined;
  return db
    .selectFrom('signing_supplements')
    .select(['file', 'sha256'])
    .where('signing_id', '=', provider_id)
    .where('sealed_at', 'is not', null)
    .executeTakeFirst();
}

/** Completed documents, and whether the caller is a clinic that requested them or whose patient signed them. */
function completedDocuments(db: Db, { userId }: Actor) {
  return db
    .selectFrom('documents')
    .select(['documents.id', 'domain_id', 'kind', 'signer_id', 'name', 'file', 'sha256', 'provider', 'provider_id'])
    .select((eb) => ofCenter(userId)(eb).$castTo<boolean>().as('is_of_center'))
    .where('status', '=', 'Completed')
    .where('hidden_at', 'is', null);
}
