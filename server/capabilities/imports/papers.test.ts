import { deleteDocument } from '@vialkeep/contract/documents.ts';
import { readImportUndo } from '@vialkeep/contract/import-afterwards.ts';
import {
  checkImport,
  discardImport,
  exportImportProblems,
  listImportProblems,
  readImport,
} from '@vialkeep/contract/imports.ts';
import { UPLOAD_LIMIT_BYTES } from '@vialkeep/contract/kernel/route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobsWith } from '../../all-jobs.ts';
import { outboxMail } from '../../integrations/mail/outbox-mail.ts';
import { deleteUnusedUploadsJob } from '../../kernel/files/delete-unused-uploads.ts';
import type { Carrier } from '../../ports/carrier.ts';
import { paperOf, zipOf } from '../../testing/imports/papers.ts';
import { apply, beginImport, check, csv, jobCause, sendFile, undo } from '../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyDocuments } from '../documents/index.ts';
import { verifyImports } from './verify-imports.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const PEOPLE = 'key,plan,email,first_name,last_name,center';
const DOCUMENTS = 'patient,kind,signed_on,file';
const LABELS = 'key,center,patients,label_date,tracking_number,tracking_link,delivered_on,address,file';

async function problemsOf(id: number) {
  const { results } = await world.call(admin, listImportProblems, { params: { id }, query: { limit: '100' } });
  return results.map(({ row, column, reason }) => `${row} ${column} ${reason}`);
}

async function faults() {
  const { store, files } = world.app.services;
  const db = store.readSlowly('platform');
  return [...(await verifyImports(db)), ...(await verifyCustody(db)), ...(await verifyDocuments(db, files))];
}

const filesOfImports = () =>
  world.sql<{ name: string; owner: string }>(
    `select given_name as name, users.email as owner from files join users on users.id = owner_id
     where given_name like '%papers%' or given_name like 'DL-%' or given_name = '' order by 1`,
  );

