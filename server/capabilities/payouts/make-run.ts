import { makePayoutRun } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { requireOwnSite } from '../../kernel/session/own-site.ts';
import { readSiteMoneySettings } from '../money-settings/index.ts';
import { sendRunToApprove } from './payout-emails.ts';
import { allowLongRun } from './payouts.queries.ts';
import { presentRunOf } from './present-run.ts';

export const makePayoutRunHandler = handle(makePayoutRun, async ({ actor, body, services, write }) => {
  const site = await requireOwnSite(services, actor, body.domain_id);
  return write(async (work) => {
    const id = await makeRun(work, site.id, body.cutoff);
    if (id === null) throw refuseBy(makePayoutRun, 'nothing_payable', { fields: ['cutoff'] });
    const run = await presentRunOf(work.db, actor, id);
    if (run.needs_second) await sendRunToApprove(work, site, run);
    return run;
  });
});

/** Takes every payable line of the people whose sum reaches the least payout. Null where there is none. */
export async function makeRun(
  work: Work,
  domainId: number,
  cutoff: string,
  makerId = work.cause.actorId,
): Promise<number | null> {
  await allowLongRun(work);
  const { min_payout_cents } = await readSiteMoneySettings(work.db, domainId);
  const { rows } = await sql<{ id: number | null }>`
    select make_payout_run(${domainId}, ${cutoff}::date, ${min_payout_cents}, ${makerId}) as id`.execute(work.db);
  const id = rows[0]?.id ?? null;
  if (id === null) return null;
  const { cents, people } = await work.db
    .selectFrom('payout_people')
    .select((eb) => [sql<number>`sum(cents)::float8`.as('cents'), eb.fn.countAll<number>().as('people')])
    .where('run_id', '=', id)
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId,
    action: 'payouts.make_run',
    subject: 'payout_run',
    subjectId: id,
    facts: { cutoff, people, cents },
  });
  return id;
}
