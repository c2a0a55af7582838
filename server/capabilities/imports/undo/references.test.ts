import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../../testing/world.ts';
import { listings, references, referredTables } from './references.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

test('it is decided for every column that names a record of an imported kind what it means for an undo', async () => {
  const rows = await world.sql<{ target: string; place: string }>(
    `select distinct named.relname as target, source.relname || '.' || naming.attname as place
     from pg_constraint key
       join pg_class named on named.oid = key.confrelid
       join pg_class source on source.oid = key.conrelid
       cross join lateral unnest(key.conkey, key.confkey) pair (source, target)
       join pg_attribute naming on naming.attrelid = key.conrelid and naming.attnum = pair.source
       join pg_attribute id on id.attrelid = key.confrelid and id.attnum = pair.target and id.attname = 'id'
     where key.contype = 'f' and key.conparentid = 0 and named.relname = any ($1) order by 1, 2`,
    [[...referredTables]],
  );
  const inDatabase = Object.groupBy(rows, ({ target }) => target);
  for (const table of referredTables) {
    expect(Object.keys(references[table]).toSorted(), table).toEqual(
      (inDatabase[table] ?? []).map(({ place }) => place).toSorted(),
    );
  }
});

/** Who acts needs a login, which counts. */
const ACTOR = /(_by|by_id|actor_id|author_id|requester_id)$/;
/** Why a row that counts needs no trigger that refuses undone people. */
const UNGUARDED: Readonly<Record<string, readonly string[]>> = {
  'who accepts it has logged in': ['agreement_acceptances.user_id'],
  'the bench needs settings of the lab, which are guarded': [
    'arrivals.lab_id',
    'batches.lab_id',
    'deviations.lab_id',
    'discards.lab_id',
    'label_prints.lab_id',
    'moves.lab_id',
    'scan_actions.lab_id',
    'scan_actions.user_id',
    'signatures.lab_id',
    'signatures.user_id',
    'vial_orders.lab_id',
    'vials.lab_id',
  ],
  'its checkout is guarded, and what settles a charge is never refused': [
    'coupon_uses.user_id',
    'transactions.affiliate_id',
    'transactions.distributor_id',
    'transactions.manager_id',
    'transactions.referral_center_id',
    'transactions.rep_id',
    'transactions.staff_id',
    'vial_orders.patient_id',
  ],
  'its sale is guarded': [
    'commission_lines.person_id',
    'journal_lines.person_id',
    'payout_carried_over.person_id',
    'payout_people.person_id',
  ],
  'the customer of the gateway is guarded': ['saved_cards.user_id'],
  'the vials of the deviation count': ['deviation_letters.user_id', 'deviation_vials.center_id'],
};

test('a row that counts for the undo of a person is refused by the database while the undo runs, or has a reason why not', async () => {
  const rows = await world.sql<{ source: string; given: string }>(
    `select tgrelid::regclass::text as source, encode(tgargs, 'escape') as given from pg_trigger
     where tgname = 'undone_people_are_not_named'`,
  );
  const guarded = new Set(
    rows.flatMap(({ source, given }) =>
      given
        .split(String.raw`\000`)
        .slice(1)
        .map((path) => `${source}.${path}`),
    ),
  );
  const counting = Object.entries(references.users).flatMap(([place, one]) => ('counts' in one ? [place] : []));
  const left = counting.filter((place) => !guarded.has(place) && !ACTOR.test(place));
  expect(left).toEqual(Object.values(UNGUARDED).flat().toSorted());
  for (const place of Object.keys(listings.users ?? {})) expect(guarded.has(place), place).toBe(true);
});

/** Lists of numbers and words that are no people and no vials. */
const OTHER_LISTS = [
  'api_keys.scopes',
  'commission_rules.product_ids',
  'coupons.product_ids',
  'custom_sites.found',
  'identity_policies.second_factor_plans',
  'lab_settings.required_tests',
  'money_settings.dunning_days',
  'passkeys.transports',
  'signing_supplements.login_changes',
  'signings.login_changes',
  'webhook_endpoints.types',
];

/** Who was seen is kept for the person, and builds upon nothing. */
const SEEN = 'access_records.seen';

test('every column that is a list either counts for an undo or names no imported record', async () => {
  const rows = await world.sql<{ place: string }>(
    `select source.relname || '.' || listed.attname as place
     from pg_attribute listed join pg_class source on source.oid = listed.attrelid
     where listed.atttypid in ('integer[]'::regtype, 'text[]'::regtype) and listed.attnum > 0
       and source.relkind in ('r', 'p') and not source.relispartition
       and source.relnamespace = 'public'::regnamespace order by 1`,
  );
  const decided = Object.values(listings).flatMap((lists) =>
    Object.entries(lists).flatMap(([place, { within }]) => (within === undefined ? [place] : [])),
  );
  expect(rows.map(({ place }) => place)).toEqual([...decided, ...OTHER_LISTS, SEEN].toSorted());
});
