import { listAudit, MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { listAccepted } from '../../kernel/settings/safe-start.ts';
import { peopleOf, presentAudit, readableChanges } from './audit.present.ts';

type Query = Call<typeof listAudit>['query'];

export const listAuditHandler = handle(listAudit, async ({ actor, db, query, services }) => {
  const matching = rowsSeenBy(db, actor, query);
  const [rows, { count }] = await Promise.all([
    matching
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
      ])
      .orderBy('audit_log.at', 'desc')
      .orderBy('audit_log.position', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom(
        matching
          .select('audit_log.position')
          .limit(MOST_COUNTED + 1)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const [people, changes] = await Promise.all([peopleOf(db, rows), readableChanges(db, services.dataKey, rows)]);
  return {
    results: rows.map((row, index) => presentAudit(row, people, changes[index] ?? {})),
    count: Math.min(count, MOST_COUNTED),
    count_is_exact: count <= MOST_COUNTED,
    // Administrators of a custom site do not see the settings of the installation.
    accepted_unsafe: actor.scope === 'platform' ? (await listAccepted(services)).map(({ words }) => words) : [],
  };
});

/**
 * Limits administrators of one site to the rows of that site; the connection's scope enforces the same a second time.
 */
function rowsSeenBy(db: Db, { scope }: Actor, query: Query) {
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
