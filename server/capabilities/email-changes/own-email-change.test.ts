import {
  approveEmailChange,
  confirmEmail,
  readOwnEmail,
  resendEmailLetter,
  undoEmailChange,
  withdrawEmailChange,
} from '@vialkeep/contract/email-changes.ts';
import { updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { currentSession, login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import { keyTo, type LoggedIn, lettersTo, newestLetterTo } from '../../testing/mail/sent-emails.ts';
import { PASSWORD } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const ask = (caller: LoggedIn, email: string, more: object = {}) =>
  world.send(caller, updateUser, { params: { id: caller.user.id }, body: { email, ...more } });
const emailOf = async (id: number) =>
  (await world.sql<{ email: string }>('select email from users where id = $1', [id]))[0]?.email;
const use = (route: typeof confirmEmail, key: string) => world.send(anonymousCaller, route, { body: { key } });
const logsIn = async (email: string, password = PASSWORD) =>
  (await world.send(anonymousCaller, login, { body: { email, password } })).statusCode === 200;

describe('A user’s change of their own email', () => {
  test('a request saves the other fields at once, answers the old email, and waits', async () => {
    const caller = await world.as('patient2');
    const answer = await ask(caller, 'new2@people.test', { city: 'Golden' });
    expect(answer.json()).toMatchObject({ email: 'patient2@vialkeep.test', city: 'Golden' });
    expect(await world.call(caller, readOwnEmail)).toEqual({
      email: 'patient2@vialkeep.test',
      verified: true,
      pending: { email: 'new2@people.test', since: expect.any(String), needs: ['new', 'old'] },
    });
    const old = await newestLetterTo(world, 'patient2@vialkeep.test');
    expect(old.text).toContain('new2@people.test');
    expect(Object.keys(old.keys).toSorted()).toEqual(['approve', 'undo']);
    expect(Object.keys((await newestLetterTo(world, 'new2@people.test')).keys)).toEqual(['confirm']);
    expect(await logsIn('new2@people.test')).toBe(false);
    const rows = await world.sql("select 1 from audit_log where audit_log::text like '%new2@people.test%'");
    expect(rows).toEqual([]);
  });

  test('the change is applied after the new address confirms and the old one approves, in either order', async () => {
    const callers = [await world.as('patient3'), await world.as('patient4')];
    for (const [index, caller] of callers.entries()) {
      const email = `both${index}@people.test`;
      await ask(caller, email);
      const confirm = await keyTo(world, email, 'confirm');
      const approve = await keyTo(world, caller.user.email, 'approve');
      const steps = [() => use(confirmEmail, confirm), () => use(approveEmailChange, approve)];
      if (index === 1) steps.reverse();
      expect((await steps[0]?.())?.json().message).toContain('waits until');
      expect(await emailOf(caller.user.id)).toBe(caller.user.email);
      expect((await world.call(caller, readOwnEmail)).pending?.needs).toEqual(index === 0 ? ['old'] : ['new']);
      expect((await steps[1]?.())?.json().message).toBe('Your e-mail address has been changed.');
      expect(await world.call(caller, readOwnEmail)).toEqual({ email, verified: true, pending: null });
      expect(await logsIn(email)).toBe(true);
      expect(await logsIn(caller.user.email)).toBe(false);
    }
  });

  test('the old address need not approve if the user sends the current password', async () => {
    const caller = await world.as('patient5');
    await ask(caller, 'pass5@people.test', { password_current: PASSWORD });
    expect((await world.call(caller, readOwnEmail)).pending?.needs).toEqual(['new']);
    expect(Object.keys((await newestLetterTo(world, caller.user.email)).keys)).toEqual(['undo']);
    await use(confirmEmail, await keyTo(world, 'pass5@people.test', 'confirm'));
    expect(await emailOf(caller.user.id)).toBe('pass5@people.test');
  });

  test('an applied change ends other sessions and one-time passwords in the old mailbox, and not the requesting session', async () => {
    const [here, there] = [await world.as('patient6'), await world.as('patient6')];
    await world.call(anonymousCaller, resetPassword, { body: { email: here.user.email } });
    const code = /[A-Z0-9]{5}(-[A-Z0-9]{5}){3}/.exec((await newestLetterTo(world, here.user.email)).text)?.[0] ?? '';
    await ask(here, 'six@people.test', { password_current: PASSWORD });
    await use(confirmEmail, await keyTo(world, 'six@people.test', 'confirm'));
    expect((await world.send(here, currentSession)).statusCode).toBe(200);
    expect((await world.send(there, currentSession)).statusCode).toBe(401);
    expect(code).not.toBe('');
    expect(await logsIn('six@people.test', code)).toBe(false);
    expect(await logsIn('six@people.test')).toBe(true);
  });

  test('a wrong password is refused at its field and changes nothing, and the eleventh guess gets 429', async () => {
    const caller = await world.as('patient7');
    const answers = [];
    for (let n = 0; n < 11; n += 1) {
      answers.push(await ask(caller, 'seven@people.test', { city: 'Nowhere', password_current: `guess ${n}` }));
    }
    expect(answers[0]?.json()).toMatchObject({
      reason: 'wrong_current_password',
      fields: { password_current: 'The current password is not right.' },
    });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(400), 429]);
    expect(await world.sql('select 1 from email_changes where user_id = $1', [caller.user.id])).toEqual([]);
    expect(await world.sql("select 1 from users where id = $1 and city = 'Nowhere'", [caller.user.id])).toEqual([]);
  });

  test('a user can request five changes a day, and an empty password field counts as none', async () => {
    const caller = await world.as('patient8');
    for (let n = 0; n < 5; n += 1) {
      expect((await ask(caller, `eight${n}@people.test`, { password_current: '' })).statusCode).toBe(200);
    }
    expect((await ask(caller, 'eight5@people.test')).statusCode).toBe(429);
    expect((await world.call(caller, readOwnEmail)).pending?.email).toBe('eight4@people.test');
    await world.sql("update email_changes set created_at = now() - interval '25 hours' where user_id = $1", [
      caller.user.id,
    ]);
    expect((await ask(caller, 'eight5@people.test')).statusCode).toBe(200);
  });

  test('a newer request replaces the change, and only its links work', async () => {
    const caller = await world.as('patient9');
    await ask(caller, 'nine-a@people.test', { password_current: PASSWORD });
    const first = await keyTo(world, 'nine-a@people.test', 'confirm');
    const firstUndo = await keyTo(world, caller.user.email, 'undo');
    await ask(caller, 'nine-b@people.test', { password_current: PASSWORD });
    const second = await keyTo(world, 'nine-b@people.test', 'confirm');
    for (const [route, key] of [
      [confirmEmail, first],
      [undoEmailChange, firstUndo],
    ] as const) {
      expect((await use(route, key)).json().reason).toBe('key_over');
    }
    await use(confirmEmail, second);
    expect(await emailOf(caller.user.id)).toBe('nine-b@people.test');
  });

  test('a withdrawn change ends the links of its emails', async () => {
    const caller = await world.as('patient10');
    await ask(caller, 'ten@people.test');
    const confirm = await keyTo(world, 'ten@people.test', 'confirm');
    const { keys } = await newestLetterTo(world, caller.user.email);
    await world.call(caller, withdrawEmailChange);
    expect((await world.call(caller, readOwnEmail)).pending).toBeNull();
    for (const [route, key] of [
      [confirmEmail, confirm],
      [approveEmailChange, keys.approve ?? ''],
      [undoEmailChange, keys.undo ?? ''],
    ] as const) {
      expect((await use(route, key)).json().reason).toBe('key_over');
    }
    expect((await world.send(caller, withdrawEmailChange)).statusCode).toBe(200);
  });

  test('the emails are sent again on request, five times an hour, and 409 is answered if nothing is to confirm', async () => {
    const caller = await world.as('patient11');
    expect(await world.refusalOf(caller, resendEmailLetter)).toEqual({ status: 409, reason: 'nothing_to_confirm' });
    await ask(caller, 'eleven@people.test');
    const first = await keyTo(world, 'eleven@people.test', 'confirm');
    const firstUndo = await keyTo(world, caller.user.email, 'undo');
    await world.call(caller, resendEmailLetter);
    const again = await lettersTo(world, 'eleven@people.test');
    expect(again).toHaveLength(2);
    expect((await use(confirmEmail, first)).json().reason).toBe('key_over');
    expect((await use(confirmEmail, again[0]?.keys.confirm ?? '')).statusCode).toBe(200);
    expect((await use(undoEmailChange, firstUndo)).json().message).toBe('The change has been withdrawn.');
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await world.send(caller, resendEmailLetter)).statusCode);
    expect(statuses).toEqual([409, 409, 409, 429]);
  });
});

