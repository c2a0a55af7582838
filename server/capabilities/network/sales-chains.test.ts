import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());
beforeEach(() => world.sql('update relations set ended_at = now() where ended_at is null'));

const idOf = (key: string) => world.idOf(`${key}@vialkeep.test`);

async function relate(subject: string, kind: string, object: string, isPending = false): Promise<void> {
  const approved = isPending ? null : new Date();
  await world.sql(
    'insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, $2, $3, $4)',
    [await idOf(subject), kind, await idOf(object), approved],
  );
}

/** Rep, manager, distributor and affiliate, each by the local part of the email address. */
async function chainOf(key: string): Promise<(string | null)[]> {
  const name = (kind: string) => `(select split_part(email, '@', 1) from users where id = ${kind}_id) as ${kind}`;
  const [chain] = await world.sql<Record<string, string | null>>(
    `select ${['rep', 'manager', 'distributor', 'affiliate'].map(name).join(', ')} from sales_chains where user_id = $1`,
    [await idOf(key)],
  );
  // Lists read the rep without the chain.
  const [{ rep } = { rep: null }] = await world.sql<Record<'rep', string | null>>(
    `select ${name('rep')} from sales_reps where user_id = $1`,
    [await idOf(key)],
  );
  expect(rep).toBe(chain?.rep ?? null);
  return [chain?.rep ?? null, chain?.manager ?? null, chain?.distributor ?? null, chain?.affiliate ?? null];
}

describe('F110, U-36 Sales chain', () => {
  test('the chain of a user without relations is empty', async () => {
    expect(await chainOf('hc')).toEqual([null, null, null, null]);
  });

  test('the chain of a center leads from its rep to the rep’s manager and the manager’s distributor', async () => {
    await relate('hc', 'rep', 'rep');
    await relate('rep', 'manager', 'manager2');
    await relate('manager2', 'distributor', 'distributor2');
    await relate('hc', 'affiliate', 'affiliate');
    expect(await chainOf('hc')).toEqual(['rep', 'manager2', 'distributor2', 'affiliate']);
  });

  test('the chain of a rep begins with the manager, and the chain of a manager with the distributor', async () => {
    await relate('rep', 'manager', 'manager');
    await relate('manager', 'distributor', 'distributor');
    expect(await chainOf('rep')).toEqual([null, 'manager', 'distributor', null]);
    expect(await chainOf('manager')).toEqual([null, null, 'distributor', null]);
  });

  test('the chain takes the first of a rep’s several managers, not the one with the smallest id', async () => {
    await relate('hc', 'rep', 'rep');
    await relate('rep', 'manager', 'manager2');
    await relate('rep', 'manager', 'manager');
    await relate('manager', 'distributor', 'distributor');
    await relate('manager2', 'distributor', 'distributor2');
    expect(await chainOf('hc')).toEqual(['rep', 'manager2', 'distributor2', null]);
    expect(await chainOf('rep')).toEqual([null, 'manager2', 'distributor2', null]);
  });

  test('a directly related manager takes precedence, and the chain goes on with their distributor', async () => {
    await relate('rep', 'manager', 'manager');
    await relate('manager', 'distributor', 'distributor');
    await relate('manager2', 'distributor', 'distributor2');
    await relate('hc', 'rep', 'rep');
    await relate('hc', 'manager', 'manager2');
    expect(await chainOf('hc')).toEqual(['rep', 'manager2', 'distributor2', null]);
  });

  test('a directly related distributor takes precedence', async () => {
    await relate('hc', 'rep', 'rep');
    await relate('rep', 'manager', 'manager');
    await relate('manager', 'distributor', 'distributor');
    await relate('hc', 'distributor', 'distributor2');
    expect(await chainOf('hc')).toEqual(['rep', 'manager', 'distributor2', null]);
  });

  test('the chain of a center without a rep has its directly related users', async () => {
    await relate('hc', 'distributor', 'distributor2');
    expect(await chainOf('hc')).toEqual([null, null, 'distributor2', null]);
  });

  test.each(['patient', 'donor'])(
    'the chain of a %s is that of the center, including its direct manager',
    async (key) => {
      await relate('hc', 'rep', 'rep');
      await relate('rep', 'manager', 'manager');
      await relate('hc', 'manager', 'manager2');
      await relate('manager2', 'distributor', 'distributor');
      await relate(key, 'center', 'hc');
      expect(await chainOf(key)).toEqual(['rep', 'manager2', 'distributor', null]);
    },
  );

  test('a patient with a referral center has the chain of the center; without a center, that of the referral center', async () => {
    await relate('hc', 'rep', 'rep');
    await relate('rhc', 'rep', 'rep2');
    await relate('patient', 'referral_center', 'rhc');
    expect((await chainOf('patient'))[0]).toBe('rep2');
    await relate('patient', 'center', 'hc');
    expect((await chainOf('patient'))[0]).toBe('rep');
  });

  test('a patient’s own rep, with the users above, applies where no center provides one', async () => {
    await relate('patient', 'rep', 'rep2');
    await relate('rep2', 'manager', 'manager2');
    await relate('manager2', 'distributor', 'distributor2');
    expect(await chainOf('patient')).toEqual(['rep2', 'manager2', 'distributor2', null]);
    await relate('patient', 'center', 'hc');
    expect(await chainOf('patient')).toEqual(['rep2', 'manager2', 'distributor2', null]);
    await relate('hc', 'rep', 'rep');
    expect(await chainOf('patient')).toEqual(['rep', null, null, null]);
  });

  test('a patient’s own affiliate takes precedence over the center’s', async () => {
    await world.sql("update users set plan_id = 11 where email = 'viewer@vialkeep.test'");
    await relate('hc', 'affiliate', 'affiliate');
    await relate('patient', 'center', 'hc');
    expect((await chainOf('patient'))[3]).toBe('affiliate');
    await relate('patient', 'affiliate', 'viewer');
    expect((await chainOf('patient'))[3]).toBe('viewer');
  });

  test('a referral center and a buyer have their own chain, not that of their center', async () => {
    await relate('hc', 'rep', 'rep');
    await relate('rhc', 'center', 'hc');
    expect(await chainOf('rhc')).toEqual([null, null, null, null]);
    await relate('rhc', 'rep', 'rep2');
    await relate('buyer', 'rep', 'rep3');
    expect((await chainOf('rhc'))[0]).toBe('rep2');
    expect((await chainOf('buyer'))[0]).toBe('rep3');
  });

  test('ended and pending relations do not count', async () => {
    await relate('hc', 'rep', 'rep');
    await relate('patient', 'center', 'hc', true);
    expect((await chainOf('patient'))[0]).toBeNull();
    await world.sql("update relations set approved_at = now() where kind = 'center'");
    expect((await chainOf('patient'))[0]).toBe('rep');
    await world.sql("update relations set ended_at = now() where kind = 'rep'");
    expect((await chainOf('patient'))[0]).toBeNull();
  });
});
