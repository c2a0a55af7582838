import { readImportWaves, startImportWave, undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, beginImport, check, csv, jobCause, sendFile } from '../../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { sendWaves } from './send-waves.ts';

/** As many letters in the first minute as a wave can be judged by. */
const PER_HOUR = 2_400;
const FIRST_SHARE = 40;

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

async function importPeople(word: string, count: number, more: readonly string[] = []): Promise<number> {
  const id = await beginImport(world, admin, { missing_email: 'placeholder' });
  const rows = Array.from({ length: count }, (_, n) => `${word}-${n},2,${word}-${n}@waves.test,Wa,Ve`);
  await sendFile(world, admin, id, 'people', csv('key,plan,email,first_name,last_name', ...rows, ...more));
  await check(world, admin, id);
  await apply(world, admin, id);
  return id;
}

const start = (id: number, body: object = {}) =>
  world.call(admin, startImportWave, { params: { id }, body: { plans: [2], per_hour: PER_HOUR, ...body } });
const waveOf = async (id: number) => (await world.call(admin, readImportWaves, { params: { id } })).waves[0];
/** A minute passes: the wave is due again. */
const nextMinute = async () => {
  await world.sql("update import_waves set paid_until = paid_until - interval '1 minute'");
  await sendWaves(world.app.services, jobCause);
};
const lettersOf = (word: string) =>
  world.sql<{ recipient: string; letters: number }>(
    `select recipient, count(*)::integer as letters from letters
     where kind = 'import_invitation' and recipient like $1 group by 1`,
    [`${word}-%`],
  );
const refuse = (word: string, count: number) =>
  world.sql(
    `update letters set refused_at = now(), refused_why = 'refused by the mail server' where id in
       (select id from letters where kind = 'import_invitation' and recipient like $1 and refused_at is null
        order by id limit $2)`,
    [`${word}-%`, count],
  );

describe('A wave of invitations', () => {
  test('it writes each minute its share, to each person once, and to no person without an address', async () => {
    const id = await importPeople('all', 50, ['all-x,2,,No,Mail']);
    await start(id);
    await sendWaves(world.app.services, jobCause);
    expect(await lettersOf('all')).toHaveLength(FIRST_SHARE);
    await sendWaves(world.app.services, jobCause);
    expect(await lettersOf('all')).toHaveLength(FIRST_SHARE);
    await nextMinute();
    expect(await waveOf(id)).toMatchObject({ state: 'finished', invited: 50, refused: 0 });
    const letters = await lettersOf('all');
    expect(letters.map((letter) => letter.letters)).toEqual(Array(50).fill(1));
  });

  test('over five percent of forty refused letters stop it, and the people left get none', async () => {
    const id = await importPeople('bad', 60);
    await start(id);
    await sendWaves(world.app.services, jobCause);
    await refuse('bad', 3);
    await nextMinute();
    expect(await waveOf(id)).toMatchObject({ state: 'stopped_itself', invited: FIRST_SHARE, refused: 3 });
    await nextMinute();
    expect(await lettersOf('bad')).toHaveLength(FIRST_SHARE);
    await start(id);
    await nextMinute();
    expect(await lettersOf('bad')).toHaveLength(60);
  });

  test('five percent of forty, and more of fewer, do not stop it', async () => {
    const exactly = await importPeople('few', 60);
    await start(exactly);
    await sendWaves(world.app.services, jobCause);
    await refuse('few', 2);
    await nextMinute();
    expect(await waveOf(exactly)).toMatchObject({ state: 'finished', invited: 60, refused: 2 });
    const small = await importPeople('small', 30);
    await start(small, { per_hour: 600 });
    await sendWaves(world.app.services, jobCause);
    await refuse('small', 10);
    await nextMinute();
    expect(await waveOf(small)).toMatchObject({ state: 'running', invited: 20, refused: 10 });
  });

  test('one of thirty an hour sends its first letter in the second minute', async () => {
    const id = await importPeople('slow', 2);
    await start(id, { per_hour: 30 });
    await sendWaves(world.app.services, jobCause);
    expect(await lettersOf('slow')).toHaveLength(0);
    await nextMinute();
    expect(await lettersOf('slow')).toHaveLength(1);
  });

  test('an undo stops it in the call that begins the undo, and no person gets a letter more', async () => {
    const id = await importPeople('undone', 50);
    await start(id);
    await sendWaves(world.app.services, jobCause);
    await world.call(admin, undoImport, { params: { id }, body: { reason: 'The wrong file.' } });
    expect((await waveOf(id))?.state).toBe('stopped');
    await nextMinute();
    expect(await lettersOf('undone')).toHaveLength(FIRST_SHARE);
  });
});
