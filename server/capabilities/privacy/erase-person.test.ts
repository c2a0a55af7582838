import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAudit } from '@vialkeep/contract/audit.ts';
import { verifyCode } from '@vialkeep/contract/documents.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { findUserByIdentifier } from '@vialkeep/contract/network.ts';
import { listLabPatients } from '@vialkeep/contract/patients.ts';
import {
  askForPrivacy,
  createLegalHold,
  endLegalHold,
  erasePerson,
  listKeptPapers,
  listPrivacyRequests,
  readKeptPaper,
} from '@vialkeep/contract/privacy.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { exportUsers, listUsers } from '@vialkeep/contract/users.ts';
import { addVialEntry, deleteVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { walkLedger } from '../../cli/walk-ledger.ts';
import { forgetErasedRecipients } from '../../kernel/mail/deliver-email.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { databaseDigest } from '../../testing/database-digest.ts';
import { erasable, newErasablePerson, TYPED_ADDRESS, traces } from '../../testing/privacy/erasable-person.ts';
import { queryAs } from '../../testing/query-as.ts';
import { startLoggingServer } from '../../testing/servers/logging-server.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyOrigins } from '../audit/index.ts';
import { destroyOldPapers } from '../documents/index.ts';
import { listErasures, repeatErasure } from './repeat-erasures.ts';

let world: World;
let admin: Caller;
let person: { id: number; caller: Caller };
let requestId: number;
/** The papers of the demo network have no files in a test. */
let faultsBefore: readonly string[];
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  person = await newErasablePerson(world);
  const { request } = await world.call(person.caller, askForPrivacy, {
    body: { kind: 'erasure', text: erasable.name },
  });
  requestId = request.id;
  await lookUpByName();
  await world.letters();
  faultsBefore = await ledgerFaults();
});
afterAll(() => world.close());

