import { relationRules } from '@vialkeep/contract/network.ts';
import { type Plan, planNames, plans } from '@vialkeep/contract/plans.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { readUserDetails, setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { personOfPlan } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const idOf = (key: string) => world.idOf(key.includes('@') ? key : `${key}@vialkeep.test`);
const change = async (key: string, body: object, caller: Caller = admin) =>
  world.send(caller, updateUser, { params: { id: await idOf(key) }, body });
const related = async (key: string) =>
  (await world.call(admin, readUserDetails, { params: { id: await idOf(key) } })).related_users.map(
    ({ email }) => email.split('@', 1)[0] ?? '',
  );

async function refused(key: string, body: object, field: string): Promise<string> {
  const before = await databaseDigest(world);
  const message = await messageFor(key, body, field);
  expect(await databaseDigest(world)).toEqual(before);
  return message;
}

async function messageFor(key: string, body: object, field: string): Promise<string> {
  const response = await change(key, { ...body, city: 'Nowhere', tags: [2] });
  expect(response.statusCode, response.body).toBe(400);
  expect(Object.keys(response.json().fields)).toEqual([field]);
  return response.json().message;
}

/** The separate field of each kind of relation. */
const fieldOf = {
  center: 'harvest_center',
  referral_center: 'referral_harvest_center',
  lab: 'processing_lab',
  rep: 'sales_rep',
  manager: 'sales_manager',
  distributor: 'sales_distributor',
  affiliate: 'sales_affiliate',
} as const;

/** A second user of each plan in the demo network, where there is one. */
const second: Partial<Record<Plan, string>> = {
  1: 'lab2',
  3: 'rep3',
  4: 'hc3',
  5: 'rhc2',
  6: 'manager2',
  8: 'distributor2',
};

// An administrator can change neither themselves nor a super admin.
const rules = Object.entries(relationRules)
  .filter(([subject]) => subject !== '7' && subject !== '10')
  .flatMap(([subject, kinds]) =>
    Object.entries(kinds).map(([kind, { of }]) => ({
      subject: Number(subject) as Plan,
      kind: kind as keyof typeof fieldOf,
      of,
    })),
  );

describe('F135 Documented relations', () => {
  test.each(rules)('a relation is set, replaced and removed by its own field: $kind of plan $subject', async (rule) => {
    const key = personOfPlan[rule.subject];
    const field = fieldOf[rule.kind];
    const others = [personOfPlan[rule.of], second[rule.of] ?? personOfPlan[rule.of]];
    // A rep can have a rep, but not themselves.
    for (const other of others.filter((one) => one !== key)) {
      expect((await change(key, { [field]: await idOf(other) })).statusCode).toBe(200);
      const standing = await world.sql(
        'select object_id from relations where subject_id = $1 and kind = $2 and ended_at is null',
        [await idOf(key), rule.kind],
      );
      expect(standing).toEqual([{ object_id: await idOf(other) }]);
      expect(await related(key)).toContain(other);
    }
    expect((await change(key, { [field]: null })).statusCode).toBe(200);
    const left = await world.sql('select 1 from relations where subject_id = $1 and kind = $2 and ended_at is null', [
      await idOf(key),
      rule.kind,
    ]);
    expect(left).toEqual([]);
  });

  test.each(rules)('a user of the wrong plan is refused by the field: $kind of plan $subject', async (rule) => {
    const field = fieldOf[rule.kind];
    const before = await databaseDigest(world);
    for (const plan of plans.filter((plan) => plan !== rule.of && plan !== rule.subject)) {
      const body = { [field]: await idOf(personOfPlan[plan]) };
      expect(await messageFor(personOfPlan[rule.subject], body, field)).toBe(`Choose a ${planNames[rule.of]}.`);
    }
    expect(await databaseDigest(world)).toEqual(before);
  });

  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))(
    'a relation that plan %s cannot have is refused',
    async (plan) => {
      const before = await databaseDigest(world);
      for (const [kind, field] of Object.entries(fieldOf)) {
        if (Object.keys(relationRules[plan] ?? {}).includes(kind)) continue;
        expect(await messageFor(personOfPlan[plan], { [field]: 606 }, field)).toMatch(/cannot have one/);
      }
      expect(await databaseDigest(world)).toEqual(before);
    },
  );
});

