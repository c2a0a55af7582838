import { z } from 'zod';
import { UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { noEmail } from './kernel/no-email.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route, UPLOAD_LIMIT_BYTES } from './kernel/route.ts';
import { Email, GivenPassword, NewPassword, PhoneNumber, requiredText, text } from './kernel/text.ts';
import { PatientFields, ProcessingChanges, processingRefusals } from './patients.ts';
import { PlanId } from './plans.ts';
import { KnownUser, SessionUser } from './session.ts';

/** A user with the fields that a profile screen can show and the caller can change. */
export const ShownUser = KnownUser.extend({
  /** Only patients have these. */
  ...PatientFields.omit({ harvest_center_temporal: true }).partial().shape,
  /** The payment provider's ids of the user and of the default card; for the user and administrators. */
  auth_customer_profile_id: z.string().nullish(),
  auth_customer_payment_profile_id: z.string().nullish(),
  may: z.array(z.enum(['show_company', 'show_template', 'change_template', 'change_email', 'sign_attestation'])),
});
export type ShownUser = z.infer<typeof ShownUser>;

/** A patient or donor as sales plans see one, without identifying fields (S-20). */
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

/** Every user sees their own name. */
export function isNamed(user: ShownUser | ShownWithoutName): user is ShownUser {
  return 'email' in user;
}

export const getUser = route({
  method: 'GET',
  path: '/api/v1/users/:id/',
  summary: 'One user',
  access: 'profile.read',
  reads: { what: 'profile', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  answer: z.union([ShownUser, ShownWithoutName]),
});

/** The fields of the profile screens. The server decides which of them a caller can change (S-17). */
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

/** A plan by its id, or in the form of a single user (C-16). */
const GivenPlan = z.union([PlanId, z.object({ id: PlanId }).transform(({ id }) => id)]);
const GivenUser = z.union([UserId, z.object({ id: UserId }).transform(({ id }) => id)]);

/**
 * The fields that only an administrator changes. `related_users` lists all relations of the user; a separate field for
 * one relation takes precedence.
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
  /** The version that the form was filled from. */
  version: Version.optional(),
});
export type AdministratorChanges = z.infer<typeof AdministratorChanges>;

/** `check_agreement` is the browser's local date and time, stored as text and never parsed (C-40). */
export const UserChanges = AdministratorChanges.extend({
  ...Profile.partial().shape,
  check_agreement: requiredText('check_agreement', 40).optional(),
  /** Valid only together with `template_id`, and only as the pair of the user's own signing (S-17). */
  document_id: text(100).nullish(),
  /** Sent when users change their own email: it proves their identity, so that the old address need not approve. */
  password_current: z.string().max(256, 'At most 256 characters.').optional(),
  /** The user's own card that becomes the default. */
  auth_customer_payment_profile_id: text(40).nullish(),
});

export const updateUser = route({
  method: 'PATCH',
  path: '/api/v1/users/:id/',
  summary: 'Change parts of a user',
  access: 'profile.change',
  reads: { what: 'profile', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  body: UserChanges,
  answer: SessionUser,
  refusals: profileRefusals,
});

/** The same change under its second documented path (U-10). */
export const updateUserDirect = route({
  method: 'POST',
  path: '/api/v1/users/update/:id/',
  summary: 'Change parts of a user (second name of the same call)',
  access: 'profile.change',
  reads: { what: 'profile', subjects: (_, { params }) => [params.id] },
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

/** One path with two bodies: a user proves the current password; an administrator names the user again (S-15). */
export const updatePassword = route({
  method: 'POST',
  path: '/api/v1/users/update-password/:id/',
  summary: 'Change a password: that of the caller, or as an administrator that of another account',
  access: 'profile.change_password',
  params: z.object({ id: UserIdInPath }),
  body: z.union([OwnPasswordChange, AdminPasswordChange]),
  answer: PasswordChanged,
  refusals: { ...passwordRefusals, ...noEmail },
  beforePasswordChange: true,
  beforeSetup: true,
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
  beforeSetup: true,
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
