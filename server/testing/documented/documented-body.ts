type Json = Readonly<Record<string, unknown>>;

export type DocumentedBody = {
  /** The constant of the call in the contract. */
  readonly call: string;
  readonly path: string;
  /** Every field that the specification lists, filled in. */
  readonly complete: Json;
  /** The same fields as a client sends them when they are empty: '', {} or []. */
  readonly empty?: Json;
};

export const id = 7;
export const address = {
  address1: '1 Main Street',
  address2: 'Suite 2',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};
export const password = 'A-good-password-1';
