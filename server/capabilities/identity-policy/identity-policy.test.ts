import { requestSignatures } from '@vialkeep/contract/documents.ts';
import { resendEmailLetter } from '@vialkeep/contract/email-changes.ts';
import { readIdentity, removeFactor } from '@vialkeep/contract/factors.ts';
import { changeIdentityPolicy, readIdentityPolicy, reviewAccount } from '@vialkeep/contract/identity-policy.ts';
import { addSalesManager } from '@vialkeep/contract/sales-teams.ts';
import { accessCenter, currentSession, listSessions, loginAsUser } from '@vialkeep/contract/session.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enrolApp } from '../../testing/identity/enrolment.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.close());

const main = { domain_id: 1 };
const setup = { status: 409, reason: 'second_factor_setup_required' };

describe('Policy of a site', () => {
  test('an administrator makes the own site stricter, and reads what the installation and the site ask', async () => {
    const admin = await world.as('admin@north.test', 'north.localhost');
    const params = { domain_id: 2 };
    const body = { second_factor_plans: [4], grace_days: 3, idle_minutes_staff: 20 };
    const saved = await world.call(admin, changeIdentityPolicy, { params, body });
    expect(saved.policy).toMatchObject({ ...body, step_up: true, verify_email: false });
    expect(saved.installation).toMatchObject({ second_factor_plans: [], step_up: false });
    expect(await world.call(admin, readIdentityPolicy, { params })).toMatchObject({ policy: saved.policy });
    const [row] = await world.sql<{ facts: { changes: object } }>(
      "select facts from audit_log where action = 'identity.change_policy'",
    );
    expect(row?.facts.changes).toMatchObject({ grace_days: { before: 14, after: 3 } });
  });

  test('another site is answered with 404', async () => {
    const admin = await world.as('admin@north.test', 'north.localhost');
    for (const domain_id of [1, 999]) {
      const params = { domain_id };
      const none = { status: 404, reason: 'not_found' };
      expect(await world.refusalOf(admin, readIdentityPolicy, { params })).toEqual(none);
      expect(await world.refusalOf(admin, changeIdentityPolicy, { params, body: { grace_days: 1 } })).toEqual(none);
    }
  });

  test('no field can be looser than the installation, and the refusal names it', async () => {
    const strict = await newWorld({ IDENTITY_POLICY: 'strict' });
    const admin = await strict.as('super');
    await enrolApp(strict, admin);
    const looser = {
      second_factor_plans: [4, 7, 10],
      grace_days: 15,
      step_up: false,
      verify_email: false,
      review_sign_ups: false,
      acting_reason: 'optional',
      idle_minutes_staff: 31,
      idle_minutes_others: 121,
      new_device_letter: false,
    };
    for (const [field, value] of Object.entries(looser)) {
      const answer = await strict.send(admin, changeIdentityPolicy, { params: main, body: { [field]: value } });
      expect(answer.json(), field).toMatchObject({
        reason: 'looser_than_installation',
        fields: { [field]: 'A site can be stricter than the installation, never looser.' },
      });
    }
    expect(await strict.sql('select * from identity_policies where domain_id = 1')).toEqual([]);
    // A row that was written past this check makes nothing looser either.
    await strict.sql('insert into identity_policies (domain_id, step_up, grace_days) values (1, false, 300)');
    const { policy } = await strict.call(admin, readIdentityPolicy, { params: main });
    expect(policy).toMatchObject({ step_up: true, grace_days: 14 });
    await strict.close();
  });
});

