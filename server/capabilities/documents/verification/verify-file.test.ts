import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  deleteDocument,
  fileSignedDocuments,
  signLinkForGuest,
  uploadSignedDocument,
  verifyCode,
  verifyFile,
} from '@vialkeep/contract/documents.ts';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderDocument } from '../../../pdf/render/render-document.ts';
import { openSealKey } from '../../../pdf/seal/seal-key.ts';
import { sealPdf } from '../../../pdf/seal/seal-pdf.ts';
import { databaseDigest } from '../../../testing/database-digest.ts';
import { paperFacts, sealRequest } from '../../../testing/documents/pdf-inputs.ts';
import {
  asked,
  documentsFor,
  type KeptDocument,
  newGuestLink,
  type SignedDocument,
  signAllDocuments,
  signAt,
} from '../../../testing/documents/signers.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let document: SignedDocument;
let pdf: Buffer;
beforeAll(async () => {
  world = await newWorld();
  const patient = { name: 'Rosalind Marsh', email: 'rosalind@elsewhere.test' };
  const signed = await signAllDocuments(world, await world.as('hc'), patient);
  const storage = signed.find(({ kind }) => kind === 'storage');
  if (!storage) throw new Error('Nothing was signed.');
  document = storage;
  pdf = await readFile(join(world.app.services.settings.dataDir, 'files', document.file));
});
afterAll(() => world.close());

/** A clinic uploads a signed storage agreement for this email. */
async function fileOnPaper(center: Caller, bytes: Buffer, email: string): Promise<KeptDocument> {
  const { filename } = await world.call(center, uploadSignedDocument, { file: { name: 'scan.pdf', bytes } });
  await world.call(center, fileSignedDocuments, { body: { name: 'Paper Person', email, storage: filename } });
  const [document] = await documentsFor(world, email);
  if (!document) throw new Error('Nothing was filed.');
  return document;
}

const file = (bytes: Buffer) => ({ file: { name: 'anything.pdf', bytes } });
const notOurs = { verdict: 'not_ours', kind: null, signed_at: null, site: null };

