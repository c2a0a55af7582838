import { addCustomSiteAdmin, createCustomSite } from '@vialkeep/contract/custom-sites.ts';
import { confirmEmail, readOwnEmail, resendEmailLetter } from '@vialkeep/contract/email-changes.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { addSalesManager } from '@vialkeep/contract/sales-teams.ts';
import { currentSession, login, resetPassword } from '@vialkeep/contract/session.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { addUser, emailExists } from '@vialkeep/contract/users.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyTo, newestLetterTo } from '../../testing/mail/sent-emails.ts';
import { PASSWORD } from '../../testing/people.ts';
import { newClinic, newcomer, signUpsIn } from '../../testing/sign-ups.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ SIGN_UPS_PER_HOUR: '1000', LOOKUPS_PER_MINUTE: '1000' });
  admin = await world.as('admin');
});
afterAll(() => world.close());

const { sell, loggedIn } = signUpsIn(() => world);

/** Signs a new user up and logs in; the email is not confirmed. */
async function signedUp(host = 'localhost') {
  const body = { ...newcomer(), subscription: 3 };
  expect((await sell(body, { ...anonymousCaller, host })).statusCode).toBe(200);
  return { ...(await loggedIn(body.email, host)), email: body.email };
}

const rowOf = async (id: number) =>
  (
    await world.sql<{ removed: boolean; is_active: boolean; verified: boolean }>(
      `select removed_at is not null as removed, is_active, email_verified_at is not null as verified
       from users where id = $1`,
      [id],
    )
  )[0];

describe('The address of a sign-up', () => {
  test('the address starts unconfirmed and its email’s link confirms it; the account works in the meantime', async () => {
    const person = await signedUp();
    expect(await world.call(person, readOwnEmail)).toEqual({ email: person.email, verified: false, pending: null });
    expect((await world.send(person, resendEmailLetter)).statusCode).toBe(200);
    const key = await keyTo(world, person.email, 'confirm');
    const answer = await world.send(anonymousCaller, confirmEmail, { body: { key } });
    expect(answer.json().message).toBe('Your e-mail address is confirmed.');
    expect((await world.call(person, readOwnEmail)).verified).toBe(true);
  });

  test('logging in with a one-time password that was mailed to the address confirms it', async () => {
    const person = await signedUp();
    await world.call(anonymousCaller, resetPassword, { body: { email: person.email } });
    const { text } = await newestLetterTo(world, person.email);
    const password = /[A-Z0-9]{5}(-[A-Z0-9]{5}){3}/.exec(text)?.[0];
    await world.call(anonymousCaller, login, { body: { email: person.email, password } });
    expect(await rowOf(person.user.id)).toMatchObject({ verified: true });
  });

  test('an unconfirmed address exists for other callers, and a second sign-up with it is refused', async () => {
    const { email } = await signedUp();
    expect(await world.call(admin, emailExists, { body: { email } })).toEqual({ exists: true });
    expect((await sell({ ...newcomer(), email, subscription: 3 })).json().reason).toBe('email_in_use');
  });
});

const name = { first_name: 'Vera', last_name: 'Quist' };

/** Every call with which a user creates the account of another user. */
const makers: [string, (email: string) => Promise<{ statusCode: number; json(): { reason?: string } }>][] = [
  [
    'an administrator who adds a user',
    (email) =>
      world.send(admin, addUser, { body: { ...name, subscription: 2, domain: 1, email, password: 'Another-one-2' } }),
  ],
  ['an administrator who adds a patient', (email) => world.send(admin, createPatient, { body: { ...name, email } })],
  [
    'an administrator who adds a center',
    (email) => world.send(admin, createHarvestCenter, { body: { ...name, company: 'Quist', subscription: 4, email } }),
  ],
  [
    'a distributor who adds a manager',
    async (email) => world.send(await world.as('distributor'), addSalesManager, { body: { ...name, email } }),
  ],
  [
    'a manager who adds a rep',
    async (email) =>
      world.send(await world.as('manager'), addSalesRep, { body: { ...name, email, generate_password: true } }),
  ],
  [
    'an administrator who adds the admin of a custom site',
    async (email) => {
      const host = `${email.split('@', 1)[0]}.localhost`;
      const { id } = await world.call(admin, createCustomSite, { body: { name: 'South', url: `https://${host}` } });
      return world.send(admin, addCustomSiteAdmin, {
        body: { ...name, email, phone: '+1 555 0100', password: 'south-of-here-1', subscription: 7, domain: id },
      });
    },
  ],
  [
    'an administrator who gives it to another account',
    async (email) => {
      const [row] = await world.sql<{ id: number }>("select id from users where email like 'patient1_@%' limit 1");
      const id = row?.id;
      return world.send(admin, updateUser, { params: { id }, body: { email } });
    },
  ],
];

