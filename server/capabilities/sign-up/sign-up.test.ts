import { listStaffOfCenter } from '@vialkeep/contract/centers.ts';
import { accessCenter, currentSession, listAssociatedCenters, login } from '@vialkeep/contract/session.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, stranger, type World } from '../../testing/world.ts';

const HOUSE_REP = 606;
const PASSWORD = 'chosen-by-myself-1';

let world: World;
let rep: number;
let center: number;
beforeAll(async () => {
  world = await newWorld({ SIGN_UPS_PER_HOUR: '1000', LOOKUPS_PER_MINUTE: '1000' });
  rep = await world.idOf('rep@vialkeep.test');
  center = await world.idOf('hc@vialkeep.test');
});
afterAll(() => world.close());

let made = 0;
const person = () => ({
  first_name: 'Ada',
  last_name: 'Moreau',
  email: `new-${(made += 1)}@people.test`,
  password: PASSWORD,
});
const address = {
  address1: '1 Main St',
  address2: '',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};
const clinic = () => ({ ...person(), ...address, company: 'Moreau Clinic', phone_number: '+1 512 555 0100' });

const north = { ...stranger, host: 'north.localhost' };
const signUp = (body: object, caller: Caller = stranger) => world.send(caller, createHarvestCenter, { body });
const sell = (body: object, caller: Caller = stranger) => world.send(caller, addSalesRep, { body });

/** What the new account sees of itself once it has logged in. */
async function loggedIn(email: string, host = 'localhost') {
  const { token, user } = await world.call({ ...stranger, host }, login, { body: { email, password: PASSWORD } });
  return { token, host, user };
}

async function counts() {
  const [row] = await world.sql(
    'select (select count(*) from users) as users, (select count(*) from relations) as relations',
  );
  return row;
}

/** Refused, by these words, and nothing was made. */
async function refusedBy(send: () => Promise<{ statusCode: number; json(): { message: string; fields?: object } }>) {
  const before = await counts();
  const response = await send();
  expect(response.statusCode).toBe(400);
  expect(await counts()).toEqual(before);
  return response.json();
}

describe('F151, F152 signing up to sell', () => {
  test.each([
    [3, 'Sales Rep'],
    [6, 'Sales Manager'],
    [8, 'Sales Distributor'],
  ])('as plan %s makes an account that logs in and belongs to nobody', async (subscription, name) => {
    const body = { ...person(), ...address, subscription };
    const { id, message } = (await sell(body)).json();
    expect(message).toBe('Your account has been created. You can log in now.');
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ id, subscription: { id: subscription, name }, city: 'Austin', saless_rep_id: null });
    expect(await world.sql('select 1 from relations where $1 in (subject_id, object_id)', [id])).toEqual([]);
  });

  test('needs no address', async () => {
    const body = { ...person(), subscription: 3 };
    expect((await sell(body)).statusCode).toBe(200);
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ address1: '', zip_code: '' });
  });

  test.each([1, 2, 4, 5, 7, 9, 10, 11, 12, 15, 16, '3', null, undefined, [3]])(
    'F156, S-02 as subscription %j is refused',
    async (subscription) => {
      const { fields } = await refusedBy(() => sell({ ...person(), subscription }));
      expect(fields).toEqual({ subscription: 'Must be 3, 6 or 8.' });
    },
  );

  test('S-02 takes no team, tags, site, id or rights from what is sent', async () => {
    const manager = await world.idOf('manager@vialkeep.test');
    const body = {
      ...person(),
      subscription: 3,
      sales_manager_id: manager,
      sales_distributor_id: 1,
      related_users: [manager],
      domain: 2,
      domain_id: 2,
      tags: [1],
      plan_id: 10,
      is_active: false,
      id: 5,
      must_change_password: true,
      template_id: 'x',
    };
    const { id } = (await sell(body)).json();
    expect(
      await world.sql('select domain_id, plan_id, tags, is_active, template_id from users where id = $1', [id]),
    ).toEqual([{ domain_id: 1, plan_id: 3, tags: [], is_active: true, template_id: null }]);
    expect(await world.sql('select 1 from relations where subject_id = $1', [id])).toEqual([]);
  });

  test('is written down with the plan and without names', async () => {
    const { id } = (await sell({ ...person(), subscription: 8 })).json();
    expect(
      await world.sql('select action, actor_id, facts from audit_log where subject_id = $1', [String(id)]),
    ).toEqual([{ action: 'sign_up.open_account', actor_id: null, facts: { plan: 8, added: [] } }]);
  });
});

