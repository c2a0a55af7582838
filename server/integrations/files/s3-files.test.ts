import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Files, StorageFull, StorageUnavailable } from '../../ports/files.ts';
import { fakeS3, type S3StandIn } from '../../testing/fakes/files/fake-s3.ts';
import { openFiles } from './open-files.ts';
import { s3Files } from './s3-files.ts';
import { verifySignature } from './signature-v4.ts';

const PATIENCE = { answer: 5_000, upload: 5_000, whole: 10_000, idle: 150, repeats: 2, firstPause: 5 };
const HURRY = { ...PATIENCE, answer: 300, whole: 2_000 };
const NAME = 'logos/0123456789abcdef.png';
const BYTES = Buffer.alloc(400_000, 'vial');
const PNG = { mediaType: 'image/png' };

let folder: string;
let store: S3StandIn;
let files: Files;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-s3-'));
  store = await fakeS3();
  files = await s3Files(store.url(), folder, PATIENCE);
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function read(name: string) {
  const found = await files.open(name);
  return found && { bytes: found.bytes, content: await buffer(found.stream) };
}

function inPieces() {
  return Readable.from([BYTES.subarray(0, 100_000), BYTES.subarray(100_000)]);
}

test('a stored file is read back byte for byte, with its media type', async () => {
  await files.put(NAME, BYTES, PNG);
  expect(store.objects.get(NAME)).toEqual({ bytes: BYTES, mediaType: 'image/png' });
  expect(await read(NAME)).toEqual({ bytes: BYTES.length, content: BYTES });
});

test('an empty file can be stored', async () => {
  await files.put(NAME, Buffer.alloc(0), PNG);
  await files.put('logos/stream.png', Readable.from([]), PNG);
  expect(await read(NAME)).toEqual({ bytes: 0, content: Buffer.alloc(0) });
  expect(await read('logos/stream.png')).toEqual({ bytes: 0, content: Buffer.alloc(0) });
});

test('a stream is stored completely and leaves no file on this machine', async () => {
  await files.put(NAME, inPieces(), PNG);
  expect(store.objects.get(NAME)?.bytes).toEqual(BYTES);
  expect(await readdir(folder)).toEqual([]);
});

