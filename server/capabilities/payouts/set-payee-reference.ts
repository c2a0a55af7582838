import { setPayeeReference } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { payeePlans } from '../commissions/index.ts';

/**
 * The number of a payee at bank or payroll. An approved run keeps the number that it was approved with; who looked at a
 * draft before the change looks at it again.
 */
export const setPayeeReferenceHandler = handle(setPayeeReference, ({ actor, body, params, write }) =>
  write(async (work) => {
    const domainId = await findSiteOfPayee(work, actor, params.id, body.domain_id);
    const { reference } = body;
    if (reference === '') {
      await work.db
        .deleteFrom('payee_references')
        .where('user_id', '=', params.id)
        .where('domain_id', '=', domainId)
        .execute();
    } else {
      await sql`
        insert into payee_references (user_id, domain_id, reference, changed_by)
        values (${params.id}, ${domainId}, ${reference}, ${work.cause.actorId})
        on conflict (user_id, domain_id) do update
          set reference = excluded.reference, changed_by = excluded.changed_by, changed_at = now()`.execute(work.db);
    }
    await changeDrafts(work, domainId, params.id);
    await audit(work, {
      domainId,
      action: 'payouts.set_reference',
      subject: 'user',
      subjectId: params.id,
      facts: { site: domainId, removed: reference === '' },
    });
    return { success: true as const, message: 'The number has been saved.', reference };
  }),
);

/** The locks in one order keep changes for several payees of the same drafts from waiting for each other in a circle. */
async function changeDrafts(work: Work, domainId: number, payeeId: number): Promise<void> {
  await sql`
    with drafts as (
      select run.id from payout_runs run
      where run.domain_id = ${domainId} and run.state = 'draft' and exists (select from payout_people payee
        where payee.run_id = run.id and payee.person_id = ${payeeId} and payee.state = 'due')
      order by run.id for update
    )
    update payout_runs run set version = run.version + 1 from drafts where run.id = drafts.id`.execute(work.db);
}

/** A payee has a sales plan on the site, or lines there. Any other person and site is not found. */
async function findSiteOfPayee(
  work: Work,
  { scope }: Actor,
  id: number,
  domainId: number | undefined,
): Promise<number> {
  const { rows } = await sql<{ site: number }>`
    select coalesce(${domainId ?? null}::integer, domain_id) as site from users
    where id = ${id} and (removed_at is null and plan_id = any (${[...payeePlans]}::integer[])
        and coalesce(${domainId ?? null}::integer, domain_id) = domain_id
      or exists (select from commission_lines line where line.person_id = users.id and not line.retained
        and line.domain_id = coalesce(${domainId ?? null}::integer, users.domain_id)))`.execute(work.db);
  const site = rows[0]?.site ?? null;
  return orNotFound(scope === 'platform' || scope === site ? site : null);
}
