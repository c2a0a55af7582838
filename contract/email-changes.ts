import { z } from 'zod';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';

/** The pages behind the links of the emails. Each has a button; opening a link alone changes nothing. */
export const emailPages = { confirm: '/email-confirm', approve: '/email-approve', undo: '/email-undo' } as const;

export const PendingEmail = z.object({
  email: z.string(),
  since: z.string(),
  /** The addresses that have not confirmed yet. */
  needs: z.array(z.enum(['new', 'old'])),
});
export type PendingEmail = z.infer<typeof PendingEmail>;

export const readOwnEmail = route({
  method: 'GET',
  path: '/api/v1/identity/email/',
  summary: 'One’s own e-mail: whether it is confirmed, and which change of it waits',
  access: 'email_changes.read',
  reads: { what: 'profile', subjects: (_, { userId }) => [userId] },
  beforeSetup: true,
  answer: z.object({ email: z.string(), verified: z.boolean(), pending: PendingEmail.nullable() }),
});

const Done = z.object({ success: z.literal(true), message: z.string() });

export const withdrawEmailChange = route({
  method: 'DELETE',
  path: '/api/v1/identity/email/',
  summary: 'Withdraw the change of one’s e-mail that waits',
  access: 'email_changes.change',
  beforeSetup: true,
  answer: Done,
  inPerson: true,
});

export const resendEmailLetter = route({
  method: 'POST',
  path: '/api/v1/identity/email/resend/',
  summary: 'Send the letters again that confirm one’s e-mail',
  access: 'email_changes.change',
  beforeSetup: true,
  answer: Done,
  inPerson: true,
  refusals: { nothing_to_confirm: refusal(409, 'Your e-mail address is confirmed already.') },
});

const Key = z.object({ key: requiredText('Key', 200) });

const keyRefusals = { key_over: refusal(400, 'This link has been used or is too old.') };

export const confirmEmail = route({
  method: 'POST',
  path: '/api/v1/identity/email/confirm/',
  summary: 'Confirm an e-mail address by the key of the letter that was sent to it',
  access: 'public',
  body: Key,
  answer: Done,
  refusals: keyRefusals,
});

export const approveEmailChange = route({
  method: 'POST',
  path: '/api/v1/identity/email/approve/',
  summary: 'Approve a change of an e-mail by the key of the letter to the old address',
  access: 'public',
  body: Key,
  answer: Done,
  refusals: keyRefusals,
});

export const undoEmailChange = route({
  method: 'POST',
  path: '/api/v1/identity/email/undo/',
  summary: 'Undo a change of an e-mail by the key of the letter to the old address',
  access: 'public',
  body: Key,
  answer: Done,
  refusals: keyRefusals,
});
