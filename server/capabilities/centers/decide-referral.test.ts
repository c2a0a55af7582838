import { decideReferral, listCentersOfReferral, listPendingReferrals } from '@vialkeep/contract/centers.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let hc: number;
let hc2: number;
let waiting: number;
beforeAll(async () => {
  world = await newWorld();
  hc = await world.idOf('hc@vialkeep.test');
  hc2 = await world.idOf('hc2@vialkeep.test');
  waiting = await world.idOf('waiting-rhc@vialkeep.test');
});
afterAll(() => world.close());

const ask = (center: number) =>
  world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'center', $2, null)`,
    [waiting, center],
  );

// Each test starts with one referral center that waits for the approval of one center.
beforeEach(async () => {
  await world.sql(`delete from relations where kind = 'center' and subject_id = $1`, [waiting]);
  await ask(hc);
});

const list = (caller: Caller) => world.call(caller, listPendingReferrals);
const decide = (caller: Caller, body: object) => world.send(caller, decideReferral, { body });
const links = () => world.sql('select * from relations order by id');
const standing = () =>
  world.sql(
    `select object_id, approved_at is not null as holds, ended_at is not null as ended from relations
     where kind = 'center' and subject_id = $1 order by id`,
    [waiting],
  );
const audited = () =>
  world.sql<{ facts: object }>(`select facts from audit_log where action = 'centers.decide_referral'`);

describe('W-06 The list of pending referral centers', () => {
  test('the list shows a pending referral center to the center it asks and to administrators, and to no other center', async () => {
    const [row] = await world.sql<{ started_at: Date }>(
      'select started_at from relations where subject_id = $1 and ended_at is null and approved_at is null',
      [waiting],
    );
    const expected = [
      {
        user_id: waiting,
        company: 'Adler Family Medicine',
        name: 'Corinne Adler',
        email: 'waiting-rhc@vialkeep.test',
        hc: { id: hc, company: 'Stein Regenerative Clinic' },
        requested_at: row?.started_at.toISOString(),
        may: ['decide'],
      },
    ];
    for (const who of ['hc', 'admin', 'super']) expect(await list(await world.as(who)), who).toEqual(expected);
    for (const who of ['hc2', 'hc@north.test', 'admin@north.test']) {
      expect(await list(await world.as(who)), who).toEqual([]);
    }
  });

  test('a deactivated or removed referral center leaves the list and can no longer be decided on', async () => {
    const center = await world.as('hc');
    for (const change of ['is_active = false', 'is_active = false, removed_at = now()']) {
      await world.sql(`update users set ${change} where id = $1`, [waiting]);
      expect(await list(center), change).toEqual([]);
      expect((await decide(center, { user_id: waiting, approve: true })).statusCode, change).toBe(404);
    }
    await world.sql('update users set is_active = true, removed_at = null where id = $1', [waiting]);
  });

  test('staff inside the center see the list and cannot decide', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await list(inside)).toMatchObject([{ user_id: waiting, may: [] }]);
    const before = await links();
    for (const approve of [true, false]) {
      const refused = await decide(inside, { user_id: waiting, approve });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        reason: 'only_the_center',
        message: 'Only the center itself can do this.',
      });
    }
    expect(await links()).toEqual(before);
  });

  test.each(plans.filter((plan) => ![4, 7, 10].includes(plan)))('plan %s can neither read nor decide', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    const before = await links();
    expect(await world.refusalOf(caller, listPendingReferrals)).toMatchObject({ status: 403 });
    const body = { user_id: waiting, approve: true };
    expect(await world.refusalOf(caller, decideReferral, { body })).toMatchObject({ status: 403 });
    expect(await links()).toEqual(before);
  });
});

describe('W-06 The decision on a referral center', () => {
  test('an approval links the referral center to the center at once', async () => {
    const center = await world.as('hc');
    const referral = await world.as('waiting-rhc');
    const theirs = () => world.call(referral, listCentersOfReferral, { params: { id: waiting } });
    expect(await theirs()).toEqual([]);
    const answer = await decide(center, { user_id: waiting, approve: true });
    expect(answer.json()).toEqual({
      success: true,
      message: 'Adler Family Medicine is now a referral center of Stein Regenerative Clinic.',
    });
    expect(await theirs()).toMatchObject([{ id: hc }]);
    expect(await list(center)).toEqual([]);
    expect((await audited()).at(-1)).toMatchObject({ facts: { added: [`center ${hc}`] } });
  });

  test('a refusal ends the link, and the row stays as history', async () => {
    const center = await world.as('hc');
    const answer = await decide(center, { user_id: waiting, approve: false });
    expect(answer.json()).toEqual({ success: true, message: 'Adler Family Medicine has been turned down.' });
    expect(await standing()).toEqual([{ object_id: hc, holds: false, ended: true }]);
    expect(await list(center)).toEqual([]);
    expect((await audited()).at(-1)).toMatchObject({ facts: { ended: [`center ${hc}`] } });
  });

  test.each([true, false])('a second decision after the first (approve: %s) is refused with 409', async (approve) => {
    const center = await world.as('hc');
    await decide(center, { user_id: waiting, approve });
    const before = await links();
    for (const again of [true, false]) {
      const refused = await decide(center, { user_id: waiting, approve: again });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        reason: 'already_decided',
        message: 'This referral center has been decided on already.',
      });
    }
    expect(await links()).toEqual(before);
  });

  test('20 concurrent decisions, half approving and half refusing, take effect once', async () => {
    const callers = [await world.as('hc'), await world.as('admin')];
    const before = (await audited()).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        decide(callers[n % 2] ?? anonymousCaller, { user_id: waiting, approve: n % 4 < 2 }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await audited()).length).toBe(before + 1);
    const [link, ...more] = await standing();
    expect(more).toEqual([]);
    expect(Number(link?.['holds']) + Number(link?.['ended'])).toBe(1);
  });

  test('a referral center that asks again after a refusal can be approved', async () => {
    const center = await world.as('hc');
    await decide(center, { user_id: waiting, approve: false });
    await ask(hc);
    expect((await decide(center, { user_id: waiting, approve: true })).statusCode).toBe(200);
    expect(await standing()).toEqual([
      { object_id: hc, holds: false, ended: true },
      { object_id: hc, holds: true, ended: false },
    ]);
  });

  test('an administrator has to name the center when the referral center asks several', async () => {
    await ask(hc2);
    const admin = await world.as('admin');
    const unclear = await decide(admin, { user_id: waiting, approve: true });
    expect(unclear.statusCode).toBe(400);
    expect(unclear.json().fields).toEqual({ hc_id: 'Choose the harvest center.' });
    expect((await decide(admin, { user_id: waiting, approve: true, hc_id: hc2 })).statusCode).toBe(200);
    expect(await standing()).toEqual([
      { object_id: hc, holds: false, ended: false },
      { object_id: hc2, holds: true, ended: false },
    ]);
    expect((await decide(admin, { user_id: waiting, approve: false })).statusCode).toBe(200);
    expect(await standing()).toMatchObject([
      { object_id: hc, ended: true },
      { object_id: hc2, ended: false },
    ]);
  });

  test('the decision of one center leaves the request to another center pending', async () => {
    await ask(hc2);
    expect((await decide(await world.as('hc'), { user_id: waiting, approve: true })).statusCode).toBe(200);
    expect(await standing()).toMatchObject([
      { object_id: hc, holds: true },
      { object_id: hc2, holds: false },
    ]);
  });

  test('an administrator who acts as the center decides in the name of the center', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    expect((await decide(acting, { user_id: waiting, approve: true })).statusCode).toBe(200);
    const [row] = await world.sql(
      `select actor_id, user_id, subject_id from audit_log
       where action = 'centers.decide_referral' and actor_id = $1 and user_id <> actor_id`,
      [admin.user.id],
    );
    expect(row).toEqual({ actor_id: admin.user.id, user_id: hc, subject_id: String(waiting) });
  });

  test('a decision about a referral center or center that is not the caller’s is refused with 404', async () => {
    const rhc2 = await world.idOf('rhc2@vialkeep.test');
    const staff = await world.idOf('staff3@vialkeep.test');
    const patient = await world.idOf('patient@vialkeep.test');
    const before = await links();
    const answers = new Set<string>();
    for (const [who, body] of [
      ['hc2', { user_id: waiting }],
      ['hc2', { user_id: waiting, hc_id: hc }],
      ['hc', { user_id: waiting, hc_id: hc2 }],
      ['hc', { user_id: rhc2 }],
      ['hc', { user_id: 999_999 }],
      // Staff and patients have the same kind of relation to a center, but are no referral centers.
      ['hc', { user_id: staff }],
      ['admin', { user_id: staff }],
      ['hc', { user_id: patient }],
      ['hc@north.test', { user_id: waiting }],
      ['admin@north.test', { user_id: waiting }],
      ['admin@north.test', { user_id: waiting, hc_id: hc }],
      ['admin', { user_id: waiting, hc_id: hc2 }],
    ] as const) {
      const response = await decide(await world.as(who), { ...body, approve: true });
      expect(response.statusCode, `${who} ${JSON.stringify(body)}`).toBe(404);
      answers.add(JSON.stringify(visible(response)));
    }
    expect(answers.size).toBe(1);
    expect(await links()).toEqual(before);
  });

  test('a decision without a session is refused with 401, and one with invalid input with 400 at its fields', async () => {
    const before = await links();
    const body = { user_id: waiting, approve: true };
    for (const caller of [anonymousCaller, { ...anonymousCaller, token: 'stolen-and-wrong' }]) {
      expect((await decide(caller, body)).statusCode).toBe(401);
      expect((await world.send(caller, listPendingReferrals)).statusCode).toBe(401);
    }
    const center = await world.as('hc');
    for (const [wrong, fields] of [
      [{}, ['approve', 'user_id']],
      [{ user_id: 'x', approve: true }, ['user_id']],
      [{ user_id: waiting, approve: 'yes' }, ['approve']],
      [{ user_id: waiting, approve: null }, ['approve']],
      [{ user_id: waiting, approve: true, hc_id: -1 }, ['hc_id']],
    ] as const) {
      const response = await decide(center, wrong);
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields).toSorted()).toEqual(fields);
    }
    expect(await links()).toEqual(before);
  });
});
