import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import type { Services } from '../../../kernel/services.ts';

export const NOT_OURS = { verdict: 'not_ours' as const, kind: null, signed_at: null, site: null };

/** Describes a document to any caller who has its file or code: kind, time and site, never the signer. */
export async function describeVerified({ store, domains }: Services, by: { sha256: string } | { code: string }) {
  const db = store.read('platform');
  const row = await ('code' in by ? documentWithCode(db, by.code) : documentWithFile(db, by.sha256));
  if (!row) return null;
  const { name: site } = await domains.ofId(row.domain_id);
  const { kind, code } = row;
  const isSignedHere = row.origin === 'signing';
  const told = {
    kind,
    site,
    // The time of a signature on an uploaded document is unknown.
    signed_at: isSignedHere ? ((row.signed_at ?? row.completed_at)?.toISOString() ?? null) : null,
    ...(row.is_supplement ? { supplement_of: code } : {}),
  };
  if (row.hidden_at !== null)
    return { ...told, verdict: 'withdrawn' as const, withdrawn_at: row.hidden_at.toISOString() };
  if (isSignedHere) return { ...told, verdict: 'unaltered' as const };
  return { ...told, verdict: 'filed' as const, filed_at: row.completed_at?.toISOString() };
}

function verifiable(db: Db) {
  return db
    .selectFrom('documents')
    .select(['documents.kind', 'documents.code', 'documents.origin', 'documents.domain_id'])
    .select(['documents.signed_at', 'documents.completed_at', 'documents.hidden_at']);
}

function documentWithCode(db: Db, code: string) {
  return verifiable(db)
    .select(sql<boolean>`false`.as('is_supplement'))
    .where('status', '=', 'Completed')
    .where('code', '=', code)
    .executeTakeFirst();
}

/**
 * Two documents may have the same bytes, because a clinic can upload a file that was signed here. The signed one takes
 * precedence: an upload must not make a withdrawn document valid again.
 */
async function documentWithFile(db: Db, sha256: string) {
  const filed = await verifiable(db)
    .select(sql<boolean>`false`.as('is_supplement'))
    .where('status', '=', 'Completed')
    .where('sha256', '=', sha256)
    .orderBy(sql`origin = 'signing'`, 'desc')
    .orderBy(sql`hidden_at is null`, 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return filed ?? (await documentOfSupplement(db, sha256)) ?? withdrawnBeforeFiling(db, sha256);
}

function documentOfSupplement(db: Db, sha256: string) {
  return verifiable(db)
    .innerJoin('signing_supplements as supplement', 'supplement.signing_id', 'documents.provider_id')
    .select(sql<boolean>`true`.as('is_supplement'))
    .where('documents.provider', '=', 'builtin')
    .where('supplement.sha256', '=', sha256)
    .executeTakeFirst();
}

/** Finds a document that was sealed, but deleted before the file was stored with it. */
function withdrawnBeforeFiling(db: Db, sha256: string) {
  return verifiable(db)
    .innerJoin('signings', 'signings.id', 'documents.provider_id')
    .select(sql<boolean>`false`.as('is_supplement'))
    .where('documents.provider', '=', 'builtin')
    .where('documents.hidden_at', 'is not', null)
    .where('signings.sealed_sha256', '=', sha256)
    .executeTakeFirst();
}

/** Rate limit of a public call that accepts files up to 25 MB. */
export function verifyingCalls(): Limit {
  return { bucket: 'verify', most: 60, minutes: 10 };
}
