import { NOTICE_DAYS } from '@vialkeep/contract/storage.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { writeInvoice } from './billing/write-invoice.ts';
import { addDays } from './days.ts';
import { lockPlan, type PlanRow } from './storage.queries.ts';

/** An offer of a site that is on sale. */
export function findOffer(db: Db, domainId: number, id: number) {
  return selectOffer(db, domainId, id).executeTakeFirst();
}

/** The lock keeps its price until the first invoice is written. */
export function lockOffer({ db }: Work, domainId: number, id: number) {
  return selectOffer(db, domainId, id).forShare().executeTakeFirst();
}

function selectOffer(db: Db, domainId: number, id: number) {
  return db
    .selectFrom('storage_offers')
    .select(['id', 'domain_id', 'years', 'price_cents'])
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('is_offered', '=', true);
}

type NewPlan = {
  readonly patientId: number;
  readonly offer: { readonly id: number; readonly domain_id: number };
  readonly automatic: boolean;
  readonly startsOn: string;
  readonly today: string;
};

/** Enrols a patient; the first invoice comes at once where it is due within the notice. A unique index allows one plan. */
export async function enrol(
  work: Work,
  services: Pick<Services, 'domains' | 'payments'>,
  { patientId, offer, automatic, startsOn, today }: NewPlan,
): Promise<PlanRow> {
  const { id } = await work.db
    .insertInto('storage_enrolments')
    .values({
      domain_id: offer.domain_id,
      patient_id: patientId,
      offer_id: offer.id,
      automatic,
      starts_on: startsOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: offer.domain_id,
    action: 'storage.enrol',
    subject: 'storage_plan',
    subjectId: id,
    facts: { person: patientId, offer: offer.id, starts: startsOn, automatic },
  });
  const plan = await lockPlan(work, id);
  if (addDays(startsOn, -NOTICE_DAYS) <= today) await writeInvoice(work, services, plan, today);
  return plan;
}
