import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { changePassword, updatePassword } from '@vialkeep/contract/profile.ts';
import { login } from '@vialkeep/contract/session.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOfDatabase, endOfLog } from '../../../testing/bytes-of-database.ts';
import { pathFor } from '../../../testing/path-for.ts';
import { PASSWORD } from '../../../testing/people.ts';
import { startLoggingServer } from '../../../testing/servers/logging-server.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let server: Awaited<ReturnType<typeof startLoggingServer>>;
beforeAll(async () => {
  world = await newWorld();
  server = await startLoggingServer(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

const TYPED_WRONG = 'Canary-mistyped-1';
const OF_NEWCOMER = 'Canary-newcomer-2';
const OF_SIGN_UP = 'Canary-sign-up-3';
const CHANGED = 'Canary-changed-4';
const BY_ADMIN = 'Canary-by-admin-5';
const passwords = [PASSWORD, TYPED_WRONG, OF_NEWCOMER, OF_SIGN_UP, CHANGED, BY_ADMIN];

test('T62 no log, email, table or database file contains a password after every operation with passwords', async () => {
  const since = await endOfLog(world);
  const admin = await world.as('admin');
  const patient = await world.as('patient');
  const newcomer = { first_name: 'Canary', last_name: 'Person', subscription: 3 };
  const statuses = [
    await send(anonymousCaller, login, { email: 'patient@vialkeep.test', password: TYPED_WRONG }),
    await send(admin, addUser, { ...newcomer, domain: 1, email: 'one@canary.test', password: OF_NEWCOMER }),
    await send(admin, addUser, { ...newcomer, domain: 1, email: 'one@canary.test', password: OF_NEWCOMER }),
    await send(anonymousCaller, addSalesRep, { ...newcomer, email: 'two@canary.test', password: OF_SIGN_UP }),
    await send(anonymousCaller, login, { email: 'two@canary.test', password: OF_SIGN_UP }),
    await send(patient, changePassword, {
      password_current: PASSWORD,
      password_new: CHANGED,
      password_confirmation: CHANGED,
    }),
    await send(admin, updatePassword, { user_id: patient.user.id, new_password_change: BY_ADMIN }, patient.user.id),
    await send(anonymousCaller, login, { email: 'patient@vialkeep.test', password: BY_ADMIN }),
  ];
  expect(statuses).toEqual([400, 200, 400, 200, 200, 200, 200, 200]);
  await world.letters();
  const log = await server.end();

  const { log: writeAhead, tables } = await bytesOfDatabase(world, since);
  // Proves that the search works: it finds the email addresses.
  for (const bytes of [writeAhead, tables]) expect(bytes.includes('two@canary.test')).toBe(true);
  expect(log).toContain('/api/admin/login/');
  for (const [place, content] of Object.entries({ log, writeAhead, tables })) {
    for (const password of passwords) expect(content.includes(password), `${password} in ${place}`).toBe(false);
  }
});

async function send({ token }: Caller, route: Route, body: object, id?: number): Promise<number> {
  const answer = await fetch(`${server.address}${pathFor(route, id ? { id } : {}, {})}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `token ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}
