import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../kernel/db/migrate.ts';
import { withConnection } from '../../kernel/db/roles.ts';
import { migrateQueue } from '../../kernel/jobs/jobs.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { findDemoNetwork, seeDemoNetwork } from './demo-network.ts';

const BEFORE_THE_MARK = 28;

let world: World;
let dataDir: string;
let older: string;
const made: string[] = [];
beforeAll(async () => {
  world = await newWorld();
  dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-look-'));
  const url = await newDatabase();
  await migrateQueue(url);
  await migrate(url, { until: BEFORE_THE_MARK });
  await withConnection(url, (owner) =>
    owner.query(
      `insert into domains (name, host, product, brand, support_email, email_sender, is_main)
       values ('Bank', 'bank.example', 'Bank', 'Bank', 'a@bank.example', 'a@bank.example', true)`,
    ),
  );
  older = new URL(url).pathname.slice(1);
});
afterAll(async () => {
  await world.close();
  await withConnection(inject('ownerUrl'), async (owner) => {
    for (const name of made) await owner.query(`drop database ${name}`);
  });
  await rm(dataDir, { recursive: true });
});

async function newDatabase(template = 'template0'): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`create database ${name} template ${template}`));
  made.push(name);
  return inDatabase(inject('ownerUrl'), name);
}

/** A database of the previous version, with one account. */
async function olderDatabase(email: string, plan: number): Promise<string> {
  const url = await newDatabase(older);
  await withConnection(url, (owner) =>
    owner.query(
      `insert into users (domain_id, plan_id, email, first_name, last_name)
       select id, $1, $2, 'Ada', 'Lovelace' from domains`,
      [plan, email],
    ),
  );
  return url;
}

describe('Detection of the demo network', () => {
  test('the demo network is detected by the mark that loading it writes', async () => {
    const url = inDatabase(inject('ownerUrl'), world.name);
    expect(await findDemoNetwork(url)).toBe(true);
    expect(await seeDemoNetwork({ databaseUrl: url, dataDir })).toBe(true);
  });

  test('a database with a mark is judged by the mark alone, so that no visitor can prevent a start', async () => {
    const url = inDatabase(inject('ownerUrl'), world.name);
    await world.sql('update installation set demo = false');
    expect(await findDemoNetwork(url)).toBe(false);
    await world.sql('update installation set demo = true');
  });

  test('a database without tables has no demo network, and detection creates none', async () => {
    const url = await newDatabase();
    expect(await seeDemoNetwork({ databaseUrl: url, dataDir })).toBe(false);
    const { rowCount } = await withConnection(url, (owner) =>
      owner.query(`select from pg_class where relnamespace = 'public'::regnamespace`),
    );
    expect(rowCount).toBe(0);
  });

  test.each([
    ['super@vialkeep.test', 10, true],
    ['Admin@VIALKEEP.test', 7, true],
    ['lab@vialkeep.test', 1, true],
    ['evil@vialkeep.test', 2, false],
    ['evil@vialkeep.test', 4, false],
    ['super@vialkeep.test.org', 10, false],
    ['ada@bank.example', 10, false],
  ])('an older database with %s of plan %i answers %s, as the migration marks it later', async (email, plan, is) => {
    const url = await olderDatabase(email, plan);
    expect(await findDemoNetwork(url)).toBe(is);
    await migrate(url);
    expect(await findDemoNetwork(url)).toBe(is);
    const { rows } = await withConnection(url, (owner) => owner.query('select demo from installation'));
    expect(rows).toEqual([{ demo: is }]);
  });
});
