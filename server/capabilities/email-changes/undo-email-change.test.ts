import { approveEmailChange, confirmEmail, undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { changePassword, getUser, updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, login, resetPassword } from '@vialkeep/contract/session.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { keyTo, type LoggedIn, newestLetterTo } from '../../testing/mail/sent-emails.ts';
import { PASSWORD } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const keyRoutes = { confirm: confirmEmail, approve: approveEmailChange, undo: undoEmailChange } as const;
const use = (which: keyof typeof keyRoutes, key: string, host = 'localhost') =>
  world.send({ ...anonymousCaller, host }, keyRoutes[which], { body: { key } });
const ask = (caller: LoggedIn, email: string, more: object = { password_current: PASSWORD }) =>
  world.call(caller, updateUser, { params: { id: caller.user.id }, body: { email, ...more } });
const emailOf = async (id: number) =>
  (await world.sql<{ email: string }>('select email from users where id = $1', [id]))[0]?.email;
const logIn = (email: string, password: string) => world.send(anonymousCaller, login, { body: { email, password } });

/** Changes the caller's email and returns the key with which the old address can undo it. */
async function moved(caller: LoggedIn, email: string): Promise<string> {
  await ask(caller, email);
  const undo = await keyTo(world, caller.user.email, 'undo');
  expect((await use('confirm', await keyTo(world, email, 'confirm'))).statusCode).toBe(200);
  return undo;
}

describe('Undoing a change of an email', () => {
  test('an undo restores the old address, ends every session and leaves the password unchanged', async () => {
    const caller = await world.as('patient2');
    const undo = await moved(caller, 'two@people.test');
    expect((await world.send(caller, currentSession)).statusCode).toBe(200);
    expect((await use('undo', undo)).json().message).toContain('Your old e-mail address is back');
    expect(await emailOf(caller.user.id)).toBe(caller.user.email);
    expect((await world.send(caller, currentSession)).statusCode).toBe(401);
    expect((await logIn('two@people.test', PASSWORD)).statusCode).toBe(400);
    expect((await logIn(caller.user.email, PASSWORD)).statusCode).toBe(200);
    const [row] = await world.sql(
      "select subject_id from audit_log where action = 'email_changes.undo' order by position desc limit 1",
    );
    expect(row).toEqual({ subject_id: String(caller.user.id) });
  });

  test('an undo works for 72 hours by the database clock, and not one second longer', async () => {
    const caller = await world.as('patient3');
    const undo = await moved(caller, 'three@people.test');
    const [row] = await world.sql<{ key: number; change: number }>(
      `select extract(epoch from k.expires_at - c.applied_at)::int as key,
         extract(epoch from c.undo_until - c.applied_at)::int as change
       from email_changes c join account_keys k on k.subject_id = c.id and k.purpose = 'email_undo'
       where c.user_id = $1`,
      [caller.user.id],
    );
    expect(row).toEqual({ key: 72 * 3600, change: 72 * 3600 });
    await world.sql("update email_changes set undo_until = now() - interval '1 second' where user_id = $1", [
      caller.user.id,
    ]);
    expect((await use('undo', undo)).json().reason).toBe('key_over');
    expect(await emailOf(caller.user.id)).toBe('three@people.test');
  });

  test('an undo ends a password that was chosen through the new address, and mails a one-time password to the old one', async () => {
    const caller = await world.as('patient4');
    const undo = await moved(caller, 'four@people.test');
    await world.call(anonymousCaller, resetPassword, { body: { email: 'four@people.test' } });
    const code = codeIn((await newestLetterTo(world, 'four@people.test')).text);
    const opened = await world.call(anonymousCaller, login, { body: { email: 'four@people.test', password: code } });
    const thief = { ...anonymousCaller, token: opened.token };
    const body = { password_current: code, password_new: 'Thiefs-own-1', password_confirmation: 'Thiefs-own-1' };
    await world.call(thief, changePassword, { body });
    expect((await use('undo', undo)).json().message).toContain('a one-time password is on its way');
    expect((await world.send(thief, currentSession)).statusCode).toBe(401);
    for (const email of ['four@people.test', caller.user.email]) {
      expect((await logIn(email, 'Thiefs-own-1')).statusCode).toBe(400);
    }
    const owners = codeIn((await newestLetterTo(world, caller.user.email)).text);
    expect((await logIn(caller.user.email, owners)).statusCode).toBe(200);
  });

  test('an undo revokes the API keys that were made since the change was asked for, and no older one', async () => {
    const caller = await world.as('hc');
    const older = await newKey(world, caller);
    const undo = await moved(caller, 'hc-moved@people.test');
    const newer = await newKey(world, caller);
    const statusOf = async (key: Caller) =>
      (await world.send(key, getUser, { params: { id: caller.user.id } })).statusCode;
    expect([await statusOf(older), await statusOf(newer)]).toEqual([200, 200]);
    expect((await use('undo', undo)).statusCode).toBe(200);
    expect([await statusOf(older), await statusOf(newer)]).toEqual([200, 401]);
  });

  test('an undo still works after a second change, which ends with it', async () => {
    const caller = await world.as('patient5');
    const undo = await moved(caller, 'five-a@people.test');
    const again = { ...caller, user: { ...caller.user, email: 'five-a@people.test' } };
    const secondUndo = await moved(again, 'five-b@people.test');
    expect(await emailOf(caller.user.id)).toBe('five-b@people.test');
    expect((await use('undo', undo)).statusCode).toBe(200);
    expect(await emailOf(caller.user.id)).toBe(caller.user.email);
    expect((await use('undo', secondUndo)).json().reason).toBe('key_over');
  });

  test('an undo withdraws a change that is still pending', async () => {
    const caller = await world.as('patient6');
    await ask(caller, 'six@people.test');
    const confirm = await keyTo(world, 'six@people.test', 'confirm');
    const undo = await keyTo(world, caller.user.email, 'undo');
    expect((await use('undo', undo)).json().message).toBe('The change has been withdrawn.');
    expect((await use('confirm', confirm)).json().reason).toBe('key_over');
    expect((await world.send(caller, currentSession)).statusCode).toBe(200);
  });

  test('the old address stays reserved while the change can be undone, so that no other account can block the undo', async () => {
    const caller = await world.as('patient7');
    const undo = await moved(caller, 'seven@people.test');
    const body = {
      subscription: 2,
      domain: 1,
      first_name: 'A',
      last_name: 'B',
      email: caller.user.email.toUpperCase(),
      password: 'Another-one-2',
    };
    const admin = await world.as('admin');
    expect(await world.refusalOf(admin, addUser, { body })).toEqual({ status: 400, reason: 'email_in_use' });
    expect((await use('undo', undo)).statusCode).toBe(200);
    const second = await moved(await world.as('patient7'), 'seven-b@people.test');
    await world.sql("update email_changes set undo_until = now() - interval '1 second' where user_id = $1", [
      caller.user.id,
    ]);
    expect((await world.send(admin, addUser, { body })).statusCode).toBe(200);
    expect((await use('undo', second)).json().reason).toBe('key_over');
  });
});

describe('The keys in the emails of a change', () => {
  test.each(['confirm', 'approve', 'undo'] as const)('one of twenty uses of a key to %s succeeds', async (which) => {
    const caller = await world.as(`patient${{ confirm: 8, approve: 9, undo: 10 }[which]}`);
    const email = `${which}-race@people.test`;
    await ask(caller, email, {});
    const key = await keyTo(world, which === 'confirm' ? email : caller.user.email, which);
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(which, key)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => visible(answer));
    expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('one of twenty concurrent confirmations that complete the change succeeds, and the change is applied once', async () => {
    const caller = await world.as('patient11');
    await ask(caller, 'last-step@people.test');
    const key = await keyTo(world, 'last-step@people.test', 'confirm');
    const answers = await Promise.all(Array.from({ length: 20 }, () => use('confirm', key)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const applied = await world.sql(
      "select 1 from audit_log where action = 'email_changes.apply' and subject_id = $1",
      [String(caller.user.id)],
    );
    expect(applied).toHaveLength(1);
  });

  test.each(['confirm', 'approve', 'undo'] as const)(
    'a key to %s gets the same refusal if it is wrong, used, expired, of another site or of another purpose',
    async (which) => {
      const caller = await world.as(`patient${{ confirm: 12, approve: 13, undo: 14 }[which]}`);
      const email = `${which}-over@people.test`;
      await ask(caller, email, {});
      const mailbox = which === 'confirm' ? email : caller.user.email;
      const key = await keyTo(world, mailbox, which);
      const wrong = await use(which, 'x'.repeat(43));
      expect(wrong.json()).toEqual({
        success: false,
        code: 'error',
        reason: 'key_over',
        message: 'This link has been used or is too old.',
      });
      const others = (['confirm', 'approve', 'undo'] as const).filter((other) => other !== which);
      const refused = [
        await use(which, 'no key at all, with spaces'),
        await use(which, key, 'north.localhost'),
        ...(await Promise.all(others.map((other) => use(other, key)))),
      ];
      await world.sql(
        `update account_keys set expires_at = expires_at - interval '100 hours'
         where user_id = $1 and used_at is null`,
        [caller.user.id],
      );
      refused.push(await use(which, key));
      await world.sql(
        `update account_keys set expires_at = expires_at + interval '100 hours'
         where user_id = $1 and used_at is null`,
        [caller.user.id],
      );
      expect((await use(which, key)).statusCode).toBe(200);
      refused.push(await use(which, key));
      for (const answer of refused) expect(visible(answer)).toEqual(visible(wrong));
    },
  );

  test('keys expire when the change has waited for 24 hours, even if the key itself has not expired', async () => {
    const caller = await world.as('patient15');
    await ask(caller, 'fifteen@people.test', {});
    const confirm = await keyTo(world, 'fifteen@people.test', 'confirm');
    const { keys } = await newestLetterTo(world, caller.user.email);
    const [row] = await world.sql<{ waits: number }>(
      'select extract(epoch from expires_at - created_at)::int as waits from email_changes where user_id = $1',
      [caller.user.id],
    );
    expect(row?.waits).toBe(24 * 3600);
    await world.sql("update email_changes set expires_at = now() - interval '1 second' where user_id = $1", [
      caller.user.id,
    ]);
    for (const [which, key] of [
      ['confirm', confirm],
      ['approve', keys.approve],
      ['undo', keys.undo],
    ] as const) {
      expect((await use(which, key ?? '')).json().reason).toBe('key_over');
    }
  });

  test.each([undefined, null, '', 5, {}, ['a'], 'x'.repeat(201)])('the key %j is refused as invalid', async (key) => {
    for (const route of Object.values(keyRoutes)) {
      expect((await world.send(anonymousCaller, route, { body: { key } })).json().reason).toBe('invalid_input');
    }
  });
});

function codeIn(text: string): string {
  return /[A-Z0-9]{5}(-[A-Z0-9]{5}){3}/.exec(text)?.[0] ?? '';
}
