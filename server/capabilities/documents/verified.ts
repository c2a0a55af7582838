import type { Limit } from '../../kernel/rate-limits.ts';
import type { Services } from '../../kernel/services.ts';

export const NOT_OURS = { verdict: 'not_ours' as const, kind: null, signed_at: null, site: null };

/** What anybody may know of a document that they hold or whose code they read: what, when and where, never whose. */
export async function describeVerified({ store, domains }: Services, by: { sha256: string } | { code: string }) {
  const documents = store
    .read('platform')
    .selectFrom('documents')
    .select(['kind', 'signed_at', 'completed_at', 'domain_id'])
    .where('status', '=', 'Completed');
  const row = await ('code' in by
    ? documents.where('code', '=', by.code)
    : documents.where('sha256', '=', by.sha256)
  ).executeTakeFirst();
  if (!row) return null;
  const { name } = await domains.ofId(row.domain_id);
  const at = row.signed_at ?? row.completed_at;
  return {
    verdict: 'unaltered' as const,
    kind: row.kind,
    signed_at: at?.toISOString() ?? null,
    site: name,
  };
}

/** A file is up to 25 MB, and everybody may send one. */
export function verifyingCalls(): Limit {
  return { bucket: 'verify', most: 60, minutes: 10 };
}
