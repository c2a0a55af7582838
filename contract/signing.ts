import { z } from 'zod';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';

/** What the signer agrees to, word for word; it is kept with the signature. */
export const SIGNING_CONSENT = 'I agree to sign electronically';

/**
 * The built-in signing service's page is reached by a link with a random id that is good for a day. Whoever was given it
 * may read and sign that one paper. An id of any other shape is one that nobody was given.
 */
const about = z.object({ signingId: z.string().max(100) });

const refusals = {
  problem: refusal(404, 'There was a problem processing this document.'),
  signed_already: refusal(409, 'This document is signed already.'),
};

/**
 * T17: what nobody does for another. Send the session's token where there is one. A link that was opened from a session
 * is good only while that session is open and its account is under no hold.
 */
const signersOwn = {
  ...refusals,
  not_while_acting: refusal(409, 'Only the signer can sign. Somebody who works in their account cannot.'),
  held: refusal(409, 'Somebody else set your login. Confirm that it is you first.'),
  session_over: refusal(409, 'Log in again to sign this document.'),
};

/** The paper's words, for a page that can be read on a phone. */
export const SigningText = z.object({
  version: z.string(),
  notice: z.string(),
  parties: z.array(z.object({ label: z.string(), value: z.string() })),
  introduction: z.array(z.string()),
  sections: z.array(
    z.object({
      heading: z.string(),
      lead: z.string().optional(),
      /** Clauses are numbered, statements are what the signer says of themself. */
      kind: z.enum(['clauses', 'statements']),
      items: z.array(z.string()),
    }),
  ),
  declaration: z.string(),
});
export type SigningText = z.infer<typeof SigningText>;

export const readSigning = route({
  method: 'GET',
  path: '/esign/signings/:signingId/',
  summary: 'A document that waits for a signature',
  access: 'public',
  params: about,
  answer: z.object({
    title: z.string(),
    signer: z.string(),
    pages: z.number().int(),
    state: z.enum(['pending', 'signed', 'declined']),
    /** Where the signer goes on to; always an address of the same site. */
    return_to: z.string(),
    /** Null where only the PDF tells what it says. */
    text: SigningText.nullable(),
  }),
  refusals,
});

export const readSigningFile = route({
  method: 'GET',
  path: '/esign/signings/:signingId/document.pdf',
  summary: 'The document as the signer reads it',
  access: 'public',
  params: about,
  refusals,
});

/** A drawn signature as strokes of points between 0 and 1, so that turning the phone cannot bend it. */
const Stroke = z
  .array(z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]))
  .min(1)
  .max(2_000);

/** The typed name must hold the signer's own, see `holdsName`. Sent again with the same name, it answers the same. */
export const sign = route({
  method: 'POST',
  path: '/esign/signings/:signingId/sign/',
  summary: 'Sign a document',
  access: 'public',
  params: about,
  body: z.object({
    full_name: requiredText('Your full name', 200),
    agrees: z.literal(true, 'Please agree to sign electronically.'),
    drawn: z.array(Stroke).max(100).optional(),
  }),
  answer: z.object({ success: z.literal(true), return_to: z.string() }),
  refusals: { ...signersOwn, name_differs: refusal(400, 'Type your name as it stands on the document.') },
});

export const decline = route({
  method: 'POST',
  path: '/esign/signings/:signingId/decline/',
  summary: 'Decline to sign',
  access: 'public',
  params: about,
  body: z.object({ reason: text(500) }),
  answer: z.object({ success: z.literal(true) }),
  refusals: signersOwn,
});
