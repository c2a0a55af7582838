import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

export type NewLine = {
  readonly account: number;
  /** Debits are positive, credits negative. */
  readonly cents: number;
  readonly person_id?: number;
  readonly transaction_id?: number;
  readonly product_id?: number;
};

export type NewEntry = {
  readonly domainId: number;
  readonly kind: string;
  /** Names the event: the same key with the same lines is the same entry. */
  readonly key: string;
  /** Words without personal data. */
  readonly memo: string;
  readonly lines: readonly NewLine[];
};

/** Posts an entry in the transaction of the event. Returns its digest, which the audit row of the event must have. */
export async function postEntry(work: Work, { domainId, kind, key, memo, lines }: NewEntry): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(entry_digest, 'hex') as digest
    from post_entry(${domainId}, ${kind}, ${key}, ${memo}, ${JSON.stringify(lines)}::jsonb)`.execute(work.db);
  const [posted] = rows;
  if (!posted) throw new Error(`The journal did not post ${key}.`);
  return posted.digest;
}
