import { approveStaff, listStaffOfCenter, removeStaff } from '@vialkeep/contract/centers.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { accessCenter, currentSession, listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let hc: number;
let pending: number;
beforeAll(async () => {
  world = await newWorld();
  hc = await world.idOf('hc@vialkeep.test');
  pending = await world.idOf('staff3@vialkeep.test');
});
afterAll(() => world.close());

// Each test starts with the demo staff of the center: two approved members and one pending.
beforeEach(async () => {
  await world.sql('delete from relations where subject_id in (select id from users where plan_id = 9)');
  for (const [staff, center, approved] of [
    ['staff@vialkeep.test', 'hc@vialkeep.test', true],
    ['staff@vialkeep.test', 'hc2@vialkeep.test', true],
    ['staff2@vialkeep.test', 'hc@vialkeep.test', true],
    ['staff3@vialkeep.test', 'hc@vialkeep.test', false],
    ['staff@north.test', 'hc@north.test', true],
  ] as const) {
    await world.sql(
      `insert into relations (domain_id, subject_id, kind, object_id, approved_at)
       select s.domain_id, s.id, 'center', c.id, case when $3 then now() end from users s, users c
       where s.email = $1 and c.email = $2`,
      [staff, center, approved],
    );
  }
});

const list = (caller: Caller, id = hc) => world.call(caller, listStaffOfCenter, { params: { id } });
const links = () => world.sql('select * from relations order by id');
const approve = (caller: Caller, body: object) => world.send(caller, approveStaff, { body });
const remove = (caller: Caller, body: object) => world.send(caller, removeStaff, { body });

describe('F082 The staff of a center', () => {
  test('the list shows pending staff first, then approved staff, and no other user of the center', async () => {
    const { staff_list, may } = await list(await world.as('hc'));
    expect(staff_list).toEqual([
      { id: pending, first_name: 'Renee', last_name: 'Castillo', email: 'staff3@vialkeep.test', status: 'pending' },
      expect.objectContaining({ email: 'staff2@vialkeep.test', status: 'active' }),
      expect.objectContaining({ email: 'staff@vialkeep.test', status: 'active' }),
    ]);
    expect(may).toEqual(['approve', 'remove']);
  });

  test('the list marks deactivated staff as inactive and leaves out removed staff', async () => {
    await world.sql(
      "update users set is_active = false where email in ('staff@vialkeep.test', 'staff2@vialkeep.test')",
    );
    await world.sql("update users set removed_at = now() where email = 'staff2@vialkeep.test'");
    const { staff_list } = await list(await world.as('hc'));
    expect(staff_list.map(({ email, status }) => [email, status])).toEqual([
      ['staff3@vialkeep.test', 'pending'],
      ['staff@vialkeep.test', 'inactive'],
    ]);
    await world.sql("update users set is_active = true, removed_at = null where email like 'staff%@vialkeep.test'");
  });

  test('administrators of the site and staff inside the center read the list, and the staff cannot change it', async () => {
    expect((await list(await world.as('admin'))).may).toEqual(['approve', 'remove']);
    expect((await list(await world.as('super'))).staff_list).toHaveLength(3);
    const inside = await list(await world.inside(await world.as('staff'), 'hc@vialkeep.test'));
    expect(inside.staff_list).toHaveLength(3);
    expect(inside.may).toEqual([]);
    const acting = await list(await world.actingAs(await world.as('admin'), 'hc@vialkeep.test'));
    expect(acting.may).toEqual(['approve', 'remove']);
  });

  test.each(plans.filter((plan) => ![4, 7, 10].includes(plan)))('plan %s cannot read the list', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    for (const id of [hc, caller.user.id, 999_999]) {
      expect(await world.refusalOf(caller, listStaffOfCenter, { params: { id } })).toMatchObject({ status: 403 });
    }
  });

  test('an id of another center, another site, another plan or no user at all gets the same 404', async () => {
    const missing = await world.send(await world.as('hc'), listStaffOfCenter, { params: { id: 999_999 } });
    expect(missing.statusCode).toBe(404);
    const hc2 = await world.idOf('hc2@vialkeep.test');
    const north = await world.idOf('hc@north.test');
    const rep = await world.idOf('rep@vialkeep.test');
    for (const [who, id] of [
      ['hc', hc2],
      ['hc', north],
      ['hc@north.test', hc],
      ['admin@north.test', hc],
      ['admin', rep],
      ['super', 999_999],
    ] as const) {
      const response = await world.send(await world.as(who), listStaffOfCenter, { params: { id } });
      expect(visible(response), `${who} ${id}`).toEqual(visible(missing));
    }
    expect((await world.send(anonymousCaller, listStaffOfCenter, { params: { id: hc } })).statusCode).toBe(401);
  });
});

