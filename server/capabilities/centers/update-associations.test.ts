import {
  listCentersOfReferral,
  listReferralAssociations,
  listStaff,
  updateReferralAssociation,
  updateStaff,
} from '@vialkeep/contract/centers.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { accessCenter, currentSession, listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let id: Record<
  'hc' | 'hc2' | 'hc3' | 'former' | 'north' | 'staff' | 'asking' | 'rhc' | 'waiting' | 'rep' | 'northStaff',
  number
>;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  id = {
    hc: await world.idOf('hc@vialkeep.test'),
    hc2: await world.idOf('hc2@vialkeep.test'),
    hc3: await world.idOf('hc3@vialkeep.test'),
    former: await world.idOf('former-hc@vialkeep.test'),
    north: await world.idOf('hc@north.test'),
    staff: await world.idOf('staff@vialkeep.test'),
    asking: await world.idOf('staff3@vialkeep.test'),
    rhc: await world.idOf('rhc@vialkeep.test'),
    waiting: await world.idOf('waiting-rhc@vialkeep.test'),
    rep: await world.idOf('rep@vialkeep.test'),
    northStaff: await world.idOf('staff@north.test'),
  };
});
afterAll(() => world.close());

const links = () => world.sql('select * from relations order by id');
const audited = () =>
  world.sql(
    "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'centers.associate'",
  );
const saveStaff = (caller: Caller, staff: number, body: object) =>
  world.send(caller, updateStaff, { params: { id: staff }, body });
const saveReferral = (caller: Caller, rhc: number, body: object) =>
  world.send(caller, updateReferralAssociation, { params: { id: rhc }, body });
const stein = () => ({ id: id.hc, company: 'Stein Regenerative Clinic' });
const harbor = () => ({ id: id.hc2, company: 'Harbor Steps Surgery' });
const barton = () => ({ id: id.hc3, company: 'Barton Creek Aesthetics' });

