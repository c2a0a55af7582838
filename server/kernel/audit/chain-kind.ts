import { type Expression, type RawBuilder, sql } from 'kysely';

/** A kind of hash chains whose heads are stamped every night; a capability that keeps such chains adds its own. */
export type ChainKind = {
  /** Stored with the stamps: do not change it. */
  readonly of: string;
  /** Rows (chain, domain_id, position, hash): the newest link of every chain. `chain` is a text that names it alone. */
  readonly heads: RawBuilder<unknown>;
  /** The stored hash of one link; null where the link is gone. */
  readonly hashAt: (chain: Expression<string>, position: Expression<number>) => RawBuilder<Buffer | null>;
};

/** The audit log, one chain per site. */
export const auditChains: ChainKind = {
  of: 'audit',
  heads: sql`select domain_id::text as chain, domain_id, position, hash from audit_chains`,
  hashAt: (chain, position) =>
    sql`(select hash from audit_log where domain_id = ${chain}::integer and position = ${position})`,
};
