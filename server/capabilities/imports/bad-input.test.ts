import { createHash } from 'node:crypto';
import type { ImportKind } from '@vialkeep/contract/import-fields.ts';
import {
  addImportFile,
  applyImport,
  completeImportFile,
  exportImportProblems,
  listImportProblems,
  readImport,
} from '@vialkeep/contract/imports.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StorageFull } from '../../ports/files.ts';
import {
  apply,
  beginImport,
  check,
  csv,
  matchColumns,
  putPart,
  runNext,
  sendFile,
} from '../../testing/imports/run-files.ts';
import { sheetRow, workbookOf, zipOf } from '../../testing/imports/workbook-file.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const FIELDS = ['key', 'plan', 'email', 'first_name', 'last_name'] as const;
const HEADER = FIELDS.join(',');

async function sendPeople(content: string | Buffer) {
  const id = await beginImport(world, admin);
  return { id, ...(await sendFile(world, admin, id, 'people', content)) };
}

async function problemsOf(id: number) {
  const { results } = await world.call(admin, listImportProblems, { params: { id }, query: { limit: '100' } });
  return results.map(({ row, column, reason }) => `${row} ${column} ${reason}`);
}

const person = (email: string) =>
  world.sql('select first_name, last_name, company, date_joined from users where email = $1', [email]);

