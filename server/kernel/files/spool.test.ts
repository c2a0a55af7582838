import { mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSpool, type Spool } from './spool.ts';

let folder: string;
let spool: Spool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-spool-'));
  spool = await openSpool(folder);
});
afterEach(() => rm(folder, { recursive: true }));

/** The number of files in the folder that this process has open, with a name or without. */
async function heldOpen(): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}

describe('Spooled request body', () => {
  test('a spooled body is read back as it was sent, and never has a name on disk', async () => {
    const pieces = Array.from({ length: 50 }, (_, n) => Buffer.alloc(10_000, n));
    const body = await spool.receive(Readable.from(pieces), 1_000_000);
    expect(await readdir(folder)).toEqual([]);
    expect(await body.read()).toEqual(Buffer.concat(pieces));
    await body.close();
    expect(await heldOpen()).toBe(0);
  });

  test('an empty body is spooled with length zero', async () => {
    const body = await spool.receive(Readable.from([]), 10);
    expect(await body.read()).toHaveLength(0);
    await body.close();
  });

  test('a body over the limit is refused after its last byte and leaves no file', async () => {
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (; sent < 40; sent += 1) yield Buffer.alloc(1_000);
      })(),
    );
    await expect(spool.receive(endless, 5_000)).rejects.toMatchObject({ status: 413 });
    expect(sent).toBe(40);
    expect(await heldOpen()).toBe(0);
  });

  test('a body whose sender disconnects is refused and leaves no file', async () => {
    // Unlike other streams, a request that breaks off before it is read emits no error.
    const body = new PassThrough().on('error', () => undefined);
    const received = spool.receive(body, 1_000_000);
    body.write(Buffer.alloc(100_000));
    body.destroy(new Error('aborted'));
    await expect(received).rejects.toMatchObject({ status: 400, message: 'The request could not be read.' });
    expect(await readdir(folder)).toEqual([]);
    expect(await heldOpen()).toBe(0);
  });

  test('a spooled file that a killed process left with a name is removed at a later start', async () => {
    await writeFile(join(folder, 'old.part'), 'x');
    await writeFile(join(folder, 'young.part'), 'x');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, 'old.part'), longAgo, longAgo);
    await openSpool(folder);
    expect(await readdir(folder)).toEqual(['young.part']);
  });
});
