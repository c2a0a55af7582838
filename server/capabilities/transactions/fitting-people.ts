import { Plan, planNames } from '@vialkeep/contract/plans.ts';
import type { Work } from '../../kernel/db/db.ts';
import { refuse } from '../../kernel/http/refuse.ts';

type Given = Readonly<
  Partial<Record<'harvest_center' | 'referral_harvest_center' | 'sales_rep' | 'patient', number | null | undefined>>
>;
type Before = {
  readonly domain_id: number;
  readonly center_id: number | null;
  readonly referral_center_id: number | null;
  readonly rep_id: number | null;
  readonly patient_id: number | null;
};

/**
 * Refuses a newly named user by their field, unless they belong to the transaction's site and have the plan of the
 * field.
 */
export async function requireValidRelations(work: Work, before: Before, given: Given): Promise<void> {
  await requireOne(
    work,
    before.domain_id,
    'harvest_center',
    [Plan.harvestCenter],
    given.harvest_center,
    before.center_id,
  );
  await requireOne(
    work,
    before.domain_id,
    'referral_harvest_center',
    [Plan.referralCenter],
    given.referral_harvest_center,
    before.referral_center_id,
  );
  await requireOne(work, before.domain_id, 'sales_rep', [Plan.salesRep], given.sales_rep, before.rep_id);
  // Buyers and donors order for themselves.
  await requireOne(
    work,
    before.domain_id,
    'patient',
    [Plan.generalMember, Plan.donor, Plan.buyer],
    given.patient,
    before.patient_id,
  );
}

async function requireOne(
  work: Work,
  domainId: number,
  field: keyof Given,
  plans: readonly [Plan, ...Plan[]],
  id: number | null | undefined,
  known: number | null,
): Promise<void> {
  // A user who became inactive can stay named (U-35).
  if (id === undefined || id === null || id === known) return;
  const person = await work.db
    .selectFrom('users')
    .select('plan_id')
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (person && plans.includes(person.plan_id)) return;
  const message = `Choose a ${planNames[plans[0]]} of the transaction’s own site.`;
  throw refuse('invalid_input', { message, fields: [field] });
}
