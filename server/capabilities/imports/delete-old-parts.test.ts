import { createHash } from 'node:crypto';
import { undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { addImportFile, applyImport, checkImport, readImport, stopImport } from '@vialkeep/contract/imports.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { apply, beginImport, check, csv, jobCause, putPart, sendFile } from '../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { deleteOldPartsJob } from './delete-old-parts.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

async function draft(word: string): Promise<number> {
  const id = await beginImport(world, admin);
  const row = `${word},2,${word}@old-parts.test,Ola,Parts`;
  await sendFile(world, admin, id, 'people', csv('key,plan,email,first_name,last_name', row));
  return id;
}

async function checkedDraft(word: string): Promise<number> {
  const id = await draft(word);
  await check(world, admin, id);
  return id;
}

async function stopped(word: string): Promise<number> {
  const id = await checkedDraft(word);
  await world.call(admin, applyImport, { params: { id }, body: { check_no: 1, only_valid: false } });
  await world.call(admin, stopImport, { params: { id } });
  return id;
}

async function applied(word: string): Promise<number> {
  const id = await checkedDraft(word);
  await apply(world, admin, id);
  return id;
}

/** Moves what was done with an import so many days into the past. */
async function age(id: number, days: number, appliedDays = days): Promise<void> {
  await world.sql(
    `update imports set created_at = created_at - make_interval(days => $2),
       checked_at = checked_at - make_interval(days => $2),
       stopped_at = stopped_at - make_interval(days => $2), applied_at = applied_at - make_interval(days => $3)
     where id = $1`,
    [id, days, appliedDays],
  );
  await world.sql(
    'update import_files set completed_at = completed_at - make_interval(days => $2) where import_id = $1',
    [id, days],
  );
}

const night = () => deleteOldPartsJob.run({}, world.app.services, jobCause);
const kept = async (id: number) =>
  (
    await world.sql<{ rows: number; parts: number; columns: number }>(
      `select (select count(*)::integer from import_rows where import_id = $1 and (data <> '{}' or email is not null)) as rows,
         (select count(*)::integer from import_chunks part join import_files file on file.id = part.file_id
          where file.import_id = $1) as parts,
         (select count(*)::integer from import_files where import_id = $1 and columns <> '[]') as columns`,
      [id],
    )
  )[0];
const NOTHING = { rows: 0, parts: 0, columns: 0 };
const WHOLE = { rows: 1, parts: 1, columns: 1 };

test('after ninety days a draft, a checked, a stopped and an applied import keep nothing that their files say', async () => {
  const ids = [await draft('d'), await checkedDraft('c'), await stopped('s'), await applied('a')];
  for (const id of ids) await age(id, 89);
  await night();
  expect(await Promise.all(ids.slice(1).map(kept))).toEqual([WHOLE, WHOLE, WHOLE]);
  for (const id of ids) await age(id, 2);
  await night();
  expect(await Promise.all(ids.map(kept))).toEqual([NOTHING, NOTHING, NOTHING, NOTHING]);
  const states = await Promise.all(ids.map((id) => world.call(admin, readImport, { params: { id } })));
  expect(states.map(({ state }) => state)).toEqual(['discarded', 'discarded', 'stopped', 'applied']);
});

test('a stopped import whose rows are deleted can neither go on nor be checked nor be undone', async () => {
  const id = await stopped('gone');
  await age(id, 91);
  await night();
  expect((await world.call(admin, readImport, { params: { id } })).may).toEqual([]);
  const params = { id };
  const refusals = [
    await world.refusalOf(admin, applyImport, { params, body: { check_no: 1, only_valid: false } }),
    await world.refusalOf(admin, checkImport, { params }),
    await world.refusalOf(admin, undoImport, { params, body: { reason: 'The wrong file.' } }),
  ];
  expect(refusals.map(({ reason }) => reason)).toEqual(['not_checked', 'in_progress', 'too_late']);
});

test('an import that was applied long after it was begun keeps what its rows say for its undo', async () => {
  const id = await applied('late');
  await age(id, 100, 20);
  await night();
  expect(await kept(id)).toEqual(WHOLE);
});

test('the rows of a large file are deleted to the last in slices', async () => {
  const id = await checkedDraft('many');
  await world.sql(
    `insert into import_rows (file_id, row_no, domain_id, import_id, kind, key, data)
       select row.file_id, 10 + n, row.domain_id, row.import_id, row.kind, 'many-' || n, row.data
       from import_rows row, generate_series(1, 20050) n where row.import_id = $1`,
    [id],
  );
  await age(id, 91);
  await night();
  expect(await kept(id)).toEqual(NOTHING);
  const slices = await world.sql<{ rows: number }>(
    `select (facts ->> 'rows')::integer as rows from audit_log
     where action = 'imports.empty' and subject_id = $1 and facts ? 'rows' order by position`,
    [String(id)],
  );
  expect(slices.map(({ rows }) => rows)).toEqual([10_000, 10_000, 51, 0]);
});

test('bytes of a part that a kill has cut off are deleted with those of its import', async () => {
  const id = await beginImport(world, admin);
  const bytes = Buffer.from(csv('key,plan,email,first_name,last_name', 'K,2,cut@old-parts.test,Kim,Cut'));
  const body = {
    kind: 'people',
    name: 'cut.csv',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const { file_id: fileId } = await world.call(admin, addImportFile, { params: { id }, body });
  const { files } = world.app.services;
  const put = files.put.bind(files);
  onTestFinished(() => void Object.assign(files, { put }));
  const stored = new Promise<string>((known) => {
    Object.assign(files, {
      put: async (...of: Parameters<typeof put>) => {
        await put(...of);
        known(of[0]);
        // The server is killed here.
        return new Promise(() => {});
      },
    });
  });
  void putPart(world, admin, { id, fileId, n: 0, bytes });
  const name = await stored;
  expect(await world.call(admin, readImport, { params: { id } })).toMatchObject({ files: [{ received: [] }] });
  await age(id, 91);
  await night();
  expect(
    await world.sql(
      `select payload ->> 'name' as name from graphile_worker._private_jobs
    where payload ->> 'name' = $1`,
      [name],
    ),
  ).toEqual([{ name }]);
});
