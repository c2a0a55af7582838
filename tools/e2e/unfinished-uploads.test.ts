import { readFileSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../harness/product.ts';
import { startDemoCopy } from './demo-copy.ts';
import { isLongRun } from './page/looks.ts';

const PATH = '/api/v1/documents/verify/';
const MEGABYTE = 1024 * 1024;
const SENT = 23 * MEGABYTE;
const ANNOUNCED = 24 * MEGABYTE;
/** The short run already holds large uploads of five networks; the number of these shows the limit of each network. */
const BYTES_OF_FORTY = isLongRun ? SENT : MEGABYTE;
const MOST_RATIO = 1.1;
/** The flags of `npm start`. */
const MEMORY_FLAGS = '--max-semi-space-size=8 --max-old-space-size=1024';

let product: Product;
beforeAll(async () => {
  // Requests state their network in a header, as behind a proxy.
  const settings = { TRUST_PROXY: '127.0.0.1,::1', NODE_OPTIONS: MEMORY_FLAGS };
  // Data that exists: the memory used to create the demo network would hide the measured effect.
  product = await startDemoCopy({ settings });
});
afterAll(() => product.removeData());

/** Returns the resident memory once it is stable. */
async function residentMegabytes(): Promise<number> {
  let last = 0;
  for (let quiet = 0; quiet < 5; ) {
    const now = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.process.pid}/status`, 'utf8'))?.[1]) / 1024;
    quiet = Math.abs(now - last) < 1 ? quiet + 1 : 0;
    last = now;
    await sleep(200);
  }
  return last;
}

/** The bytes of unfinished uploads that the process has open; their files are already unlinked. */
function spooledBytes(): Promise<number> {
  const folder = `/proc/${product.process.pid}/fd`;
  return readdir(folder).then((handles) =>
    handles.reduce((sum, fd) => {
      try {
        const info = readFileSync(`/proc/${product.process.pid}/fdinfo/${fd}`, 'utf8');
        return readlinkSync(`${folder}/${fd}`).includes(join(product.dataDir, 'tmp'))
          ? sum + Number(/pos:\s+(\d+)/.exec(info)?.[1] ?? 0)
          : sum;
      } catch {
        return sum;
      }
    }, 0),
  );
}

/** An upload without its last part, from a chosen network. */
class UnfinishedUpload {
  readonly #socket: Socket;
  answer = '';

  constructor(network: string, bytes = SENT) {
    this.#socket = connect(Number(new URL(product.baseUrl).port), '127.0.0.1');
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (chunk: Buffer) => (this.answer += chunk.toString()));
    this.#socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${ANNOUNCED}\r\n\r\n` +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
    );
    void this.#send(bytes);
  }

  disconnect(): void {
    this.#socket.destroy();
  }

  async #send(bytes: number): Promise<void> {
    const piece = Buffer.alloc(64 * 1024, 'x');
    for (let sent = 0; sent < bytes && this.answer === '' && !this.#socket.destroyed; sent += piece.length) {
      if (!this.#socket.write(piece)) await new Promise((resolve) => this.#socket.once('drain', resolve));
    }
  }
}

async function sendWholeFile(): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(SENT)]), 'a.pdf');
  const { status } = await fetch(product.baseUrl + PATH, { method: 'POST', body: form });
  expect(status).toBe(415);
}

const network = (n: number) => `203.0.113.${n}`;

/**
 * Holds twenty unfinished uploads of this size until all are on disk, and returns the resident memory then: the least of
 * some seconds, because garbage is collected later on a busy machine, and bytes kept in memory stay there.
 */
async function holdTwentyUploads(bytes: number): Promise<number> {
  const uploads = Array.from({ length: 20 }, (_, n) => new UnfinishedUpload(network(n % 5), bytes));
  await expect.poll(spooledBytes, { timeout: 120_000 }).toBeGreaterThanOrEqual(20 * bytes);
  let resident = await residentMegabytes();
  for (let second = 0; second < 5; second += 1) {
    await sleep(1_000);
    resident = Math.min(resident, await residentMegabytes());
  }
  expect(await readdir(join(product.dataDir, 'tmp'))).toEqual([]);
  for (const upload of uploads) upload.disconnect();
  await expect.poll(spooledBytes, { timeout: 60_000 }).toBe(0);
  return resident;
}

describe('Unfinished uploads to /verify', () => {
  test('20 unfinished uploads of 23 MiB go to disk, and the memory grows to at most 1.1 times its size', {
    timeout: 180_000,
    retry: 0,
  }, async () => {
    // The first uploads and connections grow the process once; the test measures only what the bytes add.
    for (let n = 0; n < 3; n += 1) await sendWholeFile();
    for (let n = 0; n < 3; n += 1) await holdTwentyUploads(MEGABYTE);
    const without = await residentMegabytes();
    // Garbage that is not collected yet adds some megabytes now and then; bytes kept in memory would do so every time.
    let during = await holdTwentyUploads(SENT);
    for (let n = 0; n < 6 && during > without * MOST_RATIO; n += 1) during = await holdTwentyUploads(SENT);
    const ratio = during / without;
    process.stdout.write(
      `unfinished uploads: 20 of 23 MiB, resident ${without.toFixed(0)} MiB without, ${during.toFixed(0)} MiB with, ratio ${ratio.toFixed(2)}\n`,
    );
    expect(ratio).toBeLessThanOrEqual(MOST_RATIO);
  });

  test('40 uploads of ten networks are accepted, the fifth of one network is refused, and other requests are answered', {
    timeout: 180_000,
  }, async () => {
    const without = await residentMegabytes();
    const uploads = Array.from({ length: 40 }, (_, n) => new UnfinishedUpload(network(100 + (n % 10)), BYTES_OF_FORTY));
    await expect.poll(spooledBytes, { timeout: 120_000 }).toBeGreaterThanOrEqual(40 * BYTES_OF_FORTY);
    expect(uploads.filter(({ answer }) => answer !== '')).toEqual([]);
    const fifth = new UnfinishedUpload(network(100), BYTES_OF_FORTY);
    await expect.poll(() => fifth.answer, { timeout: 60_000 }).toContain('HTTP/1.1 429');
    expect((await fetch(`${product.baseUrl}/readyz`)).status).toBe(200);
    const during = await residentMegabytes();
    await sendWholeFile();
    process.stdout.write(
      `unfinished uploads: 40 from ten networks, resident ${without.toFixed(0)} MiB without, ${during.toFixed(0)} MiB with\n`,
    );
    for (const upload of [...uploads, fifth]) upload.disconnect();
    await expect.poll(spooledBytes, { timeout: 60_000 }).toBe(0);
    expect(during / without).toBeLessThanOrEqual(MOST_RATIO);
  });

  test('unfinished uploads leave no file on disk when the server is killed', { timeout: 120_000 }, async () => {
    const upload = new UnfinishedUpload(network(1));
    await expect.poll(spooledBytes, { timeout: 60_000 }).toBeGreaterThan(MEGABYTE);
    await product.kill9();
    upload.disconnect();
    expect(await readdir(join(product.dataDir, 'tmp'))).toEqual([]);
  });
});
