import { z } from 'zod';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { NewPassword } from './kernel/text.ts';
import { Opened } from './session.ts';

/** The key in an email's link. A malformed key is answered like an expired one. */
const Key = z.string('The link has no key.').max(200, 'The link is not complete.');

const Done = z.object({ success: z.literal(true), message: z.string() });

const holdRefusals = {
  no_hold: refusal(409, 'There is nothing to confirm.'),
  code_cannot_end: refusal(409, 'An administrator changed your e-mail address, so a code sent to it proves nothing.'),
};

export const sendHoldCode = route({
  method: 'POST',
  path: '/api/v1/identity/hold/code/',
  summary: 'Mail a code to the address on record, which ends the hold on signing',
  access: 'identity.hold',
  beforeSetup: true,
  answer: Done,
  refusals: holdRefusals,
});

export const clearHold = route({
  method: 'POST',
  path: '/api/v1/identity/hold/clear/',
  summary: 'End the hold on signing with the mailed code',
  access: 'identity.hold',
  beforeSetup: true,
  body: z.object({
    code: z.string('Enter the code.').trim().min(1, 'Enter the code.').max(20, 'At most 20 characters.'),
  }),
  answer: Done,
  refusals: { ...holdRefusals, wrong_code: refusal(400, 'This code is not right.') },
});

export const sayNotMe = route({
  method: 'POST',
  path: '/api/v1/identity/not-me/',
  summary: 'Say by the key of a letter that a password was not set on one’s own wish',
  access: 'public',
  body: z.object({ key: Key }),
  answer: Done,
  refusals: { key_over: refusal(400, 'This link has been used or is too old.') },
});

const invitationRefusals = { invitation_over: refusal(400, 'This invitation has been used or is too old.') };

export const openInvitation = route({
  method: 'POST',
  path: '/api/v1/invitations/open/',
  summary: 'Whom an invitation is for',
  access: 'public',
  body: z.object({ key: Key }),
  answer: z.object({ name: z.string(), email: z.string(), site: z.string() }),
  refusals: invitationRefusals,
});

export const acceptInvitation = route({
  method: 'POST',
  path: '/api/v1/invitations/accept/',
  summary: 'Accept an invitation: choose a password and be logged in',
  access: 'public',
  body: z.object({ key: Key, password: NewPassword }),
  answer: Opened,
  refusals: invitationRefusals,
});

export const renewInvitation = route({
  method: 'POST',
  path: '/api/v1/invitations/renew/',
  summary: 'Ask for a new invitation in place of one that is over',
  access: 'public',
  body: z.object({ key: Key }),
  answer: Done,
});
