import { applyImport, checkImport, readImport, stopImport } from '@vialkeep/contract/imports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../../kernel/services.ts';
import { apply, beginImport, check, csv, jobCause, sendFile, undo } from '../../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { runImport } from '../run-import.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

async function begin(kind: 'people' | 'vials', content: string): Promise<number> {
  const id = await beginImport(world, admin);
  await sendFile(world, admin, id, kind, content);
  return id;
}

const start = (id: number, checkNo = 1) =>
  world.send(admin, applyImport, { params: { id }, body: { check_no: checkNo, only_valid: false } });
const stateOf = async (id: number) => (await world.call(admin, readImport, { params: { id } })).state;

/** Runs what the import is to do next, and calls `before` with the number of each unit of work before it begins. */
async function runCounted(id: number, before: (n: number) => Promise<void>): Promise<number> {
  let units = 0;
  const { services } = world.app;
  const store = new Proxy(services.store, {
    get(of, name: keyof Services['store']) {
      const member = of[name];
      const method: unknown = typeof member === 'function' ? member.bind(of) : member;
      if (name !== 'write') return method;
      return async (...args: Parameters<Services['store']['write']>) => {
        units += 1;
        await before(units);
        return of.write(...args);
      };
    },
  });
  await runImport({ ...services, store }, id, jobCause);
  return units;
}

test('an import that is stopped after its last rows is announced once, when it has gone on to its end', async () => {
  const person = (n: number) => csv('key,plan,email,first_name,last_name', `O-${n},2,once-${n}@example.test,On,Ce`);
  const whole = await begin('people', person(1));
  await check(world, admin, whole);
  await start(whole);
  const units = await runCounted(whole, async () => {});

  const id = await begin('people', person(2));
  await check(world, admin, id);
  await start(id);
  await runCounted(id, async (n) => {
    if (n === units) await world.call(admin, stopImport, { params: { id } });
  });
  expect(await stateOf(id)).toBe('stopped');
  const announced = () => world.sql(`select id from events where type = 'import.applied' and subject_id = $1`, [id]);
  expect(await announced()).toHaveLength(0);
  await apply(world, admin, id);
  expect(await stateOf(id)).toBe('applied');
  expect(await announced()).toHaveLength(1);
});

test('one of two imports of the same file that begin at the same time is refused, until the other is undone', async () => {
  const rows = csv('patient,type,quantity,date', 'patient@vialkeep.test,added,2,2021-05-20');
  const [one, other, late] = [await begin('vials', rows), await begin('vials', rows), await begin('vials', rows)];
  expect(await check(world, admin, one)).toMatchObject({ counts: { create: 1, problems: 0 } });
  await check(world, admin, other);
  const answers = await Promise.all([start(one), start(other)]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ reason: 'file_imported_before' });
  const [winner, loser] = answers[0] === refused ? [other, one] : [one, other];
  expect(await world.refusalOf(admin, checkImport, { params: { id: late } })).toMatchObject({
    status: 409,
    reason: 'file_imported_before',
  });
  await runImport(world.app.services, winner, jobCause);
  await undo(world, admin, winner);
  expect(await apply(world, admin, loser)).toMatchObject({ state: 'applied' });
});