describe('Required second factor', () => {
  test('a policy that changes while people are logged in counts from the next call, with days of grace', async () => {
    const [admin, hc] = [await world.as('admin'), await world.as('hc')];
    await world.call(await world.as('super'), changeIdentityPolicy, {
      params: main,
      body: { second_factor_plans: [4, 7], grace_days: 5 },
    });
    expect(await world.refusalOf(admin, readIdentityPolicy, { params: main })).toEqual(setup);
    const { second_factor_due_at } = await world.call(hc, currentSession);
    const days = (new Date(second_factor_due_at ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(5);
    const again = await world.call(hc, currentSession);
    expect(Math.abs(new Date(again.second_factor_due_at ?? 0).getTime() - Date.now() - days * 86_400_000)).toBeLessThan(
      60_000,
    );
    await world.sql("update users set second_factor_asked_at = now() - interval '6 days' where id = $1", [hc.user.id]);
    expect(await world.refusalOf(hc, listSessions)).toEqual(setup);
    await enrolApp(world, hc);
    expect(await world.call(hc, currentSession)).toMatchObject({ second_factor_due_at: null });
  });

  test('the days of grace begin at the first call after the policy changed, whichever call it is, and do not begin again', async () => {
    const hc = await world.as('hc');
    const askedAt = async () => {
      const [row] = await world.sql<{ at: Date | null }>(
        'select second_factor_asked_at as at from users where id = $1',
        [hc.user.id],
      );
      return row?.at ?? null;
    };
    await world.call(hc, listSessions);
    expect(await askedAt()).toBeNull();
    await world.sql("insert into identity_policies (domain_id, second_factor_plans) values (1, '{4}')");
    await world.call(hc, listSessions);
    const first = await askedAt();
    expect(first).not.toBeNull();
    await world.call(hc, listSessions);
    expect(await askedAt()).toEqual(first);
    await world.sql("update users set second_factor_asked_at = now() - interval '15 days' where id = $1", [hc.user.id]);
    expect(await world.refusalOf(hc, listSessions)).toEqual(setup);
  });

  test('the calls of an administrator who acts in an account do not begin its days of grace', async () => {
    const acting = await world.actingAs(await world.as('admin'), 'rhc@vialkeep.test');
    await world.sql("insert into identity_policies (domain_id, second_factor_plans) values (1, '{5}')");
    await world.call(acting, currentSession);
    expect(await world.sql('select second_factor_asked_at as at from users where id = $1', [acting.user.id])).toEqual([
      { at: null },
    ]);
  });

  test('a plan that changes to one which needs a factor asks for it from the next call', async () => {
    await world.sql("insert into identity_policies (domain_id, second_factor_plans) values (1, '{7}')");
    const viewer = await world.as('viewer');
    expect((await world.call(viewer, currentSession)).second_factor_due_at).toBeNull();
    await world.sql('update users set plan_id = 7 where id = $1', [viewer.user.id]);
    expect(await world.refusalOf(viewer, readIdentityPolicy, { params: main })).toEqual(setup);
    await enrolApp(world, viewer);
    await world.call(viewer, readIdentityPolicy, { params: main });
  });

  test('the last required factor cannot be removed, and nothing changes', async () => {
    await world.sql("insert into identity_policies (domain_id, second_factor_plans) values (1, '{7}')");
    const admin = await world.as('admin');
    await enrolApp(world, admin);
    const params = { id: 'totp' };
    expect(await world.refusalOf(admin, removeFactor, { params })).toEqual({ status: 409, reason: 'still_required' });
    expect(await world.call(admin, readIdentity)).toMatchObject({ factors: [{ id: 'totp' }], recovery_left: 10 });
    await world.sql('update identity_policies set second_factor_plans = null');
    await world.call(admin, removeFactor, { params });
    expect((await world.as('admin')).token).not.toBeNull();
  });

  test('staff enter a center only with the level that its site asks', async () => {
    await world.sql("insert into identity_policies (domain_id, second_factor_plans) values (1, '{4}')");
    const staff = await world.as('staff');
    const body = { user_id: await world.idOf('hc@vialkeep.test') };
    expect(await world.refusalOf(staff, accessCenter, { body })).toEqual(setup);
    await enrolApp(world, staff);
    expect((await world.send(staff, accessCenter, { body })).statusCode).toBe(200);
  });
});

describe('Return from another account', () => {
  test.each([
    ['9 minutes', 200],
    ['11 minutes', 409],
  ])('the own session that was proven %s ago answers %i after the return', async (ago, status) => {
    await world.sql('insert into identity_policies (domain_id, step_up) values (1, true)');
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'rep@vialkeep.test');
    await world.sql('update sessions set created_at = now() - $2::interval where user_id = $1', [admin.user.id, ago]);
    const { token } = await world.call(acting, loginAsUser, { body: { user_id: admin.user.id } });
    const answer = await world.send({ ...anonymousCaller, token }, currentSession);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().reason).toBe(status === 409 ? 'session_locked' : undefined);
  });
});

