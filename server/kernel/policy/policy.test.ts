import { DomainId, SessionId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { describe, expect, test } from 'vitest';
import { unproblematicIdentity } from '../../testing/identity/unproblematic-identity.ts';
import { type Actor, seesEverySite } from '../session/actor.ts';
import type { Visibility } from './list-filter.ts';
import { everyone, only, permissionsFrom } from './policy.ts';
import { always, notWhileActing, whileActing } from './rules.ts';

function actor(plan: Plan, acting: Actor['acting'] = null): Actor {
  return {
    userId: UserId.parse(5),
    plan,
    domainId: DomainId.parse(1),
    tags: [],
    agreed: true,
    mustChangePassword: false,
    key: null,
    sessionId: SessionId.parse(9),
    acting,
    identity: unproblematicIdentity,
    scope: DomainId.parse(1),
  };
}
const seesAll: Visibility = () => (eb) => eb.lit(true);
const acting = { kind: 'login_as', byId: UserId.parse(1), reason: null } as const;

describe('Policy table', () => {
  const permissions = permissionsFrom(
    [
      { 'test.all': everyone(), 'test.labs': only([1]) },
      { 'test.self': everyone(notWhileActing), 'test.other': only([4], whileActing) },
    ],
    seesAll,
  );

  test('the table admits exactly the plans that it names', () => {
    expect(plans.filter((plan) => permissions.mayTry(actor(plan), 'test.all'))).toEqual(plans);
    expect(plans.filter((plan) => permissions.mayTry(actor(plan), 'test.labs'))).toEqual([1]);
  });

  test.each(['test.unknown', '', 'toString', '__proto__', 'constructor', 'test', 'TEST.ALL'])(
    'the table admits no plan to %j, which it does not have',
    (action) => {
      for (const plan of plans) expect(permissions.mayTry(actor(plan), action)).toBe(false);
    },
  );

  test('the table distinguishes an acting user from the owner', () => {
    expect(permissions.mayTry(actor(4), 'test.self')).toBe(true);
    expect(permissions.mayTry(actor(4, acting), 'test.self')).toBe(false);
    expect(permissions.mayTry(actor(4), 'test.other')).toBe(false);
    expect(permissions.mayTry(actor(4, acting), 'test.other')).toBe(true);
    expect(permissions.of(actor(1, acting))).toEqual(['test.all', 'test.labs']);
  });

  test('a table with two rows for one action is refused', () => {
    const twice = [{ 'test.all': everyone() }, { 'test.all': only([1], always) }];
    expect(() => permissionsFrom(twice, seesAll)).toThrow('test.all has two rows');
  });
});

describe('S-31 Access to every site', () => {
  test('a super admin, and an admin of the main site, see every site', () => {
    const wide = (isMain: boolean) => plans.filter((plan) => seesEverySite(plan, isMain));
    expect(wide(true)).toEqual([7, 10]);
    expect(wide(false)).toEqual([10]);
  });
});
