import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Difference, resolveDifference, runReconciliation } from '@vialkeep/contract/reconciliation.ts';
import { login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { PASSWORD } from '../../testing/people.ts';
import { differencesOf, plantGivenUp, plantOrphan, runNow } from '../../testing/reconciliation/planted-charges.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { lookUpGiveBacksJob } from './reconciliation.jobs.ts';

let world: World;
let folder: string;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ PAYMENTS_PATIENCE_SECONDS: '1' });
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-'));
  admin = await world.as('admin');
  await runNow(world, admin);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Call = (server: KillableServer, token: string) => Promise<unknown>;

/** Kills a server of its own with -9 while its call waits for this table. */
async function killAt(table: string, call: Call): Promise<void> {
  const server = await KillableServer.start(world.name, folder);
  const { token } = await server.call(login, { body: { email: 'admin@vialkeep.test', password: PASSWORD } });
  await world.sql('begin');
  await world.sql(`lock table ${table} in share mode`);
  const working = call(server, token).catch(() => undefined);
  const waiting = () => world.sql('select 1 from pg_locks where relation = $1::regclass and not granted', [table]);
  await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(0), { timeout: 60_000, interval: 50 });
  await server.kill9();
  // The statement that waits would otherwise be carried out before the database notices that its client is gone.
  await world.sql(
    'select pg_terminate_backend(pid) from pg_locks where relation = $1::regclass and not granted and pid <> pg_backend_pid()',
    [table],
  );
  await world.sql('rollback');
  await working;
  const open = () =>
    world.sql("select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = $1", [world.name]);
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000, interval: 50 });
}

test('a comparison whose server is killed keeps others out for half an hour and no longer', async () => {
  await killAt('gateway_records', (server, token) => server.call(runReconciliation, { token }));
  expect(await world.refusalOf(admin, runReconciliation)).toEqual({ status: 409, reason: 'run_under_way' });
  await world.sql("update reconciliation_runs set at = at - interval '31 minutes' where state = 'running'");
  expect(await runNow(world, admin)).toMatchObject({ state: 'done' });
  expect(await world.sql("select 1 from reconciliation_runs where state = 'running'")).toEqual([]);
});

test('a charge whose server is killed before it is given back is open again, and is given back once', async () => {
  await plantGivenUp(world, 'hc@vialkeep.test', 'orphan-1');
  const gatewayId = await plantOrphan(world, { reference: 'orphan-1' });
  await runNow(world, admin);
  const find = async () => (await differencesOf(world, admin)).find(({ gateway_id }) => gateway_id === gatewayId);
  const { id } = (await find()) as Difference;
  const input = { params: { id }, body: { how: 'give_back', note: 'Looked into it.' } };
  await killAt('sandbox_refunds', (server, token) => server.call(resolveDifference, { token, ...input }));
  expect(await world.sql('select state from reconciliation_items where id = $1', [id])).toEqual([{ state: 'begun' }]);
  await world.sql("update reconciliation_items set begun_at = begun_at - interval '5 minutes' where id = $1", [id]);
  await lookUpGiveBacksJob.run({}, world.app.services, actorlessContext('test'));
  expect(await find()).toMatchObject({ state: 'open', may: expect.arrayContaining(['give_back']) });
  expect(await world.call(admin, resolveDifference, input)).toMatchObject({ state: 'resolved', how: 'give_back' });
  expect(await world.sql('select 1 from sandbox_refunds where charge_id::text = $1', [gatewayId])).toHaveLength(1);
});