describe('Users who cannot change an email', () => {
  test('an actor in another account is refused with 409 for a new email, and the present email changes nothing', async () => {
    const admin = await world.as('admin');
    for (const acting of [
      await world.actingAs(admin, 'hc@vialkeep.test'),
      await world.inside(await world.as('staff'), 'hc@vialkeep.test'),
    ]) {
      for (const route of [updateUser, updateUserDirect]) {
        const body = { email: 'mine@people.test', city: 'Nowhere' };
        expect(await world.refusalOf(acting, route, { params: { id: acting.user.id }, body })).toEqual({
          status: 409,
          reason: 'not_while_acting',
        });
      }
      expect((await ask(acting, acting.user.email, { city: 'Lyons' })).statusCode).toBe(200);
      for (const route of [withdrawEmailChange, resendEmailLetter]) {
        expect(await world.refusalOf(acting, route)).toEqual({ status: 409, reason: 'not_while_acting' });
      }
    }
    expect(await world.sql('select 1 from email_changes where old_email = $1', ['hc@vialkeep.test'])).toEqual([]);
  });

  test('a user under a hold is refused with 409', async () => {
    const caller = await world.as('patient12');
    await world.app.services.store.write('platform', actorlessContext('test'), (work) =>
      beginHold(work, { userId: caller.user.id, domainId: 1, why: 'password_set_by_other' }),
    );
    const refused = { status: 409, reason: 'held' };
    const input = { params: { id: caller.user.id }, body: { email: 'held@people.test' } };
    expect(await world.refusalOf(caller, updateUser, input)).toEqual(refused);
    expect(await world.refusalOf(caller, withdrawEmailChange)).toEqual(refused);
  });

  test('a stolen token cannot take over the account: the owner gets an email, and the password still works', async () => {
    const owner = await world.as('patient13');
    const before = await world.letters();
    await ask(owner, 'thief@people.test');
    await world.call(anonymousCaller, resetPassword, { body: { email: 'thief@people.test' } });
    const after = await world.letters();
    expect(after.length - before.length).toBe(2);
    expect(await logsIn('thief@people.test')).toBe(false);
    expect(await logsIn(owner.user.email)).toBe(true);
    await use(confirmEmail, await keyTo(world, 'thief@people.test', 'confirm'));
    expect(await emailOf(owner.user.id)).toBe(owner.user.email);
  });
});

