import { z } from 'zod';
import { Redacted } from './kernel/redacted.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';

/** The card payment provider's stand-in for a card: it works once, and for 15 minutes. */
export const CardToken = z
  .string('Card token is required.')
  .trim()
  .min(1, { error: 'Card token is required.', abort: true })
  .max(2_000, 'This is too long for a card token.')
  .regex(/^[\x21-\x7e]+$/, { error: 'This is not a card token.', abort: true })
  // A card number in the wrong field must not be passed on or stored.
  .refine((token) => !/^[\d-]+$/.test(token), 'This is not a card token.')
  .transform((token) => new Redacted(token));

export const cardTokenRefusals = {
  card_token_expired: refusal(400, 'The card details have expired. Enter the card again.'),
  card_number_refused: refusal(400, 'Card numbers are not accepted here. Send a token of the card payment provider.'),
};

export const BESIDE_A_TOKEN = 'Send a card token or a card, not both.';

/** The fields of a typed card with their labels; the secret ones may not accompany a token. */
type CardFields = { readonly labels: Readonly<Record<string, string>>; readonly secret: readonly string[] };

/** A card is a token, or all fields of a typed card. It is checked although other fields are wrong, to name all. */
export function requireTokenOrCard<Shape extends z.ZodObject>(shape: Shape, { labels, secret }: CardFields): Shape {
  return shape.superRefine(
    (value, context) => {
      const has = (name: string) => value[name] !== undefined;
      for (const [name, label] of Object.entries(labels)) {
        const message = has('card_token') ? BESIDE_A_TOKEN : `${label} is required.`;
        const isWrong = has('card_token') ? has(name) && secret.includes(name) : !has(name);
        if (isWrong) context.addIssue({ code: 'custom', path: [name], message });
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

const Tokeniser = z.discriminatedUnion('gateway', [
  z.object({
    gateway: z.literal('authorizenet'),
    /** The address that the page sends the card to. */
    url: z.string(),
    login: z.string(),
    /** Public: it makes tokens and nothing else. */
    client_key: z.string(),
  }),
  z.object({ gateway: z.literal('sandbox'), frame: z.string() }),
]);
export type Tokeniser = z.infer<typeof Tokeniser>;

export const readTokeniser = route({
  method: 'GET',
  path: '/api/v1/payments/tokeniser/',
  summary: 'Where the page exchanges a card for a token of the card payment provider',
  access: 'payments.tokenise',
  answer: Tokeniser,
});
