import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import type { ExportConnection } from '../db/export-connection.ts';
import { requireExportSlot } from './exports-at-once.ts';

let world: World;
const opened: ExportConnection[] = [];
beforeAll(async () => {
  world = await newWorld();
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});
afterAll(() => world.close());

const [one, another] = [UserId.parse(1), UserId.parse(2)];

/** A slot on a connection of its own, as an export takes it in any server process. */
async function takeSlot(userId: UserId) {
  const connection = await world.app.services.store.openExport('platform');
  opened.push(connection);
  try {
    await requireExportSlot(connection, userId);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

test('T66 a user can have at most two exports at a time, independent of other users', async () => {
  const [first] = [await takeSlot(one), await takeSlot(one)];
  await expect(takeSlot(one)).rejects.toThrow('Two of your files are still being made.');
  await takeSlot(another);
  first.close();
  // Closing a connection twice frees its slot once.
  first.close();
  await expect.poll(() => takeSlot(one).then(() => 'taken', String)).toBe('taken');
  await expect(takeSlot(one)).rejects.toThrow('Two of your files');
});

test('T66 the slots of a server process that ended are free again', async () => {
  const user = UserId.parse(3);
  await Promise.all([takeSlot(user), takeSlot(user)]);
  await expect(takeSlot(user)).rejects.toThrow('Two of your files');
  await world.sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 3`);
  await expect.poll(() => takeSlot(user).then(() => 'taken', String)).toBe('taken');
});
