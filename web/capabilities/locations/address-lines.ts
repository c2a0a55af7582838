import type { Location } from '@vialkeep/contract/locations.ts';

/** A location's name; without one, the first line of its address. */
export function formatLocationName(location: Location): string {
  return location.location_name || location.address1;
}

/** The address lines of a card, without empty lines and without the card's title. */
export function cardLines(location: Location): string[] {
  const { address1, address2, city, state_desc, zip_code, country_desc } = location;
  const place = [city, state_desc, zip_code].filter(Boolean).join(', ');
  return [formatLocationName(location) === address1 ? '' : address1, address2, place, country_desc].filter(Boolean);
}

/** The address lines of a parcel: recipient first, country last. */
export function labelLines(addressee: string, location: Location): string[] {
  const { location_name, address1, address2, city, state_desc, zip_code, country_desc } = location;
  const place = [`${city}, ${state_desc}`, zip_code].filter(Boolean).join(' ');
  return [addressee, location_name, address1, address2, place, country_desc.toUpperCase()].filter(Boolean);
}