describe('A file with odd contents', () => {
  test('an empty file is refused by its size, and one with a header only has no rows', async () => {
    const id = await beginImport(world, admin);
    const body = { kind: 'people', name: 'none.csv', bytes: 0, sha256: createHash('sha256').digest('hex') };
    expect(await world.wholeRefusalOf(admin, addImportFile, { params: { id }, body })).toMatchObject({
      status: 400,
      fields: { bytes: 'This file is empty.' },
    });
    const only = await sendPeople(`${HEADER}\r\n`);
    expect(only.status).toBe(200);
    expect(await check(world, admin, only.id)).toMatchObject({ state: 'checked', counts: { rows: 0, problems: 0 } });
  });

  test('a cell of ten megabytes is refused by the name of the file, in a list and in a workbook', async () => {
    const long = 'x'.repeat(10_000_000);
    const workbook = workbookOf([{ rows: sheetRow(...FIELDS) + sheetRow('P-1', '2', 'a@b.test', long, 'B') }]);
    for (const content of [csv(HEADER, `P-1,2,a@b.test,${long},B`), workbook]) {
      const { status, answer } = await sendPeople(content);
      expect([status, answer.reason]).toEqual([400, 'unreadable_file']);
      expect(answer.message).toMatch(/^people\.csv: /);
    }
  });

  test('NUL and broken UTF-8 are read without a fault and never stored as such', async () => {
    const nul = await sendPeople(csv(HEADER, 'N-1,2,nul@odd.test,Nu\u0000la,Null'));
    expect((await check(world, admin, nul.id)).state).toBe('checked');
    await apply(world, admin, nul.id, true);
    const stored = await person('nul@odd.test');
    expect(JSON.stringify(stored)).not.toContain('\\u0000');
    const broken = Buffer.concat([
      Buffer.from(`${HEADER}\r\nN-2,2,broken@odd.test,Br`),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from(',Utf\r\n'),
    ]);
    const sent = await sendPeople(broken);
    expect(sent.status).toBe(200);
    expect((await check(world, admin, sent.id)).state).toBe('checked');
  });

  test('line breaks and quotes inside cells belong to the cell, and rows count as in a spreadsheet', async () => {
    const { id } = await sendPeople(
      `${HEADER},company\r\nL-1,2,lines@odd.test,Li,Nes,"Two\r\nlines ""and"" quotes"\r\nL-2,2,wrong,Li,Nes,\r\n`,
    );
    await check(world, admin, id);
    expect(await problemsOf(id)).toEqual(['3 email not_an_email']);
    await apply(world, admin, id, true);
    const [stored] = await person('lines@odd.test');
    expect(stored?.company).toMatch(/^Two\s+lines "and" quotes$/);
  });

  test('a word that every object has as a property is an unknown value at its row, also beside matched values', async () => {
    const words = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const id = await beginImport(world, admin);
    const lists: readonly [ImportKind, string, (word: string) => string][] = [
      ['people', `${HEADER},is_active`, (word) => `${word},2,${word}@odd.test,A,B,${word}`],
      ['vials', 'patient,type,quantity,date', (word) => `patient@vialkeep.test,${word},1,2021-05-20`],
      ['transactions', 'key,date,buyer,product,amount', (word) => `${word},2021-04-01,hc@vialkeep.test,${word},10.00`],
      ['documents', 'patient,kind,signed_on,file', (word) => `patient@vialkeep.test,${word},2021-04-01,a.pdf`],
    ];
    for (const [kind, header, line] of lists) {
      const { fileId } = await sendFile(world, admin, id, kind, csv(header, ...words.map(line)));
      await matchColumns(world, admin, {
        id,
        fileId,
        columns: {},
        value_map: {
          is_active: { on: 'yes' },
          type: { new: 'added' },
          product: { old: '2' },
          kind: { will: 'storage' },
        },
      });
    }
    expect((await check(world, admin, id)).state).toBe('checked');
    const told = await problemsOf(id);
    for (const column of ['is_active', 'type', 'product', 'kind']) {
      expect(told.filter((one) => one.endsWith(` ${column} unknown_value`))).toEqual(
        words.map((_, n) => `${n + 2} ${column} unknown_value`),
      );
    }
    const { files } = await world.call(admin, readImport, { params: { id } });
    expect(files.map(({ unknown_values }) => unknown_values.map(({ value }) => value))).toEqual(lists.map(() => words));
  });

  test('a header __proto__ is refused by the name of the file, and the import is still read', async () => {
    const { id, status, answer } = await sendPeople(csv(`${HEADER},__proto__`, 'H-1,2,head@odd.test,He,Ad,x'));
    expect([status, answer.reason]).toEqual([400, 'unreadable_file']);
    expect(answer.message).toBe('people.csv: A header cannot be __proto__. Rename it.');
    expect((await world.call(admin, readImport, { params: { id } })).state).toBe('draft');
  });

  test('a cell that begins like a formula is data, and leaves again so that no program runs it', async () => {
    const { id, fileId } = await sendPeople(csv(HEADER, 'E-1,2,wrong,"=HYPERLINK(""x"")",+1'));
    await check(world, admin, id);
    const left = await world.send(admin, exportImportProblems, { params: { id }, query: { file: fileId } });
    expect(left.body).toContain(`"'=HYPERLINK(""x"")"`);
    expect(left.body).toContain("'+1");
  });

  test('the file of rows with problems is imported with the same values once its fault is corrected', async () => {
    const { id, fileId } = await sendPeople(
      csv(`${HEADER},phone_number,address1`, '-F1,2,wrong,Ann,=A1,+1 305 555 0134,"-5 Street;+2"'),
    );
    await check(world, admin, id);
    const left = await world.send(admin, exportImportProblems, { params: { id }, query: { file: fileId } });
    const corrected = await sendPeople(left.body.replace('wrong', 'formula@example.test'));
    await check(world, admin, corrected.id);
    expect(await problemsOf(corrected.id)).toEqual([]);
    await apply(world, admin, corrected.id);
    expect(
      await world.sql(
        `select last_name, phone_number, address1, known.key from users
         join source_keys known on known.target_id = users.id and known.kind = 'people' where email = 'formula@example.test'`,
      ),
    ).toEqual([{ last_name: '=A1', phone_number: '+1 305 555 0134', address1: '-5 Street;+2', key: '-F1' }]);
  });
});