describe('Documents and labels', () => {
  let id: number;
  let known: unknown;

  async function wholeImport(): Promise<number> {
    const one = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      one,
      'people',
      csv(
        PEOPLE,
        'D-C,4,papers-center@example.test,Carl,Center,',
        'D-1,2,papers-one@example.test,Pia,Patient,D-C',
        'D-2,2,papers-two@example.test,Paul,Patient,D-C',
      ),
    );
    await sendFile(
      world,
      admin,
      one,
      'documents',
      csv(
        'Patient ID,Document Type,Date Signed,File Name',
        'D-1,Storage Agreement,2021-03-20,papers one.pdf',
        'D-1,consent,2021-03-20,papers one.pdf',
        'papers-two@example.test,storage,2021-03-21,Scans/Papers TWO.pdf',
      ),
    );
    await sendFile(
      world,
      admin,
      one,
      'labels',
      csv(
        LABELS,
        'DL-1,D-C,D-1;D-2,2021-03-28,7949,https://example.test/7949,2021-04-02,1 Old Street,DL-1.pdf',
        'DL-2,D-C,D-1,2021-03-29,7950,,,,',
        'DL-3,papers-center@example.test,D-2,2021-03-30,,,,,',
      ),
    );
    const scans = await zipOf({
      'scans/': Buffer.alloc(0),
      '__MACOSX/scans/._papers two.pdf': Buffer.from('x'),
      'scans/papers two.pdf': await paperOf('two'),
      'scans/papers one.pdf': await paperOf('one'),
      'scans/left over.pdf': await paperOf('nobody'),
    });
    expect((await sendFile(world, admin, one, 'pdfs', scans, 'scans.zip')).status).toBe(200);
    expect((await sendFile(world, admin, one, 'pdfs', await paperOf('label'), 'DL-1.pdf')).status).toBe(200);
    return one;
  }

  test('the check matches rows with PDFs by name, and tells which PDF no row names', async () => {
    id = await wholeImport();
    known = await faults();
    const checked = await check(world, admin, id);
    expect(await problemsOf(id)).toEqual([]);
    expect(checked).toMatchObject({ state: 'checked', counts: { rows: 9, create: 9, problems: 0 } });
    expect(checked.files.map(({ pdfs }) => pdfs).filter(Boolean)).toEqual([
      { count: 3, unnamed: 1, names: ['scans/left over.pdf'] },
      { count: 1, unnamed: 0, names: [] },
    ]);
    expect(await filesOfImports()).toEqual([]);
  });

  test('the import files the documents of their patients and the labels with their shipments', async () => {
    expect(await apply(world, admin, id)).toMatchObject({ state: 'applied', counts: { applied: 9, problems: 0 } });
    const documents = await world.sql(
      `select kind, status, origin, to_char(signed_at, 'YYYY-MM-DD') as signed, signer.email, center.email as center
       from documents join users signer on signer.id = signer_id left join users center on center.id = documents.center_id
       where signer.email like 'papers-%' order by documents.id`,
    );
    const filed = { status: 'Completed', origin: 'upload', center: 'papers-center@example.test' };
    expect(documents).toEqual([
      { ...filed, kind: 'storage', signed: '2021-03-20', email: 'papers-one@example.test' },
      { ...filed, kind: 'attestation', signed: '2021-03-20', email: 'papers-one@example.test' },
      { ...filed, kind: 'storage', signed: '2021-03-21', email: 'papers-two@example.test' },
    ]);
    const labels = await world.sql(
      `select label_date::text as day, tracking_number as number, labels.address1, file is not null as made, shipment_state as state,
         notified_at is not null as told, (select count(*)::integer from label_patients where label_id = labels.id) as n
       from labels join users on users.id = center_id where users.email like 'papers-%' order by labels.id`,
    );
    expect(labels).toEqual([
      { day: '2021-03-28', number: '7949', address1: '1 Old Street', made: true, state: 'delivered', told: true, n: 2 },
      { day: '2021-03-29', number: '7950', address1: '', made: true, state: null, told: true, n: 1 },
      { day: '2021-03-30', number: '', address1: '', made: false, state: null, told: false, n: 1 },
    ]);
    expect(await filesOfImports()).toHaveLength(5);
    expect(await world.sql(`select key from source_keys where kind = 'labels' order by 1`)).toEqual([
      { key: 'DL-1' },
      { key: 'DL-2' },
      { key: 'DL-3' },
    ]);
    expect(await world.sql(`select count(*)::integer as n from letters where recipient like 'papers-%'`)).toEqual([
      { n: 0 },
    ]);
    expect(await faults()).toEqual(known);
  });

  test('papers that are here already are left alone by a second import', async () => {
    const again = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      again,
      'documents',
      csv(DOCUMENTS, 'D-1,storage,2021-03-20,papers one.pdf', 'D-2,processing,2021-03-20,papers one.pdf'),
    );
    await sendFile(world, admin, again, 'labels', csv(LABELS, 'DL-1,D-C,D-1,2021-03-28,,,,,'));
    const stored = await world.sql<{ name: string }>(
      `select name from files where given_name = 'scans/papers one.pdf'`,
    );
    const kept = await world.app.services.files.open(stored[0]?.name ?? '');
    const pieces: Buffer[] = [];
    for await (const piece of kept?.stream ?? []) pieces.push(piece);
    await sendFile(world, admin, again, 'pdfs', Buffer.concat(pieces), 'papers one.pdf');
    const checked = await check(world, admin, again);
    expect(checked.counts).toMatchObject({ create: 0, existing: 2, problems: 1 });
    expect(await problemsOf(again)).toEqual(['3 file key_in_use']);
  });

  test('the undo hides the documents, deletes the labels, and leaves no file that is not deleted at night', async () => {
    expect(await world.call(admin, readImportUndo, { params: { id } })).toEqual({ possible: true, built_upon: [] });
    expect(await undo(world, admin, id)).toMatchObject({ state: 'undone', counts: { applied: 0 } });
    expect(
      await world.sql(
        `select (select count(*)::integer from documents where hidden_at is null and signer_email like 'papers-%') as shown,
           (select count(*)::integer from labels where center_email like 'papers-%') as labels,
           (select count(*)::integer from source_keys) as keys,
           (select count(*)::integer from users where email like 'papers-%' and removed_at is null) as people`,
      ),
    ).toEqual([{ shown: 0, labels: 0, keys: 0, people: 0 }]);
    expect(await faults()).toEqual(known);
    await world.sql(`update files set created_at = now() - interval '2 days'`);
    const { services } = world.app;
    await deleteUnusedUploadsJob(services.uploadFolders).run({}, services, jobCause);
    // The papers of patients stay for as long as papers are kept.
    expect((await filesOfImports()).map(({ name }) => name)).toEqual([
      'scans/papers one.pdf',
      'scans/papers one.pdf',
      'scans/papers two.pdf',
    ]);
  });
});

