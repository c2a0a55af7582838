import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { accessChains } from './access-chains.ts';
import { archiveAccessJob } from './archive-access.ts';
import { verifyAccess } from './verify-access.ts';

const TIMEOUT_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await newWorld({ LOG_LEVEL: 'silent', ACCESS_MONTHS: '2' });
  await fillChains();
});
afterAll(() => world.close());

const db = () => world.app.services.store.readSlowly('platform');
const verify = () => verifyAccess(db(), world.app.services.files);

/** Two writers with 30 batches each, in this month and in a month that is due for the archive. */
async function fillChains(): Promise<void> {
  await world.sql("select create_access_partition((now() - interval '5 months')::date)");
  await world.sql(`
    select append_access(writer::uuid, batch, (select jsonb_agg(jsonb_build_object(
        'at', now() - make_interval(months => 5 * (batch <= 10)::int) - make_interval(secs => 60 - batch, mins => 0),
        'domain_id', 1, 'subject_id', 1000 + n, 'actor_id', 1, 'user_id', 1, 'session_id', 1, 'what', n % 8,
        'object', 'No. ' || n || E', "ä" \\\\ \\n', 'seen', jsonb_build_array(n, batch), 'reason', 'By phone'))
      from generate_series(1, 5) n))
    from (select writer, batch from unnest(array['00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002']) writer, generate_series(1, 30) batch order by writer, batch) made`);
}

/** The partition of this month, whose triggers the owner of the database could turn off. */
async function turnOffTriggers(): Promise<void> {
  const [part] = await world.sql<{ name: string }>(
    'select tableoid::regclass::text as name from access_records order by at desc limit 1',
  );
  partition = part?.name ?? '';
  for (const table of [partition, 'access_batches']) await world.sql(`alter table ${table} disable trigger all`);
  await world.sql(`create table kept_records as select * from ${partition}`);
  await world.sql('create table kept_batches as select * from access_batches');
}
let partition = '';

async function putBack(): Promise<void> {
  await world.sql(`delete from ${partition}`);
  await world.sql(`insert into ${partition} select * from kept_records`);
  await world.sql('delete from access_batches');
  await world.sql('insert into access_batches select * from kept_batches');
}

const rowChanges = [
  "at = at + interval '1 microsecond'",
  'domain_id = domain_id + 1',
  'subject_id = subject_id # 1',
  'actor_id = actor_id # 1',
  'user_id = user_id # 1',
  'session_id = session_id # 1',
  'what = what # 1',
  "object = overlay(object placing 'X' from 1 for 1)",
  'seen = array[seen[1] # 1, seen[2]]',
  "reason = overlay(reason placing 'X' from 1 for 1)",
  'batch = batch # 1',
];
const batchChanges = [
  'rows = rows # 1',
  "first_at = first_at + interval '1 microsecond'",
  "last_at = last_at + interval '1 microsecond'",
  'previous = set_byte(previous, 0, get_byte(previous, 0) # 1)',
  'sha256 = set_byte(sha256, 31, get_byte(sha256, 31) # 1)',
];

const readHeads = async () => (await accessChains.heads.execute(db())).rows;

describe('The chains of openings', { timeout: TIMEOUT_MS }, () => {
  test('unchanged chains hold, and their head changes with every batch', async () => {
    const { faults, batches, rows } = await verify();
    expect({ faults, batches: batches >= 60, rows: rows >= 300 }).toEqual({ faults: [], batches: true, rows: true });
    const head = await readHeads();
    await world.sql(
      "select append_access('00000000-0000-4000-8000-000000000002', 31, (select jsonb_build_array(jsonb_build_object('at', now(), 'domain_id', 1, 'actor_id', 1, 'user_id', 1, 'session_id', 1, 'what', 8, 'object', ''))))",
    );
    expect(await readHeads()).not.toEqual(head);
  });

  test('a batch whose answer was lost can be sent again and is written once', async () => {
    const repeat = "select append_access('00000000-0000-4000-8000-000000000002', 31, '[]')";
    await world.sql(repeat);
    const [row] = await world.sql('select rows from access_batches where batch = 31');
    expect(row).toEqual({ rows: 1 });
  });

  test('200 changes of one value in random openings and batches are all named, and none remains after they are put back', async () => {
    await turnOffTriggers();
    let named = 0;
    for (let round = 0; round < 200; round += 1) {
      const isRow = round % 2 === 0;
      const changes = isRow ? rowChanges : batchChanges;
      const table = isRow ? partition : 'access_batches';
      const change = changes[Math.floor(round / 2) % changes.length] ?? '';
      const [changed] = await world.sql<{ writer: string; batch: number }>(
        `update ${table} set ${change} where ctid = (select ctid from ${table} where batch between 12 and 30
           and writer::text like '00000000-%' order by random() limit 1) returning writer, batch`,
      );
      const { faults } = await verify();
      const told = faults.map(({ about, fault }) => `${about} ${fault}`).join('; ');
      if (told.includes(`of writer ${changed?.writer}`)) named += 1;
      else throw new Error(`${change} was not found in ${JSON.stringify(changed)}: ${told}`);
      await putBack();
    }
    expect(named).toBe(200);
    expect((await verify()).faults).toEqual([]);
    for (const table of [partition, 'access_batches']) await world.sql(`alter table ${table} enable trigger all`);
  });

  test('rows and batches can be neither changed nor deleted by the server', async () => {
    for (const text of [
      'update access_records set what = 1',
      'delete from access_batches',
      'truncate access_records',
    ]) {
      await expect(world.sql(text)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('a month past its time is a file whose hash is kept, the chains still hold, and a changed file is named', async () => {
    const { services } = world.app;
    const [due] = await world.sql<{ n: number }>(
      "select count(*)::int as n from access_records where at < now() - interval '4 months'",
    );
    expect(due?.n).toBe(100);
    await archiveAccessJob.run({}, services, { actorId: null, userId: null, sessionId: null, requestId: 'test' });
    const [archive] = await world.sql<{ file: string; rows: string; sha256: string }>(
      'select file, rows, sha256 from access_archives',
    );
    expect(Number(archive?.rows)).toBe(100);
    const file = await services.files.open(archive?.file ?? '');
    const lines = gunzipSync(await buffer(file?.stream ?? Readable.from([])))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(100);
    expect(lines[0]).toMatchObject({ batch: expect.any(Number), row: expect.arrayContaining(['By phone']) });
    expect(await world.sql("select 1 from access_records where at < now() - interval '4 months'")).toEqual([]);
    expect(await verify()).toMatchObject({ faults: [], archives: 1 });
    await services.files.put(archive?.file ?? '', Buffer.from('x'), { mediaType: 'application/gzip' });
    expect((await verify()).faults).toMatchObject([{ fault: 'the archived file is missing or changed' }]);
  });
});
