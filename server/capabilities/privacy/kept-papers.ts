import { listKeptPapers, readKeptPaper } from '@vialkeep/contract/privacy.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db } from '../../kernel/db/db.ts';
import { readVerified } from '../../kernel/files/read-verified.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { signerId } from '../documents/index.ts';

export const listKeptPapersHandler = handle(listKeptPapers, async ({ actor, db, params, services }) => {
  const { retentionYears } = services.settings;
  orNotFound(await findErased(db, actor, params.id));
  const papers = await keptPapers(db, actor)
    .where(signerId, '=', params.id)
    .select(
      sql<string>`((coalesce(documents.signed_at, documents.completed_at) at time zone 'utc')::date
        + make_interval(years => ${retentionYears}))::date::text`.as('kept_until'),
    )
    .orderBy('documents.id')
    .execute();
  return {
    results: papers.map(({ id, name, signed_at, kept_until }) => ({
      id,
      name,
      signed_at: signed_at?.toISOString() ?? null,
      kept_until,
    })),
  };
});

/** The reason is recorded before the file leaves the server. */
export const readKeptPaperHandler = handle(readKeptPaper, async (call) => {
  const { actor, body, db, noteSubjects, params, services, write } = call;
  const paper = orNotFound(await keptPapers(db, actor).where('documents.id', '=', params.id).executeTakeFirst());
  if (paper.file === null || paper.sha256 === null) throw new Error('A completed document has no file.');
  const content = await readVerified(services.files, paper.file, paper.sha256);
  await write((work) =>
    audit(work, {
      domainId: paper.domain_id,
      action: 'privacy.read_paper',
      subject: 'document',
      subjectId: paper.id,
      facts: { person: paper.signer_id, reason: body.reason, is_intact: content !== null },
    }),
  );
  if (content === null) throw refuseBy(readKeptPaper, 'integrity');
  noteSubjects([paper.signer_id], paper.id);
  return { content, mediaType: 'application/pdf', shownAs: `${paper.name}.pdf` };
});

function findErased(db: Db, { scope }: Actor, id: number) {
  return db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .where((eb) => eb.and(scope === 'platform' ? [] : [eb('domain_id', '=', scope)]))
    .executeTakeFirst();
}

function keptPapers(db: Db, { scope }: Actor) {
  return db
    .selectFrom('documents')
    .innerJoin('users', (join) => join.on('users.id', '=', signerId))
    .select(['documents.id', 'documents.domain_id', 'users.id as signer_id', 'documents.name', 'documents.signed_at'])
    .select(['documents.file', 'documents.sha256'])
    .where('users.erased_at', 'is not', null)
    .where('documents.status', '=', 'Completed')
    .where('documents.destroyed_at', 'is', null)
    .where((eb) => eb.and(scope === 'platform' ? [] : [eb('documents.domain_id', '=', scope)]));
}
