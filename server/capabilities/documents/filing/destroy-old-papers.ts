import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext, Db } from '../../../kernel/db/db.ts';
import { queueFileRemoval } from '../../../kernel/files/delete-unused-uploads.ts';
import type { Services } from '../../../kernel/services.ts';
import { signerId } from '../documents.queries.ts';

/**
 * Deletes the files of papers whose signer was erased, once the retention period is over. The row stays with its hashes,
 * so that the chains still agree with it.
 */
export async function destroyOldPapers({ store, settings }: Services, cause: AuditContext): Promise<number> {
  const papers = await oldPapers(store.read('platform'), settings.retentionYears);
  for (const { id, domain_id, file, provider_id } of papers) {
    await store.write('platform', cause, async (work) => {
      await work.db.updateTable('documents').set({ destroyed_at: sql`now()` }).where('id', '=', id).execute();
      const files = new Set([file, ...(await filesOfSigning(work.db, provider_id))]);
      for (const name of files) if (name !== null) await queueFileRemoval(work, name);
      await audit(work, { domainId: domain_id, action: 'documents.destroy', subject: 'document', subjectId: id });
    });
  }
  return papers.length;
}

function oldPapers(db: Db, years: number) {
  return db
    .selectFrom('documents')
    .innerJoin('users', (join) => join.on('users.id', '=', signerId))
    .select(['documents.id', 'documents.domain_id', 'documents.file', 'documents.provider_id'])
    .where('users.erased_at', 'is not', null)
    .where('documents.status', '=', 'Completed')
    .where('documents.destroyed_at', 'is', null)
    .where(
      sql<boolean>`coalesce(documents.signed_at, documents.completed_at) < now() - make_interval(years => ${years})`,
    )
    .execute();
}

/** The unsigned, the sealed and the supplementary file of the built-in signing service. */
async function filesOfSigning(db: Db, signingId: string | null): Promise<(string | null)[]> {
  if (signingId === null) return [];
  const signing = await db
    .selectFrom('signings')
    .leftJoin('signing_supplements as supplement', 'supplement.signing_id', 'signings.id')
    .select(['signings.paper_file', 'signings.sealed_file', 'supplement.file'])
    .where('signings.id', '=', signingId)
    .executeTakeFirst();
  return signing ? [signing.paper_file, signing.sealed_file, signing.file] : [];
}
