import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCenterDocuments, listDocuments, readDocumentFile, verifyFile } from '@vialkeep/contract/documents.ts';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../kernel/db/migrate.ts';
import { withConnection } from '../../kernel/db/roles.ts';
import { readVerified } from '../../kernel/files/read-verified.ts';
import { migrateQueue } from '../../kernel/jobs/jobs.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { type SignedDocument, sealedBefore, signAllDocuments } from '../../testing/documents/signers.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyDocuments } from '../documents/index.ts';
import { supplementCertificate, supplementCertificatesJob } from './supplement-certificates.ts';

type Person = Caller & { user: { id: number } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-supplements-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function textOf(pdf: Buffer): Promise<string> {
  const file = join(folder, 'asked.pdf');
  await writeFile(file, pdf);
  expect(askPdfTool('pdfsig', ['-nocert', file])).toContain('Signature is Valid.');
  return askPdfTool('pdftotext', ['-layout', file, '-']);
}

describe('Supplement of an earlier sealed document', () => {
  let world: World;
  let hc: Person;
  let documents: SignedDocument[];
  beforeAll(async () => {
    world = await newWorld();
    hc = await world.as('hc');
    documents = await signAllDocuments(world, hc, { name: 'Rosalind Marsh', email: 'rosalind@before.test' });
    await sealedBefore(world, documents);
  });
  afterAll(() => world.close());

  const run = () => supplementCertificatesJob.run({}, world.app.services, actorlessContext('test'));
  const supplements = () =>
    world.sql<{ signing_id: string; file: string; sha256: string }>(
      'select signing_id, file, sha256 from signing_supplements where sealed_at is not null order by signing_id',
    );
  const read = (caller: Caller, name: string) => world.send(caller, readDocumentFile, { params: { file: name } });
  /** Leaves out the faults of the demo network, whose files are not in this world's folder. */
  const faultsOfThese = async () => {
    const faults = await verifyDocuments(world.app.services.store.read('platform'), world.app.services.files);
    return faults.filter(({ document }) => documents.some(({ id }) => id === document));
  };
  const supplementOf = ({ document_id }: SignedDocument) => `${document_id}-supplement.pdf`;

  test('a supplement is one page with all events and the digest of the sealed file, whose bytes do not change', async () => {
    const originals = await Promise.all(documents.map(({ file, sha256 }) => intact(world, file, sha256)));
    const listed = await world.call(hc, listCenterDocuments, { params: { id: hc.user.id } });
    expect(listed.filter(({ has_supplement }) => has_supplement)).toEqual([]);
    expect((await read(hc, supplementOf(documents[0] as SignedDocument))).statusCode).toBe(404);

    await run();
    expect(await supplements()).toHaveLength(3);
    for (const [at, document] of documents.entries()) {
      const { rawPayload } = await read(hc, supplementOf(document));
      expect((await PDFDocument.load(rawPayload, { updateMetadata: false })).getPageCount()).toBe(1);
      const text = await textOf(rawPayload);
      const story = text.slice(text.indexOf('What happened'));
      const lines = ['Made ready to be signed: Vialkeep', 'Opened: Rosalind Marsh', 'Signed: Rosalind Marsh'];
      const places = lines.map((line) => story.indexOf(line));
      expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
      expect(text.replaceAll(/\s/g, '')).toContain(document.sha256);
      expect(text).toContain(document.document_id);
      expect(text).toContain(document.code);
      expect(await intact(world, document.file, document.sha256)).toEqual(originals[at]);
    }
    expect(await faultsOfThese()).toEqual([]);
  });

  test('the job does nothing more for a supplemented document, and rendering again gives the same bytes', async () => {
    const before = await supplements();
    await run();
    expect(await supplements()).toEqual(before);

    await world.sql('alter table signing_supplements disable trigger supplements_are_kept');
    await world.sql('update signing_supplements set file = null, sha256 = null, sealed_at = null');
    await world.sql('alter table signing_supplements enable trigger supplements_are_kept');
    const [first] = before;
    const again = () => supplementCertificate(world.app.services, actorlessContext('test'), first?.signing_id ?? '');
    await Promise.all([again(), again()]);
    await run();
    expect(await supplements()).toEqual(before);
    expect(await readdir(join(world.app.services.settings.dataDir, 'files', 'supplements'))).toHaveLength(3);
    const told = await world.sql("select 1 from audit_log where action = 'signing.supplement' and subject_id = $1", [
      first?.signing_id,
    ]);
    expect(told).toHaveLength(2);
    for (const change of [
      'update signing_supplements set sealing_at = now()',
      "update signing_supplements set sha256 = repeat('0', 64)",
      'delete from signing_supplements',
    ]) {
      await expect(world.sql(change), change).rejects.toThrow(/append-only|not changed afterwards/);
    }
  });

  test('the supplement is readable for the clinic and the administrators who read the document, and for no other caller', async () => {
    const [document] = documents as [SignedDocument];
    const admin = await world.as('admin');
    const listed = await world.call(hc, listCenterDocuments, { params: { id: hc.user.id } });
    const offered = listed.filter(({ has_supplement }) => has_supplement).map(({ id }) => id);
    expect(new Set(offered)).toEqual(new Set(documents.map(({ id }) => id)));
    const { results } = await world.call(admin, listDocuments, { query: { search: 'rosalind@before.test' } });
    expect(results.map(({ has_supplement }) => has_supplement)).toEqual([true, true, true]);
    for (const [caller, status] of [
      [hc, 200],
      [admin, 200],
      [await world.as('hc2'), 404],
      [await world.as('patient'), 404],
      [await world.as('rep'), 403],
      [await world.as('admin@north.test', 'north.localhost'), 404],
      [anonymousCaller, 401],
    ] as const) {
      expect((await read(caller, supplementOf(document))).statusCode).toBe(status);
    }
  });

  test('a supplement that was changed on the disk is not shown, and the check of all files names it', async () => {
    const third = documents[2] as SignedDocument;
    const [row] = await world.sql<{ file: string }>('select file from signing_supplements where signing_id = $1', [
      third.provider_id,
    ]);
    const { files } = world.app.services;
    await files.put(row?.file ?? '', Buffer.from('%PDF-1.7 changed'), { mediaType: 'application/pdf' });
    expect((await read(hc, supplementOf(third))).statusCode).toBe(409);
    expect(await faultsOfThese()).toEqual([{ document: third.id, fault: 'the file of its supplement was changed' }]);
  });

  test('/verify recognises the supplement, and it is withdrawn with the document', async () => {
    const [document, other] = documents as [SignedDocument, SignedDocument];
    const check = async (name: string) =>
      world.call(anonymousCaller, verifyFile, { file: { name: 'x.pdf', bytes: (await read(hc, name)).rawPayload } });
    expect(await check(supplementOf(document))).toEqual({
      verdict: 'unaltered',
      kind: document.kind,
      signed_at: expect.any(String),
      site: 'Vialkeep',
      supplement_of: document.code,
    });
    const { rawPayload } = await read(hc, supplementOf(other));
    await world.sql('update documents set hidden_at = now() where id = $1', [other.id]);
    expect(await world.call(anonymousCaller, verifyFile, { file: { name: 'x.pdf', bytes: rawPayload } })).toMatchObject(
      {
        verdict: 'withdrawn',
        supplement_of: other.code,
        withdrawn_at: expect.any(String),
      },
    );
    expect((await read(hc, supplementOf(other))).statusCode).toBe(404);
  });
});

async function intact({ app }: World, file: string, sha256: string | null): Promise<Buffer | null> {
  return readVerified(app.services.files, file, sha256 ?? '');
}

test('the migration of an old database with sealed and unsealed documents gives each sealed one a supplement', async () => {
  const name = `before_${hash('sha256', folder).slice(0, 12)}`;
  const url = inDatabase(inject('ownerUrl'), name);
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`create database ${name}`));
  await migrateQueue(url);
  await migrate(url, { until: 30 });
  await withConnection(url, async (owner) => {
    for (const statement of OLD_DATA) await owner.query(statement);
  });
  expect(await migrate(url)).toContain('0031_who_signs.sql');

  const world = await newWorld({}, name);
  await supplementCertificatesJob.run({ atStart: true }, world.app.services, actorlessContext('test'));
  await supplementCertificatesJob.run({}, world.app.services, actorlessContext('test'));
  const rows = await world.sql<{ reference: string; file: string; sha256: string; login_changes: string[] }>(
    `select reference, file, supplement.sha256, supplement.login_changes
     from signing_supplements supplement join signings on id = signing_id order by reference`,
  );
  expect(rows.map(({ reference }) => reference)).toEqual(['A'.repeat(22), 'B'.repeat(22)]);
  expect(rows.map(({ login_changes }) => login_changes)).toEqual([
    ['Password set by an administrator on 2026-03-01'],
    [],
  ]);
  const text = await textOf((await intact(world, rows[0]?.file ?? '', rows[0]?.sha256 ?? '')) ?? Buffer.alloc(0));
  expect(text).toMatch(/Identified by\s+Not recorded/);
  expect(text).toContain('Password set by an administrator on 2026-03-01');
  expect(text).toContain('Signed: Old Signer');
  const [waiting] = await world.sql(
    "select sent_to from guest_links join documents on documents.id = guest_links.document_id where documents.document_id = repeat('D', 22)",
  );
  expect(waiting).toEqual({ sent_to: 'old@signer.test' });
  await world.close();
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`drop database ${name} with (force)`));
});

