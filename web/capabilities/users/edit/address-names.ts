/** The wire names of the parts of a user's address. */
export const addressNames = {
  line1: 'address1',
  line2: 'address2',
  city: 'city',
  state: 'state_desc',
  country: 'country_desc',
  postalCode: 'zip_code',
} as const;
