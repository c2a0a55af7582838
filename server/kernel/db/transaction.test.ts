import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentStatements } from '../../testing/sent-statements.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { audit } from '../audit/audit.ts';
import { actorlessContext } from '../session/actor.ts';
import type { Db, Work } from './db.ts';

let world: World;
beforeAll(async () => {
  // One connection, so that each transaction gets the one that the transaction before has used.
  world = await newWorld({ DATABASE_POOL: '1' });
  await write((work) => audit(work, noted));
});
afterAll(() => world.close());

const noted = { domainId: 1, action: 'test.note', subject: 'domain', subjectId: 1 } as const;
const write = <T>(task: (work: Work) => Promise<T>) =>
  world.app.services.store.write('platform', actorlessContext('test'), task);
const setCity = (work: Work, city: string) =>
  work.db.updateTable('users').set({ city }).where('email', '=', 'hc@vialkeep.test').execute();
const readProcess = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
const kept = async () => {
  const [row] = await world.sql<{ city: string; n: number }>(
    "select city, (select count(*)::int from audit_log) as n from users where email = 'hc@vialkeep.test'",
  );
  return row;
};

test('a statement that comes after its transaction has failed is refused, also while the next one runs', async () => {
  const left: Work[] = [];
  const failed = write(async (work) => {
    left.push(work);
    await setCity(work, 'Boston');
    throw new Error('stop');
  });
  await expect(failed).rejects.toThrow('stop');
  await write(async (work) => {
    const late = left[0] ? setCity(left[0], 'Chicago') : null;
    await expect(late).rejects.toThrow('A statement came after the end of its transaction.');
    await audit(work, noted);
  });
  expect((await kept())?.city).not.toBe('Chicago');
});

test('a commit that PostgreSQL reports with a warning has an unknown outcome, and the connection is used again', async () => {
  // PostgreSQL warns like this when a timeout ends its wait for a synchronous replica.
  await world.sql(`create function warn() returns trigger language plpgsql as
    $$ begin raise warning 'canceling wait for synchronous replication'; return null; end $$`);
  await world.sql(`create constraint trigger warns after update on users
    deferrable initially deferred for each row execute function warn()`);
  const warned = write(async (work) => {
    await setCity(work, 'Denver');
    await audit(work, noted);
  });
  await expect(warned).rejects.toMatchObject({ code: '08007' });
  await world.sql('drop trigger warns on users');
  await write(async (work) => {
    await setCity(work, 'Dallas');
    await audit(work, noted);
  });
  expect((await kept())?.city).toBe('Dallas');
});

test('a connection whose node has become a replica is closed after the refused write, and the next write gets another', async () => {
  const process = () => world.app.services.store.unaudited('a test', readProcess);
  // The pool has one connection, whose session refuses writes as a replica does.
  const before = await world.app.services.store.unaudited('a test', async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db);
    return readProcess(db);
  });
  await expect(write((work) => setCity(work, 'Seattle'))).rejects.toMatchObject({ code: '25006' });
  expect(await process()).not.toBe(before);
  await world.app.services.store.unaudited('a test', (db) => sql`set default_transaction_read_only = on`.execute(db));
  const alone = world.app.services.store.unaudited('a test', (db) =>
    db.updateTable('users').set({ city: 'Tampa' }).where('email', '=', 'hc@vialkeep.test').execute(),
  );
  await expect(alone).rejects.toMatchObject({ code: '25006' });
  await write(async (work) => {
    await setCity(work, 'Portland');
    await audit(work, noted);
  });
  expect((await kept())?.city).toBe('Portland');
});

