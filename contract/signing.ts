import { z } from 'zod';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';

/** The consent of the signer, word for word; it is stored with the signature. */
export const SIGNING_CONSENT = 'I agree to sign electronically';

/**
 * The link to the page of the built-in signing service has a random id that is valid for a day. Its holder can read and
 * sign that one document. A malformed id is answered like an unknown one.
 */
const about = z.object({ signingId: z.string().max(100) });

const refusals = {
  problem: refusal(404, 'There was a problem processing this document.'),
  signed_already: refusal(409, 'This document is signed already.'),
};

/**
 * Calls that only the signer can make. The client sends the session's token where there is one: a link that was opened
 * from a session is valid only while that session is open and its account is under no hold (T17).
 */
const signersOwn = {
  ...refusals,
  not_while_acting: refusal(409, 'Only the signer can sign. Somebody who works in their account cannot.'),
  held: refusal(409, 'Somebody else set your login. Confirm that it is you first.'),
  session_over: refusal(409, 'Log in again to sign this document.'),
};

/** The text of the document, for a page that is readable on a phone. */
export const SigningText = z.object({
  version: z.string(),
  notice: z.string(),
  parties: z.array(z.object({ label: z.string(), value: z.string() })),
  introduction: z.array(z.string()),
  sections: z.array(
    z.object({
      heading: z.string(),
      lead: z.string().optional(),
      /** Clauses are numbered; statements are the signer's own declarations. */
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
    /** The address that the browser opens next; always on the same site. */
    return_to: z.string(),
    /** Null where only the PDF has the text. */
    text: SigningText.nullable(),
  }),
  refusals,
});

export const readSigningFile = route({
  method: 'GET',
  path: '/esign/signings/:signingId/document.pdf',
  summary: 'The document as the signer reads it',
  access: 'public',
  urgency: 'people',
  params: about,
  refusals,
});

/** A drawn signature as strokes of points between 0 and 1, so that rotating the phone does not distort it. */
const Stroke = z
  .array(z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]))
  .min(1)
  .max(2_000);

/**
 * The typed name must contain the signer's name, see `holdsName`. A repeated call with the same name gets the same
 * answer.
 */
export const sign = route({
  method: 'POST',
  path: '/esign/signings/:signingId/sign/',
  summary: 'Sign a document',
  access: 'public',
  urgency: 'vital',
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
  urgency: 'vital',
  params: about,
  body: z.object({ reason: text(500) }),
  answer: z.object({ success: z.literal(true) }),
  refusals: signersOwn,
});