test('a stream that fails is not stored', async () => {
  const broken = Readable.from(
    (async function* () {
      yield BYTES;
      throw new Error('The sender went away.');
    })(),
  );
  await expect(files.put(NAME, broken, PNG)).rejects.toThrow('The sender went away.');
  expect(store.requests).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('opening a missing file answers null, and removing it is no error', async () => {
  expect(await files.open(NAME)).toBeNull();
  await files.remove(NAME);
  await files.put(NAME, BYTES, PNG);
  await files.remove(NAME);
  expect(await files.open(NAME)).toBeNull();
});

test('a missing bucket is reported as a wrong setting, not as a missing file', async () => {
  files = await s3Files(store.url().replace('vialkeep-files', 'another-bucket'), folder, PATIENCE);
  await expect(files.open(NAME)).rejects.toThrow(
    new StorageUnavailable('The file store answered 404 NoSuchBucket to GET.'),
  );
});

test('a wrong key is refused without a retry, and the secret is not repeated', async () => {
  files = await s3Files(store.url('a-wrong-secret'), folder, PATIENCE);
  const refusal = new StorageUnavailable('The file store answered 403 SignatureDoesNotMatch to PUT.');
  await expect(files.put(NAME, BYTES, PNG)).rejects.toThrow(refusal);
  expect(store.requests).toHaveLength(1);
  expect(store.objects.size).toBe(0);
});

test('a temporary failure of the store is retried without an error', async () => {
  store.befall({ status: 500, code: 'InternalError' });
  await files.put(NAME, BYTES, PNG);
  store.befall({ status: 503, code: 'SlowDown' }, { status: 429, code: 'TooManyRequests' });
  await files.put(NAME, inPieces(), PNG);
  store.befall({ status: 500, code: 'InternalError' });
  expect(await read(NAME)).toEqual({ bytes: BYTES.length, content: BYTES });
  store.befall({ status: 500, code: 'InternalError' });
  await files.remove(NAME);
  expect(store.requests).toHaveLength(2 + 3 + 2 + 2);
});

test('a request without an answer is retried', async () => {
  await files.put(NAME, BYTES, PNG);
  files = await s3Files(store.url(), folder, HURRY);
  store.befall('silent');
  expect(await read(NAME)).toEqual({ bytes: BYTES.length, content: BYTES });
});

test('an upload that breaks off is sent again completely', async () => {
  store.befall('reset');
  await files.put(NAME, BYTES, PNG);
  expect(store.objects.get(NAME)?.bytes).toEqual(BYTES);
  store.befall('reset');
  await files.put('logos/stream.png', inPieces(), PNG);
  expect(store.objects.get('logos/stream.png')?.bytes).toEqual(BYTES);
});

test('a store that keeps failing is given up after the retries', async () => {
  const slowDown = { status: 503, code: 'SlowDown' };
  store.befall(slowDown, slowDown, slowDown);
  await expect(files.put(NAME, BYTES, PNG)).rejects.toThrow(
    new StorageUnavailable('The file store answered 503 SlowDown to PUT.'),
  );
  expect(store.requests).toHaveLength(3);
  expect(await readdir(folder)).toEqual([]);
});

test('the store can ask for a longer delay, but not beyond the timeout', async () => {
  files = await s3Files(store.url(), folder, HURRY);
  store.befall({ status: 503, code: 'SlowDown', headers: { 'Retry-After': '3600' } });
  await expect(files.open(NAME)).rejects.toThrow(StorageUnavailable);
  expect(store.requests).toHaveLength(1);
});

test('a store that never answers is given up within the timeout', async () => {
  files = await s3Files(store.url(), folder, HURRY);
  store.befall('silent', 'silent', 'silent');
  await expect(files.open(NAME)).rejects.toThrow('The file store did not answer in time.');
});

test('a store without a connection is reported as such', async () => {
  await store.close();
  await expect(files.open(NAME)).rejects.toThrow('The file store cannot be reached (ECONNREFUSED).');
});

test.each(['reset', 'stalled', 'short'] as const)(
  'a download that is %s ends in an error, never as a shorter file',
  async (fault) => {
    await files.put(NAME, BYTES, PNG);
    store.befall(fault);
    await expect(read(NAME)).rejects.toThrow(StorageUnavailable);
  },
);

test('a download that its reader abandons is closed', async () => {
  files = await s3Files(store.url(), folder, { ...PATIENCE, idle: 60_000 });
  await files.put(NAME, BYTES, PNG);
  store.befall('stalled');
  const found = await files.open(NAME);
  expect(await store.connections()).toBe(1);
  found?.stream.destroy();
  await vi.waitFor(async () => expect(await store.connections()).toBe(0), { timeout: 2_000 });
});

test.each([
  { status: 507, code: 'XMinioStorageFull' },
  { status: 403, code: 'QuotaExceeded' },
  { status: 400, code: 'EntityTooLarge' },
])('a full store ($code) is reported without a retry', async (fault) => {
  store.befall(fault);
  await expect(files.put(NAME, BYTES, PNG)).rejects.toThrow(StorageFull);
  expect(store.requests).toHaveLength(1);
});

test('a redirect of the store is not followed', async () => {
  store.befall({ status: 307, code: 'TemporaryRedirect', headers: { Location: 'http://127.0.0.1:1/stolen' } });
  await expect(files.put(NAME, BYTES, PNG)).rejects.toThrow('The file store answered 307 TemporaryRedirect to PUT.');
});

test('a name that the product did not create never reaches the store', async () => {
  for (const name of ['../secret.png', 'logos/../../a.png', 'logos/a.png?acl', 'Logos/a.png', 'logos/a', '']) {
    await expect(files.put(name, BYTES, PNG)).rejects.toThrow('not the name');
    await expect(files.open(name)).rejects.toThrow('not the name');
    await expect(files.remove(name)).rejects.toThrow('not the name');
  }
  expect(store.requests).toEqual([]);
});

test.each([
  's3.test/bucket',
  'https://key:s3cret@s3.test/bucket',
  's3://s3.test/bucket',
  's3://key:s3cret@s3.test',
  's3://key:s3cret@s3.test/bucket/folder',
  's3://key:s3cret@s3.test/bucket?tls=perhaps',
  's3://key:s3cret@s3.test/bucket?acl=public',
  's3://key:s3cret/with+slash@s3.test/bucket',
])('the setting %j is refused by name, without repeating its secret', async (filesUrl) => {
  const refusal = await openFiles({ dataDir: folder, filesUrl }).catch(String);
  expect(refusal).toMatch(/FILES_URL must look like/);
  expect(refusal).not.toContain('s3cret');
});

test('FILES_URL chooses the store', async () => {
  expect((await openFiles({ dataDir: folder, filesUrl: store.url() })).kind).toBe('s3');
  expect((await openFiles({ dataDir: folder })).kind).toBe('disk');
});

test('the signature check of the fake agrees with the example that AWS publishes', () => {
  const keys = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const request = {
    method: 'GET',
    path: '/test.txt',
    query: new URLSearchParams(),
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  };
  const then = Date.parse('2013-05-24T00:00:00Z');
  expect(verifySignature(request, keys, then)).toBe('ok');
  expect(verifySignature({ ...request, path: '/test2.txt' }, keys, then)).toBe('SignatureDoesNotMatch');
  expect(verifySignature(request, keys, then + 3_600_000)).toBe('RequestTimeTooSkewed');
});
