import { plans } from '@vialkeep/contract/plans.ts';
import { updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** Fields of the user row and of the wire that users cannot set on themselves. */
const notOnesOwn = {
  id: 1,
  user_id: 1,
  username: 'root',
  subscription: 10,
  subscription_type: 10,
  plan: 10,
  plan_id: 10,
  tags: [1, 2, 3],
  domain: 2,
  domain_id: 2,
  password: 'hacked-1234',
  password_hash: 'hacked',
  password_new: 'hacked-1234',
  new_password_change: 'hacked-1234',
  must_change_password: true,
  is_active: false,
  is_superuser: true,
  is_staff: true,
  removed_at: '2026-01-01T00:00:00Z',
  date_joined: '2001-01-01T00:00:00Z',
  last_login: '2001-01-01T00:00:00Z',
  document_id: 'forged',
  saless_rep_id: 606,
  sales_manager_id: 606,
  hc_desc: [{ id: 1 }],
  rhc_desc: [{ id: 1 }],
  referral_hc_desc: [{ id: 1 }],
  related_users: [1],
  harvest_center: 1,
  harvest_center_temporal: 1,
  staff_hc_ids: [1],
  auth_customer_profile_id: '1',
  preferences: { colour_scheme: 'dark' },
  search_text: 'x',
  may: ['everything'],
};

/** Valid encodings of a plan. */
const encodings = [10, { id: 10 }, { id: 10, name: 'Super Admin' }, 7.0];

/** Invalid encodings of a plan. */
const forgeries = ['10', [10], { id: '10', name: 'Super Admin' }, '0xA', true, 13, null];

async function rowOf(id: number): Promise<unknown> {
  const [user] = await world.sql('select * from users where id = $1', [id]);
  const relations = await world.sql('select * from relations where subject_id = $1 or object_id = $1 order by id', [
    id,
  ]);
  return { user, relations };
}

async function changesNothing(caller: Caller, id: number, body: object, status = 200): Promise<void> {
  const before = await rowOf(id);
  for (const route of [updateUser, updateUserDirect]) {
    expect((await world.send(caller, route, { params: { id }, body })).statusCode).toBe(status);
  }
  expect(await rowOf(id)).toEqual(before);
}

describe('S-17 Fields that a user can write', () => {
  test.each(plans.filter((plan) => plan !== 7))(
    'fields outside the list do not change when plan %s sends them',
    async (plan) => {
      const caller = await world.as(personOfPlan[plan]);
      await changesNothing(caller, caller.user.id, notOnesOwn);
      for (const subscription of encodings) {
        const isRefused = plan === 10 && subscription === 7;
        await changesNothing(caller, caller.user.id, { subscription }, isRefused ? 400 : 200);
      }
      for (const subscription of forgeries) await changesNothing(caller, caller.user.id, { subscription }, 400);
    },
  );

  test('fields outside the list do not change for an admin, and another plan for themselves is refused', async () => {
    const caller = await world.as('admin');
    const { subscription: _plan, ...others } = notOnesOwn;
    await changesNothing(caller, caller.user.id, others);
    await changesNothing(caller, caller.user.id, { ...others, subscription: 7 });
    for (const subscription of [10, { id: 10 }, 4]) {
      await changesNothing(caller, caller.user.id, { subscription, city: 'Elsewhere' }, 400);
    }
  });

  test('fields outside the list do not change beside an allowed change', async () => {
    const caller = await world.as('hc2');
    const [before] = await world.sql<{ version: number }>('select * from users where id = $1', [caller.user.id]);
    const body = { ...notOnesOwn, city: 'Everett', template_id: 'forged' };
    await world.call(caller, updateUser, { params: { id: caller.user.id }, body });
    const [after] = await world.sql('select * from users where id = $1', [caller.user.id]);
    expect(after).toEqual({ ...before, city: 'Everett', version: (before?.version ?? 0) + 1 });
  });

  test('fields that no caller can write do not change for an administrator who edits another user', async () => {
    const id = await world.idOf('hc3@vialkeep.test');
    const {
      subscription: _plan,
      tags: _tags,
      related_users: _related,
      harvest_center: _center,
      ...others
    } = notOnesOwn;
    for (const who of ['admin', 'super']) {
      const before = await rowOf(id);
      const caller = await world.as(who);
      expect((await world.send(caller, updateUser, { params: { id }, body: others })).statusCode).toBe(200);
      await world.sql('update users set version = version - 1 where id = $1', [id]);
      expect(await rowOf(id)).toEqual(before);
    }
  });

  test('fields outside the list do not change for an administrator or staff acting in the account', async () => {
    const id = await world.idOf('hc@vialkeep.test');
    await changesNothing(await world.actingAs(await world.as('admin'), 'hc@vialkeep.test'), id, notOnesOwn);
    await changesNothing(await world.inside(await world.as('staff'), 'hc@vialkeep.test'), id, notOnesOwn);
  });
});

describe('F033 Template id', () => {
  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))('plan %s cannot write the template id', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    await changesNothing(caller, caller.user.id, { template_id: 'forged' });
    await changesNothing(caller, caller.user.id, { template_id: null });
  });

  test('staff acting in the center cannot write the template id', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    await changesNothing(inside, inside.user.id, { template_id: 'forged' });
  });

  test('an administrator writes the template id, also while impersonating', async () => {
    const admin = await world.as('admin');
    const id = await world.idOf('hc2@vialkeep.test');
    const written = await world.call(admin, updateUser, { params: { id }, body: { template_id: 'by-admin' } });
    expect(written.template_id).toBe('by-admin');
    const acting = await world.actingAs(admin, 'hc2@vialkeep.test');
    const again = await world.call(acting, updateUser, { params: { id }, body: { template_id: 'while-acting' } });
    expect(again.template_id).toBe('while-acting');
  });
});
