import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { defaultCardOf } from '../../cards/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { addDays } from '../days.ts';
import { lockOpenInvoice, lockPlan } from '../storage.queries.ts';
import { runEach } from './run-each.ts';
import { cardExpiringLetter, queueStorageEmail } from './storage-emails.ts';
import { StepNotDue } from './take-step.ts';

/** Two firsts of a month lie in this time, so that a letter comes a month before the due day at the latest. */
const WARNED_WITHIN_DAYS = 62;

/** Writes to patients whose card is charged by itself and expires before the next due day; once for a due day. */
export async function warnOfExpiry(services: Services, today: string, cause: AuditContext): Promise<void> {
  const { rows } = await sql<{ id: number; domain_id: number }>`
    select plan.id, plan.domain_id from storage_enrolments plan
      join money_settings on money_settings.domain_id = plan.domain_id and storage
    where plan.automatic and plan.state in ('active', 'past_due') and plan.end_asked_at is null
    order by plan.id`.execute(services.store.readSlowly('platform'));
  await runEach(rows, (plan) => warnPatient(services, plan, today, cause));
}

async function warnPatient(
  services: Services,
  { id, domain_id: domainId }: { readonly id: number; readonly domain_id: number },
  today: string,
  cause: AuditContext,
): Promise<void> {
  const site = await services.domains.ofId(domainId);
  await services.store.write(domainId, cause, async (work) => {
    const plan = await lockPlan(work, id);
    const settings = await readSiteMoneySettings(work.db, domainId);
    const dueOn = (await lockOpenInvoice(work, id))?.due_on ?? plan.next_from;
    const card = await defaultCardOf(work.db, services, plan.patient_id);
    const isWarned = plan.card_warned_on === dueOn;
    const isNear = dueOn >= today && dueOn <= addDays(today, WARNED_WITHIN_DAYS);
    const isWanted = settings.storage && plan.automatic && plan.has_account && plan.end_asked_at === null;
    // A card is valid until the last day of its month.
    if (!card || isWarned || !isNear || !isWanted || card.expires >= dueOn.slice(0, 7)) throw new StepNotDue();
    await work.db.updateTable('storage_enrolments').set({ card_warned_on: dueOn }).where('id', '=', id).execute();
    await queueStorageEmail(work, site, plan, cardExpiringLetter(card, dueOn));
    await audit(work, {
      domainId,
      action: 'storage.warn_of_expiry',
      subject: 'storage_plan',
      subjectId: id,
      facts: { person: plan.patient_id, due: dueOn },
    });
  });
}
