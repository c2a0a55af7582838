import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decline, readSigning, readSigningFile, SIGNING_CONSENT, sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderDocument } from '../../pdf/render/render-document.ts';
import { databaseDigest } from '../../testing/database-digest.ts';
import { linkTo, newPaperToSign, type PaperToSign, RETURN_TO } from '../../testing/documents/documents-to-sign.ts';
import { maria, paperFacts } from '../../testing/documents/pdf-inputs.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-signing-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const signature = { full_name: 'Maria Gonzalez', agrees: true };
const about = (signingId: string) => ({ params: { signingId } });
const signAs = (signingId: string, body: object = signature) => ({ ...about(signingId), body });
const look = ({ providerId }: PaperToSign) => world.app.services.esign.look(providerId);
const problem = { status: 404, reason: 'problem' };

async function says(tool: 'pdfsig' | 'pdftotext', pdf: Buffer): Promise<string> {
  const file = join(folder, 'asked.pdf');
  await writeFile(file, pdf);
  return askPdfTool(tool, tool === 'pdfsig' ? ['-nocert', file] : ['-layout', file, '-']);
}

describe('F067, F070 Signer with a link', () => {
  test('a signer reads the document and signs it, and the seal of the file can be verified', async () => {
    const paper = await newPaperToSign(world);
    const link = await linkTo(world, paper);
    const shown = await world.call(anonymousCaller, readSigning, about(link));
    expect(shown).toMatchObject({ signer: 'Maria Gonzalez', state: 'pending', return_to: RETURN_TO });
    expect(shown.pages).toBeGreaterThan(0);
    expect(shown.text?.sections[0]?.items.length).toBeGreaterThan(0);

    const file = await world.send(anonymousCaller, readSigningFile, about(link));
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');

    const strokes = [
      [
        [0.1, 0.2],
        [0.5, 0.9],
      ],
    ];
    const answer = await world.call(anonymousCaller, sign, signAs(link, { ...signature, drawn: strokes }));
    expect(answer).toEqual({ success: true, return_to: RETURN_TO });
    await world.letters();

    expect(await look(paper)).toMatchObject({ state: 'signed', signedAt: expect.any(Date) });
    const sealed = await world.app.services.esign.file(paper.providerId);
    const report = await says('pdfsig', sealed);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
    const certificate = await says('pdftotext', sealed);
    for (const words of ['Maria Gonzalez', '127.0.0.1', 'Opened', 'Signed', paper.reference]) {
      expect(certificate).toContain(words);
    }
    const [row] = await world.sql('select * from signings where id = $1', [paper.providerId]);
    expect(row).toMatchObject({ typed_name: 'Maria Gonzalez', agreed_words: SIGNING_CONSENT, drawn: strokes });
    expect((await world.call(anonymousCaller, readSigning, about(link))).state).toBe('signed');
  });

  test('the link shows only title, name, pages, state and text', async () => {
    const answer = await world.call(
      anonymousCaller,
      readSigning,
      about(await linkTo(world, await newPaperToSign(world))),
    );
    expect(Object.keys(answer).toSorted()).toEqual(['pages', 'return_to', 'signer', 'state', 'text', 'title']);
  });

  test('a signer who submits twice has signed once and gets the same redirect', async () => {
    const paper = await newPaperToSign(world);
    const link = await linkTo(world, paper);
    const answers = await Promise.all([1, 2, 3].map(() => world.send(anonymousCaller, sign, signAs(link))));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      answers.map(() => [200, answers[0]?.body]),
    );
    await world.letters();
    const events = await world.sql('select kind from signing_events where signing_id = $1 order by id', [
      paper.providerId,
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['made', 'signed', 'sealed']);
  });

  test('another name is refused at its field, and the right one signs afterwards', async () => {
    const paper = await newPaperToSign(world);
    const link = await linkTo(world, paper);
    const message = 'Type your name as it stands on the document: Maria Gonzalez.';
    for (const full_name of ['Gonzalez Maria', 'Maria', 'James Okafor', 'Мария Гонсалес']) {
      const response = await world.send(anonymousCaller, sign, signAs(link, { ...signature, full_name }));
      expect([response.statusCode, response.json()], full_name).toEqual([
        400,
        expect.objectContaining({ reason: 'name_differs', message, fields: { full_name: message } }),
      ]);
    }
    expect(await look(paper)).toMatchObject({ state: 'pending' });
    await world.call(anonymousCaller, sign, signAs(link, { ...signature, full_name: 'Dr. María Luisa GONZÁLEZ' }));
    const [row] = await world.sql('select typed_name, identified_by from signings where id = $1', [paper.providerId]);
    expect(row).toEqual({
      typed_name: 'Dr. María Luisa GONZÁLEZ',
      identified_by: 'link sent to maria.gonzalez@example.test',
    });
  });

  test('a signed document cannot be signed again in another name', async () => {
    const link = await linkTo(world, await newPaperToSign(world));
    await world.call(anonymousCaller, sign, signAs(link));
    const refused = { status: 409, reason: 'signed_already' };
    expect(await world.refusalOf(anonymousCaller, sign, signAs(link, { ...signature, full_name: 'Somebody' }))).toEqual(
      refused,
    );
    expect(await world.refusalOf(anonymousCaller, decline, { ...about(link), body: { reason: '' } })).toEqual(refused);
  });

  test('a signer can decline, a repeated decline gets the same answer, and the document cannot be signed afterwards', async () => {
    const paper = await newPaperToSign(world);
    const link = await linkTo(world, paper);
    for (const reason of ['I want to ask my doctor first.', 'No.']) {
      await world.call(anonymousCaller, decline, { ...about(link), body: { reason } });
    }
    expect(await look(paper)).toMatchObject({ state: 'declined' });
    expect(await world.refusalOf(anonymousCaller, sign, signAs(link))).toEqual(problem);
    await expect(linkTo(world, paper)).rejects.toThrow('does not wait for a signature');
    const [row] = await world.sql('select decline_reason from signings where id = $1', [paper.providerId]);
    expect(row?.decline_reason).toBe('I want to ask my doctor first.');
  });

  test.each([
    ['no name', { full_name: ' ', agrees: true }, 'full_name'],
    ['no consent', { full_name: 'Maria Gonzalez', agrees: false }, 'agrees'],
    ['strokes outside of the box', { ...signature, drawn: [[[0.1, 7]]] }, 'drawn.0.0.1'],
  ])('a signature with %s is refused by the name of the field', async (_what, body, field) => {
    const response = await world.send(
      anonymousCaller,
      sign,
      signAs(await linkTo(world, await newPaperToSign(world)), body),
    );
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });
});

