import {
  currentSession,
  generateLoginAsUserToken,
  loginAsUser,
  logout,
  noteVisits,
  type Visit,
} from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const why = 'Their address is wrong on a label';

async function openAs(admin: Caller, email: string, reason?: string, host = 'localhost'): Promise<Caller> {
  const user_id = await world.idOf(email);
  const { token } = await world.call(admin, generateLoginAsUserToken, { body: { user_id, reason } });
  const opened = await world.call({ ...anonymousCaller, host }, loginAsUser, { body: { user_id, token } });
  return { ...anonymousCaller, token: opened.token, host };
}

async function visitsOf(who: string, host?: string): Promise<Visit[]> {
  return (await world.call(await world.as(who, host), currentSession)).visits;
}

const lettersTo = async (email: string) =>
  (await world.letters()).filter(({ recipient, subject }) => recipient === email && subject.includes('opened'));

describe('Note about an administrator in the user’s account', () => {
  test('the note names the administrator, the time and the reason, during and after the visit, until it is dismissed', async () => {
    const acting = await openAs(await world.as('admin'), 'patient@vialkeep.test', why);
    const [running] = await visitsOf('patient');
    expect(running).toMatchObject({ by: { name: 'Priya Raman', plan: 'Admin' }, reason: why, to: null });
    await world.call(acting, logout);
    const [over, ...rest] = await visitsOf('patient');
    expect(rest).toEqual([]);
    expect(over).toEqual({ ...running, to: expect.any(String) });
    expect(Date.parse(over?.to ?? '')).toBeGreaterThanOrEqual(Date.parse(over?.from ?? ''));

    const patient = await world.as('patient');
    await world.call(patient, noteVisits, { body: { ids: [over?.id] } });
    expect(await visitsOf('patient')).toEqual([]);
    expect((await world.send(patient, noteVisits, { body: { ids: [over?.id] } })).statusCode).toBe(200);
  });

  test('the note ends by itself after an hour', async () => {
    await openAs(await world.as('admin'), 'patient2@vialkeep.test');
    await world.sql(
      "update account_visits set started_at = started_at - interval '61 minutes', ends_at = ends_at - interval '61 minutes'",
    );
    const [over] = await visitsOf('patient2');
    expect(Date.parse(over?.to ?? '') - Date.parse(over?.from ?? '')).toBe(3_600_000);
    expect(over?.reason).toBeNull();
  });

  test('the note ends with the administrator’s own session, also where that belongs to another site', async () => {
    const admin = await world.as('admin');
    await openAs(admin, 'patient@north.test', why, 'north.localhost');
    expect((await visitsOf('patient@north.test', 'north.localhost'))[0]?.to).toBeNull();
    await world.call(admin, logout);
    const [over] = await visitsOf('patient@north.test', 'north.localhost');
    expect(over).toMatchObject({ by: { name: 'Priya Raman', plan: 'Admin' }, to: expect.any(String) });
  });

  test('the note is hidden from the acting administrator, who cannot dismiss it', async () => {
    const admin = await world.as('admin');
    const acting = await openAs(admin, 'donor@vialkeep.test', why);
    expect((await world.call(acting, currentSession)).visits).toEqual([]);
    const [visit] = await visitsOf('donor');
    const body = { ids: [visit?.id] };
    expect(await world.refusalOf(acting, noteVisits, { body })).toEqual({ status: 409, reason: 'not_while_acting' });
    expect(await visitsOf('donor')).toHaveLength(1);
  });

  test('another user’s note is answered with 404, and then none of the caller’s own notes is dismissed', async () => {
    await openAs(await world.as('admin'), 'buyer@vialkeep.test');
    await openAs(await world.as('admin'), 'rep@vialkeep.test');
    const [buyers] = await visitsOf('buyer');
    const [reps] = await visitsOf('rep');
    const rep = await world.as('rep');
    const missing = await world.send(rep, noteVisits, { body: { ids: [999_999] } });
    expect(missing.statusCode).toBe(404);
    const mixed = await world.send(rep, noteVisits, { body: { ids: [reps?.id, buyers?.id] } });
    expect(visible(mixed)).toEqual(visible(missing));
    expect(await visitsOf('rep')).toHaveLength(1);
    for (const ids of [[], ['1'], [0], [-1], [1.5], null, Array(101).fill(1)]) {
      expect((await world.send(rep, noteVisits, { body: { ids } })).statusCode).toBe(400);
    }
  });

  test('staff in their center’s account cause no note', async () => {
    await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await visitsOf('hc')).toEqual([]);
    expect(await lettersTo('hc@vialkeep.test')).toEqual([]);
  });
});

