import {
  fileSignedDocuments,
  listCenterDocuments,
  listPatientDocuments,
  uploadSignedDocument,
} from '@vialkeep/contract/documents.ts';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asked, documentsFor } from '../../../testing/documents/signers.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyDocuments } from '../index.ts';

let world: World;
let hc: Caller & { user: { id: number } };
let pdf: Buffer;
beforeAll(async () => {
  world = await newWorld();
  hc = await world.as('hc');
  const paper = await PDFDocument.create();
  paper.addPage();
  pdf = Buffer.from(await paper.save());
});
afterAll(() => world.close());

const upload = (caller: Caller, bytes = pdf, name = 'scan.pdf') =>
  world.send(caller, uploadSignedDocument, { file: { name, bytes }, body: { filename: name, type: 'storage' } });
const uploaded = async (caller: Caller): Promise<string> => (await upload(caller)).json().filename;
const file = (caller: Caller, body: object) =>
  world.send(caller, fileSignedDocuments, { body: { name: 'Paul Paper', email: 'paul@paper.test', ...body } });
const count = async (what: string) => (await world.sql<{ n: number }>(`select count(*)::int as n from ${what}`))[0]?.n;

describe('F075 Documents signed on paper', () => {
  test('a center uploads documents one by one, files them together and can open them', async () => {
    const [attestation, processing, storage] = [await uploaded(hc), await uploaded(hc), await uploaded(hc)];
    const answer = await file(hc, { harvest_center_id: hc.user.id, attestation, processing, storage });
    expect(answer.json()).toEqual({ code: 'success', message: 'Documents has been Uploaded!' });
    expect((await documentsFor(world, 'paul@paper.test')).map(({ kind, status }) => [kind, status])).toEqual([
      ['attestation', 'Completed'],
      ['processing', 'Completed'],
      ['storage', 'Completed'],
    ]);
    const [newest] = await world.call(hc, listCenterDocuments, { params: { id: hc.user.id } });
    expect(newest).toMatchObject({ patient_name: 'Paul Paper', status: 'Completed', signed_at: null, may: [] });
    const { store, files } = world.app.services;
    const ids = new Set((await documentsFor(world, 'paul@paper.test')).map(({ id }) => id));
    const faults = (await verifyDocuments(store.read('platform'), files)).filter(({ document }) => ids.has(document));
    expect(faults).toEqual([]);
  });

  test('a filed document completes the pending request for the same kind and patient', async () => {
    const before = await asked(world, hc, 'waited@paper.test');
    await file(hc, { email: 'WAITED@paper.test', storage: await uploaded(hc) });
    const after = await documentsFor(world, 'waited@paper.test');
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ status }) => status)).toEqual(['Pending', 'Pending', 'Completed']);
  });

  test('a document filed for a patient with an account is in the patient’s list and ledger', async () => {
    const userId = await world.idOf('patient9@vialkeep.test');
    await file(hc, { email: 'patient9@vialkeep.test', processing: await uploaded(hc) });
    const { processing } = await world.call(hc, listPatientDocuments, { params: { userId } });
    expect(processing[0]).toMatchObject({ status: 'Completed' });
    const [event] = await world.sql(
      "select facts from custody_events where patient_id = $1 and kind = 'document.completed' order by position desc limit 1",
      [userId],
    );
    expect(event).toMatchObject({ facts: { document: processing[0]?.id, origin: 'upload' } });
  });

  test('T42 an upload that is foreign, already filed, older than an hour or unknown is refused as not found', async () => {
    const other = await world.as('hc2');
    const [foreign, used, old] = [await uploaded(other), await uploaded(hc), await uploaded(hc)];
    await file(hc, { email: 'used@paper.test', storage: used });
    await world.sql("update files set created_at = now() - interval '61 minutes' where name like $1", [`%${old}`]);
    const before = await count('documents');
    for (const storage of [foreign, used, old, 'none.pdf', '../hc-logos/x.png']) {
      const response = await file(hc, { storage });
      expect([response.statusCode, response.json().reason], storage).toEqual([400, 'upload_not_found']);
    }
    expect((await file(hc, {})).json()).toMatchObject({ reason: 'nothing_uploaded' });
    expect((await file(hc, { attestation: old, storage: await uploaded(hc) })).json().fields).toEqual({
      attestation: expect.any(String),
    });
    expect(await count('documents')).toBe(before);
  });

  test('one of three concurrent requests that file the same upload succeeds', async () => {
    const storage = await uploaded(hc);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((who) => file(hc, { email: `${who}@paper.test`, storage })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2);
  });

  test('S-24 a file that is no plain PDF is refused, and nothing of it is stored', async () => {
    const before = await count('files');
    const script = Buffer.from('#!/bin/sh\necho %PDF-1.7');
    const broken = Buffer.from('%PDF-1.7\nnothing more');
    expect((await upload(hc, script)).statusCode).toBe(415);
    expect((await upload(hc, Buffer.alloc(0))).statusCode).toBe(400);
    expect((await upload(hc, broken)).json()).toMatchObject({ reason: 'unreadable_pdf', code: 'error' });
    expect((await upload(hc, Buffer.concat([pdf, Buffer.alloc(26 * 1024 * 1024)]))).statusCode).toBe(413);
    expect(await count('files')).toBe(before);
  });

  test('a referral center cannot upload, and an administrator files documents for the center they name', async () => {
    expect((await upload(await world.as('rhc'))).statusCode).toBe(403);
    const admin = await world.as('admin');
    const storage = await uploaded(admin);
    expect((await file(admin, { storage })).statusCode).toBe(400);
    expect((await file(admin, { storage, harvest_center_id: hc.user.id, email: 'a@paper.test' })).statusCode).toBe(200);
    expect((await documentsFor(world, 'a@paper.test'))[0]).toMatchObject({ center_id: hc.user.id });
  });
});

test('T48 verification reports a file that was changed and one that is missing', async () => {
  await file(hc, { email: 'changed@paper.test', storage: await uploaded(hc), processing: await uploaded(hc) });
  const [changed, gone] = await documentsFor(world, 'changed@paper.test');
  const { store, files } = world.app.services;
  await files.put(changed?.file ?? '', Buffer.concat([pdf, Buffer.from(' ')]), { mediaType: 'application/pdf' });
  await files.remove(gone?.file ?? '');
  const faults = await verifyDocuments(store.read('platform'), files);
  expect(faults).toEqual(
    expect.arrayContaining([
      { document: changed?.id, fault: 'its file was changed' },
      { document: gone?.id, fault: 'its file is missing' },
    ]),
  );
});
