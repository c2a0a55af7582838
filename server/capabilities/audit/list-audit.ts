import { listAudit, MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { listAccepted } from '../../kernel/settings/safe-start.ts';
import { peopleOf, presentAudit, readableChanges } from './audit.present.ts';
import { auditRows, matchingRows } from './audit.queries.ts';

export const listAuditHandler = handle(listAudit, async ({ actor, db, query, services }) => {
  const matching = matchingRows(db, actor, query);
  const [rows, { count }] = await Promise.all([
    auditRows(matching)
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