describe('Review of sign-ups', () => {
  const person = { first_name: 'Una', last_name: 'Berg', email: 'una.berg@example.test' };

  test.each([
    ['hc', requestSignatures, { name: 'Una Berg', email: person.email }],
    ['manager', addSalesRep, { ...person, generate_password: true }],
    ['distributor', addSalesManager, person],
  ] as const)('an account of %s that its owner made waits for its review', async (who, route, body) => {
    await world.sql('insert into identity_policies (domain_id, review_sign_ups) values (1, true)');
    const caller = await world.as(who);
    await world.sql('update users set self_made = true, date_joined = now() where id = $1', [caller.user.id]);
    const before = await world.sql('select (select count(*) from users), (select count(*) from letters)');
    const waiting = await world.send(caller, route, { body });
    expect(waiting.json()).toMatchObject({
      reason: 'awaiting_review',
      message: 'An administrator will review your account first.',
    });
    expect(await world.sql('select (select count(*) from users), (select count(*) from letters)')).toEqual(before);
    const admin = await world.as('admin');
    for (let times = 0; times < 2; times += 1) {
      await world.call(admin, reviewAccount, { params: { id: caller.user.id } });
    }
    expect(await world.sql("select id from letters where kind = 'account-reviewed'")).toHaveLength(1);
    expect((await world.send(caller, route, { body })).statusCode).toBe(200);
  });

  test('the users list names the accounts that wait and offers their review, until one administrator did it', async () => {
    const admin = await world.as('admin');
    const listed = async (email: string) =>
      (await world.call(admin, listUsers, { query: { search: email } })).results.find((user) => user.email === email);
    const selfMade = ['hc@vialkeep.test', 'manager@vialkeep.test', 'patient@vialkeep.test', 'admin@vialkeep.test'];
    await world.sql('update users set self_made = true, date_joined = now() where email = any ($1)', [selfMade]);
    expect((await listed('hc@vialkeep.test'))?.awaits_review, 'without a policy that asks').toBe(false);

    await world.sql('insert into identity_policies (domain_id, review_sign_ups) values (1, true)');
    for (const email of selfMade) {
      const doesWait = email.startsWith('hc') || email.startsWith('manager');
      const user = await listed(email);
      expect([user?.awaits_review, user?.may.includes('review')], email).toEqual([doesWait, doesWait]);
    }
    expect((await listed('hc2@vialkeep.test'))?.awaits_review, 'of before').toBe(false);

    await world.call(admin, reviewAccount, { params: { id: await world.idOf('hc@vialkeep.test') } });
    const reviewed = await listed('hc@vialkeep.test');
    expect([reviewed?.awaits_review, reviewed?.may.includes('review')]).toEqual([false, false]);
    expect((await listed('manager@vialkeep.test'))?.awaits_review).toBe(true);
  });

  test('an account that waits for its review can still confirm the own address', async () => {
    await world.sql('insert into identity_policies (domain_id, review_sign_ups, verify_email) values (1, true, true)');
    const hc = await world.as('hc');
    await world.sql('update users set self_made = true, date_joined = now(), email_verified_at = null where id = $1', [
      hc.user.id,
    ]);
    await world.call(hc, resendEmailLetter);
  });
});