describe('An address that another account has', () => {
  test('the request gets the same answer and leaves the same rows as for a free address, and the owner gets an email', async () => {
    const [one, two] = [await world.as('patient14'), await world.as('patient14')];
    const rows = () =>
      world.sql<{ changes: number; log: string[] }>(
        `select (select count(*)::int from email_changes where user_id = $1) as changes,
           array(select action from audit_log where subject_id = $1::int::text and subject = 'user'
             and action = 'email_changes.ask' order by position) as log`,
        [one.user.id],
      );
    const free = await ask(one, 'nobody-has-this@people.test');
    await world.letters();
    const taken = await ask(two, 'HC2@vialkeep.test');
    expect(visible(taken)).toEqual(visible(free));
    expect((await rows())[0]).toMatchObject({ changes: 2, log: ['email_changes.ask', 'email_changes.ask'] });
    const owner = await newestLetterTo(world, 'hc2@vialkeep.test');
    expect(owner.subject).toBe('Somebody tried to use your address');
    expect(owner.text).not.toContain(one.user.email);
    expect(owner.keys).toEqual({});
    expect(await lettersTo(world, 'HC2@vialkeep.test')).toEqual([]);
    const told = (await lettersTo(world, one.user.email)).map(({ subject, text }) => [
      subject,
      text.replaceAll(/key=[\w-]+/g, '').replaceAll(/nobody-has-this@people\.test|HC2@vialkeep\.test/g, ''),
    ]);
    expect(told[0]).toEqual(told[1]);
    expect((await world.call(two, readOwnEmail)).pending).toEqual({
      email: 'HC2@vialkeep.test',
      since: expect.any(String),
      needs: ['new', 'old'],
    });
  });

  test('an address that was taken since the request ends the change, and the link answers like an expired one', async () => {
    const caller = await world.as('patient15');
    await ask(caller, 'meanwhile@people.test', { password_current: PASSWORD });
    const key = await keyTo(world, 'meanwhile@people.test', 'confirm');
    await world.sql(
      `insert into users (domain_id, plan_id, email, first_name, last_name)
       values (1, 2, 'Meanwhile@people.test', 'Some', 'Other')`,
    );
    const letters = await world.letters();
    expect((await use(confirmEmail, key)).json()).toMatchObject({
      reason: 'key_over',
      message: 'This link has been used or is too old.',
    });
    expect(await emailOf(caller.user.id)).toBe(caller.user.email);
    expect((await world.call(caller, readOwnEmail)).pending).toBeNull();
    expect(await world.letters()).toHaveLength(letters.length);
  });

  test('one of two users who confirm the same address concurrently gets it', async () => {
    const callers = [await world.as('patient16'), await world.as('patient17')];
    const keys: string[] = [];
    for (const caller of callers) {
      await ask(caller, 'shared@people.test', { password_current: PASSWORD });
      keys.push(await keyTo(world, 'shared@people.test', 'confirm'));
    }
    const answers = await Promise.all(keys.map((key) => use(confirmEmail, key)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await world.sql("select 1 from users where email = 'shared@people.test'")).toHaveLength(1);
  });
});
