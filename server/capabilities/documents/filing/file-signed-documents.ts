import { fileSignedDocuments, PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { lockCustody } from '../../custody/index.ts';
import { lockedDocument } from '../documents.queries.ts';
import { documentUploads } from '../documents.uploads.ts';
import { findPendingDocument, findSigner } from '../requests/create-signature-request.ts';
import { requestingCenter } from '../requests/requesting-center.ts';
import { insertDocument, type NewDocument } from './add-document.ts';
import { completeDocument } from './complete-document.ts';

/** Files documents that were signed on paper; a pending request for the same document is completed by it (F075). */
export const fileSignedDocumentsHandler = handle(
  fileSignedDocuments,
  async ({ access, actor, db, body, write, services }) => {
    const kinds = PatientDocumentKind.options.filter((kind) => body[kind]);
    if (kinds.length === 0) throw refuseBy(fileSignedDocuments, 'nothing_uploaded');
    const center = await requestingCenter(access, db, body.harvest_center_id, [Plan.harvestCenter]);
    const site = await services.domains.ofId(center.domain_id);
    await write(async (work) => {
      const signer = await findSigner(work.db, center.id, { name: body.name, email: body.email });
      if (signer.id !== null) await lockCustody(work, { id: signer.id, domainId: site.id });
      for (const kind of kinds) {
        const upload = await uploadOf(work, actor, kind, body);
        const document = { site, kind, signer, centerId: center.id };
        const { id } = orNotFound(
          (await findPendingDocument(work.db, document)) ?? (await insertDocument(work, document)),
        );
        const locked = orNotFound(await lockedDocument(work, id));
        await completeDocument(work, locked, { ...upload, signedAt: null, origin: 'upload' });
      }
    });
    return { code: 'success' as const, message: 'Documents has been Uploaded!' };
  },
  { a_file_belongs_to_one_document: { reason: 'upload_not_found' } },
);

type Body = Call<typeof fileSignedDocuments>['body'];

const HOUR_OLD = sql<Date>`now() - interval '1 hour'`;

/** Accepts only an upload of the caller from the last hour; every other name is refused as not found (T42). */
async function uploadOf(work: Work, actor: Actor, kind: NewDocument['kind'] & keyof Body, body: Body) {
  const upload = await work.db
    .selectFrom('files')
    .select(['name', 'sha256'])
    .where('name', '=', `${documentUploads.folder}/${body[kind] ?? ''}`)
    .where('owner_id', '=', actor.userId)
    .where('created_at', '>', HOUR_OLD)
    .executeTakeFirst();
  if (upload) return upload;
  throw refuseBy(fileSignedDocuments, 'upload_not_found', { fields: [kind] });
}
