import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { S3Patience } from '../../../server/integrations/files/s3-calls.ts';
import { s3Files } from '../../../server/integrations/files/s3-files.ts';
import { type Files, StorageFull, StorageUnavailable } from '../../../server/ports/files.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { buildFilesUrl, type S3Keys, type S3Server, type S3Traits } from './s3-server.ts';

/** Long, so that a slow machine is no fault of the store. Only the tests about timeouts shorten them. */
const PATIENCE: S3Patience = {
  answer: 60_000,
  upload: 120_000,
  whole: 300_000,
  idle: 60_000,
  repeats: 2,
  firstPause: 5,
};
const PDF = { mediaType: 'application/pdf' };
const MEBIBYTE = 1024 * 1024;
const SMALL = 300_000;

/** What the product relies on, the same for every server that speaks the protocol. */
export function describeStore(store: string, start: () => Promise<S3Server>, traits: S3Traits): void {
  describe(`Files in ${store}`, () => {
    let server: S3Server;
    let link: FaultyLink;
    let folder: string;
    let files: Files;
    let count = 0;
    let file: string;

    beforeAll(async () => {
      server = await start();
      link = await openFaultyLink(() => server.port());
    });
    afterAll(async () => {
      await link?.close();
      await server?.close();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vialkeep-s3-store-'));
      files = await openStore();
      count += 1;
      file = `documents/file-${count}.pdf`;
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    function openStore(patience: Partial<S3Patience> = {}, keys: Partial<S3Keys> = {}, bucket = server.bucket) {
      const url = buildFilesUrl({ ...server.keys, ...keys }, bucket, link.port);
      return s3Files(url, folder, { ...PATIENCE, ...patience });
    }
    async function read(wanted: string): Promise<Buffer | null> {
      const opened = await files.open(wanted);
      if (opened === null) return null;
      const content = await buffer(opened.stream);
      expect(opened.bytes).toBe(content.length);
      return content;
    }

    test('a buffer and a stream are read back byte for byte', async () => {
      const bytes = randomBytes(SMALL);
      await files.put(file, bytes, PDF);
      await files.put('documents/stream.pdf', inPieces(bytes), PDF);
      expect((await read(file))?.equals(bytes)).toBe(true);
      expect((await read('documents/stream.pdf'))?.equals(bytes)).toBe(true);
    });

    test('an empty file is stored from a buffer and from a stream', async () => {
      await files.put(file, Buffer.alloc(0), PDF);
      await files.put('documents/empty.pdf', Readable.from([]), PDF);
      expect(await read(file)).toEqual(Buffer.alloc(0));
      expect(await read('documents/empty.pdf')).toEqual(Buffer.alloc(0));
    });

    test('a stream of 25 MiB is read back byte for byte and leaves no file on this machine', async () => {
      const bytes = randomBytes(25 * MEBIBYTE);
      await files.put(file, inPieces(bytes), PDF);
      expect((await read(file))?.equals(bytes)).toBe(true);
      expect(await readdir(folder)).toEqual([]);
    });

    test('storing under the same name replaces the file, also by a shorter one', async () => {
      await files.put(file, randomBytes(SMALL), PDF);
      await files.put(file, Buffer.from('short'), PDF);
      expect(await read(file)).toEqual(Buffer.from('short'));
    });

    test('a missing file is null, and removing a file twice is no error', async () => {
      expect(await files.open(file)).toBeNull();
      await files.put(file, Buffer.from('x'), PDF);
      await files.remove(file);
      await files.remove(file);
      expect(await files.open(file)).toBeNull();
    });

    test('names of every form that the product creates are files of their own', async () => {
      const names = ['a/b.c', 'a-1/b-2.pdf', `${'f'.repeat(100)}/${'n'.repeat(100)}.${'e'.repeat(10)}`, 'a/b.c2'];
      for (const one of names) await files.put(one, Buffer.from(one), PDF);
      for (const one of names) expect(await read(one)).toEqual(Buffer.from(one));
    });

    test('a name with a space, a plus, a percent sign, another letter or another slash never reaches the store', async () => {
      const { made } = link.traffic();
      for (const one of ['a b/c.pdf', 'a/b+c.pdf', 'a/b%20c.pdf', 'ä/b.pdf', 'a/b/c.pdf', '/a/b.pdf']) {
        await expect(files.put(one, Buffer.from('x'), PDF)).rejects.toThrow('not the name');
        await expect(files.open(one)).rejects.toThrow('not the name');
      }
      expect(link.traffic().made).toBe(made);
    });

    test.runIf(traits.comparesSignatures)('a wrong secret is refused, and the file stays as it was', async () => {
      await files.put(file, Buffer.from('before'), PDF);
      const intruder = await openStore({}, { secretAccessKey: 'a-wrong-secret' });
      const refusal = /answered 403 SignatureDoesNotMatch/;
      await expect(intruder.put(file, randomBytes(25 * MEBIBYTE), PDF)).rejects.toThrow(refusal);
      await expect(intruder.open(file)).rejects.toThrow(refusal);
      await expect(intruder.remove(file)).rejects.toThrow(refusal);
      expect(await read(file)).toEqual(Buffer.from('before'));
    });

    test('an unknown key id is refused', async () => {
      const stranger = await openStore({}, { accessKeyId: 'unknown:key' });
      await expect(stranger.put(file, Buffer.from('x'), PDF)).rejects.toThrow(/answered 403 \w+ to PUT/);
      expect(await files.open(file)).toBeNull();
    });

    test('a missing bucket is a wrong setting, not a missing file', async () => {
      const other = await openStore({}, {}, 'another-bucket');
      const refusal = (method: string) =>
        new StorageUnavailable(`The file store answered 404 NoSuchBucket to ${method}.`);
      await expect(other.open(file)).rejects.toThrow(refusal('GET'));
      await expect(other.put(file, Buffer.from('x'), PDF)).rejects.toThrow(refusal('PUT'));
      await expect(other.remove(file)).rejects.toThrow(refusal('DELETE'));
    });

    test('a server whose clock is 20 minutes wrong is refused with the reason', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
      try {
        await expect(files.put(file, Buffer.from('x'), PDF)).rejects.toThrow(
          new StorageUnavailable('The file store answered 403 RequestTimeTooSkewed to PUT.'),
        );
      } finally {
        vi.useRealTimers();
      }
      expect(await files.open(file)).toBeNull();
    });

    test('of ten uploads of one name at once, one whole file is left', async () => {
      const contents = Array.from({ length: 10 }, (_, at) => Buffer.alloc(SMALL, String(at)));
      const sent = traits.replacesAtomically ? contents : contents.map(() => Buffer.alloc(SMALL, 'same'));
      await Promise.all(sent.map((bytes) => files.put(file, bytes, PDF)));
      const left = await read(file);
      expect(sent.some((bytes) => left?.equals(bytes))).toBe(true);
    });

    test('a stream whose sender goes away is not stored', async () => {
      const broken = Readable.from(breakOff(randomBytes(SMALL)));
      await expect(files.put(file, broken, PDF)).rejects.toThrow('The sender went away.');
      expect(await files.open(file)).toBeNull();
      expect(await readdir(folder)).toEqual([]);
    });

    test('a download that its reader abandons is not read to its end, and the store goes on', async () => {
      const bytes = randomBytes(25 * MEBIBYTE);
      await files.put(file, bytes, PDF);
      const before = link.traffic();
      const opened = await files.open(file);
      await new Promise((resolve) => opened?.stream.once('data', resolve));
      opened?.stream.destroy();
      await vi.waitFor(() => expect(link.traffic().open).toBeLessThan(before.open), { timeout: 60_000 });
      expect(link.traffic().answered - before.answered).toBeLessThan(bytes.length);
      expect((await read(file))?.equals(bytes)).toBe(true);
    });

    test('an upload whose connection breaks is sent again completely', async () => {
      const bytes = randomBytes(MEBIBYTE);
      link.befall({ direction: 'up', after: MEBIBYTE / 2, effect: 'cut' });
      await files.put(file, inPieces(bytes), PDF);
      expect((await read(file))?.equals(bytes)).toBe(true);
    });

    test('a request without an answer is retried', async () => {
      await files.put(file, Buffer.from('x'), PDF);
      files = await openStore({ answer: 2_000, repeats: 5 });
      link.befall({ direction: 'down', after: 0, effect: 'silence' });
      expect(await read(file)).toEqual(Buffer.from('x'));
    });

    test('a store that never answers is given up as unavailable', async () => {
      files = await openStore({ answer: 200, repeats: 1 });
      const silence = { direction: 'up', after: 0, effect: 'silence' } as const;
      link.befall(silence, silence);
      await expect(files.open(file)).rejects.toThrow(new StorageUnavailable('The file store did not answer in time.'));
    });

    test.each(['cut', 'silence'] as const)(
      'a download that ends in a %s is an error, never a shorter file',
      async (effect) => {
        await files.put(file, randomBytes(MEBIBYTE), PDF);
        files = await openStore({ idle: 500 });
        link.befall({ direction: 'down', after: MEBIBYTE / 2, effect });
        await expect(read(file)).rejects.toThrow(StorageUnavailable);
      },
    );

    /** Ends when the server runs again. */
    async function killDuringUpload(killed: string): Promise<void> {
      link.befall({ direction: 'up', after: 2 * MEBIBYTE, effect: () => server.kill() });
      await expect(files.put(killed, inPieces(randomBytes(4 * MEBIBYTE)), PDF)).rejects.toThrow(StorageUnavailable);
      await server.startAgain();
    }

    test('a server killed in the middle of an upload is one error, after which the upload can be repeated', async () => {
      await killDuringUpload(file);
      expect(await readdir(folder)).toEqual([]);
      const bytes = randomBytes(4 * MEBIBYTE);
      await files.put(file, bytes, PDF);
      expect((await read(file))?.equals(bytes)).toBe(true);
    });

    test.runIf(traits.replacesAtomically)(
      'a server killed in the middle of an upload has the previous file or none, never a part of the new one',
      async () => {
        const before = randomBytes(SMALL);
        await files.put(file, before, PDF);
        await killDuringUpload(file);
        await killDuringUpload('documents/new.pdf');
        expect((await read(file))?.equals(before)).toBe(true);
        expect(await files.open('documents/new.pdf')).toBeNull();
      },
    );

    test('a full store is reported as full and stores nothing', async ({ skip }) => {
      if (!server.fill) return skip();
      const free = await server.fill();
      try {
        await expect(files.put(file, inPieces(randomBytes(25 * MEBIBYTE)), PDF)).rejects.toThrow(StorageFull);
        expect(await files.open(file)).toBeNull();
      } finally {
        await free();
      }
      await files.put(file, Buffer.from('x'), PDF);
    });
  });
}

function inPieces(bytes: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  );
  return Readable.from(pieces);
}

async function* breakOff(bytes: Buffer) {
  yield bytes;
  throw new Error('The sender went away.');
}