describe('Relations that are refused by their field without any write', () => {
  test.each(['harvest_center', 'related_users'])(
    'a relation to a user of another site is refused: %s',
    async (field) => {
      const id = await idOf('hc@north.test');
      const message = await refused('patient5', { [field]: field === 'related_users' ? [id] : id }, field);
      expect(message).toBe('There is no such active user on this site.');
    },
  );

  test.each([999_999, 2_147_483_647])('a relation to an unknown user is refused: %s', async (id) => {
    await refused('patient5', { harvest_center: id }, 'harvest_center');
    await refused('patient5', { related_users: [id] }, 'related_users');
  });

  test('a relation of a user to themselves is refused', async () => {
    const [hc, rep] = [await idOf('hc'), await idOf('rep')];
    await refused('rep', { sales_manager: [rep] }, 'sales_manager');
    await refused('hc', { related_users: [hc] }, 'related_users');
  });

  test('a relation to an inactive or removed user is refused', async () => {
    const gone = await idOf('former-hc');
    await refused('patient5', { harvest_center: gone }, 'harvest_center');
    await refused('patient5', { related_users: [gone] }, 'related_users');
    await world.sql('update users set removed_at = now() where id = $1', [gone]);
    await refused('patient5', { harvest_center: gone }, 'harvest_center');
    await refused('patient5', { related_users: [gone] }, 'related_users');
  });

  test('several users are refused where the plan can have one', async () => {
    const two = [await idOf('hc'), await idOf('hc2')];
    expect(await refused('patient5', { related_users: two }, 'related_users')).toBe('Choose one.');
    const managers = [await idOf('manager'), await idOf('manager2')];
    expect(await refused('hc', { sales_manager: managers }, 'sales_manager')).toBe('Choose one.');
  });

  test('a user of a plan without a matching relation is refused', async () => {
    const message = await refused('patient5', { related_users: [await idOf('rep')] }, 'related_users');
    expect(message).toBe('A General Member cannot belong to a Sales Rep.');
  });

  test('one invalid field refuses the valid ones as well', async () => {
    const body = { harvest_center: await idOf('hc2'), sales_affiliate: await idOf('rep') };
    await refused('patient5', body, 'sales_affiliate');
  });
});

describe('F135 Field related_users', () => {
  beforeEach(async () => {
    const body = { harvest_center: await idOf('hc'), referral_harvest_center: null, sales_affiliate: null };
    await change('patient6', { ...body, processing_lab: await idOf('lab') });
  });

  test('the list sets all relations by the plan of each user, and unnamed ones end', async () => {
    const list = [await idOf('hc2'), { id: await idOf('rhc'), first_name: 'x' }, await idOf('affiliate')];
    expect((await change('patient6', { related_users: list })).statusCode).toBe(200);
    expect((await related('patient6')).toSorted()).toEqual(['affiliate', 'hc2', 'rhc']);
    expect((await change('patient6', { related_users: [] })).statusCode).toBe(200);
    expect(await related('patient6')).toEqual([]);
  });

  test('empty entries and repeats in the list are ignored', async () => {
    const hc2 = await idOf('hc2');
    expect((await change('patient6', { related_users: [null, hc2, '', hc2, { id: hc2 }] })).statusCode).toBe(200);
    expect(await related('patient6')).toEqual(['hc2']);
  });

  test('a separate field takes precedence over the list', async () => {
    const body = { related_users: [await idOf('hc'), await idOf('lab')], harvest_center: await idOf('hc3') };
    expect((await change('patient6', body)).statusCode).toBe(200);
    expect((await related('patient6')).toSorted()).toEqual(['hc3', 'lab']);
  });

  test('without the list no relation changes', async () => {
    await change('patient6', { city: 'Ogden' });
    expect((await related('patient6')).toSorted()).toEqual(['hc', 'lab']);
  });

  test('a related user who became inactive can stay in the list', async () => {
    await change('donor', { harvest_center: await idOf('new-hc') });
    const id = await idOf('new-hc');
    await world.call(admin, setUserInactive, { params: { id } });
    expect((await change('donor', { related_users: [id], city: 'Vail' })).statusCode).toBe(200);
    expect(await related('donor')).toEqual(['new-hc']);
  });

  test('an ended relation stays as history', async () => {
    const id = await idOf('patient6');
    const count = async () => (await world.sql('select 1 from relations where subject_id = $1', [id])).length;
    const before = await count();
    await change('patient6', { related_users: [await idOf('hc3')] });
    expect(await count()).toBe(before + 1);
    const standing = await world.sql('select kind from relations where subject_id = $1 and ended_at is null', [id]);
    expect(standing).toEqual([{ kind: 'center' }]);
  });

  test('the audit row names the added and ended relations', async () => {
    const [hc, hc2] = [await idOf('hc'), await idOf('hc2')];
    await change('patient6', { harvest_center: hc2 });
    const [noted] = await world.sql<{ facts: object }>(
      "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'users.edit' order by position desc limit 1",
    );
    expect(noted?.facts).toMatchObject({ related: [`center ${hc2}`], ended: [`center ${hc}`] });
  });
});

