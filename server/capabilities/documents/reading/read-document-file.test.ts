import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deleteDocument, readDocumentFile, verifyFile } from '@vialkeep/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askPdfTool } from '../../../testing/documents/pdf-tools.ts';
import { type SignedDocument, signAllDocuments } from '../../../testing/documents/signers.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let folder: string;
let signed: readonly SignedDocument[];
beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-media-'));
  const { user } = await world.as('patient');
  signed = await signAllDocuments(world, await world.as('hc'), { name: user.username, email: user.email });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const named = ({ document_id }: { document_id: string }) => ({ params: { file: `${document_id}.pdf` } });

function theOne(kind: string): SignedDocument {
  const found = signed.find((document) => document.kind === kind);
  if (!found) throw new Error(`No ${kind} was signed.`);
  return found;
}

async function pdfsig(pdf: Buffer): Promise<string> {
  const file = join(folder, 'asked.pdf');
  await writeFile(file, pdf);
  return askPdfTool('pdfsig', ['-nocert', file]);
}

describe('F078 The file of a signed document', () => {
  test('the patient, their center, its staff inside the account and administrators can open the file', async () => {
    const staff = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    const entered = await world.actingAs(await world.as('admin'), 'patient@vialkeep.test');
    const readers = await Promise.all(['patient', 'hc', 'admin', 'super'].map((who) => world.as(who)));
    for (const reader of [...readers, staff, entered]) {
      const response = await world.send(reader, readDocumentFile, named(theOne('storage')));
      expect(response.statusCode, reader.user.email).toBe(200);
      expect(response.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
    }
  });

  test('other users get the same 404 as for an unknown file, other plans get 403, and an anonymous caller gets 401', async () => {
    const others: Caller[] = await Promise.all(['hc2', 'hc3', 'rhc', 'patient2', 'staff'].map((who) => world.as(who)));
    others.push(await world.as('admin@north.test', 'north.localhost'));
    others.push(await world.as('hc@north.test', 'north.localhost'));
    const answers = new Set<string>();
    for (const document of [theOne('storage'), { document_id: 'AAAAAAAAAAAAAAAAAAAAAA' }]) {
      for (const other of others) {
        const response = await world.send(other, readDocumentFile, named(document));
        expect(response.statusCode, other.user?.email).toBe(404);
        answers.add(response.body);
      }
      for (const who of ['lab', 'rep', 'manager', 'distributor', 'affiliate', 'viewer', 'buyer', 'donor']) {
        expect((await world.send(await world.as(who), readDocumentFile, named(document))).statusCode, who).toBe(403);
      }
      expect((await world.send(anonymousCaller, readDocumentFile, named(document))).statusCode).toBe(401);
    }
    expect(answers.size).toBe(1);
  });

  test('the headers show the file inline, forbid caching and forbid scripts in it', async () => {
    const response = await world.send(await world.as('patient'), readDocumentFile, named(theOne('processing')));
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="Vialkeep_Official_Processing.pdf"',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });

  test('a viewer can request parts of the file', async () => {
    const { token } = await world.as('patient');
    const url = `/media/${theOne('storage').document_id}.pdf`;
    const ask = (headers: object, method: 'GET' | 'HEAD' = 'GET') =>
      world.raw({ method, url, headers: { host: 'localhost', authorization: `token ${token}`, ...headers } });
    const whole = await ask({});
    const size = whole.rawPayload.length;

    const part = await ask({ range: 'bytes=10-29' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-29/${size}`);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 30));

    const end = await ask({ range: 'bytes=-5' });
    expect(end.rawPayload).toEqual(whole.rawPayload.subarray(size - 5));

    expect((await ask({ range: 'bytes=10-29', 'if-range': '"then"' })).statusCode).toBe(200);

    const behind = await ask({ range: `bytes=${size}-` });
    expect(behind.statusCode).toBe(416);
    expect(behind.headers['content-range']).toBe(`bytes */${size}`);
    expect(behind.json()).toMatchObject({ success: false, reason: 'no_such_part' });

    const head = await ask({}, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(Number(head.headers['content-length'])).toBe(size);
    expect(head.rawPayload).toHaveLength(0);
  });

  test('T48 a file with one changed byte is not served, is audited, and its seal does not verify', async () => {
    const document = theOne('attestation');
    const path = join(world.app.services.settings.dataDir, 'files', document.file);
    const sound = await readFile(path);
    const report = await pdfsig(sound);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');

    const changed = Buffer.from(sound);
    const place = Math.floor(sound.length / 3);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await writeFile(path, changed);
    expect(await pdfsig(changed)).not.toContain('Signature is Valid.');
    for (const who of ['patient', 'hc', 'admin']) {
      const response = await world.send(await world.as(who), readDocumentFile, named(document));
      expect(response.statusCode).toBe(409);
      expect(response.json().reason).toBe('integrity');
      expect(response.rawPayload.includes('%PDF')).toBe(false);
    }
    const noted = await world.sql("select 1 from audit_log where action = 'documents.integrity_broken'");
    expect(noted).toHaveLength(3);
    const verdict = await world.call(anonymousCaller, verifyFile, { file: { name: 'a.pdf', bytes: changed } });
    expect(verdict).toEqual({ verdict: 'altered', kind: null, signed_at: null, site: null });
    await writeFile(path, sound);
    expect((await world.send(await world.as('patient'), readDocumentFile, named(document))).statusCode).toBe(200);
  });

  test('a deleted document gets 404 for every user, and its file stays in the store', async () => {
    const document = theOne('processing');
    const admin = await world.as('admin');
    await world.call(admin, deleteDocument, { params: { id: document.id } });
    for (const reader of [admin, await world.as('patient')]) {
      expect((await world.send(reader, readDocumentFile, named(document))).statusCode).toBe(404);
    }
    const path = join(world.app.services.settings.dataDir, 'files', document.file);
    expect((await readFile(path)).toString('latin1', 0, 5)).toBe('%PDF-');
  });
});

describe('T40 Paths that lead out of the folder', () => {
  const steps = [
    '../',
    '..%2f',
    '..%252f',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..\\',
    '..%5c',
    '....//',
    '..;/',
  ];
  const odd = ['..%c0%af', '%c0%ae%c0%ae/', '..%ef%bc%8f', '/%2e/', '.%00./', '~/', 'file:///', '%5c%5c', '../', '%00'];
  const goals = ['canary.pdf', 'canary.pdf%00.pdf', 'etc/passwd', 'proc/self/environ', 'keys/seal-0001/seal.p12'];
  const depths = [1, 2, 4, 8];
  const payloads = [...steps, ...odd].flatMap((step) =>
    goals.flatMap((goal) => depths.map((depth) => step.repeat(depth) + goal)),
  );

  test(`none of ${payloads.length} path traversals finds a file, even for an administrator`, async () => {
    const { token } = await world.as('super');
    const { dataDir } = world.app.services.settings;
    for (const place of [dataDir, join(dataDir, 'files'), join(dataDir, 'files', 'documents')]) {
      await appendFile(join(place, 'canary.pdf'), '%PDF-1.7 canary');
    }
    const address = await world.app.http.listen({ host: '127.0.0.1', port: 0 });
    for (const payload of payloads) {
      const { status, body } = await askLiterally(address, `/media/${payload}`, token);
      expect([400, 404], payload).toContain(status);
      expect(body, payload).not.toMatch(/canary|root:/);
    }
  });
});

/** Sends the path unchanged; other clients would normalize it. */
async function askLiterally(address: string, path: string, token: string | null) {
  const { hostname, port } = new URL(address);
  const asked = request({ hostname, port, path, headers: { host: 'localhost', authorization: `token ${token}` } });
  asked.end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (!answer) throw new Error('There was no answer.');
  return { status: answer.statusCode, body: await text(answer) };
}
