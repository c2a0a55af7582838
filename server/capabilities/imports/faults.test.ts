import { createHash } from 'node:crypto';
import {
  addImportFile,
  CHUNK_BYTES,
  checkImport,
  completeImportFile,
  exportImportProblems,
  listImportProblems,
  listImports,
  readImport,
  readImportTemplate,
} from '@vialkeep/contract/imports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, beginImport, check, csv, matchColumns, putPart, sendFile } from '../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const HEADER = 'key,plan,email,first_name,last_name';

async function problemsOf(id: number) {
  const { results } = await world.call(admin, listImportProblems, { params: { id }, query: { limit: '100' } });
  return results.map(({ row, column, reason }) => `${row} ${column} ${reason}`);
}

async function completed(content: string | Buffer) {
  const id = await beginImport(world, admin);
  return sendFile(world, admin, id, 'people', content);
}

describe('Reading a file', () => {
  test('a file that is no list is refused by its name and never with a 500', async () => {
    const refused = {
      'blank lines': '\r\n\r\n',
      'a quote that never closes': `${HEADER}\r\n"P-1,2,a@b.test,A,B\r\n`,
      'a cell of two megabytes': `${HEADER}\r\nP-1,2,${'x'.repeat(2_000_000)},A,B\r\n`,
      'ten thousand columns': `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\r\n`,
      'a PDF': '%PDF-1.7 nothing',
      'a ZIP that is no workbook': Buffer.from('504b0304140000000000', 'hex'),
    };
    for (const [what, content] of Object.entries(refused)) {
      const { status, answer } = await completed(content);
      expect({ what, status, reason: answer.reason }).toEqual({ what, status: 400, reason: 'unreadable_file' });
      expect(answer.message).toMatch(/^people\.csv: /);
    }
  });

  test('encodings, separators and repeated headers are read as they were meant', async () => {
    const latin = Buffer.from(`${HEADER}\r\nP-1,2,zoe@example.test,Zo\u00eb,M\u00fcller\r\n`, 'latin1');
    const utf16 = Buffer.from(
      `\ufeff${HEADER.replaceAll(',', '\t')}\r\nP-1\t2\tzoe@example.test\tZo\u00eb\tM\u00fcller`,
      'utf16le',
    );
    for (const content of [
      latin,
      utf16,
      `\ufeff${HEADER.replaceAll(',', ';')}\nP-1;2;zoe@example.test;"Zo\u00eb";M\u00fcller`,
    ]) {
      const { answer } = await completed(content);
      expect(answer.columns.map(({ field }) => field)).toEqual(HEADER.split(','));
      expect(answer.columns[3]).toMatchObject({ header: 'first_name', filled: 1, samples: ['Zo\u00eb'] });
    }
    const { answer } = await completed('Name,Name,,E-Mail\r\nA,B,C,d@e.test\r\n');
    expect(answer.columns.map(({ header }) => header)).toEqual(['Name', 'Name (2)', 'Column 3', 'E-Mail']);
    expect(answer.columns[3]?.field).toBe('email');
    const { answer: named } = await completed('a,a (2),a,a\r\nA,B,C,D\r\n');
    expect(named.columns.map(({ header }) => header)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)']);
  });

  test('templates of both formats are read back with every field', async () => {
    for (const format of ['csv', 'xlsx']) {
      const template = await world.send(admin, readImportTemplate, { params: { kind: 'people' }, query: { format } });
      expect(template.statusCode).toBe(200);
      const { status, answer } = await completed(template.rawPayload);
      expect({ format, status }).toEqual({ format, status: 200 });
      expect(answer.columns.every(({ header, field }) => header === field)).toBe(true);
      expect(answer.columns[2]?.samples).toEqual(['anna.example@example.com']);
    }
  });
});

