import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTimestamp, readTimestampAuthority } from '@vialkeep/contract/document-timestamps.ts';
import { verifyCode, verifyFile } from '@vialkeep/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { type SignedDocument, sealedBefore, signAllDocuments } from '../../../testing/documents/signers.ts';
import { isAcceptedByOpenssl } from '../../../testing/fakes/timestamps/openssl-ts.ts';
import { anonymousCaller, newWorld, type World } from '../../../testing/world.ts';
import { supplementCertificatesJob } from '../../signing/index.ts';
import { timestampSealsJob } from '../../timestamps/index.ts';

const cause = actorlessContext('test');

let world: World;
let document: SignedDocument;
let pdf: Buffer;
beforeAll(async () => {
  world = await newWorld();
  const patient = { name: 'Rosalind Marsh', email: 'rosalind@elsewhere.test' };
  const [signed] = await signAllDocuments(world, await world.as('hc'), patient);
  if (!signed) throw new Error('Nothing was signed.');
  document = signed;
  pdf = await read(signed.file);
});
afterAll(() => world.close());

const read = (file: string) => readFile(join(world.app.services.settings.dataDir, 'files', file));
const byCode = () => world.call(anonymousCaller, verifyCode, { params: { code: document.code } });
const byFile = (bytes: Buffer) => world.call(anonymousCaller, verifyFile, { file: { name: 'a.pdf', bytes } });
const stampFile = (code: string, of?: string) =>
  world.send(anonymousCaller, readTimestamp, { params: { code }, ...(of ? { query: { of } } : {}) });

describe('The time stamp of a verified document', () => {
  test('before the stamp the answer has none, and neither the stamp nor the certificate can be downloaded', async () => {
    expect(await byCode()).not.toHaveProperty('timestamp');
    expect((await stampFile(document.code)).statusCode).toBe(404);
    expect((await world.send(anonymousCaller, readTimestampAuthority)).statusCode).toBe(404);
  });

  test('after the stamp any caller reads its time by file and by code, and openssl accepts the downloads', async () => {
    await timestampSealsJob.run({}, world.app.services, cause);
    const url = `/api/v1/documents/verify/${document.code}/timestamp.tsr`;
    const timestamp = { by: 'own clock', at: expect.any(String), own: true, url };
    expect(await byCode()).toMatchObject({ verdict: 'unaltered', timestamp });
    expect(await byFile(pdf)).toMatchObject({ verdict: 'unaltered', timestamp });

    const stamp = await world.raw({ method: 'GET', url });
    expect(stamp.statusCode).toBe(200);
    expect(stamp.headers).toMatchObject({
      'content-type': 'application/timestamp-reply',
      'content-disposition': `attachment; filename="${document.code}.tsr"`,
    });
    const { rawPayload } = await world.send(anonymousCaller, readTimestampAuthority);
    const check = { token: stamp.rawPayload, authority: rawPayload.toString() };
    expect(isAcceptedByOpenssl({ ...check, data: pdf })).toBe(true);
    expect(isAcceptedByOpenssl({ ...check, data: Buffer.concat([pdf, Buffer.of(0)]) })).toBe(false);
    expect((await stampFile(document.code.toLowerCase().replaceAll('-', ''))).rawPayload).toEqual(stamp.rawPayload);
  });

  test('an unknown code, an uploaded document and a document without a supplement have no stamp', async () => {
    const [upload] = await world.sql<{ code: string }>("select code from documents where origin = 'upload' limit 1");
    expect((await stampFile('AAAA-BBBB-CCCC-DDDD')).statusCode).toBe(404);
    expect((await stampFile(upload?.code ?? '')).statusCode).toBe(404);
    expect((await stampFile(document.code, 'supplement')).statusCode).toBe(404);
    expect((await stampFile(document.code, 'other')).statusCode).toBe(400);
  });

  test('the supplement to a certificate has its own stamp', async () => {
    await sealedBefore(world, [document]);
    await supplementCertificatesJob.run({}, world.app.services, cause);
    await timestampSealsJob.run({ atStart: true }, world.app.services, cause);
    const [row] = await world.sql<{ file: string }>('select file from signing_supplements where signing_id = $1', [
      document.provider_id,
    ]);
    const page = await read(row?.file ?? '');
    const { timestamp, supplement_of } = await byFile(page);
    expect(supplement_of).toBe(document.code);
    const { rawPayload: token } = await world.raw({ method: 'GET', url: timestamp?.url ?? '' });
    const authority = await world.app.services.timestamps.ownCertificates();
    expect(isAcceptedByOpenssl({ data: page, token, authority })).toBe(true);
    expect(isAcceptedByOpenssl({ data: pdf, token, authority })).toBe(false);
  });

  test('downloads count towards the limit of verification', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 61; tries += 1) {
      const { statusCode } = await world.raw({
        method: 'GET',
        url: `/api/v1/documents/verify/${document.code}/timestamp.tsr`,
        remoteAddress: '203.0.113.7',
      });
      statuses.push(statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});
