import { readImport } from '@vialkeep/contract/imports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, beginImport, check, csv, sendFile } from '../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const PEOPLE = 'key,plan,email,first_name,last_name';
const SALES = 'key,date,buyer,product,amount,patient,description';
const sale = (key: string, patient: string, product = '2') =>
  `${key},2021-04-01,hc@vialkeep.test,${product},10.00,${patient},For Quillona`;

test('after an erasure no row of a file says anything of the person, and a row that waits cannot be written', async () => {
  const id = await beginImport(world, admin);
  const rows = ['Q-1,2,quillona@erased.test,Quillona,Gone', 'Q-2,2,other@erased.test,Oda,Stays'];
  await sendFile(world, admin, id, 'people', csv(PEOPLE, ...rows));
  const sales = [sale('S-1', 'Q-1'), sale('S-2', 'quillona@erased.test', '999'), sale('S-3', 'Q-1', '999')];
  await sendFile(
    world,
    admin,
    id,
    'transactions',
    csv(SALES, ...sales, 'S-4,2021-04-01,hc@vialkeep.test,2,10.00,Q-2,Kept'),
  );
  await check(world, admin, id);
  expect(await apply(world, admin, id, true)).toMatchObject({ state: 'applied', counts: { applied: 4 } });

  const waiting = await beginImport(world, admin);
  await sendFile(world, admin, waiting, 'transactions', csv(SALES, sale('S-5', 'QUILLONA@erased.test')));
  await sendFile(world, admin, waiting, 'people', csv(PEOPLE, 'Q-3,2,not.quillona@erased.test,Otto,Stays'));
  expect(await check(world, admin, waiting)).toMatchObject({ counts: { create: 2 } });

  await world.sql(
    `update users set is_active = false, removed_at = now(), erased_at = now(), email = 'gone@erased.invalid'
     where email = 'quillona@erased.test'`,
  );
  const said = await world.sql<{ row: string }>(
    `select concat_ws(' ', data, problems, email) as row from import_rows where import_id = any ($1)`,
    [[id, waiting]],
  );
  expect(said).toHaveLength(8);
  expect(said.filter(({ row }) => /quillona/i.test(row)).map(({ row }) => /Otto/.test(row))).toEqual([true]);
  expect(said.filter(({ row }) => /Kept|Oda|Otto/.test(row))).toHaveLength(3);
  expect(await apply(world, admin, waiting, true)).toMatchObject({ state: 'applied', counts: { applied: 1 } });
  expect((await world.call(admin, readImport, { params: { id: waiting } })).counts).toMatchObject({ problems: 1 });
});
