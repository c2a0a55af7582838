import type { Location } from '@vialkeep/contract/locations.ts';

/** What a location is called: its name, or where it has none the first line of its address. */
export function nameOf(location: Location): string {
  return location.location_name || location.address1;
}

/** The address as its card shows it, without what is empty or already the card's title. */
export function cardLines(location: Location): string[] {
  const { address1, address2, city, state_desc, zip_code, country_desc } = location;
  const place = [city, state_desc, zip_code].filter(Boolean).join(', ');
  return [nameOf(location) === address1 ? '' : address1, address2, place, country_desc].filter(Boolean);
}

/** The address as a parcel carries it: whom it is for, then from the door to the country. */
export function labelLines(addressee: string, location: Location): string[] {
  const { location_name, address1, address2, city, state_desc, zip_code, country_desc } = location;
  const place = [`${city}, ${state_desc}`, zip_code].filter(Boolean).join(' ');
  return [addressee, location_name, address1, address2, place, country_desc.toUpperCase()].filter(Boolean);
}
