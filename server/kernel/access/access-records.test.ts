import { listAccess, listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { listOwnPrivacyRequests } from '@vialkeep/contract/privacy.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { readOwnStorage } from '@vialkeep/contract/storage.ts';
import { exportUsers, listUsers, readUserDetails } from '@vialkeep/contract/users.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld({ LOG_LEVEL: 'silent' });
});
afterAll(() => world.close());

type Row = { subject_id: number | null; actor_id: number; user_id: number; what: number; seen: number[] | null };

const rowsOf = async (sessionOf: string) => {
  const rows = await world.sql<Row & { object: string; reason: string | null }>(
    `select r.* from access_records r join sessions s on s.id = r.session_id
     where s.token_hash = sha256(convert_to($1, 'UTF8')) order by r.at`,
    [sessionOf],
  );
  return rows.map(({ what, ...row }) => ({ ...row, what: readingKinds[what] }));
};

describe('The records of reading', () => {
  test('an opening is in the table when its answer arrives, and the same one within five minutes is not repeated', async () => {
    const hc = await world.as('hc');
    const id = await world.idOf('patient@vialkeep.test');
    await world.call(hc, readPatientRecord, { params: { id } });
    const records = (await rowsOf(hc.token ?? '')).filter(({ what }) => what === 'record');
    expect(records).toMatchObject([{ subject_id: id, actor_id: hc.user.id, user_id: hc.user.id, reason: null }]);
    await world.call(hc, readPatientRecord, { params: { id } });
    expect((await rowsOf(hc.token ?? '')).filter(({ what }) => what === 'record')).toHaveLength(1);
  });

  test('a person’s own data are not recorded', async () => {
    const patient = await world.as('patient');
    await world.call(patient, getUser, { params: { id: patient.user.id } });
    await world.call(patient, currentSession);
    expect((await rowsOf(patient.token ?? '')).filter(({ subject_id }) => subject_id !== null)).toEqual([]);
  });

  test('an administrator who acts in an account is recorded as the person, with the account and the reason', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'patient2@vialkeep.test');
    await world.sql('update sessions set reason = $2 where user_id = $1 and kind = $3', [
      acting.user.id,
      'Asked by phone',
      'login_as',
    ]);
    await world.call(acting, currentSession);
    const opening = {
      what: 'profile',
      subject_id: acting.user.id,
      actor_id: admin.user.id,
      user_id: acting.user.id,
    };
    // The login itself shows the account, before a reason was set here.
    expect(await rowsOf(acting.token ?? '')).toMatchObject([
      { ...opening, reason: null },
      { ...opening, reason: 'Asked by phone' },
    ]);
  });

  test('the storage plan and the privacy requests of an account are recorded when an administrator reads them while acting', async () => {
    const acting = await world.actingAs(await world.as('admin'), 'patient@vialkeep.test');
    await world.sql('update money_settings set storage = true where domain_id = 1');
    await world.call(acting, readOwnStorage);
    await world.call(acting, listOwnPrivacyRequests);
    const rows = await rowsOf(acting.token ?? '');
    const ofAccount = rows.filter(({ subject_id }) => subject_id === acting.user.id);
    // The first is the login itself.
    expect(ofAccount.map(({ what }) => what)).toEqual(['profile', 'transaction']);
    expect(rows.length).toBe(ofAccount.length);
  });

  test('a list is one row with the people that it shows, and an export one with its filter', async () => {
    const admin = await world.as('admin');
    const { results } = await world.call(admin, listUsers, { query: { limit: 3 } });
    expect((await world.send(admin, exportUsers, { query: { search: 'stein' } })).statusCode).toBe(200);
    const rows = await rowsOf(admin.token ?? '');
    const list = rows.find(({ what }) => what === 'list');
    for (const { id } of results) expect(list?.seen).toContain(id);
    expect(rows.find(({ what }) => what === 'export')).toMatchObject({
      subject_id: null,
      object: '/api/admin/users/export-csv/ {"search":"(text)"}',
    });
  });

  test('a person of another site is recorded on their site, and its administrator reads it', async () => {
    const admin = await world.as('admin');
    const id = await world.idOf('patient@north.test');
    await world.call(admin, readUserDetails, { params: { id } });
    const north = await world.as('admin@north.test', 'north.localhost');
    const { results } = await world.call(north, listAccess, { query: { subject_id: id } });
    expect(results).toMatchObject([{ site: 'Northlight', what: 'profile', subject: { id }, actor: null }]);
    const patient = await world.as('patient@north.test', 'north.localhost');
    const own = await world.call(patient, listOwnAccess);
    expect(own.results).toMatchObject([
      { who: `${admin.user.first_name} ${admin.user.last_name}`, plan: 'Admin', acting_for: null, what: 'profile' },
    ]);
  });

  test('the openings of a reader are counted on all sites for an administrator of all, on one site for that of one, and by kind and time', async () => {
    const admin = await world.as('admin');
    const reader = admin.user.id;
    for (const account of ['patient@north.test', 'patient3@vialkeep.test', 'patient4@vialkeep.test']) {
      await world.call(admin, readUserDetails, { params: { id: await world.idOf(account) } });
    }
    const [all] = await world.sql<{ everywhere: number; north: number; profiles: number }>(
      `select count(*)::int as everywhere, count(*) filter (where domain_id = 2)::int as north,
         count(*) filter (where what = $2)::int as profiles
       from access_records where actor_id = $1`,
      [reader, readingKinds.indexOf('profile')],
    );
    const north = await world.as('admin@north.test', 'north.localhost');
    const countOf = async (by: Caller, query: object) =>
      (await world.call(by, listAccess, { query: { actor_id: reader, ...query } })).count;
    const superAdmin = await world.as('super');
    expect({
      everywhere: await countOf(superAdmin, {}),
      north: await countOf(north, {}),
      profiles: await countOf(superAdmin, { what: 'profile' }),
    }).toEqual(all);
    expect(all?.north).toBeLessThan(all?.profiles ?? 0);
    expect(await countOf(superAdmin, { from: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
  });

  test('while openings cannot be written they are refused with 503, lists and changes are answered, and all is written afterwards', async () => {
    const hc = await world.as('hc');
    const lab = await world.as('lab');
    const id = await world.idOf('patient3@vialkeep.test');
    await world.sql('alter function append_access(uuid, bigint, jsonb) rename to append_access_away');
    const [opening, list, change] = await Promise.all([
      world.send(hc, readPatientRecord, { params: { id } }),
      world.send(await world.as('admin'), listUsers),
      world.send(lab, addVialEntry, { body: { type: 'added', date: '2026-01-05', quantity: 1, user: id } }),
    ]);
    expect([opening.statusCode, opening.json().reason]).toEqual([503, 'unavailable']);
    expect([list.statusCode, change.statusCode]).toEqual([200, 200]);
    await world.sql('alter function append_access_away(uuid, bigint, jsonb) rename to append_access');
    expect((await world.send(hc, readPatientRecord, { params: { id } })).statusCode).toBe(200);
    expect((await rowsOf(hc.token ?? '')).filter(({ what }) => what === 'record')).not.toEqual([]);
    expect((await rowsOf(lab.token ?? '')).filter(({ what }) => what === 'vials')).toHaveLength(1);
  }, 20_000);

  test('a missing partition is made by the batch that needs it', async () => {
    await world.sql(`do $$ declare part text; begin
      for part in select inhrelid::regclass::text from pg_inherits where inhparent = 'access_records'::regclass loop
        execute format('drop table %s', part); end loop; end $$`);
    const hc = await world.as('hc');
    const id = await world.idOf('patient@vialkeep.test');
    expect((await world.send(hc, readPatientRecord, { params: { id } })).statusCode).toBe(200);
    expect((await rowsOf(hc.token ?? '')).filter(({ what }) => what === 'record')).toHaveLength(1);
  });
});
