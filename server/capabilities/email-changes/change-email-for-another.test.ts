import { approveEmailChange, confirmEmail, readOwnEmail, undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { updatePatient } from '@vialkeep/contract/patients.ts';
import { changePassword, updateUser } from '@vialkeep/contract/profile.ts';
import { login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHold } from '../../kernel/session/holds.ts';
import { lettersTo, newestLetterTo } from '../../testing/mail/sent-emails.ts';
import { PASSWORD } from '../../testing/people.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const holdOf = (id: number) => findHold(world.app.services.store.read('platform'), id);
const use = (route: typeof confirmEmail, key: string | undefined, host = 'localhost') =>
  world.send({ ...anonymousCaller, host }, route, { body: { key } });
const give = (id: number, email: string, by = admin) => world.send(by, updateUser, { params: { id }, body: { email } });

/** Logs in with a one-time password from this mailbox and chooses a new password. */
async function chosenBy(mailbox: string, password: string): Promise<Caller> {
  await world.call(anonymousCaller, resetPassword, { body: { email: mailbox } });
  const code = /[A-Z0-9]{5}(-[A-Z0-9]{5}){3}/.exec((await newestLetterTo(world, mailbox)).text)?.[0] ?? '';
  const { token } = await world.call(anonymousCaller, login, { body: { email: mailbox, password: code } });
  const caller = { ...anonymousCaller, token };
  await world.call(caller, changePassword, {
    body: { password_current: code, password_new: password, password_confirmation: password },
  });
  return caller;
}

describe('An administrator’s change of another user’s email', () => {
  test.each([
    ['patient2', 'in the user form', (id: number, email: string) => give(id, email)],
    [
      'patient3',
      'in the patient form',
      (id: number, email: string) => world.send(admin, updatePatient, { params: { id }, body: { email } }),
    ],
  ])('a change of %s %s works at once, mails both addresses and starts a 72-hour hold', async (key, _where, change) => {
    const person = await world.as(key);
    const email = `${key}-given@people.test`;
    await world.call(anonymousCaller, resetPassword, { body: { email: person.user.email } });
    const code = /[A-Z0-9]{5}(-[A-Z0-9]{5}){3}/.exec((await newestLetterTo(world, person.user.email)).text)?.[0] ?? '';
    expect((await change(person.user.id, email)).statusCode).toBe(200);
    expect(await world.call(person, readOwnEmail)).toEqual({ email, verified: false, pending: null });
    expect((await world.send(anonymousCaller, login, { body: { email, password: PASSWORD } })).statusCode).toBe(200);
    expect((await world.send(anonymousCaller, login, { body: { email, password: code } })).statusCode).toBe(400);

    const hold = await holdOf(person.user.id);
    expect(hold?.why).toBe('email_set_by_other');
    const hours = ((hold?.until?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    const old = await newestLetterTo(world, person.user.email);
    expect(old.text).toContain(email);
    expect(Object.keys(old.keys).toSorted()).toEqual(['approve', 'undo']);
    const { keys } = await newestLetterTo(world, email);
    expect(Object.keys(keys)).toEqual(['confirm']);
    expect((await use(confirmEmail, keys.confirm)).json().message).toBe('Your e-mail address is confirmed.');
    expect((await world.call(person, readOwnEmail)).verified).toBe(true);
    expect((await holdOf(person.user.id))?.why).toBe('email_set_by_other');
  });

  test('the user cannot change the email again, and the old address’s approval ends the hold', async () => {
    const person = await world.as('patient4');
    await give(person.user.id, 'four@people.test');
    const own = { params: { id: person.user.id }, body: { email: 'mine@people.test', password_current: PASSWORD } };
    expect(await world.refusalOf(person, updateUser, own)).toEqual({ status: 409, reason: 'held' });
    const { keys } = await newestLetterTo(world, person.user.email);
    expect((await use(approveEmailChange, keys.approve)).json().message).toBe('You have approved the change.');
    expect(await holdOf(person.user.id)).toBeNull();
    expect((await world.send(person, updateUser, own)).statusCode).toBe(200);
  });

  test('the old address can undo the change within 72 hours, which also ends the hold', async () => {
    const person = await world.as('patient5');
    await give(person.user.id, 'five@people.test');
    const { keys } = await newestLetterTo(world, person.user.email);
    expect((await use(undoEmailChange, keys.undo)).statusCode).toBe(200);
    expect(await world.idOf(person.user.email)).toBe(person.user.id);
    expect(await holdOf(person.user.id)).toBeNull();
    expect((await world.send(person, readOwnEmail)).statusCode).toBe(401);
    expect((await use(approveEmailChange, keys.approve)).json().reason).toBe('key_over');
  });

  test('after two changes in a row only the first address can approve or undo', async () => {
    const person = await world.as('patient6');
    await give(person.user.id, 'evil-1@people.test');
    await give(person.user.id, 'evil-2@people.test');
    const evil = await lettersTo(world, 'evil-1@people.test');
    expect(evil.flatMap(({ keys }) => [keys.approve, keys.undo]).filter(Boolean)).toEqual([]);
    const owners = await lettersTo(world, person.user.email);
    expect(owners).toHaveLength(2);
    expect((await use(undoEmailChange, owners[1]?.keys.undo)).json().reason).toBe('key_over');
    expect((await use(undoEmailChange, owners[0]?.keys.undo)).statusCode).toBe(200);
    expect(await world.idOf(person.user.email)).toBe(person.user.id);
  });

  test.each([
    ['patient10', 'undo', 'evil-back@people.test', 'to a third address, undone'],
    ['patient11', 'undo', 'patient11@vialkeep.test', 'back to the first address, undone'],
    ['patient12', 'approve', 'patient12@vialkeep.test', 'back to the first address, approved'],
    ['patient14', 'approve', 'really-mine@people.test', 'to an address of the person, approved'],
  ] as const)('two changes (%s, %s %s: %s) end a password chosen through the mailbox of the first', async (...row) => {
    const [key, answer, second] = row;
    const person = await world.as(key);
    const mailbox = `${key}-evil@people.test`;
    await give(person.user.id, mailbox);
    const password = 'Chosen-by-a-thief-52';
    const thief = await chosenBy(mailbox, password);
    await give(person.user.id, second);
    const letter = (await lettersTo(world, person.user.email)).find(({ keys }) => keys[answer]);
    const route = answer === 'undo' ? undoEmailChange : approveEmailChange;
    expect((await use(route, letter?.keys[answer])).statusCode).toBe(200);
    expect(await holdOf(person.user.id)).toBeNull();
    expect((await world.send(thief, readOwnEmail)).statusCode).toBe(401);
    for (const email of [person.user.email, mailbox, second]) {
      expect((await world.send(anonymousCaller, login, { body: { email, password } })).statusCode).toBe(400);
    }
  });

  test('two changes in a row leave the user’s own password and sessions valid', async () => {
    const person = await world.as('patient16');
    await give(person.user.id, 'mistyped-16@people.test');
    await give(person.user.id, 'sixteen@people.test');
    expect((await world.send(person, readOwnEmail)).statusCode).toBe(200);
    const again = await world.send(anonymousCaller, login, {
      body: { email: 'sixteen@people.test', password: PASSWORD },
    });
    expect(again.statusCode).toBe(200);
  });

  test('the change ends a change that the user had requested', async () => {
    const person = await world.as('patient7');
    await world.call(person, updateUser, { params: { id: person.user.id }, body: { email: 'own7@people.test' } });
    const { keys } = await newestLetterTo(world, 'own7@people.test');
    await give(person.user.id, 'given7@people.test');
    expect((await use(confirmEmail, keys.confirm)).json().reason).toBe('key_over');
  });

  test('an address in use is refused as documented, and no email is sent', async () => {
    const id = await world.idOf('patient8@vialkeep.test');
    const before = await world.letters();
    for (const email of ['HC@vialkeep.test', 'hc@north.test']) {
      expect((await give(id, email)).json()).toMatchObject({
        reason: 'email_in_use',
        fields: { email: 'This e-mail already has an account.' },
      });
    }
    expect(await world.letters()).toHaveLength(before.length);
    expect(await holdOf(id)).toBeNull();
  });

  test('a change to the present email does nothing', async () => {
    const id = await world.idOf('patient9@vialkeep.test');
    const before = await world.letters();
    expect((await give(id, 'patient9@vialkeep.test')).statusCode).toBe(200);
    expect(await world.letters()).toHaveLength(before.length);
    expect(await holdOf(id)).toBeNull();
  });

  test('a change on a custom site sends emails in the site’s name, with links that work only there', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const id = await world.idOf('patient@north.test');
    expect((await give(id, 'patient-new@north.test', north)).statusCode).toBe(200);
    const old = await newestLetterTo(world, 'patient@north.test');
    expect(old.text).toContain('//north.localhost');
    expect((await use(approveEmailChange, old.keys.approve)).json().reason).toBe('key_over');
    expect((await use(approveEmailChange, old.keys.approve, 'north.localhost')).statusCode).toBe(200);
    expect(await holdOf(id)).toBeNull();
  });
});
