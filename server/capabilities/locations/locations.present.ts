import type { Location } from '@vialkeep/contract/locations.ts';
import type { z } from 'zod';
import type { LocationRow } from './locations.queries.ts';

export function presentLocation(row: LocationRow): z.input<typeof Location> {
  return {
    id: row.id,
    location_name: row.location_name,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state_desc: row.state_desc,
    country_desc: row.country_desc,
    zip_code: row.zip_code,
    default: row.is_default,
    user: row.user_id,
    template_id: row.template_id,
  };
}
