import { z } from 'zod';
import { DomainId, SessionId, SessionIdInPath, UserId, UserIdInPath, VisitId } from './kernel/ids.ts';
import { ProofMethod, refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, GivenPassword, text } from './kernel/text.ts';
import { Subscription } from './plans.ts';

/** A user with their relations. */
export const KnownUser = z.object({
  id: UserId,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  phone_number: z.string(),
  email: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state_desc: z.string(),
  country_desc: z.string(),
  zip_code: z.string(),
  template_id: z.string().nullable(),
  document_id: z.string().nullable(),
  hc_logo: z.string().nullable(),
  date_joined: z.string(),
  last_login: z.string().nullable(),
  subscription: Subscription,
  tags: z.array(z.number().int()),
  saless_rep_id: UserId.nullable(),
  hc_desc: z.array(
    z.object({ id: UserId, company: z.string(), email: z.string(), template_id: z.string().nullable() }),
  ),
  rhc_desc: z.array(z.object({ id: UserId, company: z.string() })),
  referral_hc_desc: z.array(z.object({ id: UserId, company: z.string() })),
  harvest_center_temporal: UserId.nullable(),
  domain: z.object({ id: DomainId, name: z.string() }),
  check_agreement: z.string().nullable(),
});
export type KnownUser = z.infer<typeof KnownUser>;