describe('Managers of a sales rep', () => {
  test('a rep can have several managers, and the first one counts', async () => {
    const [manager, manager2] = [await idOf('manager'), await idOf('manager2')];
    await change('rep3', { sales_manager: null });
    await change('rep3', { sales_manager: [manager2, manager] });
    expect(await related('rep3')).toEqual(['manager2', 'manager']);
    const rep3 = await world.call(admin, readUserDetails, { params: { id: await idOf('rep3') } });
    expect(rep3.sales_manager).toEqual({ id: manager2, name: 'Hugo Marchetti' });
  });
});

describe('F135 Change of the plan with relations', () => {
  test('a new plan ends the relations that it cannot have and keeps the others', async () => {
    await change('rhc2', { harvest_center: await idOf('hc2'), sales_rep: await idOf('rep2'), sales_affiliate: null });
    await world.sql("update relations set ended_at = now() where kind = 'referral_center' and ended_at is null");
    expect((await change('rhc2', { subscription: 16 })).statusCode).toBe(200);
    expect(await related('rhc2')).toEqual(['rep2']);
    expect((await change('rhc2', { subscription: 5 })).statusCode).toBe(200);
    expect(await related('rhc2')).toEqual(['rep2']);
  });

  test('the relations of the same form are checked against the new plan', async () => {
    const body = { subscription: 6, related_users: [await idOf('distributor2')] };
    expect((await change('buyer', body)).statusCode).toBe(200);
    expect(await related('buyer')).toEqual(['distributor2']);
    const back = { subscription: 16, related_users: [await idOf('hc')] };
    await refused('buyer', back, 'related_users');
    expect((await change('buyer', { subscription: 16, sales_rep: await idOf('rep') })).statusCode).toBe(200);
    expect((await related('buyer')).toSorted()).toEqual(['distributor2', 'rep']);
  });

  test('the first of several relations stays where the plan can have one, and the database enforces it', async () => {
    const [hc, hc2] = [await idOf('hc'), await idOf('hc2')];
    await change('staff2', { related_users: [hc, hc2] });
    expect((await change('staff2', { subscription: 12 })).statusCode).toBe(200);
    expect(await related('staff2')).toEqual(['hc']);
    const id = await idOf('staff2');
    await expect(
      world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'center', $2)", [
        id,
        hc2,
      ]),
    ).rejects.toThrow('relations_one_of_a_kind');
  });

  test('a new plan is refused while other users depend on the present one', async () => {
    const message = 'Others still belong to this user in the present membership. Move them first.';
    for (const [key, plan] of [
      ['hc', 5],
      ['lab', 2],
      ['manager', 3],
    ] as const) {
      expect(await refused(key, { subscription: plan }, 'subscription')).toBe(message);
    }
  });

  test('a new plan is refused while the patient has vials in store', async () => {
    const message = 'This patient has vials in store and must stay a patient.';
    expect(await refused('patient3', { subscription: 12 }, 'subscription')).toBe(message);
  });

  test('a pending request to the user does not block a new plan, and ends', async () => {
    const [center, staff] = [await idOf('hc3'), await idOf('staff3')];
    await world.sql('update relations set ended_at = now() where ended_at is null and object_id = $1', [center]);
    await world.sql(
      "insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'center', $2, null)",
      [staff, center],
    );
    expect((await change('hc3', { subscription: 5 })).statusCode).toBe(200);
    expect(await world.sql('select 1 from relations where ended_at is null and object_id = $1', [center])).toEqual([]);
  });

  test('a new plan ends the user’s own pending requests', async () => {
    const [center, staff] = [await idOf('hc2'), await idOf('staff5')];
    await world.sql('update relations set ended_at = now() where ended_at is null and subject_id = $1', [staff]);
    await world.sql(
      "insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'center', $2, null)",
      [staff, center],
    );
    expect((await change('staff5', { subscription: 12 })).statusCode).toBe(200);
    expect(await world.sql('select 1 from relations where ended_at is null and subject_id = $1', [staff])).toEqual([]);
  });

  test('a new plan and a simultaneous relation to the user do not both succeed', async () => {
    const [rep, hc2] = [await idOf('house'), await idOf('hc2')];
    const save = (id: number, body: object) => world.send(admin, updateUser, { params: { id }, body });
    for (let round = 0; round < 5; round += 1) {
      const [moved, joined] = await Promise.all([save(rep, { subscription: 6 }), save(hc2, { sales_rep: rep })]);
      expect([moved.statusCode, joined.statusCode].toSorted((a, b) => a - b)).toEqual([200, 400]);
      const [breach] = await world.sql(
        `select 1 from relations join users object on object.id = object_id
         where relations.ended_at is null and kind = 'rep' and object.plan_id <> 3`,
      );
      expect(breach).toBeUndefined();
      await change('hc2', { sales_rep: null });
      await change('house', { subscription: 3 });
    }
  });
});

