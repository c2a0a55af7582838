import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const SAMPLES = /\bvials?\b|\bvial_entries\b|\bcustody\b|\bpatient_records\b|\bdispos/i;

/** Comments may say that nothing happens to vials. */
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

async function sourcesIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const));
}

test('no file of storage billing, and none of the charging that it calls, names vials or the chain of custody', async () => {
  const sources = [
    ...(await sourcesIn(import.meta.dirname)),
    ...(await sourcesIn(join(import.meta.dirname, '../charging'))),
  ];
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter(([, source]) => SAMPLES.test(withoutComments(source))).map(([name]) => name)).toEqual([]);
});

test('no call of storage billing takes a vial, and the one call that disposes of vials needs a signature', () => {
  const calls = catalogue.filter(({ row }) => row === 'storage-billing');
  expect(calls.length).toBe(14);
  expect(calls.filter(({ route }) => /vial|custody|dispos/i.test(route.path))).toEqual([]);
  // An import that was not applied has no vials.
  const disposing = catalogue.filter(
    ({ name, route }) => /dispos|discard|destroy/i.test(name + route.path) && name !== 'discardImport',
  );
  expect(disposing.map(({ name, route }) => [name, route.access])).toEqual([['discardVials', 'bench.sign']]);
});

test('no function, trigger or foreign key of the storage tables reaches vials, and no grant lets a runtime role delete one', async () => {
  const functions = await world.sql<{ name: string; source: string }>(
    `select proname as name, coalesce(nullif(prosrc, ''), pg_get_functiondef(oid)) as source from pg_proc
     where pronamespace = 'public'::regnamespace and (proname ~ 'storage' or oid in (
       select tgfoid from pg_trigger where tgrelid::regclass::text like 'storage\\_%'))`,
  );
  expect(functions.length).toBeGreaterThanOrEqual(7);
  expect(functions.filter(({ source }) => /vial|custody/i.test(source))).toEqual([]);
  const keys = await world.sql<{ to: string }>(
    `select distinct confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and conrelid::regclass::text like 'storage\\_%' order by 1`,
  );
  expect(keys.map(({ to }) => to)).toEqual([
    'documents',
    'domains',
    'storage_enrolments',
    'storage_invoices',
    'storage_offers',
    'users',
  ]);
  const grants = await world.sql(
    `select grantee, table_name, privilege_type from information_schema.role_table_grants
     where table_name in ('vials', 'custody_events', 'storage_enrolments', 'storage_invoices', 'storage_charges')
       and grantee in ('vialkeep_platform', 'vialkeep_tenant') and privilege_type in ('DELETE', 'TRUNCATE')`,
  );
  expect(grants).toEqual([]);
});