describe('Sending a file in parts', () => {
  test('a part may be repeated, a different one is refused, and a begun file goes on where it stopped', async () => {
    const id = await beginImport(world, admin);
    const bytes = Buffer.concat([Buffer.from(`${HEADER}\r\n`), Buffer.alloc(CHUNK_BYTES, 'x'), Buffer.from('\r\n')]);
    const body = {
      kind: 'people',
      name: 'big.csv',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    const { file_id: fileId } = await world.call(admin, addImportFile, { params: { id }, body });
    const first = { id, fileId, n: 0, bytes: bytes.subarray(0, CHUNK_BYTES) };
    expect((await putPart(world, admin, first)).json()).toEqual({ success: true, received: [0] });
    expect((await putPart(world, admin, first)).json()).toEqual({ success: true, received: [0] });
    const other = Buffer.from(first.bytes);
    other[5] = 1;
    expect((await putPart(world, admin, { ...first, bytes: other })).json()).toMatchObject({ reason: 'chunk_differs' });
    expect((await putPart(world, admin, { ...first, n: 1 })).json()).toMatchObject({ reason: 'wrong_size' });
    expect(await world.refusalOf(admin, completeImportFile, { params: { id, fileId } })).toMatchObject({
      status: 409,
      reason: 'incomplete',
    });
    expect(await world.call(admin, addImportFile, { params: { id }, body })).toMatchObject({
      file_id: fileId,
      received: [0],
    });
  });

  test('a file that differs from its announced hash is thrown away', async () => {
    const id = await beginImport(world, admin);
    const bytes = Buffer.from(csv(HEADER, 'P-1,2,a@example.test,A,B'));
    const { file_id: fileId } = await world.call(admin, addImportFile, {
      params: { id },
      body: { kind: 'people', name: 'a.csv', bytes: bytes.length, sha256: '0'.repeat(64) },
    });
    await putPart(world, admin, { id, fileId, n: 0, bytes });
    expect(await world.refusalOf(admin, completeImportFile, { params: { id, fileId } })).toMatchObject({
      reason: 'hash_differs',
    });
    const { files } = await world.call(admin, readImport, { params: { id } });
    expect(files[0]).toMatchObject({ received: [], complete: false });
  });
});

describe('The check', () => {
  test('each fault of people is told at its row and column, and the other rows can be imported alone', async () => {
    const id = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      id,
      'people',
      csv(
        `${HEADER},center,rep,date_joined`,
        'F-1,2,one@faults.test,One,Good,,,2020-01-01',
        'F-1,2,two@faults.test,Same,Key,,,',
        'F-3,2,ONE@faults.test,Same,Mail,,,',
        'F-4,7,four@faults.test,No,Admin,,,',
        'F-5,2,not an e-mail,No,Mail,,,',
        ',2,six@faults.test,No,Key,,,',
        'F-7,4,patient@vialkeep.test,Other,Plan,,,',
        'F-8,2,admin@north.test,Other,Site,,,',
        'F-9,4,nine@faults.test,No,Rep,,nobody@faults.test,',
        'F-10,2,ten@faults.test,Wrong,Center,F-1,,',
        'F-11,3,eleven@faults.test,Own,Rep,,F-11,',
        'F-12,2,twelve@faults.test,Two,Centers,hc@vialkeep.test;hc@vialkeep.test,,',
        'F-13,2,thirteen@faults.test,Late,Date,,,2999-01-01',
        `F-14,2,fourteen@faults.test,${'x'.repeat(101)},Long,,,`,
        'F-15,2,fifteen@faults.test,Needs,Bad,F-9,,',
        'F-16,Wizard,sixteen@faults.test,Un,Known,,,',
      ),
    );
    const checked = await check(world, admin, id);
    expect(await problemsOf(id)).toEqual([
      '3 key twice_in_file',
      '4 email twice_in_file',
      '5 plan unknown_value',
      '6 email not_an_email',
      '7 key required',
      '8 plan plan_differs',
      '9 email email_in_use',
      '10 rep unknown_person',
      '11 center does_not_fit',
      '12 rep does_not_fit',
      '13 center does_not_fit',
      '14 date_joined not_a_date',
      '15 first_name too_long',
      '16 center unknown_person',
      '17 plan unknown_value',
    ]);
    expect(checked.counts).toEqual({ rows: 16, create: 1, existing: 0, problems: 15, applied: 0 });
    const file = await world.send(admin, exportImportProblems, {
      params: { id },
      query: { file: String(checked.files[0]?.id) },
    });
    expect(file.body.split('\r\n')).toHaveLength(17);
    expect(file.body).toContain('F-4,7,four@faults.test,No,Admin,,,,plan: This value is not known.');
    expect(await world.refusalOf(admin, checkImport, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
    const applied = await apply(world, admin, id, true);
    expect(applied).toMatchObject({ state: 'applied', counts: { create: 1, problems: 15, applied: 1 } });
    const made = await world.sql(`select email from users where email like '%@faults.test'`);
    expect(made).toEqual([{ email: 'one@faults.test' }]);
  });

  test('people who are here already are left as they are, and others may name them', async () => {
    const id = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      id,
      'people',
      csv(`${HEADER},center`, 'H-1,4,HC@vialkeep.test,Changed,Name,', 'H-2,2,named@here.test,Names,Them,H-1'),
    );
    expect(await check(world, admin, id)).toMatchObject({ counts: { create: 1, existing: 1, problems: 0 } });
    await apply(world, admin, id);
    const [center] = await world.sql(
      `select center.email, center.first_name <> 'Changed' as is_kept from users patient
         join relations on subject_id = patient.id join users center on center.id = object_id
       where patient.email = 'named@here.test'`,
    );
    expect(center).toEqual({ email: 'hc@vialkeep.test', is_kept: true });
  });

  test('faults of samples, stock and sales are told at their rows', async () => {
    const id = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      id,
      'people',
      csv(HEADER, 'S-1,2,sample@faults.test,Sam,Ple', 'S-2,4,clinic@faults.test,Cli,Nic'),
    );
    await sendFile(
      world,
      admin,
      id,
      'processing',
      csv(
        'patient,date_adipose_shipped_to_lab,date_adipose_received_by_lab',
        'S-1,2021-04-02,2021-04-01',
        'S-2,2021-04-01,2021-04-02',
        'sample@faults.test,2021-04-01,2021-04-02',
      ),
    );
    await sendFile(
      world,
      admin,
      id,
      'vials',
      csv(
        'patient,type,quantity,date,codes',
        'S-1,added,2,2021-05-01,AA1;AA2',
        'S-1,added,1,2021-05-01,aa1',
        'S-1,added,2,2021-05-01,AA3',
        'S-1,shipped,1,2021-06-01,AA9',
        'S-1,shipped,2,2021-06-01,',
        'S-1,shipped,1,2021-06-01,',
        'S-1,added,0,2021-06-01,',
        'S-1,added,1,2999-06-01,',
      ),
    );
    await sendFile(
      world,
      admin,
      id,
      'transactions',
      csv(
        'key,date,buyer,product,amount,center',
        'Q-1,2021-04-01,S-2,2,12.345,',
        'Q-2,2021-04-01,nobody,2,12.34,',
        'Q-3,2021-04-01,S-2,99,12.34,',
        'Q-4,2021-04-01,S-2,2,12.34,S-1',
        'Q-4,2021-04-01,S-2,2,12.34,S-2',
      ),
    );
    const { counts } = await check(world, admin, id);
    expect(await problemsOf(id)).toEqual([
      '2 date_adipose_received_by_lab dates_contradict',
      '3 patient does_not_fit',
      '4 patient twice_in_file',
      '3 codes twice_in_file',
      '4 codes not_that_many',
      '5 codes unknown_value',
      '7 quantity not_that_many',
      '8 quantity not_a_number',
      '9 date not_a_date',
      '2 amount not_a_number',
      '3 buyer unknown_person',
      '4 product unknown_value',
      '5 center does_not_fit',
      '6 key twice_in_file',
    ]);
    const applied = await apply(world, admin, id, true);
    expect(applied.counts).toEqual({ ...counts, applied: counts.create });
  });

  test('dates that fit two formats must be chosen, and unknown words are matched once for all rows', async () => {
    const id = await beginImport(world, admin);
    const { fileId } = await sendFile(
      world,
      admin,
      id,
      'people',
      csv(`${HEADER},date_joined,is_active`, 'D-1,Clinic,date@faults.test,Da,Te,03/04/2020,Ja'),
    );
    expect(await world.refusalOf(admin, checkImport, { params: { id } })).toMatchObject({ reason: 'mapping_missing' });
    const { files } = await world.call(admin, readImport, { params: { id } });
    expect(files[0]).toMatchObject({
      dates_ambiguous: true,
      unknown_values: [
        { field: 'plan', value: 'Clinic' },
        { field: 'is_active', value: 'Ja' },
      ],
    });
    await matchColumns(world, admin, {
      id,
      fileId,
      columns: {},
      date_format: 'DD/MM/YYYY',
      value_map: { plan: { Clinic: '4' }, is_active: { Ja: 'yes' } },
    });
    expect((await check(world, admin, id)).counts).toMatchObject({ create: 1, problems: 0 });
    await apply(world, admin, id);
    const [person] = await world.sql(
      `select plan_id, to_char(date_joined, 'YYYY-MM-DD') as joined from users where email = 'date@faults.test'`,
    );
    expect(person).toEqual({ plan_id: 4, joined: '2020-04-03' });
  });
});

describe('The wall between sites', () => {
  test('an administrator of another site sees no import of the main one', async () => {
    const id = await beginImport(world, admin);
    expect((await world.call(north, listImports)).results).toEqual([]);
    expect(await world.refusalOf(north, readImport, { params: { id } })).toMatchObject({ status: 404 });
    expect(await world.refusalOf(north, checkImport, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('a person of another site is unknown in a cell', async () => {
    const id = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      id,
      'people',
      csv(`${HEADER},rep`, 'N-1,4,foreign@faults.test,Fo,Reign,rep@north.test'),
    );
    await check(world, admin, id);
    expect(await problemsOf(id)).toEqual(['2 rep unknown_person']);
  });
});
