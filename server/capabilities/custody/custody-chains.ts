import { sql } from 'kysely';
import type { ChainKind } from '../../kernel/audit/chain-kind.ts';

/** The ledger, one chain per patient. */
export const custodyChains: ChainKind = {
  of: 'custody',
  heads: sql`select patient_id::text as chain, domain_id, position, hash from custody_chains`,
  hashAt: (chain, position) =>
    sql`(select hash from custody_events where patient_id = ${chain}::integer and position = ${position})`,
};
