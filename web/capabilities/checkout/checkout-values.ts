import type { SavedCard } from '@vialkeep/contract/cards.ts';
import type { Location } from '@vialkeep/contract/locations.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { expiryOf } from '../../components/payment/card-expiry.ts';
import { today } from '../../ui/display/formats.ts';

/** The radio of a card that is typed in; saved cards have their own ids. */
export const NEW_CARD = 'new';

/** Everything the four screens ask for, by the names of the form. Each screen shows a part of it. */
export type CheckoutValues = ReturnType<typeof startingValues>;

export type AddressPrefix = 'billing' | 'shipping';

type Known = {
  user: SessionUser;
  /** The default first. */
  locations: readonly Location[];
  cards: readonly SavedCard[];
  /** The only center of a referral center. */
  centerId: number | null;
};

/** What the form begins with: whatever is known already need not be typed again. */
export function startingValues({ user, locations, cards, centerId }: Known) {
  const [first] = locations;
  // An expired card cannot pay, whether it is the default or not.
  const card = cards.find(({ expiration_date }) => expiryOf(expiration_date) !== 'expired');
  const payment: string = card ? card.payment_profile_id : NEW_CARD;
  return {
    /** Shown and not sent: the server knows whose account it is. */
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
    // @NOTE nothing is chosen yet; a literal null would be the only value the type knows.
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

type Place = Pick<Location, 'address1' | 'address2' | 'city' | 'state_desc' | 'country_desc' | 'zip_code'>;

type AddressValues<Prefix extends AddressPrefix> = {
  [Name in `${Prefix}_${'address1' | 'address2' | 'city' | 'state' | 'country_desc' | 'zip_code'}`]: string;
} & { [Name in `${Prefix}_location`]: number | null };

/** An address under the names that the form has for it. */
export function addressValues<Prefix extends AddressPrefix>(
  prefix: Prefix,
  place: Place,
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
  // @NOTE the names are put together, which the type of fromEntries cannot follow.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]),
  ) as AddressValues<Prefix>;
}
