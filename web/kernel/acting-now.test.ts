import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { expect, test } from 'vitest';
import { actingNow, expectedActing } from './acting-now.ts';

const center = { id: UserId.parse(412), username: 'Maria Stein', company: 'North Clinic' };
const staff = { id: UserId.parse(9), name: 'Bo Lind', email: 'staff@vialkeep.test', template_id: null };
const admin = { id: UserId.parse(1), name: 'Root Admin', email: 'super@vialkeep.test', template_id: null };

test('F030 staff in a center’s account are told the company and go back to themselves', () => {
  const session = { user: center, acting: { kind: 'staff_access' as const, by: staff } };
  expect(actingNow(session, center, null)).toEqual({ kind: 'staff_access', whose: 'North Clinic', home: 9 });
});

test('F026 an administrator in somebody’s account is told the name and goes back to themselves', () => {
  const session = { user: center, acting: { kind: 'login_as' as const, by: admin } };
  expect(actingNow(session, center, '1')).toEqual({ kind: 'login_as', whose: 'Maria Stein', home: 1 });
});

test('with the administrator’s own token kept, a differing stored user is viewed and not acted for', () => {
  const session = { user: admin, acting: null };
  expect(actingNow(session, center, '1')).toEqual({ kind: 'viewing_as', whose: 'Maria Stein', home: 1 });
});

test('F028 a forged cookie alone shows nothing, and neither does a session that is one’s own', () => {
  expect(actingNow({ user: center, acting: null }, center, '1')).toBeNull();
  expect(actingNow({ user: admin, acting: null }, center, null)).toBeNull();
});

test('nothing is claimed before the server has answered', () => {
  expect(actingNow(null, center, '1')).toBeNull();
  expect(actingNow({ user: center, acting: null }, null, '1')).toBeNull();
});

test('before that, room is kept for what the cookies let expect', () => {
  expect(expectedActing(center, { staff: '1', superAdmin: null })).toEqual({
    kind: 'staff_access',
    whose: 'North Clinic',
  });
  expect(expectedActing(center, { staff: null, superAdmin: '1' })).toEqual({ kind: 'login_as', whose: 'Maria Stein' });
  expect(expectedActing(center, { staff: null, superAdmin: null })).toBeNull();
});