describe('F131 adding a sales rep to a team, on the same path', () => {
  const team = () => {
    const { password: _none, ...who } = person();
    return { ...who, subscription: 3, generate_password: true, send_new_sales_team: true, password: 'placeholder' };
  };

  test('S-02, S-16 a manager’s joins the manager’s team, and the password comes by letter', async () => {
    const manager = await world.as('manager');
    const body = { ...team(), sales_manager_id: 1, subscription: 6 };
    const { id } = (await sell(body, manager)).json();
    expect(await world.sql('select plan_id, password_hash from users where id = $1', [id])).toEqual([
      { plan_id: 3, password_hash: null },
    ]);
    expect(await world.sql('select kind, object_id from relations where subject_id = $1', [id])).toEqual([
      { kind: 'manager', object_id: manager.user.id },
    ]);
    expect((await world.letters(1)).map(({ recipient }) => recipient)).toContain(body.email);
  });

  test('an administrator’s joins the team it names, of this site only', async () => {
    const admin = await world.as('admin');
    const sales_manager_id = await world.idOf('manager@vialkeep.test');
    expect((await sell({ ...team(), sales_manager_id }, admin)).statusCode).toBe(200);
    const before = await counts();
    const { message } = (await sell({ ...team(), sales_manager_id: rep }, admin)).json();
    expect(message).toBe('Sales manager not found.');
    expect(await counts()).toEqual(before);
  });

  test('is nobody’s without a session, and not every plan’s', async () => {
    const before = await counts();
    expect((await sell(team())).statusCode).toBe(401);
    expect((await sell(team(), await world.as('hc'))).statusCode).toBe(403);
    expect(await counts()).toEqual(before);
  });
});

describe('F153 signing up as a harvest center', () => {
  test('links it to the rep whose id the link carried, as text or as a number', async () => {
    for (const saless_rep_id of [rep, String(rep)]) {
      const body = { ...clinic(), subscription: 4, saless_rep_id, template_id: '', document_id: null };
      const { id } = (await signUp(body)).json();
      const { user } = await loggedIn(body.email);
      expect(user).toMatchObject({
        id,
        subscription: { id: 4 },
        company: 'Moreau Clinic',
        phone_number: '+1 512 555 0100',
        saless_rep_id: rep,
        template_id: null,
      });
    }
  });

  test.each([999_999, 0, -1, 1.5, '', ' ', 'abc', '1e3', '606; drop', '99999999999999999999', null])(
    'U-44 of the rep %j is refused',
    async (saless_rep_id) => {
      const { message } = await refusedBy(() => signUp({ ...clinic(), subscription: 4, saless_rep_id }));
      expect(message).toBe('Sales rep not found.');
    },
  );

  test('S-03 of somebody who is no active rep of this site is refused', async () => {
    const [inactive] = await world.sql<{ id: number }>(
      `insert into users (domain_id, plan_id, email, first_name, last_name, is_active)
       values (1, 3, 'gone@people.test', 'Gone', 'Rep', false) returning id`,
    );
    const others = [center, await world.idOf('manager@vialkeep.test'), inactive?.id];
    for (const saless_rep_id of others) {
      const { message } = await refusedBy(() => signUp({ ...clinic(), subscription: 4, saless_rep_id }));
      expect(message).toBe('Sales rep not found.');
    }
    const { message } = await refusedBy(() => signUp({ ...clinic(), subscription: 4, saless_rep_id: rep }, north));
    expect(message).toBe('Sales rep not found.');
  });

  test.each([
    ['first_name', ''],
    ['last_name', undefined],
    ['email', 'no address'],
    ['password', 'seven77'],
    ['password', undefined],
    ['company', ' '],
    ['phone_number', ''],
    ['phone_number', 'call me'],
    ['address1', ''],
    ['city', undefined],
    ['state_desc', null],
    ['country_desc', ''],
    ['zip_code', 'x'.repeat(21)],
    ['first_name', 'a\u0000b'],
  ])('S-30, C-06 names the field for %s %j', async (field, value) => {
    const body = { ...clinic(), subscription: 4, saless_rep_id: rep, [field]: value };
    const { fields } = await refusedBy(() => signUp(body));
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });

  test('S-30 with a short password says so in the documented words', async () => {
    const body = { ...clinic(), subscription: 4, saless_rep_id: rep, password: 'seven77' };
    const { message } = await refusedBy(() => signUp(body));
    expect(message).toBe('Password must have at least 8 characters.');
  });

  test('S-02 takes no site, tags, state, rights or other people from what is sent', async () => {
    const others = { related_users: [center], harvest_center: center, lab_id: 1, sales_manager_id: 1 };
    const rights = { domain: 2, domain_id: 2, tags: [1], plan_id: 10, is_active: false, id: 5, check_agreement: '1' };
    const body = { ...clinic(), subscription: 4, saless_rep_id: rep, ...others, ...rights };
    const { id } = (await signUp(body)).json();
    expect(await world.sql('select domain_id, plan_id, tags, is_active from users where id = $1', [id])).toEqual([
      { domain_id: 1, plan_id: 4, tags: [], is_active: true },
    ]);
    expect(await world.sql('select kind, object_id from relations where subject_id = $1', [id])).toEqual([
      { kind: 'rep', object_id: rep },
    ]);
  });

  test('C-10 with the token of somebody else is still a sign-up by oneself', async () => {
    const body = { ...clinic(), subscription: 4, saless_rep_id: rep };
    const { id } = (await signUp(body, await world.as('admin'))).json();
    expect(await world.sql('select actor_id from audit_log where subject_id = $1', [String(id)])).toEqual([
      { actor_id: null },
    ]);
    expect((await loggedIn(body.email)).user.id).toBe(id);
  });
});

