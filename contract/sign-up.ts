import { z } from 'zod';
import { UserId, UserIdInPath } from './kernel/ids.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, NewPassword, PhoneNumber, requiredName, requiredText, text } from './kernel/text.ts';
import { Plan } from './plans.ts';

const person = {
  first_name: requiredName('First Name', 100),
  last_name: requiredName('Last Name', 100),
  email: Email,
};

const address = {
  address1: text(200).optional(),
  address2: text(200).optional(),
  city: text(100).optional(),
  state_desc: text(100).optional(),
  country_desc: text(100).optional(),
  zip_code: text(20).optional(),
};

const clinic = {
  ...address,
  company: requiredName('Clinic Name', 200),
  phone_number: requiredText('Clinic Phone Number', 40).pipe(PhoneNumber),
  address1: requiredText('Address Line 1', 200),
  city: requiredText('City', 100),
  state_desc: requiredText('State', 100),
  country_desc: requiredText('Country', 100),
};

/** The id of no user: a malformed id becomes this. */
const NOBODY = 0;

const LinkedId = z.union([z.number(), z.string().max(20)]);

const idIn = (given: z.infer<typeof LinkedId>) => UserId.safeParse(Number(given)).data ?? NOBODY;

/** An id from a link. Users copy links by hand, so it can be any text. */
const OneId = LinkedId.nullish().transform((given) =>
  given === undefined || given === null || given === '' ? null : idIn(given),
);

/** Several ids, separated by commas or as a list. */
const SeveralIds = z
  .union([z.string().max(300), z.number(), z.array(LinkedId).max(100)])
  .nullish()
  .transform((given) => (Array.isArray(given) ? given : String(given ?? '').split(',')))
  .transform((parts) => parts.filter((part) => String(part).trim() !== '').map(idIn));

const Issued = text(100)
  .nullish()
  .transform((given) => given || null);

/** The two ids are the pair that the signing issued for this email address, or empty (S-03). */
export const HarvestCenterSignUp = z.object({
  ...person,
  ...clinic,
  password: NewPassword,
  saless_rep_id: OneId,
  template_id: Issued,
  document_id: Issued,
});
export type HarvestCenterSignUp = z.output<typeof HarvestCenterSignUp>;

export const ReferralCenterSignUp = z.object({
  ...person,
  ...clinic,
  zip_code: requiredText('Postal Code', 20),
  password: NewPassword,
  saless_rep_id: OneId,
  hc_id: OneId,
});
export type ReferralCenterSignUp = z.output<typeof ReferralCenterSignUp>;

export const StaffSignUp = z.object({ ...person, ...clinic, password: NewPassword, staff_hc_ids: SeveralIds });
export type StaffSignUp = z.output<typeof StaffSignUp>;

/** The form has no password; the first one is sent by email (S-16). */
export const QuickHarvestCenter = z.object({ ...person, company: requiredName('Company', 200) });
export type QuickHarvestCenter = z.output<typeof QuickHarvestCenter>;

/** All fields that the documented clients send to the one path, before the form is known. */
const ClinicPayload = z
  .object({ ...person, ...clinic })
  .partial()
  .extend({
    zip_code: text(20).optional(),
    password: z.string().max(256).optional(),
    subscription: z.literal([4, 5, 9], 'Must be 4, 5 or 9.').optional(),
    saless_rep_id: LinkedId.nullish(),
    hc_id: LinkedId.nullish(),
    staff_hc_ids: z.union([z.string().max(300), z.number(), z.array(LinkedId).max(100)]).nullish(),
    template_id: text(100).nullish(),
    document_id: text(100).nullish(),
  });

/**
 * The subscription selects the form; without one, a field that only that form sends. Only the quick form names neither
 * a rep nor a center (U-20).
 */
function formOf(payload: z.output<typeof ClinicPayload>) {
  const { subscription, saless_rep_id, hc_id, staff_hc_ids, template_id } = payload;
  const namesNobody = [saless_rep_id, hc_id, staff_hc_ids].every((given) => given === undefined);
  if (namesNobody && (subscription === Plan.harvestCenter || (subscription === undefined && !template_id)))
    return 'quick';
  const plan =
    subscription ?? (staff_hc_ids !== undefined ? Plan.staff : template_id ? Plan.harvestCenter : Plan.referralCenter);
  return (
    { [Plan.harvestCenter]: 'harvest_center', [Plan.referralCenter]: 'referral_center', [Plan.staff]: 'staff' } as const
  )[plan];
}

