import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { interruptibleDatabase } from '../../testing/servers/interruptible-database.ts';
import { openPipelinedReads, type PipelinedReads } from './pipelined-reads.ts';
import type { Scope } from './scope.ts';

let way: Awaited<ReturnType<typeof interruptibleDatabase>>;
let reads: PipelinedReads;
const lost: Error[] = [];

beforeAll(async () => {
  way = await interruptibleDatabase();
  reads = openPipelinedReads({
    config: { connectionString: way.through(inject('ownerUrl')) },
    greetingFor: (scope) => `set application_name = 'reads of ${scope}'`,
    size: 2,
    lostAfterMs: 600_000,
    onError: (error) => lost.push(error),
  });
});
afterAll(async () => {
  await reads.close();
  await way.close();
});

async function run<Row extends object>(text: string, values: unknown[] = [], scope: Scope = 'platform') {
  const result = await reads.run<Row>(scope, { name: text, text, values });
  return result?.rows[0] ?? null;
}
const pidOf = async () => (await run<{ pid: number }>('select pg_backend_pid() as pid'))?.pid ?? null;

describe('Pipelined connections', () => {
  test('the statements of one turn share a connection, which its greeting has set up', async () => {
    const pids = await Promise.all(Array.from({ length: 20 }, pidOf));
    expect(new Set(pids).size).toBe(1);
    expect(await run("select current_setting('application_name') as name")).toEqual({ name: 'reads of platform' });
  });

  test('two scopes never share a connection', async () => {
    const [one, two] = [DomainId.parse(1), DomainId.parse(2)];
    const name = "select current_setting('application_name') as name, $1::int as asked";
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => run<{ name: string }>(name, [index], index % 2 ? one : two)),
    );
    expect(answers).toEqual(
      Array.from({ length: 40 }, (_, index) => ({ name: `reads of ${index % 2 ? 1 : 2}`, asked: index })),
    );
  });

  test('a connection whose greeting fails is closed and runs nothing', async () => {
    const failing = openPipelinedReads({
      config: { connectionString: way.through(inject('ownerUrl')), application_name: 'never greeted' },
      greetingFor: () => 'set role no_such_role',
      size: 2,
      onError: (error) => lost.push(error),
    });
    const asked = failing.run('platform', { text: 'select 1', values: [] });
    await expect(asked).rejects.toMatchObject({ code: '22023' });
    const count = "select count(*)::int as n from pg_stat_activity where application_name = 'never greeted'";
    await expect.poll(() => run(count)).toEqual({ n: 0 });
    await failing.close();
  });

  test('each statement gets its own answer, even when others fail', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => run<{ n: number }>('select 60 / $1::int as n', [index % 10])),
    );
    const seen = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value?.n : 'failed'));
    const expected = Array.from({ length: 30 }, (_, index) =>
      index % 10 === 0 ? 'failed' : Math.trunc(60 / (index % 10)),
    );
    expect(seen).toEqual(expected);
  });

  test('a statement without rows and one with other columns are answered correctly when they repeat', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await run('set local work_mem = 1000')).toBeNull();
      expect(await run('select 1 as one, null as none')).toEqual({ one: 1, none: null });
      expect(await run('select $1::text as two', ['x'])).toEqual({ two: 'x' });
    }
  });

  test('a table that changes under a prepared statement refuses one call, and the next is right', async () => {
    const scope = DomainId.parse(3);
    await run('create temporary table changing as select 1 as one', [], scope);
    const read = () => run('select * from changing', [], scope);
    expect(await read()).toEqual({ one: 1 });
    expect(await read()).toEqual({ one: 1 });
    await run("alter table changing add column two text default 'new'", [], scope);
    await expect(read()).rejects.toMatchObject({ code: '0A000' });
    // The temporary table has ended with its connection.
    await expect(read()).rejects.toMatchObject({ code: '42P01' });
  });

  test('no statement waits behind one that takes long: another connection or the pool serves it', async () => {
    const [scope, holder] = [DomainId.parse(4), DomainId.parse(5)];
    const ask = () => reads.run<{ n: number }>(scope, { text: 'select 7 as n', values: [] });
    const isServed = () => ask() !== null;
    await run('select pg_advisory_lock(71)', [], holder);
    await ask();
    const blocked = [run('select pg_advisory_xact_lock(71)', [], scope)];
    // The second connection opens as soon as the first is busy.
    await expect.poll(isServed).toBe(false);
    await expect.poll(isServed).toBe(true);
    blocked.push(run('select pg_advisory_xact_lock(71)', [], scope));
    await expect.poll(isServed).toBe(false);
    await run('select pg_advisory_unlock(71)', [], holder);
    await Promise.all(blocked);
    expect((await ask())?.rows).toEqual([{ n: 7 }]);
  });

  test('forty scopes hold at most 33 connections, one of them closing, and each answers for itself', async () => {
    const scopes = Array.from({ length: 40 }, (_, index) => DomainId.parse(100 + index));
    const named = "select current_setting('application_name') as name";
    for (const scope of scopes) expect(await run(named, [], scope)).toEqual({ name: `reads of ${scope}` });
    const open = await run<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where application_name like 'reads of 1__'",
    );
    expect(open?.n).toBeLessThanOrEqual(33);
    expect(await run(named, [], scopes[0])).toEqual({ name: 'reads of 100' });
  });

  test('each of forty scopes that read at once gets its answer, or the pool serves it', async () => {
    const scopes = Array.from({ length: 40 }, (_, index) => DomainId.parse(200 + index));
    const named = "select current_setting('application_name') as name";
    const asked = scopes.map(async (scope) => reads.run<{ name: string }>(scope, { text: named, values: [] }));
    const answers = await Promise.all(asked);
    const served = answers.flatMap((answer, index) => (answer ? [[answer.rows[0]?.name, scopes[index]]] : []));
    expect(served.length).toBeGreaterThan(20);
    expect(served).toEqual(served.map(([, scope]) => [`reads of ${scope}`, scope]));
  });

  test('a connection that is cut fails the statements in flight, and the next one is new', async () => {
    const waiting = run('select pg_sleep(600)').catch((error: Error) => error.message);
    const asleep =
      "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep' and application_name = 'reads of platform'";
    await expect.poll(() => run(asleep, [], DomainId.parse(6))).toEqual({ n: 1 });
    await way.cut();
    expect(await waiting).toContain('Connection terminated');
    await expect(pidOf()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await way.mend();
    await expect.poll(pidOf).toBeGreaterThan(0);
    expect(lost.length).toBeGreaterThan(0);
  });

  test('a statement without an answer fails after some seconds, with those queued behind it', async () => {
    const impatient = openPipelinedReads({
      config: { connectionString: way.through(inject('ownerUrl')) },
      greetingFor: () => 'select 1',
      size: 1,
      lostAfterMs: 500,
      onError: (error) => lost.push(error),
    });
    const statements = ['select pg_sleep(600)', 'select 1'].map(async (text) =>
      impatient.run('platform', { text, values: [] }),
    );
    const ended = await Promise.allSettled(statements);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await impatient.close();
  });
});