describe('F154 signing up as a referral harvest center', () => {
  const relations = (id: number) =>
    world.sql(
      'select kind, object_id, approved_at is not null as holds from relations where subject_id = $1 order by kind',
      [id],
    );

  test('F081 links it to the rep and to the center whose link it was', async () => {
    const body = { ...clinic(), subscription: 5, saless_rep_id: String(HOUSE_REP), hc_id: String(center) };
    const { id } = (await signUp(body)).json();
    expect(await relations(id)).toEqual([
      { kind: 'center', object_id: center, holds: true },
      { kind: 'rep', object_id: HOUSE_REP, holds: true },
    ]);
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ subscription: { id: 5 }, saless_rep_id: HOUSE_REP, hc_desc: [{ id: center }] });
  });

  test('F124 needs no center', async () => {
    const { id } = (await signUp({ ...clinic(), subscription: 5, saless_rep_id: rep, hc_id: '' })).json();
    expect(await relations(id)).toEqual([{ kind: 'rep', object_id: rep, holds: true }]);
  });

  test.each([999_999, 'abc', 0])('of the center %j is refused', async (hc_id) => {
    const { message } = await refusedBy(() => signUp({ ...clinic(), subscription: 5, saless_rep_id: rep, hc_id }));
    expect(message).toBe('Harvest center not found.');
  });

  test('C-04 without a subscription is what the form is told by its other fields', async () => {
    const { id } = (await signUp({ ...clinic(), saless_rep_id: rep, hc_id: center })).json();
    const { id: staff } = (await signUp({ ...clinic(), saless_rep_id: null, staff_hc_ids: center })).json();
    expect(await world.sql('select plan_id from users where id = any($1) order by id', [[id, staff]])).toEqual([
      { plan_id: 5 },
      { plan_id: 9 },
    ]);
  });

  test('needs the postal code, unlike a harvest center', async () => {
    const { fields } = await refusedBy(() =>
      signUp({ ...clinic(), subscription: 5, saless_rep_id: rep, zip_code: '' }),
    );
    expect(fields).toEqual({ zip_code: 'Postal Code is required.' });
  });

  test('Q-21 by the link of a custom site’s center works there, with nobody who sells', async () => {
    const hc_id = await world.idOf('hc@north.test');
    const body = { ...clinic(), subscription: 5, saless_rep_id: HOUSE_REP, hc_id };
    const { id } = (await signUp(body, north)).json();
    expect(await relations(id)).toEqual([{ kind: 'center', object_id: hc_id, holds: true }]);
    expect((await loggedIn(body.email, 'north.localhost')).user.domain.id).toBe(2);
    const across = await refusedBy(() => signUp({ ...body, email: 'across@people.test', hc_id: center }, north));
    expect(across.message).toBe('Harvest center not found.');
  });
});