/** A search, the filters of a list and of an export, and a path that name the person, each of which is recorded. */
async function lookUpByName(): Promise<void> {
  const answers = await Promise.all([
    world.send(admin, listUsers, { query: { search: erasable.lastName } }),
    world.send(admin, listLabPatients, { query: { search: erasable.name, stage: 'awaiting' } }),
    world.send(admin, exportUsers, { query: { search: erasable.email } }),
    world.send(admin, findUserByIdentifier, { params: { identifier: erasable.email } }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
}

const confirm = () => ({ confirm: `#${person.id}` });
const erase = (body: object = confirm(), caller = admin) =>
  world.refusalOf(caller, erasePerson, { params: { id: requestId }, body });

/** The columns of all tables, the queue's included, that hold one of the words. */
async function columnsWith(words: readonly string[]): Promise<string[]> {
  const columns = await world.sql<{ schema: string; table: string; column: string }>(
    `select table_schema as schema, table_name as table, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
       and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'character varying')`,
  );
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const [row] = await world.sql<{ n: number }>(
      `select count(*)::int as n from "${schema}"."${table}" where "${column}"::text ilike any ($1)`,
      [words.map((word) => `%${word}%`)],
    );
    if (row && row.n > 0) found.push(`${table}.${column}`);
  }
  return found;
}

function filesWith(words: readonly string[]): string[] {
  const root = join(world.app.services.settings.dataDir, 'files');
  return globSync('**/*.*', { cwd: root }).filter((name) => {
    const text = readFileSync(join(root, name)).toString('latin1').toLowerCase();
    return words.some((word) => text.includes(word.toLowerCase()));
  });
}

/** What `npm run verify-ledger` prints, without its last line. */
async function ledgerFaults(): Promise<string[]> {
  const lines: string[] = [];
  const printing = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  await walkLedger(world.app.services);
  printing.mockRestore();
  return lines.filter((line) => !line.startsWith('Chains of custody'));
}

const openingsOf = (paperId: number | undefined) =>
  world.sql('select subject_id, actor_id from access_records where what = $1 and object = $2', [
    readingKinds.indexOf('document file'),
    String(paperId),
  ]);

/** Whether the list of requests offers the kept papers of the person. */
async function offeredPapers(caller: Caller): Promise<boolean | undefined> {
  const query = { kind: 'erasure', state: 'done' };
  const { results } = await world.call(caller, listPrivacyRequests, { query });
  return results.find((request) => request.person.id === person.id)?.may.includes('read_papers');
}

const firstBreak = async () => (await world.sql<{ at: number | null }>('select audit_first_break(1) as at'))[0]?.at;

describe('Obstacles to an erasure', () => {
  test('a person with vials in store, an open order or a legal hold, and an administrator, are refused with the reason', async () => {
    const date = '2026-01-05';
    const { data } = await world.call(await world.as('super'), addVialEntry, {
      body: { type: 'added', date, quantity: 2, user: person.id },
    });
    expect(await erase()).toEqual({ status: 409, reason: 'has_vials' });
    await world.call(await world.as('super'), deleteVialEntry, { params: { id: data.id } });

    await world.sql('update transactions set shipping_date = current_date + 1 where buyer_id = $1', [person.id]);
    expect(await erase()).toEqual({ status: 409, reason: 'has_open_orders' });
    await world.sql('update transactions set shipping_date = current_date - 9 where buyer_id = $1', [person.id]);

    const { id } = await world.call(admin, createLegalHold, { body: { user_id: person.id, reason: 'A lawsuit' } });
    expect(await erase()).toEqual({ status: 409, reason: 'legal_hold' });
    expect(await world.refusalOf(admin, createLegalHold, { body: { user_id: person.id, reason: 'Again' } })).toEqual({
      status: 409,
      reason: 'already_held',
    });
    await world.call(admin, endLegalHold, { params: { id } });
    expect(await world.refusalOf(admin, endLegalHold, { params: { id } })).toEqual({
      status: 409,
      reason: 'hold_over',
    });

    // The relations of a patient do not fit an administrator.
    await world.sql('alter table users disable trigger plans_fit');
    await world.sql('update users set plan_id = 7 where id = $1', [person.id]);
    expect(await erase()).toEqual({ status: 409, reason: 'is_administrator' });
    await world.sql('update users set plan_id = 2 where id = $1', [person.id]);
    await world.sql('alter table users enable trigger plans_fit');
  });

  test('a wrong confirmation is refused with 400, and nothing changes', async () => {
    const before = await databaseDigest(world);
    for (const wrong of ['', '#', String(person.id), `#${person.id + 1}`, `# ${person.id}`]) {
      expect((await erase({ confirm: wrong })).status).toBe(400);
    }
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('the function of the database refuses to erase a person who has not asked, and a person of another site', async () => {
    const { store } = world.app.services;
    const patient = await world.idOf('patient2@vialkeep.test');
    await expect(queryAs(store, 'platform', 'select erase_person($1)', [patient])).rejects.toMatchObject({
      code: '42501',
    });
    await expect(queryAs(store, 2, 'select erase_person($1)', [person.id])).rejects.toMatchObject({ code: '42501' });
  });

  test('the switch of the triggers opens nothing to the roles that serve requests', async () => {
    const { store } = world.app.services;
    await expect(
      queryAs(
        store,
        'platform',
        "with on_ as (select set_config('app.erasing', 'on', true)) update documents set signer_name = 'x' from on_ where status = 'Completed'",
        [],
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('An interrupted erasure', () => {
  test('a failure at any step leaves every row as it was', async () => {
    const steps = ['signing_links', 'signings', 'documents', 'transactions', 'checkouts', 'saved_cards', 'labels'];
    steps.push('letters', 'locations', 'known_devices', 'email_changes', 'sessions', 'files', 'person_keys', 'users');
    steps.push('privacy_requests', 'relations');
    await world.sql(
      "create function fail_planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$",
    );
    const before = await databaseDigest(world, ['sessions', 'rate_limits']);
    let failed = 0;
    for (const table of steps) {
      await world.sql(
        `create trigger planted before update or delete on ${table} for each row execute function fail_planted()`,
      );
      const { status } = await erase();
      if (status === 500) failed += 1;
      await world.sql(`drop trigger planted on ${table}`);
      if (status === 200) throw new Error(`The step ${table} was not interrupted.`);
    }
    expect(failed).toBe(steps.length);
    expect(await databaseDigest(world, ['sessions', 'rate_limits'])).toEqual(before);
  });
});

describe('An erasure', () => {
  test('one of 10 simultaneous calls erases the person, and the others are refused with 409', async () => {
    const server = await startLoggingServer(world);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${server.address}/api/admin/privacy/requests/${requestId}/erase/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `token ${admin.token}` },
          body: JSON.stringify(confirm()),
        }).then(({ status }) => status),
      ),
    );
    const log = await server.end();
    await server.stop();
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(9);
    expect(traces.filter((word) => log.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
    expect(log).toContain('/erase/');
    expect(await erase()).toEqual({ status: 409, reason: 'already_erased' });
  });

  test('a search through every column finds the person only in the last letter until it is sent, then nowhere', async () => {
    await world.letters();
    expect(await columnsWith(traces)).toEqual(['letters.recipient']);
    await world.sql("update letters set secret_until = now() - interval '1 minute' where kind = 'privacy-erased'");
    await forgetErasedRecipients(world.app.services);
    expect(await columnsWith(traces)).toEqual([]);
  });

  test('the records of a search, a filter and a lookup that named the person say that a text was asked for', async () => {
    const records = await world.sql<{ object: string }>(
      "select object from access_records where actor_id = $1 and object like '%(text)%' order by object",
      [admin.user?.id],
    );
    expect(records.map(({ object }) => object)).toEqual([
      expect.stringMatching(/^\/api\/admin\/users\/ .*"search":"\(text\)"/),
      '/api/admin/users/export-csv/ {"search":"(text)"}',
      expect.stringMatching(/^\/api\/admin\/users\/lab\/ .*"search":"\(text\)","stage":"awaiting"/),
      '/api/v1/users/identifier/:identifier/ {"identifier":"(text)"}',
    ]);
  });

  test('the answer to the request names the kept openings and the files of imports', async () => {
    const [request] = await world.sql<{ answer: string }>('select answer from privacy_requests where id = $1', [
      requestId,
    ]);
    expect(request?.answer).toMatch(/records of who looked at data/);
    expect(request?.answer).toMatch(/kept whole until 90 days after its import ended/);
  });

  test('the files of the person are deleted, and only the signed papers stay', async () => {
    const kept = await world.sql<{ file: string }>(
      `select file from documents where signer_id = $1 union select sealed_file from signings where signer_name like 'Erased%'
       union select paper_file from signings where signer_name like 'Erased%' and state = 'signed'`,
      [person.id],
    );
    const papers = new Set(kept.map(({ file }) => file));
    expect(filesWith(traces).filter((name) => !papers.has(name))).toEqual([]);
    const { files } = world.app.services;
    expect(await files.open('user-logos/planted.png')).toBeNull();
  });

  test('the account is closed: its session has ended, its password fails, and no list finds it', async () => {
    expect((await world.refusalOf(person.caller, currentSession)).status).toBe(401);
    await expect(world.as(erasable.email)).rejects.toThrow('/api/admin/login/');
    expect((await world.refusalOf(admin, getUser, { params: { id: person.id } })).status).toBe(404);
    const [row] = await world.sql('select username, email, is_active, password_hash from users where id = $1', [
      person.id,
    ]);
    expect(row).toEqual({
      username: `Erased member #${person.id}`,
      email: `erased-${person.id}@erased.invalid`,
      is_active: false,
      password_hash: null,
    });
  });

  test('ids, amounts, hashes and chains stay, and every verification holds', async () => {
    const [sold] = await world.sql('select amount_cents, card_last4 from transactions where buyer_id = $1', [
      person.id,
    ]);
    expect(sold).toEqual({ amount_cents: 29500, card_last4: '' });
    expect(await firstBreak()).toBeNull();
    expect(await verifyOrigins(world.app.services.store.read('platform'))).toEqual([]);
    expect(await ledgerFaults()).toEqual(faultsBefore);
  });

  test('the audit log shows no value of the person, not even one that was written in clear', async () => {
    await world.sql(
      `insert into audit_log (domain_id, action, subject, subject_id, facts, request_id)
       values (1, 'users.edit', 'user', $1, jsonb_build_object('name', 'Planted Clear', 'fields', array['city'],
         'changes', jsonb_build_object('city', jsonb_build_object('before', 'Planted Town', 'after', 1))), 'test')`,
      [String(person.id)],
    );
    const response = await world.send(admin, listAudit, { query: { subject_id: person.id, limit: 100 } });
    expect(response.body).not.toMatch(/Planted|Zephyrine|Plumbago/);
    expect(response.json().results[0]).toMatchObject({
      facts: { name: 'erased', fields: ['city'] },
      changes: { city: { before: 'erased', after: 1 } },
    });
  });

  test('signed papers are read by a super admin with a reason that is recorded, and are still genuine', async () => {
    const superAdmin = await world.as('super');
    expect(await offeredPapers(superAdmin)).toBe(true);
    expect(await offeredPapers(admin)).toBe(false);
    const { results } = await world.call(superAdmin, listKeptPapers, { params: { id: person.id } });
    expect(results.length).toBeGreaterThan(0);
    expect(Number(results[0]?.kept_until.slice(0, 4))).toBe(new Date().getUTCFullYear() + 10);
    const read = { params: { id: results[0]?.id }, body: { reason: 'A court asks' } };
    await world.sql('alter function append_access(uuid, bigint, jsonb) rename to append_access_away');
    const unrecorded = await world.send(superAdmin, readKeptPaper, read);
    expect([unrecorded.statusCode, unrecorded.json().reason]).toEqual([503, 'unavailable']);
    await world.sql('alter function append_access_away(uuid, bigint, jsonb) rename to append_access');
    const response = await world.send(superAdmin, readKeptPaper, read);
    expect(await openingsOf(results[0]?.id)).toContainEqual({ subject_id: person.id, actor_id: superAdmin.user.id });
    expect([response.statusCode, response.rawPayload.toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
    expect((await world.refusalOf(admin, readKeptPaper, read)).status).toBe(403);
    expect((await world.refusalOf(superAdmin, readKeptPaper, { ...read, body: { reason: '' } })).status).toBe(400);
    const noted = await world.sql(
      "select facts ->> 'reason' as why from audit_log where action = 'privacy.read_paper'",
    );
    expect(noted).toEqual([{ why: 'A court asks' }, { why: 'A court asks' }]);
    const [paper] = await world.sql<{ code: string }>('select code from documents where id = $1', [results[0]?.id]);
    const told = await world.call(anonymousCaller, verifyCode, { params: { code: paper?.code } });
    expect(told.verdict).toBe('unaltered');
  });

  test('after the retention period the files of the papers are deleted, and verification does not miss them', async () => {
    const [paper] = await world.sql<{ id: number; file: string }>(
      "select id, file from documents where signer_id = $1 and status = 'Completed' order by id limit 1",
      [person.id],
    );
    const { services } = world.app;
    expect(await destroyOldPapers(services, actorlessContext('test'))).toBe(0);
    await world.sql('alter table documents disable trigger completed_documents_are_kept');
    await world.sql("update documents set signed_at = now() - interval '11 years' where id = $1", [paper?.id]);
    await world.sql('alter table documents enable trigger completed_documents_are_kept');
    expect(await destroyOldPapers(services, actorlessContext('test'))).toBe(1);
    await world.letters();
    expect(await services.files.open(paper?.file ?? '')).toBeNull();
    expect(await ledgerFaults()).toEqual(faultsBefore);
  });

  test('papers of an address that the person had only typed are left as they were', async () => {
    const [paper] = await world.sql(
      'select signer_name, hidden_at from documents where signer_email = $1 and signer_id is null',
      [TYPED_ADDRESS],
    );
    expect(paper).toEqual({ signer_name: 'Another Guest', hidden_at: null });
  });

  test('an erasure can be repeated after a restore, without another letter', async () => {
    const letters = await world.letters();
    await world.sql('update users set erased_at = null, removed_at = null, first_name = $2 where id = $1', [
      person.id,
      erasable.firstName,
    ]);
    expect(await repeatErasure(world.app.services, person.id)).toBe(`#${person.id} has been erased.`);
    expect(await columnsWith(traces)).toEqual([]);
    expect(await world.letters()).toHaveLength(letters.length);
    await expect(repeatErasure(world.app.services, person.id)).rejects.toThrow('already_erased');
    expect((await listErasures(world.app.services.store.read('platform'))).map(({ id }) => id)).toEqual([person.id]);
  });

  test('vials and orders cannot be written for an erased person', async () => {
    await expect(
      world.sql(
        `insert into vial_entries (patient_id, domain_id, type, quantity, date) values ($1, 1, 'added', 1, current_date)`,
        [person.id],
      ),
    ).rejects.toMatchObject({ code: '40001' });
  });
});
