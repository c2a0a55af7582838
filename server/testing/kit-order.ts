/** The order of one harvesting kit, paid with the sandbox's card that is always approved. */
export const kitOrder = {
  product_id: 3,
  product_quantity: 1,
  total_amount: 320,
  addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
  credit_card: {
    full_name: 'Felix Andersen',
    card_number: '4111111111111111',
    expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
    cvc: '123',
  },
};
