import { type Matrix, plain } from './rows.ts';

// Every caller of the fixtures except the custom site's administrator has tag 1 (C-11).
const BUYERS = '403: 7n; 200: rest';

const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };
const credit_card = {
  full_name: 'Matrix Buyer',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
  cvc: '123',
};
const banner = { product_id: 12, product_quantity: 1, total_amount: 219 };
const vials = { product_id: 2, product_quantity: 1, total_amount: 545 };
const paid = { invoice_id: 1_001, addressInfo: address, credit_card };

/** Checkout. Its own tests cover the allowed patients, cards and centers. */
export const checkoutRows: Matrix = {
  checkOut: plain('200: 4 5; 403: rest', { body: { ...banner, ...paid } }),
  checkOutOwnVials: plain('403: 4 5 7n; 200: rest', { body: { ...vials, ...paid } }),
  readNextInvoice: plain(BUYERS),
  checkStatus: plain(BUYERS, { body: { invoice_id: 1 } }),
};