describe('A workbook with odd contents', () => {
  const rows = (...more: string[]) => sheetRow(...FIELDS, 'date_joined') + more.join('');

  test('days since 1904, a formula and a hidden first sheet are read as the program shows them', async () => {
    const formula = '<c t="str"><f>CONCAT("Fo","Rmula")</f><v>FoRmula</v></c>';
    const row = sheetRow('X-1', '2', 'x1904@odd.test', 'Exc').replace('</row>', `${formula}<c><v>42461</v></c></row>`);
    const hidden = { rows: sheetRow('secret'), isHidden: true };
    const { id, status } = await sendPeople(workbookOf([hidden, { rows: rows(row) }], { date1904: true }));
    expect(status).toBe(200);
    expect((await check(world, admin, id)).counts).toMatchObject({ create: 1, problems: 0 });
    await apply(world, admin, id);
    const [stored] = await world.sql(
      "select last_name, to_char(date_joined, 'YYYY-MM-DD') as joined from users where email = 'x1904@odd.test'",
    );
    expect(stored).toEqual({ last_name: 'FoRmula', joined: '2020-04-02' });
  });

  test('a workbook that unpacks to far more than it is, is refused without unpacking it into memory', async () => {
    const packed = (sheet: Buffer) =>
      zipOf({
        'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r0" xmlns:r="rel"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r0" Target="worksheets/s.xml"/></Relationships>',
        'xl/worksheets/s.xml': sheet,
      });
    const start = Buffer.from(`<worksheet><sheetData>${rows()}`);
    const oneText = packed(Buffer.concat([start, Buffer.alloc(64 * 1024 * 1024, ' ')]));
    const manyRows = packed(Buffer.concat([start, Buffer.alloc(30 * 1024 * 1024, '<row></row>')]));
    const farRow = packed(Buffer.concat([start, Buffer.from('<row r="1048577"></row></sheetData></worksheet>')]));
    for (const bomb of [oneText, manyRows, farRow]) {
      expect(bomb.length).toBeLessThan(1024 * 1024);
      const before = process.memoryUsage().rss;
      const { status, answer } = await sendPeople(bomb);
      expect([status, answer.reason]).toEqual([400, 'unreadable_file']);
      expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
    }
  });

  test('a workbook with a password, with another compression or with a damaged entry is refused by its name', async () => {
    const workbook = workbookOf([{ rows: rows(sheetRow('X-3', '2', 'locked@odd.test', 'Lo', 'Cked')) }]);
    const entry = workbook.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    const changed = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(workbook);
      change(bytes);
      return bytes;
    };
    for (const bytes of [
      changed((copy) => copy.writeUInt16LE(1, entry + 8)),
      changed((copy) => copy.writeUInt16LE(12, entry + 10)),
      changed((copy) => copy.writeUInt32LE(0, copy.readUInt32LE(entry + 42))),
    ]) {
      const { status, answer } = await sendPeople(bytes);
      expect([status, answer.reason]).toEqual([400, 'unreadable_file']);
      expect(answer.message).toMatch(/^people\.csv: /);
    }
  });

  test('a header with a far column is refused, and a far cell of a row belongs to no column', async () => {
    const far = '<c r="ZZZ2" t="str"><v>far</v></c></row>';
    const wide = await sendPeople(workbookOf([{ rows: `<row><c r="A1"><v>1</v></c>${far}` }]));
    expect([wide.status, wide.answer.reason]).toEqual([400, 'unreadable_file']);
    const row = sheetRow('X-2', '2', 'far@odd.test', 'Fa', 'Ar').replace('</row>', far);
    const { id, status } = await sendPeople(workbookOf([{ rows: rows(row) }]));
    expect(status).toBe(200);
    expect((await check(world, admin, id)).counts).toMatchObject({ create: 1, problems: 0 });
  });
});

describe('People who do not fit', () => {
  test('one in two files, plans that no file makes, and relations that cannot be are told at their cells', async () => {
    const id = await beginImport(world, admin);
    const first = csv(
      `${HEADER},center,rep`,
      'W-1,2,w1@odd.test,Wi,One,,',
      'W-2,7,w2@odd.test,Wi,Two,,',
      'W-3,10,w3@odd.test,Wi,Three,,',
      'W-4,15,w4@odd.test,Wi,Four,,',
      'W-5,2,w5@odd.test,Wi,Five,W-1,',
      'W-6,3,w6@odd.test,Wi,Six,,W-6',
      'W-7,4,w7@odd.test,Wi,Seven,,',
      'W-8,4,w8@odd.test,Wi,Eight,,',
      'W-9,2,w9@odd.test,Wi,Nine,W-7;W-8,',
    );
    await sendFile(world, admin, id, 'people', first);
    const second = Buffer.from(csv(HEADER, 'V-1,2,W1@odd.test,Wi,One', 'W-1,2,v2@odd.test,Wi,Key'));
    await sendFile(world, admin, id, 'people', second);
    await check(world, admin, id);
    expect((await problemsOf(id)).toSorted()).toEqual(
      [
        '3 plan unknown_value',
        '4 plan unknown_value',
        '5 plan unknown_value',
        '6 center does_not_fit',
        '7 rep does_not_fit',
        // Once for each of the two centers.
        '10 center does_not_fit',
        '10 center does_not_fit',
        '2 email twice_in_file',
        '3 key twice_in_file',
      ].toSorted(),
    );
  });
});

