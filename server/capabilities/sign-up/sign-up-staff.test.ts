import { listStaffOfCenter } from '@vialkeep/contract/centers.ts';
import { accessCenter, listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newClinic, signUpsIn } from '../../testing/sign-ups.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let rep: number;
let center: number;
beforeAll(async () => {
  world = await newWorld({ SIGN_UPS_PER_HOUR: '1000' });
  rep = await world.idOf('rep@vialkeep.test');
  center = await world.idOf('hc@vialkeep.test');
});
afterAll(() => world.close());

const { signUp, loggedIn, refusedBy } = signUpsIn(() => world);

describe('F155 Sign-up as staff', () => {
  test('S-04 a new staff member is pending at the center and cannot enter its account', async () => {
    const body = { ...newClinic(), subscription: 9, saless_rep_id: null, staff_hc_ids: String(center) };
    const { id, message } = (await signUp(body)).json();
    expect(message).toContain('once it has approved you');
    const staff = await loggedIn(body.email);
    expect(staff.user).toMatchObject({ id, subscription: { id: 9 }, hc_desc: [] });
    expect(await world.call(staff, listAssociatedCenters, { params: { id } })).toEqual([]);
    expect(await world.refusalOf(staff, accessCenter, { body: { user_id: center } })).toMatchObject({ status: 404 });
    const { staff_list } = await world.call(await world.as('hc'), listStaffOfCenter, { params: { id: center } });
    expect(staff_list.find((one) => one.id === id)).toMatchObject({ status: 'pending' });
  });

  test('S-04 the database refuses a pending relation of any kind but a center', async () => {
    const waiting = world.sql(
      `insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'rep', $2, null)`,
      [await world.idOf('new-hc@vialkeep.test'), rep],
    );
    await expect(waiting).rejects.toMatchObject({ constraint: 'only_a_center_is_asked_for' });
  });

  test('U-47 a sign-up without a center creates an account that an administrator links later', async () => {
    for (const staff_hc_ids of ['', null, []]) {
      const { id, message } = (
        await signUp({ ...newClinic(), subscription: 9, saless_rep_id: null, staff_hc_ids })
      ).json();
      expect(message).not.toContain('approved');
      expect(await world.sql('select 1 from relations where subject_id = $1', [id])).toEqual([]);
    }
  });

  test('a sign-up with several centers creates one request for each', async () => {
    const other = await world.idOf('new-hc@vialkeep.test');
    const staff_hc_ids = `${center},${other},${center}`;
    const { id } = (await signUp({ ...newClinic(), subscription: 9, staff_hc_ids })).json();
    const asked = await world.sql('select object_id, approved_at from relations where subject_id = $1', [id]);
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(expect.arrayContaining([{ object_id: other, approved_at: null }]));
  });

  test('a sign-up with an invalid center among valid ones is refused', async () => {
    for (const staff_hc_ids of [`${center},999999`, 'abc', String(rep)]) {
      const { message } = await refusedBy(() => signUp({ ...newClinic(), subscription: 9, staff_hc_ids }));
      expect(message).toBe('Harvest center not found.');
    }
  });

  test('where approval is switched off, new staff belong to the center at once', async () => {
    const trusting = await newWorld({ STAFF_SIGNUP_APPROVAL: 'off' });
    const body = { ...newClinic(), subscription: 9, staff_hc_ids: String(center) };
    const { id } = await trusting.call(anonymousCaller, createHarvestCenter, { body });
    const rows = await trusting.sql('select approved_at is not null as holds from relations where subject_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ holds: true }]);
    await trusting.close();
  });
});
