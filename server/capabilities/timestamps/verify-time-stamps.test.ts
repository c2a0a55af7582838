import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainKinds } from '../../all-jobs.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { isAcceptedByOpenssl } from '../../testing/fakes/timestamps/openssl-ts.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { stampChainHeads, timestampChainsJob } from './stamp-chain-heads.ts';
import { verifyTimeStamps } from './verify-time-stamps.ts';

const TIME = 240_000;
const cause = actorlessContext('test');
const DAY_MS = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await newWorld();
  await timestampChainsJob(chainKinds).run({}, world.app.services, cause);
}, TIME);
afterAll(() => world.close());

const verify = () => verifyTimeStamps(world.app.services, chainKinds);

async function stampAll(at: Date): Promise<boolean[]> {
  const stamped: boolean[] = [];
  for (const kind of chainKinds) stamped.push(await stampChainHeads(world.app.services, cause, kind, at));
  return stamped;
}

/** Changes tables as an attacker who has the database does, and puts everything back after the check. */
async function whileChanged(tables: readonly string[], change: string, check: () => Promise<void>): Promise<void> {
  await world.sql('begin');
  for (const table of tables) {
    await world.sql(`create temporary table kept_${table} on commit preserve rows as select * from ${table}`);
    await world.sql(`alter table ${table} disable trigger all`);
  }
  await world.sql(change);
  await world.sql('commit');
  try {
    await check();
  } finally {
    for (const table of tables) {
      await world.sql(`delete from ${table}`);
      await world.sql(`insert into ${table} select * from kept_${table}`);
      await world.sql(`alter table ${table} enable trigger all`);
      await world.sql(`drop table kept_${table}`);
    }
  }
}

describe('Stamps of the heads of chains', () => {
  test('a night stamps the heads of all chains with one token each, which openssl accepts by its digest', async () => {
    const stamps = await world.sql<{ of: string; sha256: string; token: Buffer; heads: number }>(
      `select of, sha256, token, (select count(*)::int from stamped_heads head
         where head.of = stamp.of and head.ref = stamp.ref and head.by = stamp.by) as heads
       from time_stamps stamp where of <> 'seal' order by of`,
    );
    const [sites] = await world.sql<{ n: number }>('select count(*)::int as n from audit_chains');
    const [patients] = await world.sql<{ n: number }>(
      'select count(*)::int as n from custody_chains where position > 0',
    );
    const [writers] = await world.sql<{ n: number }>('select count(distinct writer)::int as n from access_batches');
    expect(stamps.map(({ of, heads }) => [of, heads])).toEqual([
      ['access', writers?.n],
      ['audit', sites?.n],
      ['custody', patients?.n],
    ]);
    const authority = await world.app.services.timestamps.ownCertificates();
    for (const { sha256, token } of stamps) expect(isAcceptedByOpenssl({ data: sha256, token, authority })).toBe(true);
  });

  test('the heads are stamped once a day, and the next day only the chains that have grown', async () => {
    expect(await stampAll(new Date())).toEqual([false, false, false]);
    // The stamps of the first night are themselves in the audit log of the main site; no other chain has grown.
    expect(await stampAll(new Date(Date.now() + DAY_MS))).toEqual([true, false, false]);
    const [grown] = await world.sql<{ n: number }>(`select count(*)::int as n from stamped_heads where ref = $1`, [
      new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
    ]);
    expect(grown?.n).toBeGreaterThan(0);
    const [first] = await world.sql<{ n: number }>("select count(*)::int as n from stamped_heads where of = 'audit'");
    expect(first?.n).toBeLessThan(2 * (grown?.n ?? 0) + 10);
    expect((await verify()).faults).toEqual([]);
  });

  test('two servers that stamp the same night at once store one token', async () => {
    const at = new Date(Date.now() + 2 * DAY_MS);
    const done = await Promise.all([stampAll(at), stampAll(at)]);
    expect(done.map(([audit]) => audit).filter(Boolean)).toHaveLength(1);
    expect((await verify()).faults).toEqual([]);
  });
});

describe('Verification of stored stamps', () => {
  test('all stamps of the demo network hold', async () => {
    const { stamps, faults } = await verify();
    expect(faults).toEqual([]);
    const [row] = await world.sql<{ n: number }>('select count(*)::int as n from time_stamps');
    expect(stamps).toBe(row?.n);
    expect(stamps).toBeGreaterThan(5);
  });

  test.each([
    [
      'a byte of the signature',
      'token = set_byte(token, octet_length(token) - 5, get_byte(token, octet_length(token) - 5) # 1)',
      'its signature does not match',
    ],
    ['a byte that is not signed', 'token = set_byte(token, 700, get_byte(token, 700) # 1)', /./],
    ['the stored time', "at = at - interval '1 year'", 'the stored time is not the time in it'],
    [
      'the token of another file',
      "token = (select other.token from time_stamps other where other.of = 'audit' limit 1)",
      'it is about other data',
    ],
  ])('a stamp of which %s was changed is named', async (_what, change, fault) => {
    const [stamp] = await world.sql<{ ref: string }>(
      "select ref from time_stamps where of = 'seal' order by ref limit 1",
    );
    const ref = stamp?.ref ?? '';
    await whileChanged(
      ['time_stamps'],
      `update time_stamps set ${change} where of = 'seal' and ref = '${ref}'`,
      async () => {
        const { faults } = await verify();
        expect(faults).toEqual([
          { about: `Time stamp of the file ${ref} by own clock`, fault: expect.stringMatching(fault) },
        ]);
      },
    );
    expect((await verify()).faults).toEqual([]);
  });

  test('a stamp that was deleted is named as missing', async () => {
    const remove =
      "delete from time_stamps where of = 'seal' and ref = (select min(ref) from time_stamps where of = 'seal')";
    await whileChanged(['time_stamps'], remove, async () => {
      expect((await verify()).faults).toEqual([
        { about: expect.stringMatching(/^Time stamp seal \w{64} own clock$/), fault: 'it is missing' },
      ]);
    });
  });

  test.each([
    ['audit', 'audit_log', 'update audit_log set facts = \'{"rewritten": 1}\' where position = 1 and domain_id = 1'],
    [
      'custody',
      'custody_events',
      'update custody_events set facts = \'{"rewritten": 1}\' where patient_id = (select min(patient_id) from custody_events) and position = 1',
    ],
  ])('a chain of the kind %s that is rewritten with new hashes no longer fits its stamp', async (of, table, change) => {
    const seal = of === 'audit' ? 'audit_seal' : 'custody_seal';
    const key = of === 'audit' ? 'domain_id' : 'patient_id';
    // Computes every hash of the table anew, as an attacker with the rights of the owner can.
    const rehash = `do $$ declare link record; before bytea; begin
      for link in select ${key} as chain, position from ${table} order by ${key}, position loop
        before := coalesce((select hash from ${table} where ${key} = link.chain and position = link.position - 1), '\\x00');
        update ${table} set previous = before where ${key} = link.chain and position = link.position;
        update ${table} entry set hash = ${seal}(entry) where ${key} = link.chain and position = link.position;
      end loop; end $$`;
    await whileChanged([table], `${change}; ${rehash}`, async () => {
      const { faults } = await verify();
      expect(faults[0]).toEqual({
        about: expect.stringMatching(
          new RegExp(`^Time stamp of the ${of} chains of \\d{4}-\\d{2}-\\d{2} by own clock$`),
        ),
        fault: 'the chains no longer have the stamped heads',
      });
    });
    expect((await verify()).faults).toEqual([]);
  });
});
