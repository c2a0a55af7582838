import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import type { Services } from '../../../kernel/services.ts';
import { findStampOfFile } from '../../timestamps/index.ts';
import { signerId } from '../documents.queries.ts';

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
    ...(isSignedHere ? await describeStamp(db, row) : {}),
  };
  if (row.hidden_at !== null)
    return { ...told, verdict: 'withdrawn' as const, withdrawn_at: row.hidden_at.toISOString() };
  if (isSignedHere) return { ...told, verdict: 'unaltered' as const };
  return { ...told, verdict: 'filed' as const, filed_at: row.completed_at?.toISOString() };
}

/** The stamp of the file that was asked about; absent until there is one. */
async function describeStamp(db: Db, { code, sha256, is_supplement }: VerifiedRow) {
  const stamp = sha256 === null ? null : await findStampOfFile(db, sha256);
  if (!stamp) return {};
  const url = `/api/v1/documents/verify/${code}/timestamp.tsr${is_supplement ? '?of=supplement' : ''}`;
  return { timestamp: { by: stamp.by, at: stamp.at.toISOString(), own: stamp.isOwn, url } };
}

type VerifiedRow = { code: string; sha256: string | null; is_supplement: boolean };

/** The digest of the file that a code stands for, or of the supplement to its certificate; null without such a file. */
export async function findStampedDigest(db: Db, code: string, of: 'document' | 'supplement'): Promise<string | null> {
  const row = await (of === 'document' ? documentWithCode(db, code) : supplementOfCode(db, code));
  return row?.origin === 'signing' ? row.sha256 : null;
}

function verifiable(db: Db) {
  return db
    .selectFrom('documents')
    .select(['documents.kind', 'documents.code', 'documents.origin', 'documents.domain_id'])
    .select(['documents.signed_at', 'documents.completed_at'])
    .select(withdrawnAt.as('hidden_at'));
}

/** An erasure hides the papers of its person, but does not withdraw them. */
const withdrawnAt = sql<Date | null>`case when exists (
  select from users where users.id = ${signerId} and users.erased_at <= documents.hidden_at)
  then null else documents.hidden_at end`;

function documentWithCode(db: Db, code: string) {
  return verifiable(db)
    .select(['documents.sha256', sql<boolean>`false`.as('is_supplement')])
    .where('status', '=', 'Completed')
    .where('code', '=', code)
    .executeTakeFirst();
}

function supplementOfCode(db: Db, code: string) {
  return supplements(db).where('documents.code', '=', code).executeTakeFirst();
}

/**
 * Two documents may have the same bytes, because a clinic can upload a file that was signed here. The signed one takes
 * precedence: an upload must not make a withdrawn document valid again.
 */
async function documentWithFile(db: Db, sha256: string) {
  const filed = await verifiable(db)
    .select(['documents.sha256', sql<boolean>`false`.as('is_supplement')])
    .where('status', '=', 'Completed')
    .where('sha256', '=', sha256)
    .orderBy(sql`origin = 'signing'`, 'desc')
    .orderBy(sql`hidden_at is null`, 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return filed ?? (await documentOfSupplement(db, sha256)) ?? withdrawnBeforeFiling(db, sha256);
}

function documentOfSupplement(db: Db, sha256: string) {
  return supplements(db).where('supplement.sha256', '=', sha256).executeTakeFirst();
}

function supplements(db: Db) {
  return verifiable(db)
    .innerJoin('signing_supplements as supplement', 'supplement.signing_id', 'documents.provider_id')
    .select(['supplement.sha256', sql<boolean>`true`.as('is_supplement')])
    .where('documents.provider', '=', 'builtin');
}

/** Finds a document that was sealed, but deleted before the file was stored with it. */
function withdrawnBeforeFiling(db: Db, sha256: string) {
  return verifiable(db)
    .innerJoin('signings', 'signings.id', 'documents.provider_id')
    .select(['signings.sealed_sha256 as sha256', sql<boolean>`false`.as('is_supplement')])
    .where('documents.provider', '=', 'builtin')
    .where('documents.hidden_at', 'is not', null)
    .where('signings.sealed_sha256', '=', sha256)
    .executeTakeFirst();
}

/** Rate limit of a public call that accepts files up to 25 MB. */
export function verifyingCalls(): Limit {
  return { bucket: 'verify', most: 60, minutes: 10 };
}
