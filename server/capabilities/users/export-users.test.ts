import { addCard, readCustomerProfile } from '@vialkeep/contract/cards.ts';
import { BYTE_ORDER_MARK } from '@vialkeep/contract/kernel/csv.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { exportUsers, listUsers, listUserTags } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '../../testing/csv/csv-cells.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

async function exported(caller: Caller, query: object = {}): Promise<{ header: string[]; rows: string[][] }> {
  const response = await world.send(caller, exportUsers, { query });
  expect(response.statusCode).toBe(200);
  const [header = [], ...rows] = cellsOf(response.body.slice(1));
  expect(response.body.startsWith(BYTE_ORDER_MARK)).toBe(true);
  return { header, rows };
}

const column = (file: { header: string[]; rows: string[][] }, name: string) =>
  file.rows.map((row) => row[file.header.indexOf(name)]);

describe('F138, V-02 Export of all filtered users', () => {
  test('the export is a CSV download named by its time, and no cache may store it', async () => {
    const { headers } = await world.send(admin, exportUsers);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="userList-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.csv"$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('content-length');
  });

  test('the export has the documented columns in the documented order', async () => {
    expect((await exported(admin)).header).toEqual([
      'ID',
      'Name',
      'Email',
      'Date Joined',
      'Company',
      'Phone_number',
      'Subscription',
      'Date adipose shipped to lab',
      'Date adipose received by lab',
      'Estimated date vials ready to ship',
      'Date vials ready to ship',
      'Number of QC',
      'Stem cell plating initiated date',
      'Stem cell plating successful',
      'HLA typing test',
      'Sterility start date',
      'Sterility end date',
      'Sterility complete',
      'vials preparation',
      'Sales Rep',
      'HC',
      'RHC',
      'Vials available',
      'vials shipped',
      'Address1',
      'Address2',
      'City',
      'Country',
      'State',
      'Zip code',
      'Document id',
      'Template id',
      'Sales Manager',
      'Lab id',
      'Sales Distributor',
      'HC Staff',
      'Customer payment profile id',
      'Customer profile id',
    ]);
  });

  test('the export names a center’s staff, and for a buyer with saved cards both ids of the payment provider', async () => {
    const hc = await world.as('hc');
    const card = {
      card_holder: 'Maria Stein',
      card_number: '4111111111111111',
      expiration_date: '2039-04',
      cvv: '123',
    };
    await world.call(hc, addCard, { body: card });
    const { payment } = await world.call(hc, addCard, { body: { ...card, card_number: '5424000000000015' } });
    const params = { id: hc.user.id };
    const body = { auth_customer_payment_profile_id: payment.payment_profile_id };
    expect((await world.send(hc, updateUser, { params, body })).statusCode).toBe(200);
    const profile = await world.call(hc, readCustomerProfile, { params });
    const staff = await world.sql<{ name: string }>(
      `select first_name || ' ' || last_name as name from relations join users on users.id = subject_id
       where object_id = $1 and kind = 'center' and plan_id = 9 and ended_at is null and approved_at is not null
       order by relations.id`,
      [hc.user.id],
    );
    expect(staff.length).toBeGreaterThan(1);

    const file = await exported(admin, { search: `#${hc.user.id}` });
    expect(column(file, 'HC Staff')).toEqual([staff.map(({ name }) => name).join('; ')]);
    expect(column(file, 'Customer payment profile id')).toEqual([payment.payment_profile_id]);
    expect(column(file, 'Customer profile id')).toEqual([profile.auth_customer_profile_id]);
    const { results } = await world.call(admin, listUsers, { query: { search: `#${hc.user.id}` } });
    expect(results[0]?.hc_staff.map(({ name }) => name)).toEqual(staff.map(({ name }) => name));
    const others = await exported(admin, { subscription_type: 1 });
    for (const name of ['HC Staff', 'Customer payment profile id', 'Customer profile id']) {
      expect(new Set(column(others, name)), name).toEqual(new Set(['']));
    }
  });

  test.each([
    {},
    { subscription_type: 2 },
    { tags: 1 },
    { search: 'vialkeep' },
    { search: '01011' },
    { search: '#001011' },
    { domain_id: 2, search: 'north' },
  ])('the export holds all users of the list for %j, in its order', async (query) => {
    const { results, count } = await world.call(admin, listUsers, { query: { ...query, limit: 100 } });
    const file = await exported(admin, query);
    expect(file.rows).toHaveLength(count);
    expect(column(file, 'Email')).toEqual(results.map(({ email }) => email));
  });

  test('the row of a member names their clinic and sales chain and the number of vials', async () => {
    const file = await exported(admin, { search: 'patient@vialkeep.test' });
    const of = (name: string) => column(file, name)[0];
    const [listed] = (await world.call(admin, listUsers, { query: { search: 'patient@vialkeep.test' } })).results;
    expect(of('HC')).toBe(listed?.hc_desc[0]?.company);
    expect(of('Sales Rep')).toBe(listed?.sales_rep?.name);
    expect(of('Sales Manager')).toBe(listed?.sales_manager?.name);
    expect(of('Vials available')).toBe(String(listed?.vials_available));
    expect(listed?.sales_rep).not.toBeNull();
    expect(listed?.vials_available).toBeGreaterThan(0);
  });

  test('the export for the number of a user holds only this user, as the list does', async () => {
    const id = await world.idOf('patient@vialkeep.test');
    await world.sql(
      `insert into users (id, domain_id, plan_id, email, first_name, last_name)
       values ($1, 1, 2, 'longer.number@vialkeep.test', 'Ada', 'Long')`,
      [id * 10],
    );
    for (const search of [`#${id}`, `#00${id}`]) {
      const { results } = await world.call(admin, listUsers, { query: { search } });
      expect(results.map(({ email }) => email)).toEqual(['patient@vialkeep.test']);
      expect(column(await exported(admin, { search }), 'Email')).toEqual(['patient@vialkeep.test']);
    }
  });

  test('an export without matching users has only a header', async () => {
    expect((await exported(admin, { search: 'no such person' })).rows).toEqual([]);
  });

  test('S-33 text that would run as a formula is escaped, and commas and quotes stay in their cell', async () => {
    await world.sql(
      `update users set first_name = '=cmd|calc', last_name = 'O"Neil, J.', company = '@sum(A1)', address1 = E'-1\\r\\nRoad'
       where email = 'buyer@vialkeep.test'`,
    );
    const { body } = await world.send(admin, exportUsers, { query: { search: 'buyer@vialkeep.test' } });
    expect(body).toContain(`"'=cmd|calc O""Neil, J.",buyer@vialkeep.test`);
    expect(body).toContain(",'@sum(A1),");
    expect(body).toContain(`"'-1\r\nRoad"`);
  });

  test('S-31 the export of a site’s administrator holds only that site, whatever the query', async () => {
    const file = await exported(north);
    expect(file.rows.length).toBeGreaterThan(3);
    expect(column(file, 'Email').filter((email) => !email?.endsWith('@north.test'))).toEqual([]);
    expect((await exported(north, { domain_id: 1 })).rows).toEqual([]);
    expect((await exported(north, { search: 'vialkeep' })).rows).toEqual([]);
  });

  test('the export is refused to all but administrators', async () => {
    const { status } = await world.refusalOf(await world.as('hc'), exportUsers);
    expect(status).toBe(403);
  });

  test('an export whose first query fails is answered with an error', async () => {
    await world.sql('alter table vials rename to gone');
    const response = await world.send(admin, exportUsers);
    await world.sql('alter table gone rename to vials');
    expect(response.statusCode).toBe(500);
    expect(response.json().reason).toBe('unexpected');
  });
});

test('an administrator reads the list of tags', async () => {
  expect(await world.call(admin, listUserTags)).toEqual([
    { id: 1, name: 'Vials ordering' },
    { id: 2, name: 'Priority' },
  ]);
});
