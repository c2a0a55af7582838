import { z } from 'zod';
import { UserIdInPath } from './kernel/ids.ts';
import { ProofMethod, refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { Opened, REASON_MAX } from './session.ts';

/** The answer of a browser's authenticator. Its parts are checked by the library that verifies the signature. */
const PasskeyResponse = z.looseObject({ id: z.string().max(2_000), type: z.literal('public-key') });

/** The options of a browser's authenticator call, as the WebAuthn standard writes them in JSON. */
const PasskeyOptions = z.looseObject({ challenge: z.string() });

/** Names a proof that has begun; its holder finishes it within a few minutes. */
const ChallengeKey = z.string('Start again.').min(1, 'Start again.').max(200, 'Start again.');

const Code = (message: string) => z.string(message).trim().min(1, message).max(40, 'At most 40 characters.');

const FactorLabel = text(60).pipe(z.string().min(1, 'Enter a name.'));

const Done = z.object({ success: z.literal(true), message: z.string() });

const wrongCode = refusal(400, 'This code is not right.');
const passkeyRefused = refusal(400, 'This passkey could not be checked. Please try again.');
const loginExpired = refusal(401, 'This login took too long. Please log in again.');

export const Factor = z.object({
  /** `passkey-12` or `totp`. */
  id: z.string(),
  kind: z.enum(['passkey', 'totp']),
  label: z.string(),
  added_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Factor = z.infer<typeof Factor>;

export const readIdentity = route({
  method: 'GET',
  path: '/api/v1/identity/',
  summary: 'How the caller logs in, and what the site asks for',
  access: 'identity.read',
  reads: { what: 'profile', subjects: (_, { userId }) => [userId] },
  answer: z.object({
    factors: z.array(Factor),
    recovery_left: z.number().int(),
    /** Whether the site asks this account for a second factor. */
    required: z.boolean(),
    /** When a missing one is due. */
    due_at: z.string().nullable(),
    level: z.union([z.literal(1), z.literal(2)]),
    /** Until when sensitive acts need no further proof; null where the site asks for none. */
    proved_until: z.string().nullable(),
    /** The first second factor of an account also needs a code from a letter. */
    needs_mail_code: z.boolean(),
    email: z.object({ verified: z.boolean(), pending: z.string().nullable() }),
  }),
  beforeSetup: true,
});

export const sendFactorCode = route({
  method: 'POST',
  path: '/api/v1/identity/mail-code/',
  summary: 'Mail the code that the first second factor of an account needs',
  access: 'identity.manage',
  answer: Done,
  inPerson: true,
  beforeSetup: true,
});

const factorRefusals = {
  mail_code_required: refusal(409, 'Enter the code from the letter that we sent you.'),
  wrong_mail_code: wrongCode,
};

export const passkeyOptions = route({
  method: 'POST',
  path: '/api/v1/identity/passkeys/options/',
  summary: 'Begin to add a passkey',
  access: 'identity.manage',
  answer: z.object({ login: z.string(), options: PasskeyOptions }),
  inPerson: true,
  beforeSetup: true,
});

export const addPasskey = route({
  method: 'POST',
  path: '/api/v1/identity/passkeys/',
  summary: 'Add a passkey',
  access: 'identity.manage',
  body: z.object({
    login: ChallengeKey,
    label: FactorLabel,
    response: PasskeyResponse,
    mail_code: Code('Enter the code from the letter.').optional(),
  }),
  /** Recovery codes come with the first factor and are shown once. */
  answer: Done.extend({ factor: Factor, recovery_codes: z.array(z.string()) }),
  refusals: {
    ...factorRefusals,
    passkey_refused: passkeyRefused,
    passkey_known: refusal(409, 'This passkey is already registered.'),
    too_many_factors: refusal(409, 'You have ten passkeys. Remove one first.'),
  },
  inPerson: true,
  beforeSetup: true,
});

export const startTotp = route({
  method: 'POST',
  path: '/api/v1/identity/totp/',
  summary: 'Begin to set up an authenticator app',
  access: 'identity.manage',
  answer: z.object({ secret: z.string(), uri: z.string() }),
  refusals: { totp_exists: refusal(409, 'An authenticator app is set up already. Remove it first.') },
  inPerson: true,
  beforeSetup: true,
});

export const confirmTotp = route({
  method: 'POST',
  path: '/api/v1/identity/totp/confirm/',
  summary: 'Finish the set-up of an authenticator app with a code from it',
  access: 'identity.manage',
  body: z.object({
    code: Code('Enter the code from your app.'),
    mail_code: Code('Enter the code from the letter.').optional(),
  }),
  answer: Done.extend({ factor: Factor, recovery_codes: z.array(z.string()) }),
  refusals: {
    ...factorRefusals,
    wrong_code: wrongCode,
    no_totp: refusal(409, 'Start the set-up again.'),
  },
  inPerson: true,
  beforeSetup: true,
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/v1/identity/recovery-codes/',
  summary: 'Make ten new recovery codes; the old ones become invalid',
  access: 'identity.manage',
  answer: Done.extend({ recovery_codes: z.array(z.string()) }),
  refusals: { no_factor: refusal(409, 'Set up a passkey or an app first.') },
  inPerson: true,
  beforeSetup: true,
});

export const removeFactor = route({
  method: 'DELETE',
  path: '/api/v1/identity/factors/:id/',
  summary: 'Remove a passkey or the authenticator app',
  access: 'identity.manage',
  params: z.object({ id: z.string().max(40) }),
  answer: Done,
  refusals: { still_required: refusal(409, 'Your site asks for a second factor. Add another one first.') },
  inPerson: true,
});

export const stepUpOptions = route({
  method: 'POST',
  path: '/api/v1/identity/step-up/options/',
  summary: 'How the caller can prove their identity again',
  access: 'identity.prove',
  answer: z.object({
    methods: z.array(ProofMethod),
    /** Set where a passkey can be used. */
    login: z.string().nullable(),
    passkey: PasskeyOptions.nullable(),
  }),
  beforePasswordChange: true,
  beforeSetup: true,
  whileLocked: true,
});

export const stepUp = route({
  method: 'POST',
  path: '/api/v1/identity/step-up/',
  summary: 'Prove one’s identity again, before a sensitive act or to open a locked session',
  access: 'identity.prove',
  body: z.object({
    login: ChallengeKey.optional(),
    password: z.string().max(256).optional(),
    totp: Code('Enter the code from your app.').optional(),
    recovery_code: Code('Enter a recovery code.').optional(),
    passkey: PasskeyResponse.optional(),
  }),
  answer: z.object({ success: z.literal(true), valid_until: z.string() }),
  refusals: {
    wrong_code: wrongCode,
    wrong_password: refusal(400, 'This password is not right.'),
    passkey_refused: passkeyRefused,
    method_not_offered: refusal(400, 'Use one of the ways that are offered.'),
  },
  beforePasswordChange: true,
  beforeSetup: true,
  whileLocked: true,
  urgency: 'vital',
});

export const secondFactorLogin = route({
  method: 'POST',
  path: '/api/v1/users/login/second-factor/',
  summary: 'Finish a login with the second factor',
  access: 'public',
  body: z.object({
    login: ChallengeKey,
    totp: Code('Enter the code from your app.').optional(),
    recovery_code: Code('Enter a recovery code.').optional(),
    passkey: PasskeyResponse.optional(),
    remember_device: z.boolean().optional(),
  }),
  answer: Opened,
  refusals: { wrong_code: wrongCode, passkey_refused: passkeyRefused, login_expired: loginExpired },
});

export const passkeyLoginOptions = route({
  method: 'POST',
  path: '/api/v1/users/login/passkey/options/',
  summary: 'Begin a login with a passkey alone',
  access: 'public',
  answer: z.object({ login: z.string(), passkey: PasskeyOptions }),
});

export const passkeyLogin = route({
  method: 'POST',
  path: '/api/v1/users/login/passkey/',
  summary: 'Log in with a passkey alone',
  access: 'public',
  body: z.object({ login: ChallengeKey, response: PasskeyResponse }),
  answer: Opened,
  refusals: {
    passkey_refused: passkeyRefused,
    login_expired: loginExpired,
    account_inactive: refusal(400, 'This account is inactive.'),
  },
});

export const resetFactors = route({
  method: 'POST',
  path: '/api/admin/users/:id/reset-factors/',
  summary: 'Remove the second factors of a person who lost them all',
  access: 'identity.reset',
  params: z.object({ id: UserIdInPath }),
  body: z.object({ reason: text(REASON_MAX).pipe(z.string().min(3, 'At least 3 characters.')) }),
  answer: Done,
  refusals: { no_factor: refusal(409, 'This account has no second factor.') },
  stepUp: true,
});
