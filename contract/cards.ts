import { z } from 'zod';
import { CardHolder, CardNumber, cardBrands, codeFits, codeMessage, ExpiryMonth, securityCode } from './card-number.ts';
import { CardToken, cardTokenRefusals, requireTokenOrCard } from './card-token.ts';
import { CardId, UserId, UserIdInPath } from './kernel/ids.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';

/** A saved card: the parts that may be shown, and the ids that the payment provider gave it. */
export const SavedCard = z.object({
  id: CardId,
  /** The id of the customer at the provider. */
  profile_id: z.string(),
  /** The id of the card at the provider. */
  payment_profile_id: z.string(),
  card_type: z.enum(cardBrands),
  /** The last four digits; the server stores no others. */
  card_number: z.string(),
  card_holder: z.string(),
  /** YYYY-MM */
  expiration_date: z.string(),
  default: z.boolean(),
});
export type SavedCard = z.infer<typeof SavedCard>;

export const readCustomerProfile = route({
  method: 'GET',
  path: '/api/v1/hc-staff/auth-profile/:id/',
  summary: 'The id under which the payment provider knows a user; null while there is no card',
  access: 'cards.list',
  reads: { what: 'profile', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  answer: z.object({ auth_customer_profile_id: z.string().nullable() }),
});

export const listCards = route({
  method: 'POST',
  path: '/api/v1/billing-profiles/get-profile/',
  summary: 'The saved cards of a user, the default first (a POST that only reads)',
  access: 'cards.list',
  reads: { what: 'profile', subjects: (_, { body }) => [body.user_id] },
  body: z.object({ user_id: UserId }),
  answer: z.object({
    code: z.literal('success'),
    payments: z.array(SavedCard),
    may: z.array(z.enum(['change'])),
  }),
});

/** The fields of the form 'Payment Method Details'. */
export const CardForm = z
  .object({
    default: z.boolean(),
    card_holder: CardHolder,
    card_number: CardNumber,
    expiration_date: ExpiryMonth,
    cvv: securityCode('CVV'),
  })
  .check(codeFitsNumber);

/**
 * Screens send a token of the card, documented clients its number and code. Documented clients also send `user_id` and
 * `customer_profile_id`. A card always belongs to the account that adds it; the id of another user is ignored.
 */
const NewCard = requireTokenOrCard(
  z.object({
    card_holder: CardForm.shape.card_holder,
    card_token: CardToken.optional(),
    card_number: CardForm.shape.card_number.optional(),
    /** The provider knows it of a token; here it renews a card that is saved already. */
    expiration_date: CardForm.shape.expiration_date.optional(),
    cvv: CardForm.shape.cvv.optional(),
    default: z.boolean().optional(),
    customer_profile_id: z.string().max(40).nullish(),
    user_id: orEmpty(UserId).optional(),
  }),
  {
    labels: { card_number: 'Card number', expiration_date: 'Card expiration', cvv: 'CVV' },
    secret: ['card_number', 'cvv'],
  },
).check(codeFitsNumber);

const notWhileActing = refusal(409, 'Payment options cannot be changed while acting for somebody else.');

const addingRefusals = {
  ...cardTokenRefusals,
  card_refused: refusal(400, 'This card was not accepted.'),
  provider_unavailable: refusal(
    503,
    'The card payment provider cannot be reached right now. Nothing was charged. Please try again shortly.',
  ),
  not_while_acting: notWhileActing,
};

const Added = z.object({ code: z.literal('success'), message: z.string(), payment: SavedCard });

export const addCard = route({
  method: 'POST',
  path: '/api/v1/billing-profiles/create-profile/',
  summary: 'Save a card of one’s own with the payment provider',
  access: 'cards.change',
  body: NewCard,
  answer: Added,
  refusals: addingRefusals,
});

/** Documented clients call this route while the user has no customer profile yet. Both routes do the same. */
export const addFirstCard = route({
  method: 'POST',
  path: '/api/v1/billing-profiles/create-customer-profile/',
  summary: 'Save a first card, and with it become known to the payment provider',
  access: 'cards.change',
  body: NewCard,
  answer: Added,
  refusals: addingRefusals,
});

/**
 * `payment_id` is the card's `payment_profile_id`, or its `id` as a number; `profile_id` must match where it is sent.
 */
export const deleteCard = route({
  method: 'POST',
  path: '/api/v1/billing-profiles/delete-profile/',
  summary: 'Delete a saved card of one’s own',
  access: 'cards.change',
  body: z.object({ profile_id: z.string().max(40).nullish(), payment_id: z.union([CardId, z.string().max(40)]) }),
  answer: z.object({ code: z.literal('success'), message: z.string() }),
  refusals: {
    card_refused: refusal(409, 'The payment provider keeps this card for a subscription.'),
    provider_unavailable: refusal(
      503,
      'The card payment provider cannot be reached right now, and the card is still there. Please try again shortly.',
    ),
    not_while_acting: notWhileActing,
  },
});

type Numbered = {
  card_number?: z.output<typeof CardNumber> | undefined;
  cvv?: z.output<ReturnType<typeof securityCode>> | undefined;
};

function codeFitsNumber({ value, issues }: z.core.ParsePayload<Numbered>): void {
  const { card_number, cvv } = value;
  // The code is compared with the number only where both are valid by themselves.
  if (issues.length > 0 || !card_number || !cvv || codeFits(card_number, cvv)) return;
  issues.push({ code: 'custom', path: ['cvv'], message: codeMessage('CVV', card_number), input: undefined });
}