describe('Pending approval of a center', () => {
  const waits = async () =>
    world.sql(
      `select object_id, approved_at is not null as holds from relations
       where subject_id = $1 and kind = 'center' and ended_at is null order by id`,
      [await idOf('waiting-rhc')],
    );

  test('W-06 a request stays pending when an administrator saves a form that does not show it', async () => {
    const [hc, hc2, rep] = [await idOf('hc'), await idOf('hc2'), await idOf('rep')];
    expect(await waits()).toEqual([{ object_id: hc, holds: false }]);
    for (const body of [{ related_users: [rep] }, { sales_rep: rep }, { harvest_center: null }, { city: 'Austin' }]) {
      expect((await change('waiting-rhc', body)).statusCode, JSON.stringify(body)).toBe(200);
      expect(await waits(), JSON.stringify(body)).toEqual([{ object_id: hc, holds: false }]);
    }
    expect((await change('waiting-rhc', { related_users: [rep, hc2] })).statusCode).toBe(200);
    expect(await waits()).toEqual([
      { object_id: hc, holds: false },
      { object_id: hc2, holds: true },
    ]);
    expect((await change('waiting-rhc', { related_users: [rep, hc] })).statusCode).toBe(200);
    expect(await waits()).toEqual([{ object_id: hc, holds: true }]);
  });
});

describe('Two administrators who set one relation at the same moment', () => {
  test('two simultaneous changes leave the user with one of the two', async () => {
    const [id, hc, hc2] = [await idOf('patient7'), await idOf('hc'), await idOf('hc2')];
    const answers = await Promise.all(
      [hc, hc2, hc, hc2].map((harvest_center) =>
        world.send(admin, updateUser, { params: { id }, body: { harvest_center } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const standing = await world.sql(
      "select 1 from relations where subject_id = $1 and kind = 'center' and ended_at is null",
      [id],
    );
    expect(standing).toHaveLength(1);
  });
});
