import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFaults } from '../../cli/walk-ledger.ts';
import { type Intake, openIntake } from '../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld();
  intake = await openIntake(world);
});
afterAll(() => world.close());

const faultsOfKits = async () => (await listFaults(world.app.services)).filter((fault) => fault.startsWith('Kit '));

test('a kit that is received although no arrival names it is named by the check of the ledgers', async () => {
  await intake.receive();
  const kit = await intake.newKit();
  expect(await faultsOfKits()).toEqual([]);
  await world.sql("update kits set state = 'received' where id = $1", [kit.id]);
  expect(await faultsOfKits()).toEqual([`Kit K-${kit.code}: it is received, and no arrival names it`]);
});
