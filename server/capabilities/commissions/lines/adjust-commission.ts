import { adjustCommission } from '@vialkeep/contract/commissions.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { payeePlans } from '../commissions.policy.ts';
import { listLines } from './lines.queries.ts';
import { presentLine } from './present-line.ts';

export const adjustCommissionHandler = handle(adjustCommission, ({ actor, body, write }) =>
  write(async (work) => {
    const { domain_id, person_id, amount, reason, line_id } = body;
    orNotFound(actor.scope === 'platform' || actor.scope === domain_id ? domain_id : null);
    await requirePayee(work, domain_id, person_id);
    if (line_id !== null) await requireOwedLine(work, line_id);
    const id = await addAdjustment(work, {
      domainId: domain_id,
      personId: person_id,
      cents: amount,
      reason,
      lineId: line_id,
    });
    const [line] = await listLines(work.db, sql<boolean>`line.id = ${id}`);
    return presentLine(orNotFound(line));
  }),
);

/** A payee has a sales plan on the site, or had a seat in one of its sales. The house of a plan that counts is never owed. */
async function requirePayee(work: Work, domainId: number, personId: number): Promise<void> {
  const person = await work.db
    .selectFrom('users')
    .select(['plan_id', 'removed_at', 'domain_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('commission_lines')
            .select('id')
            .where('person_id', '=', personId)
            .where('domain_id', '=', domainId)
            .where('retained', '=', false),
        )
        .as('has_lines'),
    )
    .select(
      sql<boolean>`exists (select from commission_plans plan where plan.house_id = users.id and plan.state = 'adopted'
        and coalesce(plan.domain_id, ${domainId}) = ${domainId} and coalesce(plan.ends_on >= day_of(now()), true))`.as(
        'is_house',
      ),
    )
    .where('id', '=', personId)
    .executeTakeFirst();
  if (!person || (person.domain_id !== domainId && !person.has_lines)) orNotFound(null);
  const hasSeat = person?.removed_at === null && payeePlans.includes(person.plan_id);
  if (person?.is_house || (!hasSeat && !person?.has_lines)) {
    throw refuseBy(adjustCommission, 'not_a_payee', { fields: ['person_id'] });
  }
}

/** A line that the house keeps is shown and never owed, so that no adjustment of it is. */
async function requireOwedLine(work: Work, lineId: number): Promise<void> {
  const line = await work.db
    .selectFrom('commission_lines')
    .select('retained')
    .where('id', '=', lineId)
    .executeTakeFirst();
  if (line?.retained) throw refuseBy(adjustCommission, 'not_a_payee', { fields: ['line_id'] });
}

type Adjustment = {
  readonly domainId: number;
  readonly personId: number;
  readonly cents: number;
  readonly reason: string;
  readonly lineId: number | null;
};

/** Writes a line that is payable at once, posts it, and returns its number. A line of others or of the house is not found. */
export async function addAdjustment(work: Work, adjustment: Adjustment): Promise<number> {
  const { domainId, personId, cents, reason, lineId } = adjustment;
  const { rows } = await sql<{ id: number }>`
    insert into commission_lines (domain_id, person_id, level, kind, of_line_id, cents, payable_on, retained, reason, made_by)
    select ${domainId}, ${personId}, coalesce(adjusted.level, 'none'), 'adjustment', adjusted.id, ${cents}, day_of(now()),
      false, ${reason}, ${work.cause.actorId}
    from (select) one left join commission_lines adjusted
      on adjusted.id = ${lineId} and adjusted.person_id = ${personId} and adjusted.domain_id = ${domainId}
        and not adjusted.retained
    where adjusted.id is not null or ${lineId}::integer is null
    returning id`.execute(work.db);
  const { id } = orNotFound(rows[0]);
  const { rows: posted } = await sql<{ digest: string }>`
    select post_commission('adjusted:' || ${id}::integer, 'Adjustment of a commission', array[${id}::integer]) as digest`.execute(
    work.db,
  );
  await audit(work, {
    domainId,
    action: 'commissions.adjust',
    subject: 'commission',
    subjectId: id,
    facts: { payee: personId, cents, of_line: lineId, journal: posted.map(({ digest }) => digest) },
  });
  return id;
}