describe('Public verification of a PDF or a code', () => {
  test('an anonymous caller learns that a document is genuine, its kind, time and site, and not the signer', async () => {
    const before = await databaseDigest(world, ['rate_limits']);
    const byFile = await world.send(anonymousCaller, verifyFile, file(pdf));
    const byCode = await world.send(anonymousCaller, verifyCode, { params: { code: document.code } });
    for (const response of [byFile, byCode]) {
      expect(response.json()).toEqual({
        verdict: 'unaltered',
        kind: 'storage',
        signed_at: expect.any(String),
        site: 'Vialkeep',
      });
      expect(response.body).not.toMatch(/Rosalind|Marsh|elsewhere|Stein/);
    }
    expect(await databaseDigest(world, ['rate_limits'])).toEqual(before);
  });

  test.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without dashes', (code: string) => code.replaceAll('-', '')],
    ['with blanks', (code: string) => ` ${code.replaceAll('-', ' ')} `],
    ['with letters that are misread', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('a code typed %s is recognized', async (_how, typed) => {
    expect((await world.call(anonymousCaller, verifyCode, { params: { code: typed(document.code) } })).verdict).toBe(
      'unaltered',
    );
  });

  test.each([
    ['one byte changed', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 900 ? byte ^ 1 : byte)))],
    ['something added', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('\n% more\n')])],
  ])('a file with %s is reported as altered', async (_what, alter) => {
    expect(await world.call(anonymousCaller, verifyFile, file(alter(pdf)))).toEqual({ ...notOurs, verdict: 'altered' });
  });

  test('an unsigned PDF, a file sealed with another key and an unknown code are reported as not issued here', async () => {
    const paper = await renderDocument(paperFacts());
    const other = await openSealKey({ dataDir: join(world.app.services.settings.dataDir, 'other'), product: 'Other' });
    const forged = await sealPdf(paper.pdf, sealRequest(paper), await other.forSealing());
    for (const bytes of [paper.pdf, forged]) {
      expect(await world.call(anonymousCaller, verifyFile, file(bytes))).toEqual(notOurs);
    }
    expect(await world.call(anonymousCaller, verifyCode, { params: { code: 'AAAA-BBBB-CCCC-DDDD' } })).toEqual(notOurs);
  });

  test('a file that no document has is recognized by its seal', async () => {
    const paper = await renderDocument(paperFacts());
    const ours = await sealPdf(paper.pdf, sealRequest(paper), await world.app.services.sealKey.forSealing());
    expect(await world.call(anonymousCaller, verifyFile, file(ours))).toMatchObject({
      verdict: 'unaltered',
      kind: null,
      site: null,
    });
  });

  test('a document that a clinic uploaded is reported as filed, without a signing time, by file and by code', async () => {
    const scan = await PDFDocument.create();
    scan.addPage();
    const bytes = Buffer.from(await scan.save());
    const center = await world.as('hc');
    const filed = await fileOnPaper(center, bytes, 'paper@elsewhere.test');
    const answer = {
      verdict: 'filed',
      kind: 'storage',
      signed_at: null,
      site: 'Vialkeep',
      filed_at: expect.any(String),
    };
    expect(await world.call(anonymousCaller, verifyFile, file(bytes))).toEqual(answer);
    expect(await world.call(anonymousCaller, verifyCode, { params: { code: filed.code } })).toEqual(answer);

    await world.call(await world.as('admin'), deleteDocument, { params: { id: filed.id } });
    const withdrawn = {
      verdict: 'withdrawn',
      kind: 'storage',
      signed_at: null,
      site: 'Vialkeep',
      withdrawn_at: expect.any(String),
    };
    expect(await world.call(anonymousCaller, verifyFile, file(bytes))).toEqual(withdrawn);
    expect(await world.call(anonymousCaller, verifyCode, { params: { code: filed.code } })).toEqual(withdrawn);
  });

  test('a withdrawn document is reported as withdrawn, although its seal is genuine and a clinic uploaded it again', async () => {
    const center = await world.as('hc');
    const patient = { name: 'Withdrawn Person', email: 'withdrawn@elsewhere.test' };
    const [signed] = await signAllDocuments(world, center, patient);
    if (!signed) throw new Error('Nothing was signed.');
    const bytes = await readFile(join(world.app.services.settings.dataDir, 'files', signed.file));
    expect((await world.call(anonymousCaller, verifyFile, file(bytes))).verdict).toBe('unaltered');
    await fileOnPaper(center, bytes, 'again@elsewhere.test');
    expect((await world.call(anonymousCaller, verifyFile, file(bytes))).verdict).toBe('unaltered');

    await world.call(await world.as('admin'), deleteDocument, { params: { id: signed.id } });
    for (const answer of [
      await world.call(anonymousCaller, verifyFile, file(bytes)),
      await world.call(anonymousCaller, verifyCode, { params: { code: signed.code } }),
    ]) {
      expect(answer).toEqual({
        verdict: 'withdrawn',
        kind: signed.kind,
        signed_at: expect.any(String),
        site: 'Vialkeep',
        withdrawn_at: expect.any(String),
      });
    }
  });

  test('a sealed file is reported as withdrawn if its document was deleted before the file was stored', async () => {
    const [document] = await asked(world, await world.as('hc'), 'early@elsewhere.test');
    await world.letters();
    const alias = await newGuestLink(world, document?.document_id ?? '');
    const { signLink } = await world.call(anonymousCaller, signLinkForGuest, { params: { documentId: alias } });
    await world.sql('update documents set hidden_at = now() where id = $1', [document?.id]);
    await signAt(world, signLink);
    await world.letters();
    const [kept] = await documentsFor(world, 'early@elsewhere.test');
    const bytes = await world.app.services.esign.file(kept?.provider_id ?? '');
    expect(await world.call(anonymousCaller, verifyFile, file(bytes))).toMatchObject({ verdict: 'withdrawn' });
  });

  test('a file that is no PDF, empty or too large is refused, and too many calls get 429', async () => {
    expect((await world.send(anonymousCaller, verifyFile, file(Buffer.from('<script>')))).statusCode).toBe(415);
    expect((await world.send(anonymousCaller, verifyFile, file(Buffer.alloc(0)))).statusCode).toBe(400);
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024)]);
    expect((await world.send(anonymousCaller, verifyFile, file(large))).statusCode).toBe(413);
    const statuses = new Set<number>();
    for (let call = 0; call < 60; call += 1) {
      statuses.add((await world.send(anonymousCaller, verifyCode, { params: { code: 'AAAA' } })).statusCode);
    }
    expect(statuses).toContain(429);
  });
});