describe('Statements that leave with the commit', () => {
  test('begin leaves with the first statement, and the audit rows of a transaction leave as one statement', async () => {
    const before = await kept();
    const statements = await sentStatements(() =>
      write(async (work) => {
        await audit(work, noted);
        await setCity(work, 'Austin');
        await audit(work, noted);
      }),
    );
    expect(statements.map((text) => text.split(' ', 1)[0])).toEqual(['begin', 'update', 'insert', 'commit']);
    expect(await kept()).toEqual({ city: 'Austin', n: (before?.n ?? 0) + 2 });
  });

  test('the rows of a late statement can be read after the transaction, and are none before', async () => {
    const late = await write(async (work) => {
      const seen = work.last.add<{ one: number }>({ text: 'select $1::int as one', values: [1] });
      await audit(work, noted);
      expect(seen.rows).toEqual([]);
      return seen;
    });
    expect(late.rows).toEqual([{ one: 1 }]);
  });

  test('the audit rows of a transaction are in the order in which they were recorded, also when they are many', async () => {
    const actions = Array.from({ length: 20 }, (_, index) => `test.${index}`);
    await write(async (work) => {
      for (const action of actions) await audit(work, { ...noted, action });
    });
    const rows = await world.sql('select action from audit_log where domain_id = 1 order by position desc limit 20');
    expect(rows.toReversed().map(({ action }) => action)).toEqual(actions);
    expect(await world.sql('select audit_first_break(1) as first')).toEqual([{ first: null }]);
  });

  test('a transaction whose statements all leave together needs no begin, and none of them stays when one fails', async () => {
    const before = await kept();
    const city = (to: string) => ({
      text: "update users set city = $1 where email = 'hc@vialkeep.test'",
      values: [to],
    });
    const failing = sentStatements(() =>
      write(async (work) => {
        work.last.add(city('Lost'));
        work.last.add({ text: 'select 1 / $1::int', values: [0] });
        await audit(work, noted);
      }),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await kept()).toEqual(before);
    const statements = await sentStatements(() =>
      write(async (work) => {
        work.last.add(city('Kept'));
        await audit(work, noted);
      }),
    );
    expect(statements).toHaveLength(2);
    expect(await kept()).toEqual({ city: 'Kept', n: (before?.n ?? 0) + 1 });
  });

  test('a statement that fails at the commit undoes the whole transaction, and the connection serves the next one', async () => {
    const before = await kept();
    // These texts are new to the connection: PostgreSQL skips the preparation of the last one.
    const run = (divisor: number) =>
      write(async (work) => {
        await setCity(work, `By ${divisor}`);
        work.last.add({ text: 'select 10 / $1::int as quotient', values: [divisor] });
        work.last.add({ text: 'select $1::text as after', values: ['after'] });
        await audit(work, noted);
      });
    await expect(run(0)).rejects.toMatchObject({ code: '22012' });
    expect(await kept()).toEqual(before);
    await run(2);
    expect(await kept()).toEqual({ city: 'By 2', n: (before?.n ?? 0) + 1 });
  });

  test('a value that cannot be sent is refused before any statement leaves', async () => {
    const before = await kept();
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const failing = write(async (work) => {
      work.last.add({ text: "update users set city = $1 where email = 'hc@vialkeep.test'", values: ['Never'] });
      work.last.add({ text: 'select $1::jsonb', values: [circular] });
      await audit(work, noted);
    });
    await expect(failing).rejects.toThrow(/circular/i);
    expect(await kept()).toEqual(before);
  });

  test('statements that are sent at the same time run one after the other in their transaction', async () => {
    const results = await write(async (work) => {
      await audit(work, noted);
      return Promise.all(
        [1, 2, 3].map((n) =>
          sql<{ n: number; id: string }>`select ${n}::int as n, pg_current_xact_id()::text as id`.execute(work.db),
        ),
      );
    });
    const rows = results.map(({ rows: [row] }) => row);
    expect(rows.map((row) => row?.n)).toEqual([1, 2, 3]);
    expect(new Set(rows.map((row) => row?.id)).size).toBe(1);
  });

  test('a failed first statement leaves no transaction open', async () => {
    await expect(write((work) => sql`select 1 / 0`.execute(work.db))).rejects.toMatchObject({ code: '22012' });
    const before = await kept();
    await write((work) => audit(work, noted));
    expect(await kept()).toEqual({ ...before, n: (before?.n ?? 0) + 1 });
  });
});