/** The logged-in user, as the browser stores it under 'user'. */
export const SessionUser = KnownUser.extend({
  /** Null for all plans but patients. */
  vials_preparation: z.number().int().nullable(),
  vials_available: z.number().int().nullable(),
  /** The payment provider's id of the default card. */
  auth_customer_payment_profile_id: z.string().nullable(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** An impersonation: the kind of access, and the person who really acts. */
export const Acting = z.object({
  kind: z.enum(['login_as', 'staff_access']),
  by: z.object({ id: UserId, name: z.string(), email: z.string(), template_id: z.string().nullable() }),
  /** When the impersonation expires. */
  until: z.string(),
  reason: z.string().nullable(),
});
export type Acting = z.infer<typeof Acting>;

/** The answer to a login: the session's token and its user. */
export const Opened = z.object({ success: z.literal(true), message: z.string(), token: z.string(), user: SessionUser });

/** The answer to a correct password where a second factor must follow. There is no session yet. */
export const SecondStep = z.object({
  success: z.literal(true),
  message: z.string(),
  token: z.null(),
  user: z.null(),
  next: z.object({
    /** Names this login in the call that finishes it. */
    login: z.string(),
    methods: z.array(ProofMethod),
    /** The options for the browser's authenticator, where a passkey of this site can be used. */
    passkey: z.looseObject({ challenge: z.string() }).nullable(),
    /** Whether this browser can be remembered; the account of an administrator opens every other, so theirs cannot. */
    may_remember: z.boolean(),
  }),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** An answer other than the first half of a login. */
export type Finished<A> = Exclude<A, SecondStep>;

export function requireFinished<A>(answer: A): Finished<A> {
  if (SecondStep.safeParse(answer).success) throw new Error('This login needs its second factor.');
  // @NOTE the check above excludes the second step, which TypeScript cannot see for a generic answer.
  return answer as Finished<A>;
}

export const REASON_MAX = 200;
const REASON_MIN = 3;

/**
 * The reason why an administrator opens an account. An empty text counts as left out; the policy decides whether it is
 * required.
 */
const ActingReason = text(REASON_MAX).refine(
  (value) => value === '' || [...value].length >= REASON_MIN,
  `At least ${REASON_MIN} characters.`,
);

const reasonRequired = refusal(400, 'Say why you need to open this account.');

/** The administrator or staff member, as the account's owner reads it. */
const Visitor = z.object({ name: z.string(), plan: z.string() });

/** A period in which an administrator worked in the account. */
export const Visit = z.object({
  id: VisitId,
  /** `login_as` has its own session, which can be ended; `viewing` uses the administrator's session. */
  kind: z.enum(['login_as', 'viewing']),
  by: Visitor,
  from: z.string(),
  /** Null while the visit goes on. */
  to: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Visit = z.infer<typeof Visit>;

export const login = route({
  method: 'POST',
  path: '/api/admin/login/',
  summary: 'Log in with e-mail and password',
  access: 'public',
  body: z.object({ email: Email, password: GivenPassword }),
  answer: z.union([Opened, SecondStep]),
  refusals: {
    wrong_credentials: refusal(400, 'Unable to log in with the e-mail and password you entered.'),
    account_inactive: refusal(400, 'This account is inactive.'),
  },
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/v1/users/reset-password/',
  summary: 'Ask for a one-time password by e-mail',
  access: 'public',
  body: z.object({ email: Email }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

export const logout = route({
  method: 'POST',
  path: '/api/v1/users/logout/',
  summary: 'End this session',
  access: 'session.end',
  urgency: 'vital',
  answer: z.object({ success: z.literal(true), message: z.string() }),
  beforePasswordChange: true,
  beforeSetup: true,
  whileLocked: true,
});

export const currentSession = route({
  method: 'GET',
  path: '/api/v1/users/session/',
  summary: 'Who is logged in, who really acts, and what they may do',
  access: 'session.read',
  reads: { what: 'profile', subjects: ({ user }) => [user.id] },
  answer: z.object({
    user: SessionUser,
    acting: Acting.nullable(),
    must_change_password: z.boolean(),
    /** The reason why the user cannot sign yet, and the end of the hold where it expires by itself. */
    hold: z
      .object({
        why: z.enum(['password_set_by_other', 'email_set_by_other', 'factors_reset_by_other']),
        until: z.string().nullable(),
      })
      .nullable(),
    may: z.array(z.string()),
    /** The visits that the user has not dismissed yet, newest first; empty while impersonating. */
    visits: z.array(Visit),
    /** The account that this administrator's own session is viewing, and until when (S-05). */
    viewing: z.object({ user_id: UserId, until: z.string(), reason: z.string().nullable() }).nullable(),
    /** When a second factor that the site asks for is due; null where none is missing. */
    second_factor_due_at: z.string().nullable(),
    /** The address must be confirmed before anything else. */
    must_verify_email: z.boolean(),
    /** Minutes without a call after which the session locks; null where it only ends. */
    locks_after_minutes: z.number().int().nullable(),
  }),
  beforePasswordChange: true,
  beforeSetup: true,
});

export const OpenSession = z.object({
  id: SessionId,
  started_at: z.string(),
  last_seen_at: z.string(),
  device: z.string(),
  site: z.string(),
  current: z.boolean(),
  kind: z.enum(['login', 'login_as', 'staff_access']),
  /** The person who works in the account; null for its owner. */
  by: Visitor.nullable(),
  reason: z.string().nullable(),
  until: z.string(),
  /** The network address from which the session was opened, where it is known. */
  address: z.string().nullable(),
  /** How its holder was identified: 'password', 'passkey', 'password and app' and so on. */
  proved_by: z.string(),
  /** 2: a passkey, or a password and a second factor. */
  level: z.union([z.literal(1), z.literal(2)]),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listSessions = route({
  method: 'GET',
  path: '/api/v1/users/sessions/',
  summary: "The account's open sessions, newest first",
  access: 'session.read',
  reads: { what: 'profile', subjects: (_, { userId }) => [userId] },
  answer: z.array(OpenSession),
});

export const endOtherSessions = route({
  method: 'POST',
  path: '/api/v1/users/sessions/end-others/',
  summary: 'Sign out everywhere else',
  access: 'session.end_others',
  answer: z.object({ success: z.literal(true), message: z.string(), ended: z.number().int() }),
});

export const endSession = route({
  method: 'POST',
  path: '/api/v1/users/sessions/:id/end/',
  summary: 'End one session of the account, also one of an administrator or staff member in it',
  access: 'session.end_one',
  params: z.object({ id: SessionIdInPath }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

export const noteVisits = route({
  method: 'POST',
  path: '/api/v1/users/visits/seen/',
  summary: 'Put away the notes about administrators who worked in the account',
  access: 'session.note_visits',
  body: z.object({ ids: z.array(VisitId).min(1).max(100) }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

/**
 * Three entries: an administrator's own session starts an impersonation and keeps its token; an impersonating session
 * returns to the actor's own; and without a session, a single-use code is redeemed for an impersonating session (S-05,
 * S-06).
 */
export const loginAsUser = route({
  method: 'POST',
  path: '/api/v1/users/login-as-user/',
  summary: 'Log in as another user, or return from it',
  access: 'public',
  body: z.object({ user_id: UserId, token: z.string().max(200).optional(), reason: ActingReason.optional() }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    /**
     * Null where the actor belongs to another site, where their session is still open, and where this browser has no
     * return cookie: then the actor logs in again, and the answer names no user.
     */
    token: z.string().nullable(),
    user: SessionUser.nullable(),
    acting: Acting.nullable(),
    domain: z.object({ url: z.string() }),
  }),
  refusals: {
    code_not_valid: refusal(401, 'This link has been used or is no longer valid.'),
    reason_required: reasonRequired,
  },
});

export const generateLoginAsUserToken = route({
  method: 'POST',
  path: '/api/admin/users/generate-login-as-user-token/',
  summary: 'Make a single-use code that opens a user’s account in a new tab',
  access: 'session.login_as',
  stepUp: true,
  body: z.object({ user_id: UserId, reason: ActingReason.optional() }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    user_id: UserId,
    token: z.string(),
    domain: z.object({ url: z.string() }),
  }),
  refusals: { reason_required: reasonRequired },
});

export const AssociatedCenter = z.object({ id: UserId, company: z.string() });
export type AssociatedCenter = z.infer<typeof AssociatedCenter>;

export const listAssociatedCenters = route({
  method: 'GET',
  path: '/api/v1/hc-staff/:id/hc-list/',
  summary: 'The harvest centers a staff member works for',
  access: 'session.list_centers',
  params: z.object({ id: UserIdInPath }),
  answer: z.array(AssociatedCenter),
});

export const accessCenter = route({
  method: 'POST',
  path: '/api/v1/hc-staff/access/',
  summary: 'A staff member enters a harvest center’s account',
  access: 'session.access_center',
  reads: { what: 'profile', subjects: ({ user }) => [user.id] },
  body: z.object({ user_id: UserId }),
  answer: Opened.extend({ acting: Acting }),
});

export const checkAgreement = route({
  method: 'GET',
  path: '/api/v1/utilities/check-agreement/:userId/',
  summary: 'Whether a user has accepted the membership agreement',
  access: 'session.check_agreement',
  params: z.object({ userId: UserIdInPath }),
  answer: z.object({ agreement: z.boolean() }),
  beforePasswordChange: true,
});

export const AgreementText = z.object({
  version: z.string(),
  title: z.string(),
  notice: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});
export type AgreementText = z.infer<typeof AgreementText>;

export const readAgreement = route({
  method: 'GET',
  path: '/api/v1/utilities/agreement/',
  summary: 'The text of the membership agreement now in force',
  access: 'session.read',
  answer: AgreementText,
});

export const buildVersion = route({
  method: 'GET',
  path: '/auth/build-version/',
  summary: 'Which build this server serves',
  access: 'public',
  answer: z.object({ version: z.string() }),
});
