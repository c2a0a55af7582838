import { listDocuments } from '@vialkeep/contract/documents.ts';
import { sql } from 'kysely';
import { handle } from '../../../kernel/http/handle.ts';
import { likePattern } from '../../network/index.ts';
import { presentListed, selectListedDocuments } from '../documents.present.ts';
import { pendingDocuments, visiblePatientDocuments } from './documents-seen.ts';

export const listDocumentsHandler = handle(listDocuments, async ({ access, db, query }) => {
  const { search, limit, offset, pending_days: days } = query;
  const seen = days === undefined ? visiblePatientDocuments(db, access) : pendingDocuments(db, access, days);
  const all = seen.$if(!!search, (documents) => documents.where(matching(search ?? '')));
  const [rows, { count }] = await Promise.all([
    selectListedDocuments(all).limit(limit).offset(offset).execute(),
    all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { results: rows.map((row) => presentListed(row, access)), count };
});

/** Matches the name and email on the document, and those of the linked patient today. */
function matching(search: string) {
  const pattern = likePattern(search);
  return sql<boolean>`documents.id in (
    select id from documents where search_text like ${pattern}
    union
    select theirs.id from documents theirs join users on users.id = theirs.signer_id
    where users.search_text like ${pattern})`;
}
