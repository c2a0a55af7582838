import type { Work } from '../kernel/db/db.ts';
import { places } from './people.ts';

type DemoLocation = { name?: string; place: keyof typeof places; address1?: string; address2?: string };

/** Locations by the owner's email; the first is the default. A user who is not listed has no location. */
const kept: Readonly<Record<string, readonly DemoLocation[]>> = {
  'hc@vialkeep.test': [
    { name: 'Main clinic', place: 'boulder', address2: 'Suite 210' },
    { name: 'Surgery center', place: 'denver', address1: '48 Wynkoop Plaza', address2: 'Level 2' },
    { place: 'boulder', address1: '1190 Canyon Boulevard' },
  ],
  'hc2@vialkeep.test': [
    { name: 'Harbor Steps', place: 'seattle' },
    { name: 'Receiving dock', place: 'seattle', address1: '2601 Elliott Bay Drive', address2: 'Gate 4' },
  ],
  'hc3@vialkeep.test': [
    { name: 'Barton Creek', place: 'austin' },
    { name: 'South Congress office', place: 'austin', address1: '1804 Congress Row' },
  ],
  'rhc@vialkeep.test': [{ name: 'Lakeside', place: 'boulder', address1: '77 Reservoir Road' }],
  'staff@vialkeep.test': [{ place: 'boulder', address1: '16 Pearl Court' }],
  'patient@vialkeep.test': [{ name: 'Home', place: 'austin' }],
  'hc@north.test': [{ name: 'Northlight', place: 'seattle', address1: '400 Aurora Lane' }],
};

export async function addLocations(work: Work): Promise<void> {
  const owners = await work.db
    .selectFrom('users')
    .select(['id', 'domain_id', 'email'])
    .where('email', 'in', Object.keys(kept))
    .orderBy('id')
    .execute();
  const rows = owners.flatMap(({ id, domain_id, email }) =>
    (kept[email] ?? []).map(({ name = '', place, address2 = '', ...given }, index) => ({
      ...places[place],
      ...given,
      address2,
      country_desc: 'United States',
      location_name: name,
      domain_id,
      user_id: id,
      is_default: index === 0,
    })),
  );
  await work.db.insertInto('locations').values(rows).execute();
}