describe('S-05 Viewing with the administrator’s own token', () => {
  test('viewing is noted with the reason until it ends, and the audit log names the viewed account', async () => {
    const admin = await world.as('admin');
    const user_id = await world.idOf('lab@vialkeep.test');
    const opened = await world.call(admin, loginAsUser, { body: { user_id, reason: why } });
    const { viewing } = await world.call(admin, currentSession);
    expect(viewing).toEqual({ user_id, until: opened.acting?.until, reason: why });
    expect(await visitsOf('lab')).toMatchObject([{ to: null, reason: why }]);

    await world.call(admin, loginAsUser, { body: { user_id: admin.user.id } });
    expect((await world.call(admin, currentSession)).viewing).toBeNull();
    expect(await visitsOf('lab')).toMatchObject([{ to: expect.any(String) }]);
    const [row] = await world.sql(
      "select facts->'viewed' as viewed from audit_log where action = 'session.stop_viewing' order by position desc limit 1",
    );
    expect(row).toEqual({ viewed: user_id });
  });

  test('viewing another account ends the previous one, and a logout ends the last one', async () => {
    const admin = await world.as('admin');
    for (const email of ['hc2@vialkeep.test', 'hc3@vialkeep.test']) {
      await world.call(admin, loginAsUser, { body: { user_id: await world.idOf(email) } });
    }
    expect((await visitsOf('hc2'))[0]?.to).not.toBeNull();
    expect((await visitsOf('hc3'))[0]?.to).toBeNull();
    await world.call(admin, logout);
    expect((await visitsOf('hc3'))[0]?.to).not.toBeNull();
  });
});

describe('Email about an administrator in the user’s account', () => {
  test('the email is sent at once and names the administrator, the time, the reason and what to do', async () => {
    await openAs(await world.as('super'), 'patient3@vialkeep.test', 'Their address is wrong.');
    const [letter, ...rest] = await lettersTo('patient3@vialkeep.test');
    expect(rest).toEqual([]);
    expect(letter?.text_body).toMatch(
      /Ingrid \S+ \(Super Admin\) opened your account on \d{1,2} [A-Z][a-z]{2,3} \d{4}\. Reason: Their address is wrong\.\n/,
    );
    expect(letter?.text_body).toContain('http://localhost:3000/settings');
    expect(letter?.text_body).toContain('support@vialkeep.test');
  });

  test('the email is sent once an hour for the same two users, also from tabs opened at the same moment', async () => {
    const admin = await world.as('admin');
    const open = () => openAs(admin, 'patient4@vialkeep.test', why);
    await Promise.all(Array.from({ length: 20 }, open));
    expect(await lettersTo('patient4@vialkeep.test')).toHaveLength(1);
    await openAs(await world.as('super'), 'patient4@vialkeep.test');
    expect(await lettersTo('patient4@vialkeep.test')).toHaveLength(2);
    await world.sql("update account_visits set told_at = told_at - interval '1 hour'");
    await open();
    expect(await lettersTo('patient4@vialkeep.test')).toHaveLength(3);
  });

  test('the email comes from the user’s own site, and without a reason ends after the date', async () => {
    await openAs(await world.as('admin'), 'hc@north.test', undefined, 'north.localhost');
    const [letter] = await lettersTo('hc@north.test');
    expect(letter?.text_body).toMatch(/opened your account on \d{1,2} \S+ \d{4}\.\n/);
    expect(letter?.text_body).toContain('http://north.localhost:3000/settings');
    expect(letter?.text_body).not.toContain('Reason');
  });

  test('the email contains no web address from the administrator’s reason', async () => {
    for (const [email, reason] of [
      ['patient5@vialkeep.test', 'Pay at https://evil.example now'],
      ['patient6@vialkeep.test', 'Write to me@evil.example'],
      ['patient7@vialkeep.test', 'See evil.example'],
    ] as const) {
      await openAs(await world.as('admin'), email, reason);
      const [letter] = await lettersTo(email);
      expect(letter?.text_body).not.toContain('evil');
      expect(letter?.text_body).toContain('The reason is shown in your account.');
      expect((await visitsOf(email))[0]?.reason).toBe(reason);
    }
  });

  test('the email about viewing an inactive account offers no login', async () => {
    const admin = await world.as('admin');
    await world.call(admin, loginAsUser, { body: { user_id: await world.idOf('former-hc@vialkeep.test') } });
    const [letter] = await lettersTo('former-hc@vialkeep.test');
    expect(letter?.text_body).toContain('Your account is inactive');
    expect(letter?.text_body).not.toContain('/settings');
  });
});
