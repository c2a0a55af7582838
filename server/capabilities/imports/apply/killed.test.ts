import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { applyImport, readImport } from '@vialkeep/contract/imports.ts';
import { login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFaults } from '../../../cli/walk-ledger.ts';
import { paperOf, zipOf } from '../../../testing/imports/papers.ts';
import { beginImport, check, csv, sendFile } from '../../../testing/imports/run-files.ts';
import { PASSWORD } from '../../../testing/people.ts';
import { KillableServer } from '../../../testing/servers/killable-server.ts';
import { newWorld, type World } from '../../../testing/world.ts';

/** Each kill is followed by a start of several seconds. */
const KILLS = process.env.LONG ? 40 : 1;
const UNDO_KILLS = process.env.LONG ? 20 : 1;
const ROWS = process.env.LONG ? 50_000 : 600;
/** Reading a PDF takes a process of its own, so there are fewer. */
const PAPERS = process.env.LONG ? 600 : 20;
const TIMEOUT_MS = (KILLS + UNDO_KILLS) * 120_000 + ROWS * 20 + PAPERS * 10_000;

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-imports-'));
  // The files are those of the servers that are killed.
  world = await newWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const numbers = Array.from({ length: ROWS }, (_, n) => n);
const cents = (n: number) => ((n * 7_919) % 500_000) + 1;

async function checkedImport(): Promise<number> {
  const admin = await world.as('admin');
  const id = await beginImport(world, admin);
  const people = numbers.map((n) => `K-${n},2,killed-${n}@example.test,Kim,Number ${n},hc@vialkeep.test`);
  const vials = numbers.map((n) => `W-${n},K-${n},added,${(n % 3) + 1},2021-05-20`);
  const sales = numbers.map((n) => `S-${n},2021-04-01,hc@vialkeep.test,2,${(cents(n) / 100).toFixed(2)},K-${n}`);
  await sendFile(world, admin, id, 'people', csv('key,plan,email,first_name,last_name,center', ...people));
  await sendFile(world, admin, id, 'vials', csv('key,patient,type,quantity,date', ...vials));
  await sendFile(world, admin, id, 'transactions', csv('key,date,buyer,product,amount,patient', ...sales));
  const papers = numbers.slice(0, PAPERS);
  const documents = papers.map((n) => `K-${n},storage,2021-05-20,killed-${n}.pdf`);
  const labels = papers.map((n) => `L-${n},hc@vialkeep.test,K-${n};K-${n + 1},2021-05-20,KL-${n}`);
  await sendFile(world, admin, id, 'documents', csv('patient,kind,signed_on,file', ...documents));
  await sendFile(world, admin, id, 'labels', csv('key,center,patients,label_date,tracking_number', ...labels));
  const scans: Record<string, Buffer> = {};
  for (const n of papers) scans[`killed-${n}.pdf`] = await paperOf(`Paper ${n}`);
  await sendFile(world, admin, id, 'pdfs', await zipOf(scans), 'scans.zip');
  expect(await check(world, admin, id)).toMatchObject({ counts: { create: 3 * ROWS + 2 * PAPERS, problems: 0 } });
  return id;
}

async function sums() {
  const [row] = await world.sql(
    `select (select count(*)::integer from users where email like 'killed-%' and removed_at is null) as people,
       (select count(*)::integer from relations join users on users.id = subject_id
          where email like 'killed-%' and ended_at is null) as relations,
       (select count(*)::integer from vials join users on users.id = patient_id
          where email like 'killed-%' and state = 'stored') as vials,
       (select count(*)::integer from transactions where gateway = 'import') as sales,
       (select coalesce(sum(amount_cents), 0)::float8 from transactions where gateway = 'import') as cents,
       (select count(distinct sha256)::integer from documents
          where signer_email like 'killed-%' and hidden_at is null) as documents,
       (select count(*)::integer from documents where signer_email like 'killed-%' and hidden_at is null) as filings,
       (select count(*)::integer from labels where tracking_number like 'KL-%') as labels,
       (select count(*)::integer from label_patients join labels on labels.id = label_id
          where tracking_number like 'KL-%') as patients`,
  );
  return row;
}

/** Stored papers that no row of `files` knows, so that nothing would ever delete them. */
async function unknownPapers(): Promise<string[]> {
  const stored = await Promise.all(
    ['documents', 'fedex-label'].map(async (place) => {
      const names = await readdir(join(folder, 'files', place)).catch(() => []);
      return names.map((name) => `${place}/${name}`);
    }),
  );
  const known = new Set((await world.sql<{ name: string }>('select name from files')).map(({ name }) => name));
  return stored.flat().filter((name) => !known.has(name));
}

const stateOf = async (id: number) =>
  (await world.sql<{ state: string }>('select state from imports where id = $1', [id]))[0]?.state;

/** Kills the server after some batches, as often as asked, and waits until a last one has finished. */
async function runWithKills(id: number, kills: number, ends: string): Promise<number> {
  let killed = 0;
  let batches = 0;
  while ((await stateOf(id)) !== ends) {
    const server = await KillableServer.start(world.name, folder);
    // The queue gives the job of the killed process back once its lock is gone.
    await world.sql('select release_dead_workers()');
    const begun = batches;
    while ((await stateOf(id)) !== ends) {
      await sleep(10 + Math.random() * 40);
      const [row] = await world.sql<{ n: number }>(
        `select count(*)::integer as n from audit_log where subject = 'import' and subject_id = $1
           and action in ('imports.apply', 'imports.take_back')`,
        [String(id)],
      );
      batches = row?.n ?? 0;
      if (killed < kills && batches > begun) break;
    }
    if ((await stateOf(id)) !== ends) killed += 1;
    await server.kill9();
  }
  return killed;
}

test('an import whose server is killed again and again writes each row exactly once, and so does its undo', {
  timeout: TIMEOUT_MS,
}, async () => {
  const before = await sums();
  // The documents of the network have no files here.
  const faults = await listFaults(world.app.services);
  const id = await checkedImport();
  const first = await KillableServer.start(world.name, folder);
  const { token } = await first.call(login, { body: { email: 'admin@vialkeep.test', password: PASSWORD } });
  await first.call(applyImport, { params: { id }, body: { check_no: 1 }, token });
  await first.kill9();
  const kills = await runWithKills(id, KILLS, 'applied');
  expect(kills).toBeGreaterThan(0);
  const wanted = {
    people: ROWS,
    relations: ROWS,
    vials: numbers.reduce((sum, n) => sum + (n % 3) + 1, 0),
    sales: ROWS,
    cents: numbers.reduce((sum, n) => sum + cents(n), 0),
    documents: PAPERS,
    filings: PAPERS,
    labels: PAPERS,
    patients: 2 * PAPERS,
  };
  process.stdout.write(`${kills} kills while importing, ${JSON.stringify(wanted)}\n`);
  expect(await sums()).toEqual(wanted);
  expect(await unknownPapers()).toEqual([]);
  expect(await listFaults(world.app.services)).toEqual(faults);

  const second = await KillableServer.start(world.name, folder);
  expect(await second.call(readImport, { params: { id }, token })).toMatchObject({ state: 'applied' });
  await second.call(undoImport, { params: { id }, body: { reason: 'The wrong file.' }, token });
  await second.kill9();
  process.stdout.write(`${await runWithKills(id, UNDO_KILLS, 'undone')} kills while undoing\n`);
  expect(await sums()).toEqual(before);
  expect(await listFaults(world.app.services)).toEqual(faults);
});
