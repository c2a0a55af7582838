import { kitOrder } from '../../server/testing/kit-order.ts';

const expires = `${new Date().getUTCFullYear() + 2}-01`;

/** A card that the sandbox accepts at once. */
export const benchCard = { holder: 'Bench Buyer', number: '4111111111111111', code: '123', expires };

/** An order of a harvest center that every benchmark of checkouts places, without its invoice number. */
export const benchOrder = {
  ...kitOrder,
  credit_card: {
    full_name: benchCard.holder,
    card_number: benchCard.number,
    expiration_date: benchCard.expires,
    cvc: benchCard.code,
  },
};