describe('F155 signing up as staff', () => {
  test('S-04 waits for the center: listed there as pending, with no way in', async () => {
    const body = { ...clinic(), subscription: 9, saless_rep_id: null, staff_hc_ids: String(center) };
    const { id, message } = (await signUp(body)).json();
    expect(message).toContain('once it has approved you');
    const staff = await loggedIn(body.email);
    expect(staff.user).toMatchObject({ id, subscription: { id: 9 }, hc_desc: [] });
    expect(await world.call(staff, listAssociatedCenters, { params: { id } })).toEqual([]);
    expect(await world.refusalOf(staff, accessCenter, { body: { user_id: center } })).toMatchObject({ status: 404 });
    const { staff_list } = await world.call(await world.as('hc'), listStaffOfCenter, { params: { id: center } });
    expect(staff_list.find((one) => one.id === id)).toMatchObject({ status: 'pending' });
  });

  test('S-04 the database lets nobody wait for anything but a center', async () => {
    const waiting = world.sql(
      `insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'rep', $2, null)`,
      [await world.idOf('new-hc@vialkeep.test'), rep],
    );
    await expect(waiting).rejects.toMatchObject({ constraint: 'only_a_center_is_asked_for' });
  });

  test('U-47 without a center makes an account that an administrator links later', async () => {
    for (const staff_hc_ids of ['', null, []]) {
      const { id, message } = (
        await signUp({ ...clinic(), subscription: 9, saless_rep_id: null, staff_hc_ids })
      ).json();
      expect(message).not.toContain('approved');
      expect(await world.sql('select 1 from relations where subject_id = $1', [id])).toEqual([]);
    }
  });

  test('of several centers asks each of them once', async () => {
    const other = await world.idOf('new-hc@vialkeep.test');
    const staff_hc_ids = `${center},${other},${center}`;
    const { id } = (await signUp({ ...clinic(), subscription: 9, staff_hc_ids })).json();
    const asked = await world.sql('select object_id, approved_at from relations where subject_id = $1', [id]);
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(expect.arrayContaining([{ object_id: other, approved_at: null }]));
  });

  test('of a center that is none, among others that are, is refused', async () => {
    for (const staff_hc_ids of [`${center},999999`, 'abc', String(rep)]) {
      const { message } = await refusedBy(() => signUp({ ...clinic(), subscription: 9, staff_hc_ids }));
      expect(message).toBe('Harvest center not found.');
    }
  });

  test('where approval is switched off, belongs to the center at once', async () => {
    const trusting = await newWorld({ STAFF_SIGNUP_APPROVAL: 'off' });
    const body = { ...clinic(), subscription: 9, staff_hc_ids: String(center) };
    const { id } = await trusting.call(stranger, createHarvestCenter, { body });
    const rows = await trusting.sql('select approved_at is not null as holds from relations where subject_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ holds: true }]);
    await trusting.close();
  });
});

describe('F156 nobody signs up as more than a page may make', () => {
  test.each([1, 2, 3, 6, 7, 8, 10, 11, 12, 15, 16, '4', { id: 7 }])(
    'subscription %j is refused',
    async (subscription) => {
      const body = { ...clinic(), saless_rep_id: rep, subscription };
      const { fields } = await refusedBy(() => signUp(body));
      expect(fields).toEqual({ subscription: 'Must be 4, 5 or 9.' });
    },
  );

  test.each(['hc@vialkeep.test', ' HC@Vialkeep.test '])(
    'the e-mail %j, which has an account, is refused, and the account stays as it is',
    async (email) => {
      const before = await world.sql("select * from users where email = 'hc@vialkeep.test'");
      const taken = await refusedBy(() => signUp({ ...clinic(), subscription: 4, saless_rep_id: rep, email }));
      expect(taken).toMatchObject({ reason: 'email_in_use', fields: { email: 'This e-mail already has an account.' } });
      expect(await refusedBy(() => sell({ ...person(), subscription: 3, email }))).toMatchObject({
        reason: 'email_in_use',
      });
      expect(await world.sql("select * from users where email = 'hc@vialkeep.test'")).toEqual(before);
    },
  );

  test('submitted twice at once makes one account', async () => {
    const body = { ...clinic(), subscription: 4, saless_rep_id: rep };
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test('a new account has a session of its own only after it has logged in', async () => {
    const response = await signUp({ ...clinic(), subscription: 4, saless_rep_id: rep });
    expect(Object.keys(response.json()).toSorted()).toEqual(['id', 'message', 'success']);
    expect(response.headers).not.toHaveProperty('set-cookie');
    const body = { ...person(), subscription: 3 };
    await sell(body);
    const session = await world.call(await loggedIn(body.email), currentSession);
    expect(session.must_change_password).toBe(false);
  });
});
