import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { audit } from '../audit/audit.ts';
import { actorlessContext } from '../session/actor.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '2' });
});
afterAll(() => world.close());

const noted = { domainId: 1, action: 'test.note', subject: 'domain', subjectId: 1 } as const;
const write = <T>(task: Parameters<typeof world.app.services.store.write<T>>[2]) =>
  world.app.services.store.write('platform', actorlessContext('test'), task);

describe('Conflicting transactions', () => {
  test('both transactions succeed: PostgreSQL aborts one, and it is retried', async () => {
    const [one, two] = [await world.idOf('hc@vialkeep.test'), await world.idOf('hc2@vialkeep.test')];
    let runs = 0;
    let held = 0;
    const bothHoldOne = Promise.withResolvers<void>();
    const swap = (first: number, second: number, city: string) =>
      write(async (work) => {
        runs += 1;
        await work.db.updateTable('users').set({ city }).where('id', '=', first).execute();
        held += 1;
        if (held === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await work.db.updateTable('users').set({ city }).where('id', '=', second).execute();
        await audit(work, noted);
      });
    await Promise.all([swap(one, two, 'First'), swap(two, one, 'Second')]);
    expect(runs).toBeGreaterThan(2);
    const cities = await world.sql<{ city: string }>('select distinct city from users where id in ($1, $2)', [
      one,
      two,
    ]);
    expect(cities).toHaveLength(1);
  });

  test('a transaction that fails by the caller’s fault is not retried', async () => {
    let runs = 0;
    const wrong = write(async (work) => {
      runs += 1;
      await work.db.updateTable('users').set({ email: 'no e-mail' }).execute();
    });
    await expect(wrong).rejects.toMatchObject({ code: '23514' });
    expect(runs).toBe(1);
  });
});

describe('Table that gets a column while people work', () => {
  test('reads, slow reads, unaudited statements and transactions on every open connection go on without a failure', async () => {
    const { store } = world.app.services;
    const SITES = ['platform', DomainId.parse(1), DomainId.parse(2)] as const;
    const visit = () =>
      Promise.all(
        SITES.flatMap((scope) => [1, 2, 3].map(() => scope)).flatMap((scope) => [
          store.read(scope).selectFrom('domains').selectAll().execute(),
          store.readSlowly(scope).selectFrom('domains').selectAll().execute(),
          store.unaudited('a test', (db) => db.selectFrom('domains').selectAll().execute()),
          write(async (work) => {
            await audit(work, noted);
            return [
              ...(await work.db.selectFrom('domains').selectAll().where('id', '=', 1).execute()),
              ...(await work.db.selectFrom('domains').selectAll().orderBy('id').limit(2).execute()),
            ];
          }),
        ]),
      );
    await visit();
    await visit();
    for (const column of ['first_new', 'second_new']) {
      await world.sql(`alter table domains add column ${column} text default 'new'`);
      for (const rows of await visit()) {
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(row).toHaveProperty(column, 'new');
      }
    }
  });
});

describe('Small connection pool', () => {
  test('a pool serves more callers than it has connections', async () => {
    const { store } = world.app.services;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 3 === 0
          ? write((work) => audit(work, noted))
          : store.query(n % 3 === 1 ? 'platform' : DomainId.parse(2), 'select 1 as one', []),
      ),
    );
    expect(answers).toHaveLength(50);
  });

  test('a pool reuses the connection of a failed statement', async () => {
    const { store } = world.app.services;
    for (let n = 0; n < 6; n += 1) {
      await expect(store.query('platform', 'select * from nowhere', [])).rejects.toMatchObject({ code: '42P01' });
    }
    expect(await store.query('platform', 'select 1 as one', [])).toEqual([{ one: 1 }]);
  });

  test('a pool drops prepared statements of a changed table, after at most one failure per connection', async () => {
    const { store } = world.app.services;
    const read = () => store.query('platform', 'select * from plans', []);
    await Promise.all([read(), read(), read()]);
    await world.sql('alter table plans add column note text');
    const outcomes = [];
    for (let n = 0; n < 6; n += 1)
      outcomes.push(
        await read().then(
          () => 'read',
          () => 'refused',
        ),
      );
    expect(outcomes.at(-1)).toBe('read');
  });
});
