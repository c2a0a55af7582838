import { requestSignatures, resendSignatureRequest } from '@vialkeep/contract/documents.ts';
import { resendEmailLetter } from '@vialkeep/contract/email-changes.ts';
import { renewInvitation } from '@vialkeep/contract/identity.ts';
import { sendPatientPassword } from '@vialkeep/contract/labels.ts';
import { createPatient, updatePatient } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { addSalesManager } from '@vialkeep/contract/sales-teams.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyTo } from '../../testing/mail/email-keys.ts';
import { PASSWORD } from '../../testing/people.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.close());

const name = { first_name: 'Ada', last_name: 'Stone' };

async function ask(clinic: Caller, email: string): Promise<number> {
  return (await world.send(clinic, requestSignatures, { body: { name: 'Ada Stone', email } })).statusCode;
}

async function askMany(clinic: Caller, times: number, from = 0): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = from; n < from + times; n += 1) statuses.push(await ask(clinic, `stranger${n}@new.test`));
  return statuses;
}

/** Counts this many emails to the address today. */
const usedUp = (email: string, times: number) =>
  world.sql("insert into rate_limits select 'letters-recipient', sha256(convert_to($1, 'utf8')), now(), $2", [
    email,
    times,
  ]);

const refused = { status: 429, reason: 'too_many_requests' };

const later = (interval: string) =>
  world.sql(`update rate_limits set window_start = window_start - interval '${interval}'`);