describe('F147 Staff and their centers', () => {
  test('the list shows the centers each staff member is linked to and, separately, those they asked for', async () => {
    const staff = await world.call(admin, listStaff);
    expect(staff.find((one) => one.id === id.staff)).toEqual({
      id: id.staff,
      first_name: 'Beth',
      last_name: 'Lowell',
      email: 'staff@vialkeep.test',
      domain: { id: 1, name: 'Vialkeep' },
      related_users: [stein(), harbor()],
      harvest_centers: [stein(), harbor()],
      pending: [],
      version: expect.any(Number),
    });
    expect(staff.find((one) => one.id === id.asking)).toMatchObject({ related_users: [], pending: [stein()] });
    expect(staff.map(({ email }) => email)).not.toContain('former-staff@vialkeep.test');
  });

  test('an administrator of a custom site gets only the staff of that site', async () => {
    const staff = await world.call(await world.as('admin@north.test'), listStaff);
    expect(staff.map(({ email }) => email)).toEqual(['staff@north.test']);
    expect((await world.call(await world.as('super'), listStaff)).length).toBeGreaterThan(1);
  });

  test('an administrator saves centers as comma-joined ids or as a list, and the staff member sees them', async () => {
    const before = await world.sql('select id from relations where subject_id = $1', [id.staff]);
    const answer = await saveStaff(admin, id.staff, { staff_hc_ids: `${id.hc2}, ${id.hc3},${id.hc2},` });
    expect(answer.json()).toMatchObject({ id: id.staff, related_users: [harbor(), barton()] });
    const seen = async () =>
      (await world.call(await world.as('staff'), listAssociatedCenters, { params: { id: id.staff } })).map(
        (one) => one.id,
      );
    expect(new Set(await seen())).toEqual(new Set([id.hc2, id.hc3]));
    await saveStaff(admin, id.staff, { staff_hc_ids: [id.hc, id.hc2] });
    expect(new Set(await seen())).toEqual(new Set([id.hc, id.hc2]));
    const after = await world.sql('select id from relations where subject_id = $1', [id.staff]);
    expect(after.length, 'what ended stays as history').toBe(before.length + 2);
    expect((await audited()).at(-1)).toEqual({
      facts: { added: [`center ${id.hc}`], ended: [`center ${id.hc3}`] },
    });
  });

  test('F084 saving approves the pending centers that it names and turns down the others', async () => {
    const asking = await world.as('staff3');
    const enter = () => world.send(asking, accessCenter, { body: { user_id: id.hc } });
    expect((await enter()).statusCode).toBe(404);
    expect((await saveStaff(admin, id.asking, { staff_hc_ids: String(id.hc) })).json()).toMatchObject({
      related_users: [stein()],
      pending: [],
    });
    expect((await enter()).statusCode).toBe(200);
    await world.sql('update relations set approved_at = null where subject_id = $1 and ended_at is null', [id.asking]);
    expect((await saveStaff(admin, id.asking, { staff_hc_ids: '' })).json()).toMatchObject({
      related_users: [],
      pending: [],
    });
    expect((await enter()).statusCode).toBe(404);
  });

  test('removing a center ends the staff member’s session inside that center at once', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    await saveStaff(admin, id.staff, { staff_hc_ids: [id.hc2] });
    expect((await world.send(inside, currentSession)).statusCode).toBe(401);
    await saveStaff(admin, id.staff, { staff_hc_ids: [id.hc, id.hc2] });
  });

  test('the second of two administrators who save from the same page is refused, and nothing of it is written', async () => {
    const row = (await world.call(admin, listStaff)).find((one) => one.id === id.staff);
    const other = await world.as('super');
    const first = { staff_hc_ids: [id.hc], version: row?.version };
    const second = { staff_hc_ids: [id.hc3], version: row?.version };
    expect((await saveStaff(admin, id.staff, first)).statusCode).toBe(200);
    const before = await links();
    const late = await saveStaff(other, id.staff, second);
    expect(late.statusCode).toBe(409);
    expect(late.json().reason).toBe('changed_meanwhile');
    expect(await links()).toEqual(before);
    const fresh = (await world.call(other, listStaff)).find((one) => one.id === id.staff);
    expect((await saveStaff(other, id.staff, { ...second, version: fresh?.version })).statusCode).toBe(200);
    await saveStaff(admin, id.staff, { staff_hc_ids: [id.hc, id.hc2] });
  });

  test('concurrent saves leave the result of one of them and no duplicate', async () => {
    const sets = [[id.hc], [id.hc, id.hc2], [id.hc2, id.hc3], []];
    const answers = await Promise.all(sets.map((staff_hc_ids) => saveStaff(admin, id.staff, { staff_hc_ids })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const standing = await world.sql<{ object_id: number }>(
      'select object_id from relations where subject_id = $1 and ended_at is null order by object_id',
      [id.staff],
    );
    expect(sets.map((set) => set.toSorted((a, b) => a - b))).toContainEqual(standing.map(({ object_id }) => object_id));
    await saveStaff(admin, id.staff, { staff_hc_ids: [id.hc, id.hc2] });
  });
});

describe('F148 Referral centers and their centers', () => {
  test('the list has the documented fields', async () => {
    const associations = await world.call(admin, listReferralAssociations);
    expect(associations.find((one) => one.id === id.rhc)).toEqual({
      id: id.rhc,
      rhc_domain: { id: 1, name: 'Vialkeep' },
      rhc_desc: { id: id.rhc, company: 'Lakeside Family Practice' },
      hc_desc: [stein()],
      pending: [],
      version: expect.any(Number),
    });
    expect(associations.find((one) => one.id === id.waiting)).toMatchObject({ hc_desc: [], pending: [stein()] });
    expect(await world.call(await world.as('admin@north.test'), listReferralAssociations)).toEqual([]);
  });

  test('saving answers with the code ‘Success’, and the referral center sees its centers with their templates', async () => {
    const answer = await saveReferral(admin, id.rhc, { rhc_hc_ids: `${id.hc},${id.hc3}` });
    expect(answer.json()).toMatchObject({ code: 'Success', id: id.rhc, hc_desc: [stein(), barton()] });
    const seen = await world.call(await world.as('rhc'), listCentersOfReferral, { params: { id: id.rhc } });
    expect(seen).toEqual([
      { ...stein(), template_id: 'demo-template-stein' },
      { ...barton(), template_id: 'demo-template-barton' },
    ]);
    expect((await saveReferral(admin, id.rhc, { rhc_hc_ids: [id.hc] })).json()).toMatchObject({ hc_desc: [stein()] });
  });

  test('W-06 saving approves the pending centers that it names and turns down the others', async () => {
    const waiting = await world.as('waiting-rhc');
    const theirs = async () =>
      (await world.call(waiting, listCentersOfReferral, { params: { id: id.waiting } })).map((one) => one.id);
    expect(await theirs()).toEqual([]);
    expect((await saveReferral(admin, id.waiting, { rhc_hc_ids: String(id.hc) })).json()).toMatchObject({
      hc_desc: [stein()],
      pending: [],
    });
    expect(await theirs()).toEqual([id.hc]);
    await world.sql(
      `update relations set approved_at = null where subject_id = $1 and kind = 'center' and ended_at is null`,
      [id.waiting],
    );
    expect((await saveReferral(admin, id.waiting, { rhc_hc_ids: [id.hc2] })).json()).toMatchObject({
      hc_desc: [harbor()],
      pending: [],
    });
    expect(await theirs()).toEqual([id.hc2]);
    await saveReferral(admin, id.waiting, { rhc_hc_ids: '' });
  });
});

describe('Centers that cannot be linked', () => {
  const both = [
    ['staff', 'staff_hc_ids', saveStaff, () => id.staff],
    ['a referral center', 'rhc_hc_ids', saveReferral, () => id.rhc],
  ] as const;

  test.each(both)('a change for %s is refused at %s, and nothing is written', async (_who, field, save, whom) => {
    const before = await links();
    const entries = await audited();
    for (const wrong of [
      [id.hc, id.rep],
      [id.hc, id.north],
      [id.former],
      [whom()],
      [999_999],
      `${id.hc},abc`,
      'abc',
      '1.5',
      '-4',
      [-1],
      [2_147_483_648],
      Array.from({ length: 1_001 }, (_, n) => n + 1),
      null,
      12,
      undefined,
      { id: id.hc },
      ['12'],
      [id.hc, null],
    ]) {
      const response = await save(admin, whom(), { [field]: wrong });
      expect(response.statusCode, JSON.stringify(wrong)).toBe(400);
      expect(Object.keys(response.json().fields), JSON.stringify(wrong)).toEqual([field]);
    }
    expect(await links()).toEqual(before);
    expect(await audited()).toEqual(entries);
  });

  test.each(both)('a refused change for %s says what is wrong', async (_who, field, save, whom) => {
    const words = async (ids: readonly number[]) => (await save(admin, whom(), { [field]: ids })).json().fields[field];
    expect(await words([id.rep])).toBe('Choose a Harvest Center.');
    expect(await words([id.north])).toBe('There is no such active user on this site.');
    expect(await words([whom()])).toBe('Nobody can be related to themself.');
  });

  test.each(both)('a user who is not %s gets the same 404 as an unknown id', async (_who, field, save) => {
    const before = await links();
    const missing = await save(admin, 999_999, { [field]: [id.hc] });
    expect(missing.statusCode).toBe(404);
    const north = await world.as('admin@north.test');
    const wrong = field === 'staff_hc_ids' ? id.rhc : id.staff;
    const foreign = field === 'staff_hc_ids' ? id.staff : id.rhc;
    for (const [caller, target] of [
      [admin, wrong],
      [admin, id.hc],
      [north, foreign],
    ] as const) {
      expect(visible(await save(caller, target, { [field]: [id.hc] }))).toEqual(visible(missing));
    }
    expect(await links()).toEqual(before);
  });

  test('an administrator of two sites cannot link users across them', async () => {
    const response = await saveStaff(await world.as('super'), id.northStaff, { staff_hc_ids: [id.hc] });
    expect(response.json().fields).toEqual({ staff_hc_ids: 'There is no such active user on this site.' });
  });
});

describe('Access to the association calls', () => {
  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))('plan %s is refused with 403', async (plan) => {
    const before = await links();
    const caller = await world.as(personOfPlan[plan]);
    const asks = [
      await saveStaff(caller, id.staff, { staff_hc_ids: [id.hc3] }),
      await saveReferral(caller, id.rhc, { rhc_hc_ids: [id.hc3] }),
      await saveStaff(caller, caller.user?.id ?? 0, { staff_hc_ids: [id.hc3] }),
      await world.send(caller, listStaff),
      await world.send(caller, listReferralAssociations),
    ];
    expect(asks.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(await links()).toEqual(before);
  });

  test('a caller without a session is refused with 401', async () => {
    expect((await saveStaff(anonymousCaller, id.staff, { staff_hc_ids: [] })).statusCode).toBe(401);
    expect((await saveReferral(anonymousCaller, id.rhc, { rhc_hc_ids: [] })).statusCode).toBe(401);
  });
});
