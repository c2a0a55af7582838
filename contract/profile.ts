import { z } from 'zod';
import { UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route, UPLOAD_LIMIT_BYTES } from './kernel/route.ts';
import { Email, GivenPassword, NewPassword, PhoneNumber, requiredText, text } from './kernel/text.ts';
import { PatientFields, ProcessingChanges, processingRefusals } from './patients.ts';
import { PlanId } from './plans.ts';
import { KnownUser, SessionUser } from './session.ts';

/** A user with what a profile screen may show of them and let the caller change. */
export const ShownUser = KnownUser.extend({
  /** Only patients have these. */
  ...PatientFields.omit({ harvest_center_temporal: true }).partial().shape,
  /** By what names the payment provider knows them and their default card; for themselves and administrators. */
  auth_customer_profile_id: z.string().nullish(),
  auth_customer_payment_profile_id: z.string().nullish(),
  may: z.array(z.enum(['show_company', 'show_template', 'change_template', 'change_email', 'sign_attestation'])),
});
export type ShownUser = z.infer<typeof ShownUser>;

/** S-20: a patient or donor as those who sell see one. What would tell who it is, is not there. */
export const ShownWithoutName = ShownUser.omit({
  email: true,
  username: true,
  first_name: true,
  last_name: true,
  company: true,
  phone_number: true,
  address1: true,
  address2: true,
  city: true,
  state_desc: true,
  country_desc: true,
  zip_code: true,
  template_id: true,
  document_id: true,
  auth_customer_profile_id: true,
  auth_customer_payment_profile_id: true,
});
export type ShownWithoutName = z.infer<typeof ShownWithoutName>;

/** Everybody sees themself by name. */
export function isNamed(user: ShownUser | ShownWithoutName): user is ShownUser {
  return 'email' in user;
}

export const getUser = route({
  method: 'GET',
  path: '/api/v1/users/:id/',
  summary: 'One user',
  access: 'profile.read',
  params: z.object({ id: UserIdInPath }),
  answer: z.union([ShownUser, ShownWithoutName]),
});

/** What the profile screens hold. Which of them a caller may change is decided by the server (S-17). */
export const Profile = z.object({
  first_name: requiredText('First Name', 100),
  last_name: requiredText('Last Name', 100),
  company: text(200),
  phone_number: PhoneNumber.min(1, 'Phone Number is required.'),
  email: Email,
  address1: text(200),
  address2: text(200),
  city: text(100),
  state_desc: text(100),
  country_desc: text(100),
  zip_code: text(20),
  template_id: text(100).nullable(),
  hc_logo: text(100).nullable(),
});
export type Profile = z.infer<typeof Profile>;

const profileRefusals = {
  email_in_use: refusal(400, 'This e-mail already has an account.'),
  company_required: refusal(400, 'Company is required.'),
  wrong_current_password: refusal(400, 'The current password is not right.'),
  agreement_not_yours: refusal(400, 'Only the member can accept this agreement.'),
  card_not_found: refusal(400, 'Choose one of your own payment options.'),
  card_not_while_acting: refusal(409, 'Payment options cannot be changed while acting for somebody else.'),
  logo_not_found: refusal(400, 'Upload the logo first.'),
  membership_not_yours_to_give: refusal(400, 'You cannot give this membership.'),
  has_vials: refusal(400, 'This patient has vials in store and must stay a patient.'),
  others_depend_on_it: refusal(400, 'Others still belong to this user in the present membership. Move them first.'),
  ...processingRefusals,
  changed_meanwhile: refusal(409, 'Somebody else changed this user. Look at the new values and save again.'),
};

/** C-16: a plan by its id, or as it is shown on one user. */
const GivenPlan = z.union([PlanId, z.object({ id: PlanId }).transform(({ id }) => id)]);
const GivenUser = z.union([UserId, z.object({ id: UserId }).transform(({ id }) => id)]);

/**
 * What only an administrator changes. `related_users` is everybody the user belongs to; a field of its own for one
 * relation wins over it.
 */