describe('What is built upon documents and labels', () => {
  test('a corrected label and a document that was deleted since are named, and the undo is refused', async () => {
    const id = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      id,
      'people',
      csv(PEOPLE, 'B-1,2,built-one@example.test,Bo,One,', 'B-2,2,built-two@example.test,Bo,Two,'),
    );
    await sendFile(world, admin, id, 'documents', csv(DOCUMENTS, 'B-1,storage,2021-03-20,built.pdf'));
    await sendFile(world, admin, id, 'labels', csv(LABELS, 'BL-1,hc@vialkeep.test,B-2,2021-03-28,1,,,,'));
    await sendFile(world, admin, id, 'pdfs', await paperOf('built'), 'built.pdf');
    await check(world, admin, id);
    await apply(world, admin, id);
    await world.sql(`update labels set version = version + 1 where tracking_number = '1'`);
    const [document] = await world.sql<{ id: number }>(
      `select id from documents where signer_email = 'built-one@example.test'`,
    );
    await world.call(admin, deleteDocument, { params: { id: document?.id ?? 0 } });
    const { possible, built_upon } = await world.call(admin, readImportUndo, { params: { id } });
    expect(possible).toBe(false);
    expect(built_upon.map(({ what, examples }) => [what, examples[0]?.label])).toEqual([
      ['edited', expect.stringMatching(/^Label #/)],
      ['custody', expect.stringMatching(/^Bo One \(#\d+\)$/)],
    ]);
  });
});

describe('Shipments after an import', () => {
  test('a label that the carrier has tracked since is undone with its patients', async () => {
    const id = await beginImport(world, admin);
    await sendFile(world, admin, id, 'people', csv(PEOPLE, 'T-1,2,tracked@example.test,Tia,Tracked,'));
    await sendFile(world, admin, id, 'labels', csv(LABELS, 'TL-1,hc@vialkeep.test,T-1,2021-03-28,794600000001,,,,'));
    await check(world, admin, id);
    await apply(world, admin, id);
    const number = `tracking_number = '794600000001'`;
    await world.sql(`update labels set made_at = now() where ${number}`);
    const carrier: Carrier = {
      name: 'fedex',
      track: async (numbers) =>
        numbers.map((trackingNumber) => ({
          trackingNumber,
          state: 'on_its_way',
          words: 'On its way',
          deliveredAt: null,
        })),
      makeLabel: () => Promise.reject(new Error('No label is made here.')),
      cancel: async () => false,
    };
    const poll = jobsWith(outboxMail()).find(({ name }) => name === 'track-shipments');
    await poll?.run({}, { ...world.app.services, carrier }, jobCause);
    expect(await world.sql(`select shipment_state from labels where ${number}`)).toEqual([
      { shipment_state: 'on_its_way' },
    ]);
    expect(await world.call(admin, readImportUndo, { params: { id } })).toEqual({ possible: true, built_upon: [] });
    expect((await undo(world, admin, id)).state).toBe('undone');
    expect(await world.sql(`select id from labels where ${number}`)).toEqual([]);
  });
});

describe('Files of PDFs', () => {
  const completed = async (content: Buffer | string, name: string) => {
    const id = await beginImport(world, admin);
    return { id, ...(await sendFile(world, admin, id, 'pdfs', content, name)) };
  };

  test('a file that is neither a PDF nor a plain ZIP of them is refused by its name and never with a 500', async () => {
    const paper = await paperOf('refused');
    const plain = await zipOf({ 'a.pdf': paper });
    const encrypted = Buffer.from(plain);
    // The flag of encryption, in the head of the entry and in the directory.
    encrypted.writeUInt16LE(encrypted.readUInt16LE(6) | 1, 6);
    const entry = encrypted.indexOf(Buffer.from('504b0102', 'hex'));
    encrypted.writeUInt16LE(encrypted.readUInt16LE(entry + 8) | 1, entry + 8);
    const refused: Record<string, readonly [Buffer | string, RegExp]> = {
      'a text': ['key,plan', /neither a PDF nor a ZIP/],
      'a ZIP that breaks off': [plain.subarray(0, plain.length - 30), /cannot be read/],
      'an empty ZIP': [await zipOf({}), /neither|no PDFs/],
      'a name that leads out of the folder': [
        await zipOf({ '../../etc/a.pdf': paper }),
        /forbidden name: .*etc\/a\.pdf/,
      ],
      'an absolute name': [await zipOf({ '/etc/a.pdf': paper }), /forbidden name: .*etc\/a\.pdf/],
      'a ZIP in a ZIP': [await zipOf({ 'inner.zip': plain }), /inner\.zip is an archive/],
      'a password': [encrypted, /a\.pdf is protected by a password/],
      'two files of one name': [await zipOf({ 'a.pdf': paper, 'A.PDF': paper }), /named A\.PDF/],
      'a bomb': [await zipOf({ 'a.pdf': Buffer.alloc(20_000_000) }), /unpacks to far more/],
      'a PDF that is too large': [Buffer.concat([paper, Buffer.alloc(UPLOAD_LIMIT_BYTES)]), /25 MB at most/],
    };
    for (const [what, [content, words]] of Object.entries(refused)) {
      const { status, answer } = await completed(content, 'scans.zip');
      expect({ what, status, reason: answer.reason }).toEqual({ what, status: 400, reason: 'unreadable_file' });
      expect(answer.message).toMatch(/^scans\.zip: /);
      expect(answer.message, what).toMatch(words);
    }
  });

  test('each fault of documents, labels and their PDFs is told at its row, and the other rows come in alone', async () => {
    const id = await beginImport(world, admin);
    await sendFile(
      world,
      admin,
      id,
      'people',
      csv(PEOPLE, 'X-1,2,faulty-one@example.test,Fay,One,', 'X-2,2,faulty-two@example.test,Fay,Two,'),
    );
    await sendFile(
      world,
      admin,
      id,
      'documents',
      csv(
        DOCUMENTS,
        'X-1,storage,2021-03-20,good.pdf',
        'X-1,storage,2021-03-20,missing.pdf',
        'X-1,storage,2021-03-20,broken.pdf',
        'X-1,storage,2021-03-20,words.txt',
        'X-1,storage,2021-03-20,twin.pdf',
        'X-2,storage,2021-03-20,good.pdf',
        'nobody,storage,2021-03-20,other.pdf',
        'hc@vialkeep.test,storage,2021-03-20,other.pdf',
        'X-1,will,2021-03-20,other.pdf',
        'X-1,storage,2999-03-20,other.pdf',
        'X-1,storage,2021-03-20,',
        'X-1,storage,2021-03-20,b/twin.pdf',
        'X-2,storage,2021-03-20,broken.pdf',
      ),
    );
    await sendFile(
      world,
      admin,
      id,
      'labels',
      csv(
        LABELS,
        'XL-1,hc@vialkeep.test,X-1,2021-03-28,1,,,,',
        'XL-1,hc@vialkeep.test,X-1,2021-03-28,1,,,,',
        'XL-3,X-1,X-2,2021-03-28,1,,,,',
        'XL-4,nobody,X-2,2021-03-28,1,,,,',
        'XL-5,hc@vialkeep.test,hc@vialkeep.test,2021-03-28,1,,,,',
        'XL-6,hc@vialkeep.test,X-1,2021-03-28,1,http://example.test/,,,',
        'XL-7,hc@vialkeep.test,X-1,2021-03-28,1,,2021-03-27,,',
        'XL-8,hc@vialkeep.test,X-1,2021-03-28,1,,,,missing.pdf',
      ),
    );
    const { fileId } = await sendFile(
      world,
      admin,
      id,
      'pdfs',
      await zipOf({
        'good.pdf': await paperOf('good'),
        'broken.pdf': Buffer.from('%PDF-1.7 and nothing more'),
        'words.txt': Buffer.from('words'),
        'a/twin.pdf': await paperOf('twin a'),
        'b/twin.pdf': await paperOf('twin b'),
        'other.pdf': await paperOf('other'),
      }),
      'scans.zip',
    );
    const checked = await check(world, admin, id);
    expect(await problemsOf(id)).toEqual([
      '3 file file_missing',
      '4 file not_a_pdf',
      '5 file not_a_pdf',
      '6 file file_missing',
      '7 file twice_in_file',
      '8 patient unknown_person',
      '9 patient does_not_fit',
      '10 kind unknown_value',
      '11 signed_on not_a_date',
      '12 file required',
      '14 file not_a_pdf',
      '3 key twice_in_file',
      '4 center does_not_fit',
      '5 center unknown_person',
      '6 patients does_not_fit',
      '7 tracking_link unknown_value',
      '8 delivered_on dates_contradict',
      '9 file file_missing',
    ]);
    const scans = checked.files.find((file) => file.id === fileId);
    expect(scans?.pdfs).toEqual({ count: 6, unnamed: 1, names: ['a/twin.pdf'] });
    const listed = checked.files.find(({ kind }) => kind === 'documents');
    const download = await world.send(admin, exportImportProblems, {
      params: { id },
      query: { file: String(listed?.id) },
    });
    expect(download.body).toContain('X-1,storage,2021-03-20,missing.pdf,"file: There is no PDF of this name');
    const applied = await apply(world, admin, id, true);
    expect(applied.counts).toEqual({ ...checked.counts, applied: checked.counts.create });
    expect(applied.counts.applied).toBe(5);
  });

  test('an import of nothing but PDFs cannot be checked, and one that is thrown away leaves no name of them', async () => {
    const { id } = await completed(await paperOf('alone'), 'alone.pdf');
    expect(await world.refusalOf(admin, checkImport, { params: { id } })).toMatchObject({ reason: 'no_files' });
    expect((await world.call(admin, readImport, { params: { id } })).files[0]?.pdfs).toEqual({
      count: 1,
      unnamed: 0,
      names: [],
    });
    await world.call(admin, discardImport, { params: { id } });
    expect(await world.sql('select name from import_pdfs where import_id = $1', [id])).toEqual([]);
  });
});
