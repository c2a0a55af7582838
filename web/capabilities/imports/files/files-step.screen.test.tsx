import { createHash } from 'node:crypto';
import {
  addImportFile,
  completeImportFile,
  type Import,
  mapImportFile,
  putImportChunk,
  readImport,
  removeImportFile,
} from '@vialkeep/contract/imports.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { describe, expect, test } from 'vitest';
import { CHUNK_PAUSE_MS } from '../../../kernel/timings.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen, user, useScreens } from '../../../testing/open-screen.tsx';
import {
  controlNamed,
  fieldLabelled,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { importsTexts } from '../imports.texts.ts';
import { checked, draft, peopleFile } from '../testing/samples.ts';

const texts = importsTexts.files;
const columnTexts = importsTexts.columns;
const visit = { page: '/imports/$id', address: '/imports/5', as: memberOf(Plan.admin), may: ['imports.manage'] };
const CONTENT = 'key,plan,email,first_name,last_name\nP-1,2,ana@clinic.test,Ana,Whitfield\n';
const csv = new File([CONTENT], 'people.csv', { type: 'text/csv' });
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const empty: Import = { ...draft, files: [] };
const uploaded = { columns: peopleFile.columns, date_format: null };

async function openWith(one: Import): Promise<void> {
  server.answer(readImport, one);
  await openScreen(visit);
}

async function chooseFiles(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
  if (!input) throw new Error('There is no field for files.');
  await user.upload(input, files);
  await settleScreen(TRANSITION_MS);
}

describe('Files of an import', () => {
  useScreens();

  test('a chosen file is hashed, sent in parts of the size that the server asks for, and read', async () => {
    server.answer(addImportFile, { success: true, file_id: 31, chunk_bytes: 40, received: [] });
    server.answer(putImportChunk, { success: true, received: [0] });
    server.hold(completeImportFile);
    await openWith(empty);
    await chooseFiles(csv);
    expect(fieldLabelled(texts.holdsOf('people.csv')).value).toBe('people');
    await expectAccessible();
    await user.dblClick(controlNamed(texts.upload(1)));
    await settleScreen(TRANSITION_MS);
    expectTexts(texts.completing, texts.keepOpen);
    server.answer(readImport, draft);
    server.answer(completeImportFile, uploaded);
    await settleScreen(TRANSITION_MS);
    expect(server.receivedCalls(addImportFile)).toMatchObject([
      { body: { kind: 'people', name: 'people.csv', bytes: CONTENT.length, sha256 } },
    ]);
    expect(server.receivedCalls(putImportChunk).map(({ params, body }) => [params.n, body.bytes])).toEqual([
      ['0', 40],
      ['1', CONTENT.length - 40],
    ]);
    expect(server.receivedCalls(completeImportFile)).toHaveLength(1);
    expectAnnounced('status', texts.uploaded('people.csv'));
    expectTexts(texts.rows(11_247));
    expect(hasControl(`${texts.cancel} people.csv`)).toBe(false);
    await expectAccessible();
  });

  test('a file that was begun goes on with the parts that have not arrived', async () => {
    const begun = {
      ...peopleFile,
      complete: false,
      bytes: CONTENT.length,
      chunk_bytes: 30,
      received: [0, 2],
      columns: [],
    };
    server.answer(addImportFile, { success: true, file_id: 31, chunk_bytes: 30, received: [0, 2] });
    server.answer(putImportChunk, { success: true, received: [0, 1, 2] });
    server.answer(completeImportFile, uploaded);
    await openWith({ ...draft, files: [begun] });
    expectTexts(texts.begun(Math.floor((100 * 60) / CONTENT.length)));
    await chooseFiles(csv);
    await pressControl(texts.upload(1));
    expect(server.receivedCalls(putImportChunk).map(({ params }) => params.n)).toEqual(['1']);
  });

  test('an upload says that it waits for the connection, goes on by itself, and sends no part that had arrived', async () => {
    server.answer(addImportFile, { success: true, file_id: 31, chunk_bytes: 40, received: [] });
    server.refuse(putImportChunk, 'busy');
    server.answer(completeImportFile, uploaded);
    await openWith(empty);
    await chooseFiles(csv);
    await pressControl(texts.upload(1));
    await settleScreen(5 * CHUNK_PAUSE_MS);
    expectTexts(texts.waiting, texts.keepOpen);
    await expectAccessible();
    server.answer(putImportChunk, { success: true, received: [0] });
    server.answer(readImport, draft);
    const before = server.receivedCalls(putImportChunk).length;
    await settleScreen(40 * CHUNK_PAUSE_MS);
    expect(
      server
        .receivedCalls(putImportChunk)
        .slice(before)
        .map(({ params }) => params.n),
    ).toEqual(['0', '1']);
    expectNoTexts(texts.waiting);
  });

  test('an upload that was refused says why, and goes on at the press of a button', async () => {
    server.answer(addImportFile, { success: true, file_id: 31, chunk_bytes: 40, received: [] });
    server.answer(putImportChunk, { success: true, received: [0] });
    server.refuse(completeImportFile, 'unreadable_file', { message: 'The quotes of people.csv do not close.' });
    await openWith(empty);
    await chooseFiles(csv);
    await pressControl(texts.upload(1));
    expectAnnounced('alert', 'The quotes of people.csv do not close.');
    await expectAccessible();
    server.answer(completeImportFile, uploaded);
    server.answer(readImport, { ...draft, files: [peopleFile] });
    await pressControl(`${texts.goOn} people.csv`);
    expectNoTexts('do not close');
  });

  test('a file whose answer was lost after it had been read is not sent again', async () => {
    server.answer(addImportFile, { success: true, file_id: 31, chunk_bytes: 40, received: [] });
    await openWith({ ...draft, files: [peopleFile] });
    await chooseFiles(csv);
    await pressControl(texts.upload(1));
    expect(server.receivedCalls(putImportChunk)).toEqual([]);
    expectAnnounced('status', texts.uploaded('people.csv'));
  });

  test('a file of an unknown kind is not sent before its kind is chosen, and an empty one never', async () => {
    await openWith(empty);
    await chooseFiles(new File(['a,b\n1,2\n'], 'export.csv'), new File([], 'vials.csv'));
    expectTexts(texts.empty);
    await pressControl(texts.upload(1));
    expectTexts(texts.kindMissing);
    expect(server.receivedCalls(addImportFile)).toEqual([]);
    await expectAccessible();
    server.refuse(addImportFile, 'file_imported_before');
    await user.selectOptions(fieldLabelled(texts.holdsOf('export.csv')), 'vials');
    await settleScreen();
    await pressControl(texts.upload(1));
    expectAnnounced('alert', addImportFile.refusals.file_imported_before.message);
    await pressControl(`${texts.cancel} export.csv`);
    expectNoTexts('export.csv');
  });

  test('a corrected file takes the place of the old one and keeps what was matched', async () => {
    const matched = { ...peopleFile, value_map: { plan: { Clinic: '4' } }, date_format: 'MM/DD/YYYY' as const };
    server.answer(addImportFile, { success: true, file_id: 32, chunk_bytes: 400, received: [] });
    server.answer(putImportChunk, { success: true, received: [0] });
    server.answer(completeImportFile, {
      columns: peopleFile.columns.map((one) => ({ ...one, field: null })),
      date_format: null,
    });
    server.answer(mapImportFile, { success: true });
    server.answer(removeImportFile, { success: true });
    await openWith({ ...draft, files: [matched] });
    const [, input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no field for a corrected file.');
    await user.upload(input, new File([`${CONTENT}P-2,2,bo@clinic.test,Bo,Lund\n`], 'people 2.csv'));
    await settleScreen(TRANSITION_MS);
    expect(server.receivedCalls(mapImportFile)).toMatchObject([
      {
        params: { fileId: '32' },
        body: { columns: { No: 'key', Notes: null }, value_map: { plan: { Clinic: '4' } }, date_format: 'MM/DD/YYYY' },
      },
    ]);
    expect(server.receivedCalls(removeImportFile)).toMatchObject([{ params: { fileId: '31' } }]);
  });

  test('a file is removed, and a refusal to remove it is announced', async () => {
    server.refuse(removeImportFile, 'in_progress');
    await openWith(draft);
    await pressControl(`${texts.remove} people.csv`);
    expectAnnounced('alert', removeImportFile.refusals.in_progress.message);
    server.answer(removeImportFile, { success: true });
    server.answer(readImport, empty);
    await pressControl(`${texts.remove} people.csv`);
    expectTexts(texts.none);
  });
});

describe('Columns of an import', () => {
  useScreens();

  test('a column is matched, and the column that had the field before is left out', async () => {
    server.answer(mapImportFile, { success: true });
    await openWith(draft);
    server.hold(readImport);
    await user.selectOptions(fieldLabelled(columnTexts.fieldOf('Notes')), 'last_name');
    await settleScreen();
    expect(server.receivedCalls(mapImportFile)).toMatchObject([
      { body: { columns: { Notes: 'last_name', Family: null, No: 'key' }, value_map: {}, date_format: null } },
    ]);
    expect(fieldLabelled(columnTexts.fieldOf('Family')).value).toBe('');
    expectAnnounced('status', columnTexts.saving);
  });

  test('choices that follow each other while one is being saved are saved in the end', async () => {
    server.hold(mapImportFile);
    await openWith(draft);
    await user.selectOptions(fieldLabelled(columnTexts.fieldOf('Notes')), 'company');
    await user.selectOptions(fieldLabelled(columnTexts.valueOf('Clinic')), '4');
    await user.selectOptions(fieldLabelled(columnTexts.dates), 'MM/DD/YYYY');
    await settleScreen();
    expect(server.receivedCalls(mapImportFile)).toHaveLength(1);
    server.answer(mapImportFile, { success: true });
    await settleScreen(TRANSITION_MS);
    expect(server.receivedCalls(mapImportFile)).toHaveLength(2);
    expect(server.receivedCalls(mapImportFile)[1]).toMatchObject({
      body: { columns: { Notes: 'company' }, value_map: { plan: { Clinic: '4' } }, date_format: 'MM/DD/YYYY' },
    });
  });

  test('a choice that could not be saved stays, says why, and is saved at the second attempt', async () => {
    server.refuse(mapImportFile, 'unknown_field');
    await openWith(draft);
    await user.selectOptions(fieldLabelled(columnTexts.fieldOf('Notes')), 'company');
    await settleScreen();
    expectAnnounced('alert', mapImportFile.refusals.unknown_field.message);
    expect(fieldLabelled(columnTexts.fieldOf('Notes')).value).toBe('company');
    await expectAccessible();
    server.answer(mapImportFile, { success: true });
    await pressControl(columnTexts.tryAgain);
    expect(server.receivedCalls(mapImportFile).at(-1)).toMatchObject({ body: { columns: { Notes: 'company' } } });
    expectNoTexts(columnTexts.notSaved);
  });

  test('missing fields, ambiguous dates and unknown values are asked for', async () => {
    const columns = peopleFile.columns.map((column) =>
      column.header === 'Mail' ? { ...column, field: null } : column,
    );
    await openWith({ ...draft, files: [{ ...peopleFile, columns }] });
    expectTexts(columnTexts.missing(['E-mail']), columnTexts.datesMissing, columnTexts.values('Membership'), 'Clinic');
    await expectAccessible();
  });

  test('the columns of an import that can no longer be changed are shown and locked', async () => {
    await openWith({ ...checked, may: [], counts: { ...checked.counts, problems: 0 } });
    await pressControl(`Step 2: ${columnTexts.title}, done`);
    expect(fieldLabelled(columnTexts.fieldOf('Mail')).disabled).toBe(true);
    await expectAccessible();
  });
});
