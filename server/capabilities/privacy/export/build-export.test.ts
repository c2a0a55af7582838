import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { askForPrivacy, listOwnPrivacyRequests, readPrivacyExport } from '@vialkeep/contract/privacy.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { erasable, newErasablePerson } from '../../../testing/privacy/erasable-person.ts';
import { unzip } from '../../../testing/privacy/unzip.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { privacyJobs } from '../privacy.jobs.ts';

let world: World;
let person: { id: number; caller: Caller };
let entries: Map<string, Buffer>;
let requestId: number;
/** The administrator who has seen the person in a list. */
let reader: number;
beforeAll(async () => {
  world = await newWorld();
  person = await newErasablePerson(world);
  reader = await lookAtUsers();
  requestId = (await world.call(person.caller, askForPrivacy, { body: { kind: 'export' } })).request.id;
  await world.letters();
  const response = await read(person.caller);
  entries = unzip(response.rawPayload);
});
afterAll(() => world.close());

async function lookAtUsers(): Promise<number> {
  const admin = await world.as('admin');
  await world.call(admin, listUsers, { query: { limit: 100 } });
  await vi.waitFor(async () => {
    const rows = await world.sql('select 1 from access_records where $1 = any (seen)', [person.id]);
    expect(rows).not.toEqual([]);
  }, 5_000);
  return admin.user.id;
}

const read = (caller: Caller) => world.send(caller, readPrivacyExport, { params: { id: requestId } });
const rowsOf = (table: string): Record<string, unknown>[] =>
  JSON.parse(entries.get(`data/${table}.json`)?.toString() ?? 'null');

const countOf = (table: string, column: string) => rowsOf(table).filter((one) => one[column] === person.id).length;

describe('The file of an export', () => {
  test('the file has every row that refers to the person by any column, in every table', async () => {
    const references = await world.sql<{ table: string; column: string }>(
      `select relation.relname as table, attribute.attname as column from pg_constraint link
       join pg_class relation on relation.oid = link.conrelid
       join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum = any (link.conkey)
       where link.contype = 'f' and link.confrelid = 'users'::regclass and attribute.attname <> 'domain_id'`,
    );
    let compared = 0;
    for (const { table, column } of references) {
      const [row] = await world.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${column} = $1`, [
        person.id,
      ]);
      const exported = countOf(table, column);
      // The letter about the finished file, its audit row and the finished request are written after the file.
      const isWrittenAfter = table === 'letters' ? 1 : 0;
      expect(exported, `${table}.${column}`).toBe((row?.n ?? 0) - isWrittenAfter);
      if (exported > 0) compared += 1;
    }
    expect(compared).toBeGreaterThan(12);
  });

  test('the file has each list in which the person was seen, with its reader and without the others', async () => {
    const lists = await world.sql<{ at: Date }>('select at from access_records where $1 = any (seen)', [person.id]);
    const exported = rowsOf('access_records').filter(({ object }) => String(object).startsWith('/api/admin/users/ '));
    expect(exported).toEqual([
      { at: expect.any(String), actor_id: reader, what: readingKinds.indexOf('list'), object: expect.any(String) },
    ]);
    expect(lists.map(({ at }) => at.getTime())).toEqual(exported.map(({ at }) => Date.parse(String(at))));
  });

  test('the file has the profile, the sealed changes in clear, orders and addresses of the person', () => {
    expect(rowsOf('users')).toMatchObject([{ id: person.id, email: erasable.email, phone_number: erasable.phone }]);
    expect(JSON.stringify(rowsOf('audit_log'))).toContain(erasable.city);
    expect(JSON.stringify(rowsOf('transactions'))).toContain(erasable.address);
    expect(rowsOf('locations')).toMatchObject([{ address1: erasable.address }]);
  });

  test('the file has the signed papers unchanged, and a readable page that escapes what people typed', async () => {
    const papers = await world.sql<{ document_id: string; file: string }>(
      "select document_id, file from documents where signer_id = $1 and status = 'Completed'",
      [person.id],
    );
    expect(papers.length).toBeGreaterThan(0);
    for (const { document_id, file } of papers) {
      const stored = readFileSync(join(world.app.services.settings.dataDir, 'files', file));
      expect(entries.get(`papers/${document_id}.pdf`)?.equals(stored)).toBe(true);
    }
    const page = entries.get('index.html')?.toString() ?? '';
    expect(page).toContain(erasable.name);
    expect(page).not.toMatch(/<script|https?:\/\/(?!localhost)/);
  });

  test('the file has no secret: no hash of a password or token, no key, no code', () => {
    const everything = [...entries]
      .filter(([name]) => name.endsWith('.json'))
      .map(([, bytes]) => bytes.toString())
      .join('\n');
    expect(everything).not.toMatch(
      /\$argon2|"(?:password_hash|token_hash|file_hash|code_hmac|wrapped|sealed|key_hash)":/,
    );
  });

  test('only the person can download the file, and the download is recorded', async () => {
    for (const who of ['patient', 'super', 'admin']) expect((await read(await world.as(who))).statusCode).toBe(404);
    const acting = await world.actingAs(await world.as('admin'), erasable.email);
    expect((await read(acting)).json().reason).toBe('not_while_acting');
    const [noted] = await world.sql<{ n: number }>(
      "select count(*)::int as n from audit_log where action = 'privacy.download'",
    );
    expect(noted?.n).toBe(1);
  });

  test('after seven days the file is refused, deleted and no longer offered', async () => {
    const [row] = await world.sql<{ file: string; days: number }>(
      'select file, extract(day from file_until - ended_at)::int as days from privacy_requests where id = $1',
      [requestId],
    );
    expect(row?.days).toBeGreaterThanOrEqual(6);
    await world.sql("update privacy_requests set file_until = now() - interval '1 minute' where id = $1", [requestId]);
    expect((await read(person.caller)).json().reason).toBe('export_over');
    const job = privacyJobs.find(({ name }) => name === 'delete-privacy-exports');
    const cause = { actorId: null, userId: null, sessionId: null, requestId: 'test' };
    await job?.run({}, world.app.services, cause);
    await world.letters();
    expect(await world.app.services.files.open(row?.file ?? '')).toBeNull();
    const { results } = await world.call(person.caller, listOwnPrivacyRequests);
    expect(results[0]).toMatchObject({ file: null, may: [] });
  });
});
