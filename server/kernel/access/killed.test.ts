import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { login } from '@vialkeep/contract/session.ts';
import { listVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/people.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyAccess } from './verify-access.ts';

/** Each kill is followed by a start of several seconds. */
const KILLS = process.env.LONG ? 200 : 3;
const TIMEOUT_MS = KILLS * 40_000;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-openings-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens records as fast as they are answered, and returns what was answered before the server was killed. */
async function openUntilKilled(server: KillableServer, patients: readonly number[]): Promise<readonly string[]> {
  const answered: string[] = [];
  let isKilled = false;
  const visit = async () => {
    while (!isKilled) {
      // A new session each time, so that no opening is a repetition of another.
      const { token } = await server.call(login, { body: { email: 'admin@vialkeep.test', password: PASSWORD } });
      for (const id of patients) {
        await server.call(readPatientRecord, { params: { id }, token });
        answered.push(`${token} record ${id}`);
        await server.call(listVials, { params: { userId: id }, token });
        answered.push(`${token} vials ${id}`);
      }
    }
  };
  const visits = Array.from({ length: 4 }, () => visit().catch(() => {}));
  while (answered.length < 60) await new Promise((resolve) => setTimeout(resolve, 5));
  await server.kill9();
  isKilled = true;
  await Promise.all(visits);
  return answered;
}

test('every opening that a killed server answered is in the table, and the chains hold', {
  timeout: TIMEOUT_MS,
}, async () => {
  const people = await world.sql<{ id: number }>('select id from users where plan_id = 2 and domain_id = 1 limit 10');
  const answered: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await KillableServer.start(world.name, folder);
    answered.push(
      ...(await openUntilKilled(
        server,
        people.map(({ id }) => id),
      )),
    );
  }
  const tokens = [...new Set(answered.map((line) => line.split(' ')[0]))];
  const rows = await world.sql<{ token: string; what: number; subject_id: number }>(
    `select token, what, subject_id from unnest($1::text[]) token
       join sessions s on s.token_hash = sha256(convert_to(token, 'UTF8')) join access_records r on r.session_id = s.id`,
    [tokens],
  );
  const recorded = new Set(rows.map(({ token, what, subject_id }) => `${token} ${readingKinds[what]} ${subject_id}`));
  expect(answered.filter((line) => !recorded.has(line))).toEqual([]);
  expect(answered.length).toBeGreaterThanOrEqual(KILLS * 60);
  process.stdout.write(`${KILLS} kills, ${answered.length} openings answered, ${recorded.size} recorded\n`);
  const { store, files } = world.app.services;
  expect((await verifyAccess(store.readSlowly('platform'), files)).faults).toEqual([]);
});
