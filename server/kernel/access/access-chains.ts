import { sql } from 'kysely';
import type { ChainKind } from '../audit/chain-kind.ts';

/** The batches of openings, one chain per process that wrote; they belong to no single site. */
export const accessChains: ChainKind = {
  of: 'access',
  heads: sql`select distinct on (writer) writer::text as chain, (select id from domains where is_main) as domain_id,
    batch as position, sha256 as hash from access_batches order by writer, batch desc`,
  hashAt: (chain, position) =>
    sql`(select sha256 from access_batches where writer = ${chain}::uuid and batch = ${position})`,
};