export const AdministratorChanges = ProcessingChanges.extend({
  subscription: GivenPlan.optional(),
  tags: z.array(z.number().int().positive().max(32_767)).max(50).optional(),
  related_users: z
    .array(z.union([GivenUser, z.literal(''), z.null()]))
    .max(200)
    .transform((people) => people.filter((person) => person !== '' && person !== null))
    .optional(),
  harvest_center: orEmpty(UserId).optional(),
  referral_harvest_center: orEmpty(UserId).optional(),
  processing_lab: orEmpty(UserId).optional(),
  sales_rep: orEmpty(UserId).optional(),
  sales_manager: orEmpty(z.union([UserId.transform((id) => [id]), z.array(UserId).max(50)])).optional(),
  sales_distributor: orEmpty(UserId).optional(),
  sales_affiliate: orEmpty(UserId).optional(),
  /** The version the form was filled from. */
  version: Version.optional(),
});
export type AdministratorChanges = z.infer<typeof AdministratorChanges>;

/** C-40: `check_agreement` is the browser's local date-time, kept as written and never read as a time. */
export const UserChanges = AdministratorChanges.extend({
  ...Profile.partial().shape,
  check_agreement: requiredText('check_agreement', 40).optional(),
  /** S-17: counts together with `template_id`, and only as the pair of a signing of one's own. */
  document_id: text(100).nullish(),
  /** With another e-mail of one's own: proves that it is them, so that the old address need not approve. */
  password_current: z.string().max(256, 'At most 256 characters.').optional(),
  /** The card of one's own that becomes the default. */
  auth_customer_payment_profile_id: text(40).nullish(),
});

export const updateUser = route({
  method: 'PATCH',
  path: '/api/v1/users/:id/',
  summary: 'Change parts of a user',
  access: 'profile.change',
  params: z.object({ id: UserIdInPath }),
  body: UserChanges,
  answer: SessionUser,
  refusals: profileRefusals,
});

/** U-10: the same change under its second name. */
export const updateUserDirect = route({
  method: 'POST',
  path: '/api/v1/users/update/:id/',
  summary: 'Change parts of a user (second name of the same call)',
  access: 'profile.change',
  params: z.object({ id: UserIdInPath }),
  body: UserChanges,
  answer: SessionUser,
  refusals: profileRefusals,
});

export const PASSWORDS_DIFFER = 'New Password and Confirmation Password do not match!';

export const OwnPasswordChange = z.object({
  password_current: GivenPassword,
  password_new: NewPassword,
  password_confirmation: z.string().max(256),
});

const AdminPasswordChange = z.object({ user_id: UserId, new_password_change: NewPassword });

const passwordRefusals = {
  wrong_current_password: refusal(400, 'The current password is not right.'),
  passwords_differ: refusal(400, PASSWORDS_DIFFER),
  not_while_acting: refusal(409, 'A password cannot be changed while acting for somebody else.'),
};

const PasswordChanged = z.object({ success: z.literal(true), message: z.string() });

/** S-15: one path, two bodies. A user proves the current password; an administrator names the user again. */
export const updatePassword = route({
  method: 'POST',
  path: '/api/v1/users/update-password/:id/',
  summary: 'Change a password: one’s own, or as an administrator somebody else’s',
  access: 'profile.change_password',
  params: z.object({ id: UserIdInPath }),
  body: z.union([OwnPasswordChange, AdminPasswordChange]),
  answer: PasswordChanged,
  refusals: passwordRefusals,
  beforePasswordChange: true,
});

export const changePassword = route({
  method: 'POST',
  path: '/api/v1/users/change-password/',
  summary: 'Change one’s own password',
  access: 'profile.change_password',
  body: OwnPasswordChange,
  answer: PasswordChanged,
  refusals: passwordRefusals,
  beforePasswordChange: true,
});

export const uploadHcLogo = route({
  method: 'POST',
  path: '/api/v1/utilities/upload-hc-logo/',
  summary: 'Upload a center’s logo',
  access: 'profile.upload_logo',
  upload: { types: ['png', 'jpeg', 'webp'], maxBytes: UPLOAD_LIMIT_BYTES },
  body: z.object({ filename: text(255).optional() }),
  answer: z.object({ filename: z.string() }),
});

export const readHcLogo = route({
  method: 'GET',
  path: '/media/hc-logos/:hc_logo',
  summary: 'A center’s logo',
  access: 'public',
  params: z.object({ hc_logo: text(100) }),
});
