import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { expect, test } from 'vitest';
import { actingNow, expectedActing } from './acting-now.ts';

const center = { id: UserId.parse(412), username: 'Maria Stein', company: 'North Clinic' };
const staff = { id: UserId.parse(9), name: 'Bo Lind', email: 'staff@vialkeep.test', template_id: null };
const admin = { id: UserId.parse(1), name: 'Root Admin', email: 'super@vialkeep.test', template_id: null };

const until = '2026-11-16T08:00:00.000Z';
const own = { acting: null, viewing: null };

test('F030 staff in a center’s account see the company and go back to their own account', () => {
  const acting = { kind: 'staff_access' as const, by: staff, until, reason: null };
  expect(actingNow({ user: center, acting, viewing: null }, center, null)).toEqual({
    kind: 'staff_access',
    whose: 'North Clinic',
    home: 9,
    until: null,
  });
});

test('F026 an administrator in a user’s account sees the name and goes back to their own account', () => {
  const acting = { kind: 'login_as' as const, by: admin, until, reason: null };
  const seen = actingNow({ user: center, acting, viewing: null }, center, '1');
  expect(seen).toEqual({ kind: 'login_as', whose: 'Maria Stein', home: 1, until });
});

test('a differing stored user beside the administrator’s token is viewed and not acted for', () => {
  const seen = { kind: 'viewing_as', whose: 'Maria Stein', home: 1 };
  expect(actingNow({ ...own, user: admin }, center, '1')).toEqual({ ...seen, until: null });
  const viewing = { user_id: center.id, until };
  expect(actingNow({ ...own, user: admin, viewing }, center, '1')).toEqual({ ...seen, until });
  const another = { user_id: staff.id, until };
  expect(actingNow({ ...own, user: admin, viewing: another }, center, '1')).toEqual({ ...seen, until: null });
});

test('F028 neither a forged cookie nor a normal session shows the acting strip', () => {
  expect(actingNow({ ...own, user: center }, center, '1')).toBeNull();
  expect(actingNow({ ...own, user: admin }, center, null)).toBeNull();
});

test('the acting state is null before the server answers', () => {
  expect(actingNow(null, center, '1')).toBeNull();
  expect(actingNow({ ...own, user: center }, null, '1')).toBeNull();
});

test('before the server answers, space is reserved according to the cookies', () => {
  expect(expectedActing(center, { staff: '1', superAdmin: null })).toEqual({
    kind: 'staff_access',
    whose: 'North Clinic',
  });
  expect(expectedActing(center, { staff: null, superAdmin: '1' })).toEqual({ kind: 'login_as', whose: 'Maria Stein' });
  expect(expectedActing(center, { staff: null, superAdmin: null })).toBeNull();
});
