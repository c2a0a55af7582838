import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { stepUp } from '@vialkeep/contract/factors.ts';
import { currentSession, logout } from '@vialkeep/contract/session.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { permissions } from './app.ts';
import { PASSWORD } from './testing/people.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

// Each word of a route, as every guarded route of the catalogue obeys it.

let world: World;
beforeEach(async () => {
  world ??= await newWorld({ ...unhurried, STEP_UP_MINUTES: '10' });
  await world.sql('delete from identity_policies where domain_id = 1');
});
afterAll(() => world.close());

const guarded = catalogue
  .filter(({ route }) => route.access !== 'public')
  .toSorted((a, b) => Number(a.route === logout) - Number(b.route === logout));

const isAdministrators = (access: string) => permissions.table[access as 'session.read']?.[7] !== undefined;

/** Every guarded call that an administrator may make, with the reason of its refusal. */
async function reasons(
  caller: Caller,
): Promise<{ name: string; route: (typeof guarded)[number]['route']; reason: unknown }[]> {
  const responses = [];
  for (const { name, route } of guarded.filter((one) => isAdministrators(one.route.access))) {
    const response = await world.send(caller, route, { params: { id: 999_999, userId: 999_999, domain_id: 999_999 } });
    expect(response.statusCode, name).toBeLessThan(500);
    const reason: unknown = route.answersFile && response.statusCode === 200 ? undefined : response.json().reason;
    // The rights of the plan are asked first.
    if (reason !== 'not_permitted') responses.push({ name, route, reason });
  }
  return responses;
}

async function setPolicy(columns: string, values: string): Promise<void> {
  await world.sql(`insert into identity_policies (domain_id, ${columns}) values (1, ${values})`);
}

describe('Locked session', () => {
  test('only the calls that open or end a locked session are answered', async () => {
    const admin = await world.as('admin');
    await world.sql('update sessions set locked_at = now() where user_id = $1', [admin.user.id]);
    for (const { name, route, reason } of await reasons(admin)) {
      expect(reason === 'session_locked', name).toBe(!route.whileLocked);
    }
  });

  test('an idle session locks, its password opens it, and 12 hours later it ends', async () => {
    await setPolicy('idle_minutes_staff, idle_minutes_others', '30, 120');
    const [admin, rep] = [await world.as('admin'), await world.as('rep')];
    const age = (caller: Caller, idle: string) =>
      world.sql('update sessions set last_seen_at = now() - $2::interval where user_id = $1', [caller.user?.id, idle]);
    await age(admin, '29 minutes');
    expect((await world.send(admin, currentSession)).statusCode).toBe(200);
    await age(admin, '31 minutes');
    await age(rep, '31 minutes');
    const locked = { status: 409, reason: 'session_locked' };
    expect(await world.refusalOf(admin, currentSession)).toEqual(locked);
    expect((await world.send(rep, currentSession)).statusCode).toBe(200);
    const wrong = { body: { password: 'not it' } };
    expect(await world.refusalOf(admin, stepUp, wrong)).toEqual({ status: 400, reason: 'wrong_password' });
    expect(await world.refusalOf(admin, currentSession)).toEqual(locked);
    await world.call(admin, stepUp, { body: { password: PASSWORD } });
    expect(await world.call(admin, currentSession)).toMatchObject({ locks_after_minutes: 30 });
    await age(admin, '12 hours');
    const over = { status: 401, reason: 'not_signed_in' };
    expect(await world.refusalOf(admin, currentSession)).toEqual(over);
    expect(await world.refusalOf(admin, stepUp, { body: { password: PASSWORD } })).toEqual(over);
  });
});

describe('Locks of acting sessions', () => {
  test('an acting session in a patient’s account answers the minutes of staff, and locks after them', async () => {
    await setPolicy('idle_minutes_staff, idle_minutes_others', '30, 120');
    const patient = await world.as('patient');
    expect(await world.call(patient, currentSession)).toMatchObject({ locks_after_minutes: 120 });
    const acting = await world.actingAs(await world.as('admin'), 'patient@vialkeep.test');
    const { locks_after_minutes } = await world.call(acting, currentSession);
    expect(locks_after_minutes).toBe(30);
    const age = (minutes: number) =>
      world.sql(
        "update sessions set last_seen_at = now() - make_interval(mins => $2) where user_id = $1 and kind = 'login_as'",
        [patient.user.id, minutes],
      );
    await age(29);
    expect((await world.send(acting, currentSession)).statusCode).toBe(200);
    await age(31);
    expect(await world.refusalOf(acting, currentSession)).toEqual({ status: 409, reason: 'session_locked' });
  });
});

describe('Duties of the policy', () => {
  test('without a required second factor only the calls that set one up are answered', async () => {
    const admin = await world.as('admin');
    await setPolicy('second_factor_plans', "'{7}'");
    for (const { name, route, reason } of await reasons(admin)) {
      expect(reason === 'second_factor_setup_required', name).toBe(!route.beforeSetup);
    }
  });

  test('without a confirmed address only the calls that confirm it are answered', async () => {
    const admin = await world.as('admin');
    await setPolicy('verify_email', 'true');
    await world.sql('update users set email_verified_at = null where id = $1', [admin.user.id]);
    for (const { name, route, reason } of await reasons(admin)) {
      expect(reason === 'email_not_verified', name).toBe(!route.beforeSetup);
    }
    await world.sql('update users set email_verified_at = now() where id = $1', [admin.user.id]);
  });

  test('every call with the words inPerson or stepUp needs a fresh proof where the policy asks for one', async () => {
    const admin = await world.as('admin');
    await setPolicy('step_up', 'true');
    await world.sql("update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
      admin.user.id,
    ]);
    let asked = 0;
    for (const { name, route, reason } of await reasons(admin)) {
      if (!route.inPerson && !route.stepUp) continue;
      expect(reason, name).toBe('step_up_required');
      asked += 1;
    }
    expect(asked).toBeGreaterThan(20);
  });

  test('every call with the word inPerson is refused while acting', async () => {
    const acting = await world.actingAs(await world.as('super'), 'admin@vialkeep.test');
    const inPerson = (await reasons(acting)).filter(({ route }) => route.inPerson);
    expect(inPerson.length).toBeGreaterThan(5);
    for (const { name, reason } of inPerson) expect(reason, name).toBe('not_while_acting');
  });

  test('every call with the word inPerson is refused under a hold', async () => {
    const admin = await world.as('admin');
    await world.sql("insert into credential_holds (domain_id, user_id, why) values (1, $1, 'factors_reset_by_other')", [
      admin.user.id,
    ]);
    const inPerson = (await reasons(admin)).filter(({ route }) => route.inPerson);
    expect(inPerson.length).toBeGreaterThan(5);
    for (const { name, reason } of inPerson) expect(reason, name).toBe('held');
  });
});