describe('Emails to unknown recipients', () => {
  test('a sender can cause 20 emails a day in the first week of the account, and the 21st is not written', async () => {
    const hc = await world.as('hc');
    await world.sql('update users set date_joined = now() where id = $1', [hc.user.id]);
    expect(await askMany(hc, 22)).toEqual([...Array(20).fill(200), 429, 429]);
    expect(
      await world.sql(
        "select count(distinct signer_email)::int as n from documents where signer_email like 'stranger%'",
      ),
    ).toEqual([{ n: 20 }]);
    await world.sql("update users set date_joined = now() - interval '8 days' where id = $1", [hc.user.id]);
    expect(await ask(hc, 'one-more@new.test')).toBe(200);
  });

  test('one sender can cause 30 emails an hour and 100 a day', async () => {
    const admin = await world.as('admin');
    const invite = async (n: number) =>
      (await world.send(admin, createPatient, { body: { ...name, email: `p${n}@new.test` } })).statusCode;
    const hours: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      let let_through = 0;
      for (let n = 0; n < 32; n += 1) if ((await invite(hour * 100 + n)) === 200) let_through += 1;
      hours.push(let_through);
      await world.sql(
        "update rate_limits set window_start = window_start - interval '61 minutes' where bucket <> 'letters-day'",
      );
    }
    expect(hours.slice(0, 3)).toEqual([30, 30, 30]);
    // Attempts that the hourly limit refused do not count against the day.
    expect(hours[3]).toBe(10);
    await later('1 day');
    expect(await invite(999)).toBe(200);
  });

  test('one address gets 5 emails a day from all senders, and each further one is refused with the same message', async () => {
    const statuses: number[] = [];
    for (const who of ['hc', 'hc2', 'hc3', 'rhc']) {
      const clinic = await world.as(who);
      for (let n = 0; n < 2; n += 1) statuses.push(await ask(clinic, n === 0 ? 'Often@new.test' : 'often@new.test'));
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429, 429]);
    const answer = await world.send(await world.as('hc'), requestSignatures, {
      body: { name: 'Ada Stone', email: 'often@new.test' },
    });
    expect(answer.json()).toMatchObject({
      reason: 'too_many_requests',
      message: 'Too many attempts. Please try again later.',
    });
    await later('1 day');
    expect(await ask(await world.as('hc'), 'often@new.test')).toBe(200);
  });

  test('one network can cause 60 emails an hour, from all senders', async () => {
    const statuses: number[] = [];
    for (const who of ['hc', 'hc2', 'hc3']) statuses.push(...(await askMany(await world.as(who), 25, statuses.length)));
    expect(statuses).toEqual([...Array(60).fill(200), ...Array(15).fill(429)]);
    const elsewhere = await world.as('rhc');
    const response = await world.raw({
      method: 'POST',
      url: requestSignatures.path,
      remoteAddress: '192.0.2.9',
      headers: { host: 'localhost', authorization: `token ${elsewhere.token}` },
      payload: { name: 'Ada Stone', email: 'elsewhere@new.test' },
    });
    expect(response.statusCode).toBe(200);
  });

  test('simultaneous emails do not exceed the limits', async () => {
    const hc = await world.as('hc');
    const burst = await Promise.all(Array.from({ length: 20 }, () => ask(hc, 'burst@new.test')));
    expect(burst.filter((status) => status === 200)).toHaveLength(5);
  });

  test('emails to a sender’s own patients who have used their account are not counted', async () => {
    const patient = await world.as('patient');
    const hc = await world.as('hc');
    for (let n = 0; n < 8; n += 1) expect(await ask(hc, patient.user.email)).toBe(200);
    expect(await world.sql("select bucket from rate_limits where bucket like 'letters-%'")).toEqual([]);
    await world.sql('update users set last_login = null where id = $1', [patient.user.id]);
    const unused: number[] = [];
    for (let n = 0; n < 6; n += 1) unused.push(await ask(hc, patient.user.email));
    expect(unused).toEqual([...Array(5).fill(200), 429]);
    const password = await world.refusalOf(hc, sendPatientPassword, { body: { user_id: patient.user.id } });
    expect(password).toEqual(refused);
  });

  test('every call that writes to a typed address is counted', async () => {
    const email = 'everywhere@new.test';
    const [hc, admin, manager, distributor] = await Promise.all(
      ['hc', 'admin', 'manager', 'distributor'].map((who) => world.as(who)),
    );
    if (!hc || !admin || !manager || !distributor) throw new Error('The demo network lacks people.');
    await usedUp(email, 4);
    expect(await ask(hc, email)).toBe(200);
    const [document] = await world.sql<{ document_id: string }>(
      'select document_id from documents where signer_email = $1 limit 1',
      [email],
    );
    const resend = { body: { doc_id: document?.document_id, user_email: email } };
    expect(await world.refusalOf(hc, resendSignatureRequest, resend)).toEqual(refused);
    expect(await world.refusalOf(admin, createPatient, { body: { ...name, email } })).toEqual(refused);
    const center = { body: { ...name, email, company: 'New Clinic' } };
    expect(await world.refusalOf(admin, createHarvestCenter, center)).toEqual(refused);
    expect(await world.refusalOf(manager, addSalesRep, { body: { ...name, email, generate_password: true } })).toEqual(
      refused,
    );
    expect(await world.refusalOf(distributor, addSalesManager, { body: { ...name, email } })).toEqual(refused);
    expect(await world.sql('select id from users where email = $1', [email])).toEqual([]);
  });

  test('an email typed for an account is counted, whether its owner or another person types it', async () => {
    const email = 'typed@new.test';
    const [admin, patient, other] = [await world.as('admin'), await world.as('patient'), await world.as('patient2')];
    await usedUp(email, 4);
    const own = (caller: typeof patient, more = {}) => ({
      params: { id: caller.user.id },
      body: { email, ...more },
    });
    expect((await world.send(patient, updateUser, own(patient))).statusCode).toBe(200);
    expect(await world.refusalOf(patient, resendEmailLetter)).toEqual(refused);
    expect(await world.refusalOf(other, updateUser, own(other, { password_current: PASSWORD }))).toEqual(refused);
    expect(await world.refusalOf(admin, updateUser, own(other))).toEqual(refused);
    expect(await world.refusalOf(admin, updatePatient, own(other))).toEqual(refused);
    const created = { subscription: 2, domain: 1, password: 'Typed-by-another-1', ...name, email };
    expect(await world.refusalOf(admin, addUser, { body: created })).toEqual(refused);
    expect((await world.send(admin, updateUser, own(other, { email: other.user.email }))).statusCode).toBe(200);
    expect((await world.letters()).filter(({ recipient }) => recipient === email)).toHaveLength(1);
  });

  test('a sign-up is counted, and so is the email that its owner requests again', async () => {
    const signUp = (email: string) =>
      world.send(anonymousCaller, addSalesRep, {
        body: { ...name, email, subscription: 3, password: PASSWORD },
      });
    await usedUp('signs-up@new.test', 4);
    expect((await signUp('signs-up@new.test')).statusCode).toBe(200);
    const rep = await world.as('signs-up@new.test');
    expect(await world.refusalOf(rep, resendEmailLetter)).toEqual(refused);
    await usedUp('floods@new.test', 5);
    expect((await signUp('floods@new.test')).json()).toMatchObject({ reason: 'too_many_requests' });
    expect(await world.sql("select id from users where email = 'floods@new.test'")).toEqual([]);
  });

  test('an invitation that is requested again is counted, and the answer stays the same', async () => {
    const email = 'invited@new.test';
    await usedUp(email, 3);
    await world.call(await world.as('admin'), createPatient, { body: { ...name, email } });
    const renew = async () => {
      const key = await keyTo(world, email, '/invitation');
      return (await world.send(anonymousCaller, renewInvitation, { body: { key } })).json();
    };
    const first = await renew();
    expect(await renew()).toEqual(first);
    expect((await world.letters()).filter(({ recipient }) => recipient === email)).toHaveLength(2);
  });
});