describe('F070 Signing link', () => {
  test('an unknown link, one of another site and an expired one give the same refusal in every call', async () => {
    const paper = await newPaperToSign(world);
    const expired = await linkTo(world, paper);
    await world.sql("update signing_links set expires_at = now() - interval '1 minute'");
    const good = await linkTo(world, paper);
    const elsewhere = { ...anonymousCaller, host: 'north.localhost' };
    await world.letters();
    const before = await databaseDigest(world, ['rate_limits']);
    for (const [caller, id] of [
      [anonymousCaller, 'AAAAAAAAAAAAAAAAAAAAAA'],
      [anonymousCaller, '../../etc/passwd'],
      [anonymousCaller, paper.providerId],
      [anonymousCaller, expired],
      [elsewhere, good],
    ] as const) {
      expect(await world.refusalOf(caller, readSigning, about(id)), id).toEqual(problem);
      expect(await world.refusalOf(caller, readSigningFile, about(id)), id).toEqual(problem);
      expect(await world.refusalOf(caller, sign, signAs(id)), id).toEqual(problem);
      expect(await world.refusalOf(caller, decline, { ...about(id), body: { reason: '' } }), id).toEqual(problem);
    }
    expect(await databaseDigest(world, ['rate_limits'])).toEqual(before);
  });

  test.each([
    'https://evil.test/patient-signed-completed-message',
    '//evil.test',
    'http://localhost:3000.evil.test/',
    'javascript:alert(1)',
    'http://north.localhost:3000/patient-signed-completed-message',
  ])('a link never redirects to %s', async (address) => {
    await expect(linkTo(world, await newPaperToSign(world), address)).rejects.toThrow('only go on to a page');
  });

  test('a link returns to the signer’s site, their own or the main one', async () => {
    const { esign } = world.app.services;
    const { providerId } = await newPaperToSign(world, 2);
    const sites = ['http://localhost:3000', 'http://north.localhost:3000'];
    for (const site of sites) {
      const signer = { name: 'N', email: 'n@north.test' };
      const link = await esign.signLink(providerId, signer, `${site}/done`, { by: 'sign_up' });
      expect(new URL(link).origin).toBe(site);
    }
  });

  test('a link can be requested and used only at a limited rate from one network', async () => {
    const strict = await newWorld({ SIGNING_CALLS: '3' });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await strict.send(anonymousCaller, readSigning, about('AAAAAAAAAAAAAAAAAAAAAA'))).statusCode);
    }
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    await strict.close();
  });
});

test('T17 signing and declining are refused while impersonating', async () => {
  const paper = await newPaperToSign(world);
  const link = await linkTo(world, paper);
  const admin = await world.actingAs(await world.as('admin'), 'patient@vialkeep.test');
  const staff = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
  for (const caller of [admin, staff]) {
    const refused = { status: 409, reason: 'not_while_acting' };
    expect(await world.refusalOf(caller, sign, signAs(link))).toEqual(refused);
    expect(await world.refusalOf(caller, decline, { ...about(link), body: { reason: '' } })).toEqual(refused);
  }
  expect(await look(paper)).toMatchObject({ state: 'pending' });
  await world.call(await world.as('patient'), sign, signAs(link));
});

describe('Signed document', () => {
  test('a signed document and its events cannot be changed, withdrawn or deleted', async () => {
    const paper = await newPaperToSign(world);
    await world.call(anonymousCaller, sign, signAs(await linkTo(world, paper)));
    const changes = [
      "update signings set typed_name = 'Somebody Else' where id = $1",
      "update signings set state = 'pending', typed_name = null where id = $1",
      "update signings set signed_at = signed_at - interval '1 day' where id = $1",
      "update signings set identified_by = 'password' where id = $1",
      "update signings set login_changes = '{x}' where id = $1",
      "update signings set paper_sha256 = repeat('0', 64) where id = $1",
      'delete from signings where id = $1',
      'delete from signing_events where signing_id = $1',
      "update signing_events set kind = 'opened' where signing_id = $1",
    ];
    for (const change of changes) {
      await expect(world.sql(change, [paper.providerId]), change).rejects.toThrow(/append-only|not changed afterwards/);
    }
  });

  test('requests with the same reference create one signing, also in a race', async () => {
    const { esign } = world.app.services;
    const { pdf, place } = await renderDocument(paperFacts());
    const request = {
      reference: 'one-and-the-same',
      domainId: 1,
      title: 'Agreement',
      pdf,
      place,
      signer: maria,
    };
    const sent = await Promise.all([1, 2, 3].map(() => esign.send(request)));
    expect(new Set(sent.map(({ providerId }) => providerId)).size).toBe(1);
    expect(await esign.send(request)).toEqual(sent[0]);
  });
});