describe('An address that was never confirmed', () => {
  test.each(makers)('%s takes the address over, and the account that had it is removed', async (_who, make) => {
    const squatter = await signedUp();
    expect((await make(squatter.email.toUpperCase())).statusCode).toBe(200);
    expect(await rowOf(squatter.user.id)).toMatchObject({ removed: true, is_active: false });
    expect((await world.send(squatter, currentSession)).statusCode).toBe(401);
    const owners = await world.sql('select 1 from users where lower(email) = $1 and removed_at is null', [
      squatter.email,
    ]);
    expect(owners).toHaveLength(1);
    const [row] = await world.sql(
      "select actor_id, user_id from audit_log where action = 'email_changes.release' and subject_id = $1",
      [String(squatter.user.id)],
    );
    expect(row).toEqual({ actor_id: null, user_id: null });
  });

  test.each(makers)('a confirmed address is not released: %s is refused', async (_who, make) => {
    const person = await signedUp();
    await world.sql('update users set email_verified_at = now() where id = $1', [person.user.id]);
    expect((await make(person.email)).json().reason).toBe('email_in_use');
    expect(await rowOf(person.user.id)).toMatchObject({ removed: false, is_active: true });
  });

  test('an account of another site loses the address too, and that site’s audit log records it', async () => {
    const squatter = await signedUp('localhost');
    const north = await world.as('admin@north.test', 'north.localhost');
    const body = { ...name, subscription: 2, domain: 2, email: squatter.email, password: 'Another-one-2' };
    expect((await world.send(north, addUser, { body })).statusCode).toBe(200);
    expect(await rowOf(squatter.user.id)).toMatchObject({ removed: true });
    const [row] = await world.sql(
      "select domain_id from audit_log where action = 'email_changes.release' and subject_id = $1",
      [String(squatter.user.id)],
    );
    expect(row).toEqual({ domain_id: 1 });
  });

  test.each([
    [
      'a transaction',
      `insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents,
       shipping_cents, harvest_fee_cents, discount_cents, charged_cents, charged_quantity, rep_id, gateway, gateway_id,
       invoice_id, description, receipt_email)
       select u.domain_id, u.id, 3, 1, 100, 100, 0, 0, 0, 100, 1, $1, 'kept', 'charge-' || $1::int, 1, 'A kit', email
       from users u where email = 'buyer@vialkeep.test'`,
    ],
    [
      'a document',
      `insert into documents (domain_id, document_id, kind, name, signer_id, signer_name, signer_email, code)
       select domain_id, left(md5(random()::text), 22), 'attestation', 'A', id, username, email, md5(random()::text)
       from users where id = $1`,
    ],
    [
      'a person who belongs to it',
      `insert into relations (domain_id, subject_id, kind, object_id)
       select domain_id, id, 'rep', $1 from users where email = 'new-hc@vialkeep.test'`,
    ],
  ])('an account that has %s keeps the address', async (_what, sql) => {
    const person = await signedUp();
    await world.sql("update relations set ended_at = now() where kind = 'rep' and subject_id = $1", [
      await world.idOf('new-hc@vialkeep.test'),
    ]);
    await world.sql(sql, [person.user.id]);
    const body = { ...name, subscription: 2, domain: 1, email: person.email, password: 'Another-one-2' };
    expect(await world.refusalOf(admin, addUser, { body })).toEqual({ status: 400, reason: 'email_in_use' });
    expect(await rowOf(person.user.id)).toMatchObject({ removed: false });
  });

  test('an account that has vials keeps the address', async () => {
    const person = await signedUp();
    await world.sql('update users set plan_id = 2 where id = $1', [person.user.id]);
    await world.call(admin, addVialEntry, {
      body: { type: 'added', date: '2026-01-05', quantity: 1, user: person.user.id },
    });
    const body = { ...name, subscription: 2, domain: 1, email: person.email, password: 'Another-one-2' };
    expect(await world.refusalOf(admin, addUser, { body })).toEqual({ status: 400, reason: 'email_in_use' });
  });

  test('an account that another user created keeps the address', async () => {
    const body = { ...name, subscription: 2, domain: 1, email: 'invited@people.test', password: 'Another-one-2' };
    const { id } = await world.call(admin, addUser, { body });
    expect(await rowOf(id)).toMatchObject({ verified: false });
    expect(await world.refusalOf(admin, addUser, { body })).toEqual({ status: 400, reason: 'email_in_use' });
  });

  test('a user who confirms the address for their own account gets it', async () => {
    const squatter = await signedUp();
    const owner = await world.as('patient3');
    await world.call(owner, updateUser, {
      params: { id: owner.user.id },
      body: { email: squatter.email, password_current: PASSWORD },
    });
    const { subject, keys } = await newestLetterTo(world, squatter.email);
    expect(subject).toContain('Confirm your e-mail address');
    expect(await rowOf(squatter.user.id)).toMatchObject({ removed: false });
    expect((await world.send(anonymousCaller, confirmEmail, { body: { key: keys.confirm } })).statusCode).toBe(200);
    expect(await rowOf(squatter.user.id)).toMatchObject({ removed: true });
    expect((await world.call(owner, readOwnEmail)).email).toBe(squatter.email);
  });

  test('the account keeps the address if creating the new account fails', async () => {
    const person = await signedUp();
    const body = { ...newClinic(), email: person.email, generate_password: true, sales_manager_id: 999_999 };
    const refused = await world.send(admin, addSalesRep, { body });
    expect(refused.statusCode).toBe(400);
    expect(await rowOf(person.user.id)).toMatchObject({ removed: false });
  });
});
