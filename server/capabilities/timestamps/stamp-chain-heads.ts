import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ChainKind } from '../../kernel/audit/chain-kind.ts';
import type { AuditContext, Db, Work } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import { recordStamp } from './record-stamp.ts';
import { listUnstampedFiles, stampSeals } from './stamp-seals.ts';

/** After the change of an authority, older documents get its stamp over several nights. */
const MOST_FILES_OF_A_NIGHT = 5_000;
const NIGHT_MS = 3_600_000;

/**
 * Every night stamps the heads of all chains, then the sealed files that no run of the day has stamped. The queue
 * repeats a night whose authority was down, for days.
 */
export const timestampChainsJob = (kinds: readonly ChainKind[]): Job => ({
  name: 'timestamp-chains',
  at: '43 2 * * *',
  async run(_payload, services, cause) {
    for (const kind of kinds) await stampChainHeads(services, cause, kind, new Date());
    await stampSeals(services, cause, listUnstampedFiles, MOST_FILES_OF_A_NIGHT, NIGHT_MS);
  },
});

export type ChainHead = {
  readonly chain: string;
  readonly domain_id: number | null;
  readonly position: number;
  /** Hexadecimal. */
  readonly hash: string;
};

/**
 * Stamps the heads that have grown since the last stamp of this authority, all with one token, once a day. Returns
 * whether there is a new stamp. Throws where the authority gives none.
 */
export async function stampChainHeads(
  services: Services,
  cause: AuditContext,
  kind: ChainKind,
  now: Date,
): Promise<boolean> {
  const { store, timestamps } = services;
  const { of } = kind;
  const { by } = timestamps;
  const ref = now.toISOString().slice(0, 10);
  const db = store.readSlowly('platform');
  const known = await db
    .selectFrom('time_stamps')
    .select('ref')
    .where('of', '=', of)
    .where('ref', '=', ref)
    .where('by', '=', by)
    .executeTakeFirst();
  if (known) return false;
  const heads = await listGrownHeads(db, kind, by);
  if (heads.length === 0) return false;
  const sha256 = digestOfHeads(of, heads);
  const stamp = await timestamps.stamp(sha256);
  return recordStamp(services, cause, { of, ref, sha256, domainId: null }, stamp, (work) =>
    insertHeads(work, { of, ref, by }, heads),
  );
}

async function listGrownHeads(db: Db, { of, heads }: ChainKind, by: string): Promise<ChainHead[]> {
  const { rows } = await sql<ChainHead>`
    select head.chain, head.domain_id, head.position, encode(head.hash, 'hex') as hash from (${heads}) head
    where head.position > coalesce((select max(stamped.position) from stamped_heads stamped
      where stamped.of = ${of} and stamped.by = ${by} and stamped.chain = head.chain), 0)
    order by ${inOrder(sql`head.chain`)}`.execute(db);
  return rows;
}

/** By bytes: the digest must not depend on the language of the database. */
export function inOrder(chain: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${chain} collate "C"`;
}

/** The digest that is stamped: one line for each chain, so that any program can compute it again. */
export function digestOfHeads(of: string, heads: readonly Omit<ChainHead, 'domain_id'>[]): string {
  const digest = createHash('sha256');
  for (const { chain, position, hash } of heads) digest.update(`${of} ${chain} ${position} ${hash}\n`);
  return digest.digest('hex');
}

async function insertHeads(
  work: Work,
  { of, ref, by }: { of: string; ref: string; by: string },
  heads: readonly ChainHead[],
): Promise<void> {
  const [chains, sites, positions] = [
    heads.map(({ chain }) => chain),
    heads.map(({ domain_id }) => domain_id),
    heads.map(({ position }) => position),
  ];
  await sql`
    insert into stamped_heads (of, ref, by, chain, domain_id, position)
    select ${of}, ${ref}, ${by}, head.* from
      unnest(${chains}::text[], ${sites}::integer[], ${positions}::bigint[]) head`.execute(work.db);
}
