import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { interruptibleDatabase } from '../../testing/servers/interruptible-database.ts';
import { openPipelinedConnection, type PipelinedConnection } from './pipelined-connection.ts';

const PID = 'select pg_backend_pid() as pid';

let way: Awaited<ReturnType<typeof interruptibleDatabase>>;
let line: PipelinedConnection;
const lost: Error[] = [];

beforeAll(async () => {
  way = await interruptibleDatabase();
  line = openPipelinedConnection({
    config: { connectionString: way.through(inject('ownerUrl')) },
    greeting: "set application_name = 'line-test'",
    onError: (error) => lost.push(error),
  });
});
afterAll(async () => {
  await line.close();
  await way.close();
});

const pidOf = async () => (await line.query<{ pid: number }>({ text: PID, values: [] })).rows[0]?.pid;

describe('Pipelined connection', () => {
  test('one connection serves every caller, and its setup statement runs first', async () => {
    const pids = await Promise.all(Array.from({ length: 20 }, pidOf));
    expect(new Set(pids).size).toBe(1);
    const { rows } = await line.query({ text: "select current_setting('application_name') as name" });
    expect(rows).toEqual([{ name: 'line-test' }]);
  });

  test('each statement gets its own answer, even when others fail', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_unused, index) =>
        line.query<{ n: number }>({ name: 'divide', text: 'select 60 / $1::int as n', values: [index % 10] }),
      ),
    );
    const seen = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows[0]?.n : 'failed'));
    const expected = Array.from({ length: 30 }, (_unused, index) =>
      index % 10 === 0 ? 'failed' : Math.trunc(60 / (index % 10)),
    );
    expect(seen).toEqual(expected);
  });

  test('the connection is opened again after a statement failed', async () => {
    const before = await pidOf();
    await expect(line.query({ text: 'select 1 / 0' })).rejects.toThrow('division by zero');
    expect(await pidOf()).not.toBe(before);
  });

  test('a connection that is cut fails the statements in flight and reconnects', async () => {
    const waiting = line.query({ text: 'select pg_sleep(30)' }).catch((error: Error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await way.cut();
    expect(await waiting).toContain('Connection terminated');
    await expect(pidOf()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await way.mend();
    expect(await pidOf()).toBeGreaterThan(0);
    expect(lost.length).toBeGreaterThan(0);
  });

  test('a statement without an answer fails after five seconds, with those queued behind it', async () => {
    const slow = line.query({ text: 'select pg_sleep(20)' });
    const behind = pidOf();
    const [first, second] = await Promise.allSettled([slow, behind]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } });
    expect(second.status).toBe('rejected');
    expect(await pidOf()).toBeGreaterThan(0);
  });
});
