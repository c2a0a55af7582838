import { readPreferences, savePreferences } from '@vialkeep/contract/preferences.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryAs } from '../../testing/query-as.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { actorlessContext } from '../session/actor.ts';
import { audit } from './audit.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
  await world.as('hc');
  await world.as('hc@north.test');
  await world.as('rep');
});
afterAll(() => world.close());

const denied = { code: '42501' };
const write = <T>(task: Parameters<typeof world.app.services.store.write<T>>[2]) =>
  world.app.services.store.write('platform', actorlessContext('test'), task);
const noted = { domainId: 1, action: 'test.note', subject: 'domain', subjectId: 1 } as const;

async function firstBreak(site = 1): Promise<number | null> {
  const [row] = await world.sql<{ first: number | null }>('select audit_first_break($1) as first', [site]);
  return row?.first ?? null;
}

describe('T73 Audit log', () => {
  test('the roles that serve requests can neither change nor empty the audit log', async () => {
    const { store } = world.app.services;
    const rows = await queryAs(store, 'platform', 'select count(*)::int as n from audit_log', []);
    for (const statement of [
      "update audit_log set action = 'nothing'",
      'delete from audit_log',
      'truncate audit_log',
      'update audit_chains set position = 0',
      'delete from audit_chains',
      "insert into audit_chains (domain_id, position, hash) values (3, 0, '')",
      'alter table audit_log disable trigger all',
      'drop table audit_log',
      'update agreement_acceptances set address = $$x$$',
      'delete from agreement_acceptances',
    ]) {
      await expect(queryAs(store, 'platform', statement, []), statement).rejects.toMatchObject(denied);
    }
    expect(await queryAs(store, 'platform', 'select count(*)::int as n from audit_log', [])).toEqual(rows);
  });

  test('the owner of the tables cannot change the audit log while the triggers are enabled', async () => {
    for (const statement of [
      "update audit_log set action = 'nothing'",
      'update audit_log set action = action where false',
      'delete from audit_log',
      'truncate audit_log',
      'delete from agreement_acceptances',
      'truncate agreement_acceptances',
    ]) {
      await expect(world.sql(statement), statement).rejects.toMatchObject(denied);
    }
  });

  test('no caller can choose the position of a row in the chain', async () => {
    const [row] = await world.sql<{ position: string; hash: Buffer }>(
      `insert into audit_log (domain_id, position, action, subject, subject_id, request_id, previous, hash)
       values (1, 1, 'x', 'x', 'x', 'x', 'x', 'x') returning position, hash`,
    );
    expect(Number(row?.position)).toBeGreaterThan(1);
    expect(row?.hash).toHaveLength(32);
    expect(await firstBreak()).toBeNull();
  });

  test('the audit log has one valid chain for every site', async () => {
    expect(await firstBreak(1)).toBeNull();
    expect(await firstBreak(2)).toBeNull();
    expect(await firstBreak(999)).toBeNull();
  });

  test('simultaneous writers keep one unbroken chain', async () => {
    const [before] = await world.sql<{ n: number }>('select count(*)::int as n from audit_log where domain_id = 1');
    await Promise.all(Array.from({ length: 40 }, () => write((work) => audit(work, noted))));
    const [after] = await world.sql(
      'select count(*)::int as n, max(position)::int as last from audit_log where domain_id = 1',
    );
    expect(after).toEqual({ n: Number(before?.n) + 40, last: Number(before?.n) + 40 });
    expect(await firstBreak()).toBeNull();
  });

  test('writers of two sites’ chains in any order do not deadlock', async () => {
    const both = (sites: number[]) =>
      write(async (work) => {
        for (const domainId of sites) {
          await audit(work, { ...noted, domainId });
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
    await Promise.all([both([1, 2]), both([2, 1])]);
    expect(await firstBreak(1)).toBeNull();
    expect(await firstBreak(2)).toBeNull();
  });
});

describe('T73 Detection of tampering by a database superuser', () => {
  /** Runs the statement with triggers disabled, verifies the chain, and rolls back. */
  async function breakOf(statement: string): Promise<number | null> {
    await world.sql('begin');
    try {
      await world.sql('alter table audit_log disable trigger user');
      await world.sql(statement);
      return await firstBreak();
    } finally {
      await world.sql('rollback');
    }
  }

  const columns = ['at', 'actor_id', 'user_id', 'session_id', 'action', 'subject', 'subject_id', 'request_id'];
  const changed: Record<string, string> = {
    at: "at + interval '1 microsecond'",
    actor_id: 'coalesce(actor_id, 0) + 1',
    user_id: 'coalesce(user_id, 0) + 1',
    session_id: 'coalesce(session_id, 0) + 1',
  };

  test.each(columns)('the verification names the row when %s changes by the least', async (column) => {
    const value = changed[column] ?? `${column} || ' '`;
    expect(await breakOf(`update audit_log set ${column} = ${value} where domain_id = 1 and position = 2`)).toBe(2);
  });

  test('the verification names the row when a fact changes, or the actor is removed', async () => {
    expect(await breakOf(`update audit_log set facts = '{"x": 1}' where domain_id = 1 and position = 3`)).toBe(3);
    expect(await breakOf('update audit_log set actor_id = null where domain_id = 1 and position = 2')).toBe(2);
    expect(await breakOf('update audit_log set actor_id = 0 where domain_id = 1 and position = 1')).toBe(1);
  });

  test('the verification names the row when one byte of a seal changes', async () => {
    const flipped = 'set_byte(hash, 5, (get_byte(hash, 5) + 1) % 256)';
    expect(await breakOf(`update audit_log set hash = ${flipped} where domain_id = 1 and position = 2`)).toBe(2);
  });

  test('the verification names the row when a character moves from one field into the next', async () => {
    const moved = "action = action || '|' || split_part(subject, '|', 1), subject = ''";
    expect(await breakOf(`update audit_log set ${moved} where domain_id = 1 and position = 2`)).toBe(2);
    await write((work) => audit(work, { ...noted, action: 'one|two', subjectId: 'three' }));
    const [row] = await world.sql<{ position: string }>("select position from audit_log where action = 'one|two'");
    const shifted = `update audit_log set action = 'one', subject = 'two|' || subject where action = 'one|two'`;
    expect(await breakOf(shifted)).toBe(Number(row?.position));
  });

  test('the verification names the first gap when rows are removed from the middle, the beginning or the end', async () => {
    const [row] = await world.sql<{ last: number }>(
      'select max(position)::int as last from audit_log where domain_id = 1',
    );
    const last = row?.last ?? 0;
    expect(await breakOf('delete from audit_log where domain_id = 1 and position = 2')).toBe(3);
    expect(await breakOf('delete from audit_log where domain_id = 1 and position = 1')).toBe(2);
    expect(await breakOf(`delete from audit_log where domain_id = 1 and position > ${last - 2}`)).toBe(last - 1);
    expect(await breakOf('delete from audit_log where domain_id = 1')).toBe(1);
  });

  test('the verification names the next row when only one row is sealed again', async () => {
    const reseal =
      "update audit_log set action = 'forged' where domain_id = 1 and position = 2;" +
      ' update audit_log entry set hash = audit_seal(entry) where domain_id = 1 and position = 2';
    expect(await breakOf(reseal)).toBe(3);
  });
});

describe('T72 Unit of work', () => {
  test('a unit of work without an audit row is rolled back', async () => {
    const silent = write((work) => work.db.updateTable('users').set({ city: 'Silent' }).execute());
    await expect(silent).rejects.toThrow('left no audit row');
    expect(await world.sql("select 1 from users where city = 'Silent'")).toEqual([]);
  });

  test('a unit of work that fails leaves neither its rows nor its audit rows', async () => {
    const [before] = await world.sql('select position, hash from audit_chains where domain_id = 1');
    const failing = write(async (work) => {
      await work.db.updateTable('users').set({ city: 'Failing' }).execute();
      await audit(work, noted);
      throw new Error('after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect(await world.sql("select 1 from users where city = 'Failing'")).toEqual([]);
    expect(await world.sql('select position, hash from audit_chains where domain_id = 1')).toEqual([before]);
  });

  test('an audit row names the actor, the person on whose behalf they act, the session and the request', async () => {
    const hc = await world.as('hc');
    const response = await world.send(hc, updateUser, { params: { id: hc.user.id }, body: { city: 'Lyons' } });
    const [row] = await world.sql(
      "select actor_id, user_id, request_id, subject_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where domain_id = 1 order by position desc limit 1",
    );
    expect(row).toEqual({
      actor_id: hc.user.id,
      user_id: hc.user.id,
      request_id: response.headers['x-request-id'],
      subject_id: String(hc.user.id),
      facts: { fields: ['city'] },
    });
  });

  test('a read writes no audit row, and a write always does', async () => {
    const hc = await world.as('hc');
    const position = async () =>
      (await world.sql('select position from audit_chains where domain_id = 1'))[0]?.position;
    const before = await position();
    await world.call(hc, readPreferences);
    expect(await position()).toBe(before);
    await world.call(hc, savePreferences, { body: {} });
    expect(Number(await position())).toBe(Number(before) + 1);
  });
});
