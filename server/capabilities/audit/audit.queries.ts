import type { exportAudit } from '@vialkeep/contract/audit.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Call } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type Filters = Call<typeof exportAudit>['query'];

/**
 * Limits administrators of one site to the rows of that site; the connection's scope enforces the same a second time.
 */
export function matchingRows(db: Db, { scope }: Actor, query: Filters) {
  const { subject_id, actor_id, action, address, from, to } = query;
  return db.selectFrom('audit_log').where((eb) =>
    eb.and([
      ...(scope === 'platform' ? [] : [eb('audit_log.domain_id', '=', scope)]),
      ...whenDefined(subject_id, (value) => eb('audit_log.subject_id', '=', value)),
      ...whenDefined(actor_id, (value) => eb('audit_log.actor_id', '=', value)),
      ...whenDefined(action, (value) => sql<boolean>`starts_with(audit_log.action, ${value})`),
      ...whenDefined(from, (value) => eb('audit_log.at', '>=', new Date(value))),
      ...whenDefined(to, (value) => eb('audit_log.at', '<', new Date(value))),
      ...whenDefined(
        address,
        (value) => sql<boolean>`audit_log.facts ? 'origin_hash' and audit_log.facts ->> 'origin_hash' in (
          select encode(hash, 'hex') from request_origins where address = ${value})`,
      ),
    ]),
  );
}

/** The columns of a row as an administrator reads it. */
export function auditRows(matching: ReturnType<typeof matchingRows>) {
  return matching
    .leftJoin('request_origins as origin', (join) =>
      join.on(sql<boolean>`origin.hash = decode(audit_log.facts ->> 'origin_hash', 'hex')`),
    )
    .innerJoin('domains', 'domains.id', 'audit_log.domain_id')
    .select([
      'audit_log.domain_id',
      'audit_log.position',
      'audit_log.at',
      'domains.name as site',
      'audit_log.actor_id',
      'audit_log.user_id',
      'audit_log.action',
      'audit_log.subject',
      'audit_log.subject_id',
      'audit_log.facts',
      'audit_log.request_id',
      'origin.address',
      'origin.device',
    ]);
}
