import { about, type Matrix, plain } from './rows.ts';

const card = {
  card_holder: 'Somebody',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 2}-01`,
  cvv: '123',
};

const readers = {
  own: '200: rest',
  same: '200: 7 10 7n; 404: rest',
  other: '200: 7 10; 404: rest',
};

/** Saved cards. Every caller of the fixtures except the custom site's administrator has tag 1 (C-11). */
export const cardRows: Matrix = {
  readCustomerProfile: about('account', (id) => ({ params: { id } }), readers),
  listCards: about('account', (id) => ({ body: { user_id: id } }), readers),
  readTokeniser: plain('403: 7n; 200: rest'),
  addCard: plain('403: 7n; 200: rest', { body: card }),
  addFirstCard: plain('403: 7n; 200: rest', { body: card }),
  deleteCard: about('card', (id) => ({ body: { payment_id: id } }), {
    own: '403: 7n; 200: rest',
    same: '403: 7n; 404: rest',
    other: '403: 7n; 404: rest',
  }),
};