describe('Two at once, and a full disk', () => {
  test('two administrators who apply one check import each row once', async () => {
    const { id } = await sendPeople(
      csv(HEADER, ...Array.from({ length: 40 }, (_, n) => `T-${n},2,t${n}@odd.test,T,T`)),
    );
    const { check_no } = await check(world, admin, id);
    const other = await world.as('super');
    const answers = await Promise.all(
      [admin, other, admin].map((caller) => world.send(caller, applyImport, { params: { id }, body: { check_no } })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await Promise.all([runNext(world, id), runNext(world, id)]);
    const { state, counts } = await world.call(admin, readImport, { params: { id } });
    expect([state, counts.applied]).toEqual(['applied', 40]);
    expect(await world.sql("select count(*)::integer as n from users where email like 't%@odd.test'")).toEqual([
      { n: 40 },
    ]);
  });

  test('a part for which the disk has no room is 507, and the upload goes on later with that part only', async () => {
    const id = await beginImport(world, admin);
    const bytes = Buffer.from(csv(HEADER, 'D-1,2,disk@odd.test,Di,Sk'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const body = { kind: 'people', name: 'disk.csv', bytes: bytes.length, sha256 };
    const { file_id: fileId } = await world.call(admin, addImportFile, { params: { id }, body });
    const { files } = world.app.services;
    const put = files.put.bind(files);
    onTestFinished(() => void Object.assign(files, { put }));
    Object.assign(files, { put: () => Promise.reject(new StorageFull()) });
    const part = { id, fileId, n: 0, bytes };
    const full = await putPart(world, admin, part);
    expect([full.statusCode, full.json().reason]).toEqual([507, 'storage_full']);
    expect(await world.call(admin, addImportFile, { params: { id }, body })).toMatchObject({ received: [] });
    Object.assign(files, { put });
    expect((await putPart(world, admin, part)).json()).toEqual({ success: true, received: [0] });
    const completed = await world.send(admin, completeImportFile, { params: { id, fileId } });
    expect(completed.statusCode).toBe(200);
    await matchColumns(world, admin, { id, fileId, columns: {} });
    expect((await check(world, admin, id)).counts).toMatchObject({ create: 1 });
  });
});

describe('Days and words of a file', () => {
  const dated = (day: string, n: number) => `D${n},2,day-${n}@bad.test,Dan,Dated,${day}`;

  test('a year alone is no date, and the serial number of a spreadsheet is one', async () => {
    const days = ['2021', '1905', '2021.0', '44270', '44270.5'];
    const { id } = await sendPeople(csv(`${HEADER},date_joined`, ...days.map(dated)));
    await check(world, admin, id);
    expect(await problemsOf(id)).toEqual([
      '2 date_joined not_a_date',
      '3 date_joined not_a_date',
      '4 date_joined not_a_date',
    ]);
    await apply(world, admin, id, true);
    expect(await person('day-3@bad.test')).toMatchObject([{ date_joined: new Date('2021-03-15T00:00:00Z') }]);
    expect(await person('day-0@bad.test')).toEqual([]);
  });

  test('a word or a day that the first rows of a long file do not show is a problem at its own row', async () => {
    const { id, fileId } = await sendPeople(
      csv(
        `${HEADER},date_joined,is_active`,
        'W1,2,word-1@bad.test,Wim,One,03/04/2021,',
        'W2,Sage,w2@bad.test,Wim,Two,,perhaps',
      ),
    );
    // Columns are described by the first 200,000 rows, so that these two may come after them.
    await world.sql(
      `update import_files set seen_values = '{}', dates_ambiguous = false, date_format = null,
         columns = (select jsonb_agg(one || '{"days": null}') from jsonb_array_elements(columns) one) where id = $1`,
      [fileId],
    );
    await check(world, admin, id);
    expect(await problemsOf(id)).toEqual([
      '2 date_joined not_a_date',
      '3 is_active unknown_value',
      '3 plan unknown_value',
    ]);
    expect((await apply(world, admin, id, true)).counts.applied).toBe(0);
    expect(await person('word-1@bad.test')).toEqual([]);
  });

  test('a tag that the product does not have is a problem, as in the form of a user', async () => {
    const tagged = (tags: string, n: number) => `G${n},2,tag-${n}@bad.test,Tom,Tagged,${tags}`;
    const { id } = await sendPeople(csv(`${HEADER},tags`, ...['1;2', '2;77', '9999', 'Priority', '0'].map(tagged)));
    await check(world, admin, id);
    expect(await problemsOf(id)).toEqual(['3', '4', '5', '6'].map((row) => `${row} tags unknown_value`));
    await apply(world, admin, id, true);
    expect(await world.sql(`select tags from users where email like 'tag-%@bad.test'`)).toEqual([{ tags: [1, 2] }]);
  });
});