/**
 * Two sealed documents, one signed and not yet sealed, and an email in the outbox, as the previous version wrote them.
 */
const OLD_DATA = [
  `insert into domains (name, host, product, brand, support_email, email_sender, is_main)
   values ('Vialkeep', 'localhost', 'Vialkeep', 'Vialkeep', 'help@vialkeep.test', 'no-reply@vialkeep.test', true)`,
  `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash)
   select id, plan, plan || '@old.test', 'Old', 'Signer', 'x' from domains, unnest(array[2, 7]) plan`,
  `insert into documents (domain_id, document_id, kind, name, signer_id, signer_name, signer_email, code, emailed_at)
   select domain_id, repeat('D', 22), 'storage', 'Storage', id, 'Old Signer', 'old@signer.test', 'CODE-D', now()
   from users where plan_id = 2`,
  "update users set email = 'old@signer.test' where plan_id = 2",
  `insert into signings (id, domain_id, reference, title, signer_name, signer_email, paper_file, paper_sha256, pages, place,
     state, typed_name, agreed_words, address, device, signed_at, sealing_at, sealed_file, sealed_sha256, sealed_at)
   select repeat(letter, 22), domains.id, repeat(letter, 22), 'Agreement', 'Old Signer', 'old@signer.test', 'papers/x.pdf',
     repeat('0', 64), 3, '{"page":1,"x":1,"y":1,"width":100,"height":40}', 'signed', 'Old Signer', 'I agree', '203.0.113.9',
     'Browser', '2026-03-05 10:00:00.123456Z', case when letter <> 'C' then timestamptz '2026-03-05 10:01Z' end,
     case when letter <> 'C' then 'sealed/' || letter || '.pdf' end,
     case when letter <> 'C' then encode(sha256(convert_to(letter, 'UTF8')), 'hex') end,
     case when letter <> 'C' then timestamptz '2026-03-05 10:01Z' end
   from domains, unnest(array['A', 'B', 'C']) letter`,
  `insert into signing_events (signing_id, domain_id, kind, at)
   select signings.id, domain_id, kind::signing_event_kind, at from signings, (values
     ('made', timestamptz '2026-03-01 10:00:00.5Z'), ('opened', timestamptz '2026-03-05 09:59:00.111111Z'),
     ('signed', timestamptz '2026-03-05 10:00:00.123456Z')) events (kind, at) order by at`,
  `insert into documents (domain_id, document_id, kind, name, status, provider, provider_id, signer_id, signer_name,
     signer_email, code, file, sha256, signed_at, completed_at)
   select users.domain_id, repeat('A', 22), 'processing', 'Processing', 'Completed', 'builtin', repeat('A', 22), users.id,
     'Old Signer', 'old@signer.test', 'CODE-A', 'documents/a.pdf', repeat('a', 64), now(), now() from users where plan_id = 2`,
  `insert into audit_log (domain_id, at, actor_id, user_id, action, subject, subject_id, request_id)
   select signer.domain_id, at, admin.id, admin.id, 'profile.change_password', 'user', signer.id::text, 'old'
   from users signer, users admin, unnest(array[timestamptz '2026-03-01 08:00Z', '2025-12-01 08:00Z']) at
   where signer.plan_id = 2 and admin.plan_id = 7`,
];
