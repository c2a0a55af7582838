import { about, type Matrix, once, plain } from './rows.ts';

const card = {
  card_holder: 'Somebody',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 2}-01`,
  cvv: '123',
};

const readers = {
  own: '200: 2 4 5 7 9 10 7n; 403: rest',
  same: '200: 7 10 7n; 404: 2 4 5 9; 403: rest',
  other: '200: 7 10; 404: 2 4 5 9 7n; 403: rest',
};

/** Saved cards. */
export const cardRows: Matrix = {
  readCustomerProfile: about('account', (id) => ({ params: { id } }), readers),
  listCards: about('account', (id) => ({ body: { user_id: id } }), readers),
  addCard: plain('200: 2 4 5 9; 403: rest', { body: card }),
  addFirstCard: plain('200: 2 4 5 9; 403: rest', { body: card }),
  deleteCard: once(
    about('card', (id) => ({ body: { payment_id: id } }), {
      own: '200: 2 4 5 9; 403: rest',
      same: '404: 2 4 5 9; 403: rest',
      other: '404: 2 4 5 9; 403: rest',
    }),
  ),
};