const created = z.object({ success: z.literal(true), id: UserId, message: z.string() });
const emailInUse = refusal(400, 'This e-mail already has an account.');
const repNotFound = refusal(400, 'Sales rep not found.');

/** One path for four forms: three public ones, and the quick form of administrators, which needs their session. */
export const createHarvestCenter = route({
  method: 'POST',
  path: '/api/v1/harvest-centers/',
  summary: 'Sign up as a harvest center, a referral center or staff; for administrators, add a harvest center',
  access: 'public',
  body: ClinicPayload.transform((payload) => ({ ...payload, form: formOf(payload) })).pipe(
    z.discriminatedUnion('form', [
      QuickHarvestCenter.extend({ form: z.literal('quick') }),
      HarvestCenterSignUp.extend({ form: z.literal('harvest_center') }),
      ReferralCenterSignUp.extend({ form: z.literal('referral_center') }),
      StaffSignUp.extend({ form: z.literal('staff') }),
    ]),
  ),
  answer: created,
  refusals: {
    email_in_use: emailInUse,
    rep_not_found: repNotFound,
    center_not_found: refusal(400, 'Harvest center not found.'),
    not_signed_here: refusal(400, 'The signed document does not belong to this e-mail. Please sign it again.'),
  },
});

/** The plans that an anonymous caller can sign up for (S-02). The admin page sends 3 as well (S-01). */
export const SalesSignUp = z.object({
  ...person,
  ...address,
  password: NewPassword,
  subscription: z.literal([3, 6, 8], 'Must be 3, 6 or 8.'),
});
export type SalesSignUp = z.output<typeof SalesSignUp>;

/** A manager adds a rep to their own team; the password is sent by email (S-16). */
export const NewSalesRep = z.object({ ...person, sales_manager_id: OneId });
export type NewSalesRep = z.output<typeof NewSalesRep>;

const SalesPayload = z
  .object({ ...person, ...address })
  .partial()
  .extend({
    password: z.string().max(256).optional(),
    subscription: z.literal([3, 6, 8], 'Must be 3, 6 or 8.').optional(),
    sales_manager_id: LinkedId.nullish(),
    generate_password: z.boolean().optional(),
    send_new_sales_team: z.boolean().optional(),
  });

/** One path for two forms: the public one, and the form that adds a rep to a team, which needs a session. */
export const addSalesRep = route({
  method: 'POST',
  path: '/api/v1/sales-rep/',
  summary: 'Sign up as a sales rep, manager or distributor; for managers and administrators, add a sales rep',
  access: 'public',
  body: SalesPayload.transform((payload) => ({
    ...payload,
    form: payload.generate_password ? ('team' as const) : ('sign_up' as const),
  })).pipe(
    z.discriminatedUnion('form', [
      SalesSignUp.extend({ form: z.literal('sign_up') }),
      NewSalesRep.extend({ form: z.literal('team') }),
    ]),
  ),
  answer: created,
  refusals: { email_in_use: emailInUse, manager_not_found: refusal(400, 'Sales manager not found.') },
});

/** Without a session the answer says only whether the rep exists; with one, also the team (S-11). */
export const salesRepExists = route({
  method: 'GET',
  path: '/api/v1/sales-rep/:id/user-exists/',
  summary: 'Whether there is such a sales rep',
  access: 'public',
  params: z.object({ id: UserIdInPath }),
  answer: z.object({
    exists: z.boolean(),
    data: z.object({ sales_manager_id: UserId.nullable(), sales_distributor_id: UserId.nullable() }).optional(),
  }),
});

export const readInvitingRep = route({
  method: 'GET',
  path: '/api/v1/sales-rep/:id/sign-up-rep/',
  summary: 'The name of the sales rep whose sign-up link was opened',
  access: 'public',
  params: z.object({ id: UserIdInPath }),
  answer: z.object({ name: z.string() }),
});

/** The center that a sign-up link names (C-05). */
export const readInvitingCenter = route({
  method: 'GET',
  path: '/api/v1/hc-staff/sign-up-center/:id/',
  summary: 'Name and phone number of the harvest center whose sign-up link was opened',
  access: 'public',
  params: z.object({ id: UserIdInPath }),
  answer: z.object({ company: z.string(), phone_number: z.string() }),
});
