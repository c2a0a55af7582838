import { z } from 'zod';

/** The ways in which the holder of a session proves their identity again. */
export const ProofMethod = z.enum(['passkey', 'totp', 'recovery_code', 'password']);
export type ProofMethod = z.infer<typeof ProofMethod>;

/**
 * The shape of every answer that is not a success. `code` is always 'error', which documented clients compare with;
 * programs branch on `reason`; `message` is for the user.
 */
export const RefusalAnswer = z.object({
  success: z.literal(false),
  code: z.literal('error'),
  reason: z.string(),
  message: z.string(),
  /** The message of an external provider, such as the card gateway, where there is one. */
  error_message: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The ways to prove one's identity again, where the server asks for it. */
  methods: z.array(ProofMethod).optional(),
  request_id: z.string().optional(),
});
export type RefusalAnswer = z.infer<typeof RefusalAnswer>;

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 416 | 421 | 429 | 500 | 503 | 507;

export type DeclaredRefusal = { readonly status: RefusalStatus; readonly message: string };

/** Declares an answer other than success, with the message that the user reads. */
export function refusal(status: RefusalStatus, message: string): DeclaredRefusal {
  return { status, message };
}

/** Refusals that any route can answer, because the kernel produces them. */
export const commonRefusals = {
  invalid_input: refusal(400, 'Some of what was sent cannot be accepted.'),
  not_signed_in: refusal(401, 'Please log in.'),
  not_permitted: refusal(403, 'This action is unauthorized'),
  not_by_key: refusal(403, 'This call cannot be made with an API key.'),
  key_scope_missing: refusal(403, 'This API key does not have the scope for this call.'),
  not_found: refusal(404, 'Not found.'),
  session_locked: refusal(409, 'Your session is locked.'),
  password_change_required: refusal(409, 'Please choose a new password first.'),
  second_factor_setup_required: refusal(409, 'Please set up a second factor first.'),
  email_not_verified: refusal(409, 'Please confirm your e-mail address first.'),
  not_while_acting: refusal(409, 'Only the person themself can do this.'),
  held: refusal(409, 'Somebody else set your login. Confirm that it is you first.'),
  step_up_required: refusal(409, 'Please confirm that it is you.'),
  awaiting_review: refusal(409, 'An administrator will review your account first.'),
  already_done: refusal(409, 'This was done already under the same Idempotency-Key; its answer is no longer known.'),
  key_reused: refusal(409, 'This Idempotency-Key was sent with another request.'),
  too_large: refusal(413, 'This is too large.'),
  wrong_file_type: refusal(415, 'This type of file cannot be accepted.'),
  unknown_host: refusal(421, 'This site is not known here.'),
  too_many_requests: refusal(429, 'Too many attempts. Please try again later.'),
  too_many_uploads: refusal(429, 'Too many uploads today.'),
  unexpected: refusal(500, 'Something went wrong. Please try again.'),
  authorization_missing: refusal(500, 'Something went wrong. Please try again.'),
  storage_full: refusal(507, 'There is no room left to store this. Please try again later.'),
  busy: refusal(503, 'The portal is very busy right now. Please try again in a moment.'),
  unavailable: refusal(503, 'The service is not available right now. Please try again shortly.'),
} as const satisfies Record<string, DeclaredRefusal>;

export type CommonReason = keyof typeof commonRefusals;