describe('F084 Staff who registered themselves', () => {
  test('pending staff cannot enter the center, and can as soon as the center approves them', async () => {
    const staff = await world.as('staff3');
    const enter = () => world.send(staff, accessCenter, { body: { user_id: hc } });
    const centers = () => world.call(staff, listAssociatedCenters, { params: { id: pending } });
    expect((await enter()).statusCode).toBe(404);
    expect(await centers()).toEqual([]);

    const answer = await approve(await world.as('hc'), { user_id: pending, hc_id: hc });
    expect(answer.json()).toEqual({ success: true, message: 'Renee Castillo can now work in this account.' });
    expect((await enter()).statusCode).toBe(200);
    expect(await centers()).toEqual([{ id: hc, company: 'Stein Regenerative Clinic' }]);
    const { staff_list } = await list(await world.as('hc'));
    expect(staff_list.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
  });

  test('an approval by an administrator who acts as the center is audited with both accounts', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    expect((await approve(acting, { user_id: pending, hc_id: hc })).statusCode).toBe(200);
    const [row] = await world.sql(
      "select domain_id, actor_id, user_id, subject_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'centers.approve_staff' and actor_id = $1",
      [admin.user.id],
    );
    expect(row).toEqual({
      domain_id: 1,
      actor_id: admin.user.id,
      user_id: hc,
      subject_id: String(pending),
      facts: { added: [`center ${hc}`] },
    });
  });

  test('one of five concurrent approvals succeeds, and the others are refused with 409', async () => {
    const caller = await world.as('hc');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => approve(caller, { user_id: pending, hc_id: hc })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      reason: 'already_approved',
      message: 'This user is on your staff already.',
    });
  });

  test('an administrator of the site can approve staff, and one of another site gets 404', async () => {
    const before = await links();
    expect((await approve(await world.as('admin@north.test'), { user_id: pending, hc_id: hc })).statusCode).toBe(404);
    expect(await links()).toEqual(before);
    expect((await approve(await world.as('super'), { user_id: pending, hc_id: hc })).statusCode).toBe(200);
  });
});

describe('F083 Removing staff', () => {
  test('a removal takes the staff member off the list and the center off their account, and the relation stays as history', async () => {
    const staff = await world.idOf('staff@vialkeep.test');
    const hc2 = await world.idOf('hc2@vialkeep.test');
    const answer = await remove(await world.as('hc'), { user_id: staff, hc_id: hc });
    expect(answer.json()).toEqual({ success: true, message: 'Beth Lowell has been removed from the staff.' });
    const { staff_list } = await list(await world.as('hc'));
    expect(staff_list.map(({ email }) => email)).toEqual(['staff3@vialkeep.test', 'staff2@vialkeep.test']);
    const centers = await world.call(await world.as('staff'), listAssociatedCenters, { params: { id: staff } });
    expect(centers.map(({ id }) => id)).toEqual([hc2]);
    const kept = await world.sql(
      'select object_id, ended_at is not null as ended from relations where subject_id = $1',
      [staff],
    );
    expect(kept).toEqual(
      expect.arrayContaining([
        { object_id: hc, ended: true },
        { object_id: hc2, ended: false },
      ]),
    );
  });

  test('a removal ends the staff member’s session inside the center at once, and not their own session', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc@vialkeep.test');
    const elsewhere = await world.inside(staff, 'hc2@vialkeep.test');
    expect((await world.send(inside, currentSession)).statusCode).toBe(200);
    await remove(await world.as('hc'), { user_id: staff.user.id, hc_id: hc });
    expect((await world.send(inside, currentSession)).statusCode).toBe(401);
    expect((await world.send(elsewhere, currentSession)).statusCode).toBe(200);
    expect((await world.send(staff, currentSession)).statusCode).toBe(200);
  });

  test('a removal of pending staff turns the request down', async () => {
    expect((await remove(await world.as('hc'), { user_id: pending, hc_id: hc })).statusCode).toBe(200);
    expect((await approve(await world.as('hc'), { user_id: pending, hc_id: hc })).statusCode).toBe(404);
    expect((await list(await world.as('hc'))).staff_list).toHaveLength(2);
  });

  test('one of several concurrent removals takes effect', async () => {
    const caller = await world.as('hc');
    const user_id = await world.idOf('staff2@vialkeep.test');
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(caller, { user_id, hc_id: hc })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    const audited = await world.sql(
      "select 1 from audit_log where action = 'centers.remove_staff' and subject_id = $1",
      [String(user_id)],
    );
    expect(audited).toHaveLength(1);
  });
});

