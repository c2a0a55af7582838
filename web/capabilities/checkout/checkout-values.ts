import type { SavedCard } from '@vialkeep/contract/cards.ts';
import type { Location } from '@vialkeep/contract/locations.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { expiryOf } from '../../components/payment/card-expiry.ts';
import { today } from '../../ui/display/formats.ts';

/** The radio value of a typed card; saved cards use their ids. */
export const NEW_CARD = 'new';

/** The fields of all four screens by form name; each screen shows a part. */
export type CheckoutValues = ReturnType<typeof startingValues>;

export type AddressPrefix = 'billing' | 'shipping';

type Known = {
  user: SessionUser;
  /** Sorted with the default first. */
  locations: readonly Location[];
  cards: readonly SavedCard[];
  /** The center of a referral center that has only one. */
  centerId: number | null;
};

/** The initial values, prefilled from the account. */
export function startingValues({ user, locations, cards, centerId }: Known) {
  const [first] = locations;
  // Skips expired cards, including an expired default.
  const card = cards.find(({ expiration_date }) => expiryOf(expiration_date) !== 'expired');
  const payment: string = card ? card.payment_profile_id : NEW_CARD;
  return {
    /** Shown, but not sent: the server takes the company from the account. */
    harvest_center_name: user.company,
    harvest_center_email: user.email,
    harvest_center_billing_email: '',
    harvest_center_phone: user.phone_number,
    harvest_center_temporal_id: centerId,
    harvest_fee: 'no',
    create_patient: false,
    required_signature: false,
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    // @NOTE nothing is chosen yet; without the cast the type would be null only.
    patient_id: null as number | null,
    product_quantity: 1 as number | null,
    shipping_date: today(),
    ...addressValues('billing', first ?? user, first?.id ?? null),
    same_as_billing: true,
    ...addressValues('shipping', first ?? user, first?.id ?? null),
    coupon_code: '',
    payment,
    full_name: '',
    card_number: '',
    expiration_date: '',
    cvc: '',
  };
}

type PostalAddress = Pick<Location, 'address1' | 'address2' | 'city' | 'state_desc' | 'country_desc' | 'zip_code'>;

type AddressValues<Prefix extends AddressPrefix> = {
  [Name in `${Prefix}_${'address1' | 'address2' | 'city' | 'state' | 'country_desc' | 'zip_code'}`]: string;
} & { [Name in `${Prefix}_location`]: number | null };

/** Maps an address to the form's field names. */
export function addressValues<Prefix extends AddressPrefix>(
  prefix: Prefix,
  place: PostalAddress,
  locationId: number | null,
): AddressValues<Prefix> {
  const values = {
    location: locationId,
    address1: place.address1,
    address2: place.address2,
    city: place.city,
    state: place.state_desc,
    country_desc: place.country_desc,
    zip_code: place.zip_code,
  };
  // @NOTE the names are concatenated, which the type of fromEntries cannot express.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]),
  ) as AddressValues<Prefix>;
}
