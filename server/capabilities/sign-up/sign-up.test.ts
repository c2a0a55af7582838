import { currentSession } from '@vialkeep/contract/session.ts';
import { createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { address, newClinic, newcomer, signUpsIn } from '../../testing/sign-ups.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

const HOUSE_REP = 606;

let world: World;
let rep: number;
let center: number;
beforeAll(async () => {
  world = await newWorld({ SIGN_UPS_PER_HOUR: '1000', LOOKUPS_PER_MINUTE: '1000' });
  rep = await world.idOf('rep@vialkeep.test');
  center = await world.idOf('hc@vialkeep.test');
});
afterAll(() => world.close());

const { counts, signUp, sell, loggedIn, refusedBy } = signUpsIn(() => world);
const north = { ...anonymousCaller, host: 'north.localhost' };

describe('F151, F152 Sign-up to sell', () => {
  test.each([
    [3, 'Sales Rep'],
    [6, 'Sales Manager'],
    [8, 'Sales Distributor'],
  ])('a sign-up as plan %s creates an account that can log in and has no relations', async (subscription, name) => {
    const body = { ...newcomer(), ...address, subscription };
    const { id, message } = (await sell(body)).json();
    expect(message).toBe('Your account has been created. You can log in now.');
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ id, subscription: { id: subscription, name }, city: 'Austin', saless_rep_id: null });
    expect(await world.sql('select 1 from relations where $1 in (subject_id, object_id)', [id])).toEqual([]);
  });

  test('a sign-up to sell needs no address', async () => {
    const body = { ...newcomer(), subscription: 3 };
    expect((await sell(body)).statusCode).toBe(200);
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ address1: '', zip_code: '' });
  });

  test.each([1, 2, 4, 5, 7, 9, 10, 11, 12, 15, 16, '3', null, undefined, [3]])(
    'F156, S-02 a sign-up with the subscription %j is refused',
    async (subscription) => {
      const { fields } = await refusedBy(() => sell({ ...newcomer(), subscription }));
      expect(fields).toEqual({ subscription: 'Must be 3, 6 or 8.' });
    },
  );

  test('S-02 a sign-up ignores a sent team, tags, site, id and permissions', async () => {
    const manager = await world.idOf('manager@vialkeep.test');
    const body = {
      ...newcomer(),
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

  test('the audit row of a sign-up has the plan and no names', async () => {
    const { id } = (await sell({ ...newcomer(), subscription: 8 })).json();
    expect(
      await world.sql(
        "select action, actor_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject_id = $1",
        [String(id)],
      ),
    ).toEqual([{ action: 'sign_up.open_account', actor_id: null, facts: { plan: 8, added: [] } }]);
  });
});

describe('F131 Sales rep added to a team, on the same path', () => {
  const team = () => {
    const { password: _none, ...who } = newcomer();
    return { ...who, subscription: 3, generate_password: true, send_new_sales_team: true, password: 'placeholder' };
  };

  test('S-02, S-16 a manager’s new rep joins the manager’s team and gets the password by email', async () => {
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

  test('an administrator’s new rep joins the named team, on this site only', async () => {
    const admin = await world.as('admin');
    const sales_manager_id = await world.idOf('manager@vialkeep.test');
    expect((await sell({ ...team(), sales_manager_id }, admin)).statusCode).toBe(200);
    const before = await counts();
    const { message } = (await sell({ ...team(), sales_manager_id: rep }, admin)).json();
    expect(message).toBe('Sales manager not found.');
    expect(await counts()).toEqual(before);
  });

  test('adding a rep is refused without a session and to other plans', async () => {
    const before = await counts();
    expect((await sell(team())).statusCode).toBe(401);
    expect((await sell(team(), await world.as('hc'))).statusCode).toBe(403);
    expect(await counts()).toEqual(before);
  });
});

describe('F153 Sign-up as a harvest center', () => {
  test('a new center is related to the rep of the link, whether the id is a text or a number', async () => {
    for (const saless_rep_id of [rep, String(rep)]) {
      const body = { ...newClinic(), subscription: 4, saless_rep_id, template_id: '', document_id: null };
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
    'U-44 a sign-up with the rep %j is refused',
    async (saless_rep_id) => {
      const { message } = await refusedBy(() => signUp({ ...newClinic(), subscription: 4, saless_rep_id }));
      expect(message).toBe('Sales rep not found.');
    },
  );

  test('S-03 a sign-up with a user who is no active rep of this site is refused', async () => {
    const [inactive] = await world.sql<{ id: number }>(
      `insert into users (domain_id, plan_id, email, first_name, last_name, is_active)
       values (1, 3, 'gone@people.test', 'Gone', 'Rep', false) returning id`,
    );
    const others = [center, await world.idOf('manager@vialkeep.test'), inactive?.id];
    for (const saless_rep_id of others) {
      const { message } = await refusedBy(() => signUp({ ...newClinic(), subscription: 4, saless_rep_id }));
      expect(message).toBe('Sales rep not found.');
    }
    const { message } = await refusedBy(() => signUp({ ...newClinic(), subscription: 4, saless_rep_id: rep }, north));
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
  ])('S-30, C-06 the field %s with the value %j is refused by its name', async (field, value) => {
    const body = { ...newClinic(), subscription: 4, saless_rep_id: rep, [field]: value };
    const { fields } = await refusedBy(() => signUp(body));
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });

  test('S-30 a short password is refused with the documented message', async () => {
    const body = { ...newClinic(), subscription: 4, saless_rep_id: rep, password: 'seven77' };
    const { message } = await refusedBy(() => signUp(body));
    expect(message).toBe('Password must have at least 8 characters.');
  });

  test('S-02 a sign-up ignores a sent site, tags, state, permissions and relations', async () => {
    const others = { related_users: [center], harvest_center: center, lab_id: 1, sales_manager_id: 1 };
    const rights = { domain: 2, domain_id: 2, tags: [1], plan_id: 10, is_active: false, id: 5, check_agreement: '1' };
    const body = { ...newClinic(), subscription: 4, saless_rep_id: rep, ...others, ...rights };
    const { id } = (await signUp(body)).json();
    expect(await world.sql('select domain_id, plan_id, tags, is_active from users where id = $1', [id])).toEqual([
      { domain_id: 1, plan_id: 4, tags: [], is_active: true },
    ]);
    expect(await world.sql('select kind, object_id from relations where subject_id = $1', [id])).toEqual([
      { kind: 'rep', object_id: rep },
    ]);
  });

  test('C-10 a sign-up with another user’s token is still an anonymous sign-up', async () => {
    const body = { ...newClinic(), subscription: 4, saless_rep_id: rep };
    const { id } = (await signUp(body, await world.as('admin'))).json();
    expect(await world.sql('select actor_id from audit_log where subject_id = $1', [String(id)])).toEqual([
      { actor_id: null },
    ]);
    expect((await loggedIn(body.email)).user.id).toBe(id);
  });
});

describe('F154 Sign-up as a referral harvest center', () => {
  const relations = (id: number) =>
    world.sql(
      'select kind, object_id, approved_at is not null as holds from relations where subject_id = $1 order by kind',
      [id],
    );

  test('F081, W-06 a new referral center is related to the rep, and pending at the center of the link', async () => {
    const body = { ...newClinic(), subscription: 5, saless_rep_id: String(HOUSE_REP), hc_id: String(center) };
    const { id, message } = (await signUp(body)).json();
    expect(message).toBe('Your account has been created. You can log in now.');
    expect(await relations(id)).toEqual([
      { kind: 'center', object_id: center, holds: false },
      { kind: 'rep', object_id: HOUSE_REP, holds: true },
    ]);
    const { user } = await loggedIn(body.email);
    expect(user).toMatchObject({ subscription: { id: 5 }, saless_rep_id: HOUSE_REP, hc_desc: [] });
    const [entry] = await world.sql<{ facts: object }>(
      `select facts from audit_log where action = 'sign_up.open_account' and subject_id = $1`,
      [String(id)],
    );
    expect(entry?.facts).toMatchObject({ added: [`rep ${HOUSE_REP}`, `pending center ${center}`] });
  });

  test('W-06 where approval is switched off, a new referral center belongs to the center at once', async () => {
    const trusting = await newWorld({ RHC_SIGNUP_APPROVAL: 'off' });
    const body = { ...newClinic(), subscription: 5, saless_rep_id: HOUSE_REP, hc_id: center };
    const { id } = await trusting.call(anonymousCaller, createHarvestCenter, { body });
    const rows = await trusting.sql(
      `select object_id, approved_at is not null as holds from relations where subject_id = $1 and kind = 'center'`,
      [id],
    );
    expect(rows).toEqual([{ object_id: center, holds: true }]);
    await trusting.close();
  });

  test('F124 a sign-up as a referral center needs no center', async () => {
    const { id } = (await signUp({ ...newClinic(), subscription: 5, saless_rep_id: rep, hc_id: '' })).json();
    expect(await relations(id)).toEqual([{ kind: 'rep', object_id: rep, holds: true }]);
  });

  test.each([999_999, 'abc', 0])('a sign-up with the center %j is refused', async (hc_id) => {
    const { message } = await refusedBy(() => signUp({ ...newClinic(), subscription: 5, saless_rep_id: rep, hc_id }));
    expect(message).toBe('Harvest center not found.');
  });

  test('C-04 without a subscription, the other fields select the form', async () => {
    const { id } = (await signUp({ ...newClinic(), saless_rep_id: rep, hc_id: center })).json();
    const { id: staff } = (await signUp({ ...newClinic(), saless_rep_id: null, staff_hc_ids: center })).json();
    expect(await world.sql('select plan_id from users where id = any($1) order by id', [[id, staff]])).toEqual([
      { plan_id: 5 },
      { plan_id: 9 },
    ]);
  });

  test('a referral center needs the postal code, unlike a harvest center', async () => {
    const { fields } = await refusedBy(() =>
      signUp({ ...newClinic(), subscription: 5, saless_rep_id: rep, zip_code: '' }),
    );
    expect(fields).toEqual({ zip_code: 'Postal Code is required.' });
  });

  test('Q-21 the link of a custom site’s center works there and relates no sales rep', async () => {
    const hc_id = await world.idOf('hc@north.test');
    const body = { ...newClinic(), subscription: 5, saless_rep_id: HOUSE_REP, hc_id };
    const { id } = (await signUp(body, north)).json();
    expect(await relations(id)).toEqual([{ kind: 'center', object_id: hc_id, holds: false }]);
    expect((await loggedIn(body.email, 'north.localhost')).user.domain.id).toBe(2);
    const across = await refusedBy(() => signUp({ ...body, email: 'across@people.test', hc_id: center }, north));
    expect(across.message).toBe('Harvest center not found.');
  });
});

describe('F156 Limits of a public sign-up', () => {
  test.each([1, 2, 3, 6, 7, 8, 10, 11, 12, 15, 16, '4', { id: 7 }])(
    'the subscription %j is refused',
    async (subscription) => {
      const body = { ...newClinic(), saless_rep_id: rep, subscription };
      const { fields } = await refusedBy(() => signUp(body));
      expect(fields).toEqual({ subscription: 'Must be 4, 5 or 9.' });
    },
  );

  test.each(['hc@vialkeep.test', ' HC@Vialkeep.test '])(
    'the email %j, which has an account, is refused, and the account does not change',
    async (email) => {
      const before = await world.sql("select * from users where email = 'hc@vialkeep.test'");
      const taken = await refusedBy(() => signUp({ ...newClinic(), subscription: 4, saless_rep_id: rep, email }));
      expect(taken).toMatchObject({ reason: 'email_in_use', fields: { email: 'This e-mail already has an account.' } });
      expect(await refusedBy(() => sell({ ...newcomer(), subscription: 3, email }))).toMatchObject({
        reason: 'email_in_use',
      });
      expect(await world.sql("select * from users where email = 'hc@vialkeep.test'")).toEqual(before);
    },
  );

  test('two simultaneous sign-ups create one account', async () => {
    const body = { ...newClinic(), subscription: 4, saless_rep_id: rep };
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test('a new account has no session until it logs in', async () => {
    const response = await signUp({ ...newClinic(), subscription: 4, saless_rep_id: rep });
    expect(Object.keys(response.json()).toSorted()).toEqual(['id', 'message', 'success']);
    expect(response.headers).not.toHaveProperty('set-cookie');
    const body = { ...newcomer(), subscription: 3 };
    await sell(body);
    const session = await world.call(await loggedIn(body.email), currentSession);
    expect(session.must_change_password).toBe(false);
  });
});