describe('Changing the staff', () => {
  const both = [
    ['approving', approveStaff],
    ['removing', removeStaff],
  ] as const;

  test.each(both)('%s is refused for staff inside the center, with the reason', async (_what, route) => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    const before = await links();
    for (const user_id of [pending, await world.idOf('staff2@vialkeep.test')]) {
      const response = await world.send(inside, route, { body: { user_id, hc_id: hc } });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        reason: 'only_the_center',
        message: 'Only the center itself can do this.',
      });
    }
    expect(await links()).toEqual(before);
  });

  test.each(both)('%s gets 404 when the center or the staff member is not the caller’s', async (_what, route) => {
    const hc2 = await world.idOf('hc2@vialkeep.test');
    const staff = await world.idOf('staff@vialkeep.test');
    const patient = await world.idOf('patient@vialkeep.test');
    const foreigner = await world.idOf('staff@north.test');
    const before = await links();
    const answers = new Set<string>();
    for (const [who, user_id, hc_id] of [
      ['hc', staff, hc2],
      ['hc2', pending, hc],
      ['hc', 999_999, hc],
      ['hc', foreigner, hc],
      // A patient has the same kind of relation to the center, but is no staff.
      ['hc', patient, hc],
      ['admin', patient, hc],
      ['hc', hc, hc],
      ['hc@north.test', pending, hc],
      ['admin@north.test', pending, hc],
      ['admin', foreigner, hc],
      ['admin', hc, pending],
    ] as const) {
      const response = await world.send(await world.as(who), route, { body: { user_id, hc_id } });
      expect(response.statusCode, `${who} ${user_id} ${hc_id}`).toBe(404);
      answers.add(JSON.stringify(visible(response)));
    }
    expect(answers.size).toBe(1);
    expect(await links()).toEqual(before);
  });

  test.each(plans.filter((plan) => ![4, 7, 10].includes(plan)))('plan %s can change no staff', async (plan) => {
    const before = await links();
    const caller = await world.as(personOfPlan[plan]);
    for (const [, route] of both) {
      const body = { user_id: pending, hc_id: hc };
      expect(await world.refusalOf(caller, route, { body })).toMatchObject({ status: 403 });
      expect(await world.refusalOf(anonymousCaller, route, { body })).toMatchObject({ status: 401 });
    }
    expect(await links()).toEqual(before);
  });

  test.each(both)('%s with invalid input is refused with 400 at its fields', async (_what, route) => {
    const caller = await world.as('hc');
    for (const [body, fields] of [
      [{}, ['hc_id', 'user_id']],
      [{ user_id: 'x', hc_id: hc }, ['user_id']],
      [{ user_id: pending, hc_id: -1 }, ['hc_id']],
      [{ user_id: 1.5, hc_id: null }, ['hc_id', 'user_id']],
    ] as const) {
      const response = await world.send(caller, route, { body });
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields).toSorted()).toEqual(fields);
    }
  });
});
