import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { PhoneNumber } from '@vialkeep/contract/kernel/text.ts';
import { type RelationKind, relationRules } from '@vialkeep/contract/network.ts';
import { Plan, PlanId } from '@vialkeep/contract/plans.ts';
import { Profile, type updateUser } from '@vialkeep/contract/profile.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { z } from 'zod';
import { ProcessValues, processChangesOf, processValuesOf } from '../../../components/sample/process-values.ts';

const One = UserId.nullable();
const Several = z.array(UserId);

/** The form fields of a relation: one for a plan with a single relation of the kind, another for several. */
export const relationFields = {
  center: { one: 'harvest_center', several: 'harvest_centers' },
  referral_center: { one: 'referral_harvest_center', several: 'referral_harvest_centers' },
  lab: { one: 'processing_lab', several: 'processing_labs' },
  rep: { one: 'sales_rep', several: 'sales_reps' },
  manager: { one: 'sales_manager', several: 'sales_managers' },
  distributor: { one: 'sales_distributor', several: 'sales_distributors' },
  affiliate: { one: 'sales_affiliate', several: 'sales_affiliates' },
} as const satisfies Record<RelationKind, { one: string; several: string }>;

/** The values of the edit form, for every membership. */
export const UserValues = z.object({
  ...Profile.omit({ hc_logo: true, template_id: true }).shape,
  template_id: z.string().max(100),
  phone_number: PhoneNumber,
  subscription: PlanId,
  tags: z.array(z.number()),
  harvest_center: One,
  harvest_centers: Several,
  referral_harvest_center: One,
  referral_harvest_centers: Several,
  processing_lab: One,
  processing_labs: Several,
  sales_rep: One,
  sales_reps: Several,
  sales_manager: One,
  sales_managers: Several,
  sales_distributor: One,
  sales_distributors: Several,
  sales_affiliate: One,
  sales_affiliates: Several,
  ...ProcessValues.shape,
});
export type UserValues = z.infer<typeof UserValues>;

export function buildUserValues(user: UserDetails): UserValues {
  const related = (plan: Plan) =>
    user.related_users.filter(({ subscription }) => subscription === plan).map(({ id }) => id);
  const [centers, referrals, labs] = [related(Plan.harvestCenter), related(Plan.referralCenter), related(Plan.lab)];
  const [reps, managers, distributors, affiliates] = [
    related(Plan.salesRep),
    related(Plan.salesManager),
    related(Plan.salesDistributor),
    related(Plan.salesAffiliate),
  ];
  return {
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    phone_number: user.phone_number,
    company: user.company,
    template_id: user.template_id ?? '',
    subscription: user.subscription.id,
    tags: user.tags,
    address1: user.address1,
    address2: user.address2,
    city: user.city,
    state_desc: user.state_desc,
    country_desc: user.country_desc,
    zip_code: user.zip_code,
    harvest_center: centers[0] ?? null,
    harvest_centers: centers,
    referral_harvest_center: referrals[0] ?? null,
    referral_harvest_centers: referrals,
    processing_lab: labs[0] ?? null,
    processing_labs: labs,
    sales_rep: reps[0] ?? null,
    sales_reps: reps,
    sales_manager: managers[0] ?? null,
    sales_managers: managers,
    sales_distributor: distributors[0] ?? null,
    sales_distributors: distributors,
    sales_affiliate: affiliates[0] ?? null,
    sales_affiliates: affiliates,
    ...processValuesOf(user.processing),
  };
}

type UserUpdate = z.input<(typeof updateUser)['body']>;

/** The changed fields and the version that they are based on. Unchanged fields are not sent. */
export function buildUserUpdate(values: UserValues, before: UserDetails): UserUpdate {
  const plan = values.subscription;
  const changed = differences(wireOf(buildUserValues(before), plan), wireOf(values, plan));
  return { ...Object.fromEntries(changed), version: before.version };
}

/** Merges another user's change: the user's unsaved input stays, other fields take the new value. */
export function mergedValues(typed: UserValues, before: UserDetails, after: UserDetails): UserValues {
  const kept = differences(buildUserValues(before), typed);
  // @NOTE these are entries of the same values.
  return { ...buildUserValues(after), ...(Object.fromEntries(kept) as Partial<UserValues>) };
}

function differences(before: object, after: object): [name: string, value: unknown][] {
  const known = new Map<string, unknown>(Object.entries(before));
  const entries: [string, unknown][] = Object.entries(after);
  return entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)));
}

/** The request body for a plan: a patient's processing data, and the plan's relations. */
function wireOf(values: UserValues, plan: Plan): UserUpdate {
  return {
    email: values.email,
    first_name: values.first_name,
    last_name: values.last_name,
    phone_number: values.phone_number,
    company: values.company,
    subscription: values.subscription,
    tags: values.tags,
    address1: values.address1,
    address2: values.address2,
    city: values.city,
    state_desc: values.state_desc,
    country_desc: values.country_desc,
    zip_code: values.zip_code,
    ...(plan === Plan.harvestCenter ? { template_id: values.template_id || null } : {}),
    ...(plan === Plan.generalMember ? processChangesOf(values) : {}),
    ...relationsOf(values, plan),
  };
}

/** A single relation uses the kind's own field name, so that a refusal can name it; several go into `related_users`. */
function relationsOf(values: UserValues, plan: Plan): UserUpdate {
  const rules = Object.entries(relationRules[plan] ?? {});
  // @NOTE Object.entries returns string keys; the keys of the rules are the kinds.
  const kinds = rules.map(([kind, rule]) => ({ ...relationFields[kind as RelationKind], single: rule.single }));
  const singles = kinds.filter(({ single }) => single).map(({ one }) => [one, values[one]] as const);
  const several = kinds.filter(({ single }) => !single).flatMap((kind) => values[kind.several]);
  const everybody = [...singles.flatMap(([, id]) => (id === null ? [] : [id])), ...several];
  return {
    ...Object.fromEntries(singles),
    ...(singles.length < kinds.length ? { related_users: everybody } : {}),
  };
}
