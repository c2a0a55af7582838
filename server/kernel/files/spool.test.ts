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

/** The files of the folder that this process holds open, by name or without one. */
async function heldOpen(): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}

describe('a body that is spooled', () => {
  test('is read as it was sent, and has no name on disk at any time', async () => {
    const pieces = Array.from({ length: 50 }, (_, n) => Buffer.alloc(10_000, n));
    const body = await spool.receive(Readable.from(pieces), 1_000_000);
    expect(await readdir(folder)).toEqual([]);
    expect(await body.read()).toEqual(Buffer.concat(pieces));
    await body.close();
    expect(await heldOpen()).toBe(0);
  });

  test('without a byte is one of no length', async () => {
    const body = await spool.receive(Readable.from([]), 10);
    expect(await body.read()).toHaveLength(0);
    await body.close();
  });

  test('is refused when it is longer than it may be, after its last byte, and leaves nothing', async () => {
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

  test('whose sender hangs up is refused and leaves nothing', async () => {
    // A request that breaks off before it is read emits no error, which another stream would.
    const body = new PassThrough().on('error', () => undefined);
    const received = spool.receive(body, 1_000_000);
    body.write(Buffer.alloc(100_000));
    body.destroy(new Error('aborted'));
    await expect(received).rejects.toMatchObject({ status: 400, message: 'The request could not be read.' });
    expect(await readdir(folder)).toEqual([]);
    expect(await heldOpen()).toBe(0);
  });

  test('that a killed process left with its name is removed at a later start', async () => {
    await writeFile(join(folder, 'old.part'), 'x');
    await writeFile(join(folder, 'young.part'), 'x');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, 'old.part'), longAgo, longAgo);
    await openSpool(folder);
    expect(await readdir(folder)).toEqual(['young.part']);
  });
});
