import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asStorageFailure } from '../../kernel/files/incoming.ts';
import { type Files, StorageFull } from '../../ports/files.ts';
import { openFiles } from './open-files.ts';

const NAME = 'logos/0123456789abcdef.png';
const PNG = { mediaType: 'image/png' };

let dataDir: string;
let files: Files;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-disk-'));
  files = await openFiles({ dataDir });
});

afterEach(() => rm(dataDir, { recursive: true }));

async function read(name: string) {
  const found = await files.open(name);
  return found && { bytes: found.bytes, content: (await buffer(found.stream)).toString() };
}

function waiting() {
  return readdir(join(dataDir, 'files', '.incoming'));
}

test('a stored file is read back unchanged, whether it came as a buffer or as a stream', async () => {
  await files.put(NAME, Buffer.from('at once'), PNG);
  await files.put('assets/b.pdf', Readable.from([Buffer.from('in '), Buffer.from('pieces')]), PNG);
  expect(await read(NAME)).toEqual({ bytes: 7, content: 'at once' });
  expect(await read('assets/b.pdf')).toEqual({ bytes: 9, content: 'in pieces' });
  expect(await waiting()).toEqual([]);
});

test('storing under the same name replaces the file', async () => {
  await files.put(NAME, Buffer.from('first'), PNG);
  await files.put(NAME, Buffer.from('second'), PNG);
  expect(await read(NAME)).toEqual({ bytes: 6, content: 'second' });
});

test('opening a missing file answers null, and removing it is no error', async () => {
  expect(await files.open(NAME)).toBeNull();
  await files.remove(NAME);
  await files.put(NAME, Buffer.from('x'), PNG);
  await files.remove(NAME);
  expect(await files.open(NAME)).toBeNull();
});

test('an upload that breaks off leaves the previous file, and no partial one', async () => {
  await files.put(NAME, Buffer.from('whole'), PNG);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw new Error('The sender went away.');
    })(),
  );
  await expect(files.put(NAME, broken, PNG)).rejects.toThrow('The sender went away.');
  expect(await read(NAME)).toEqual({ bytes: 5, content: 'whole' });
  expect(await waiting()).toEqual([]);
});

test.each([
  '../outside.png',
  'logos/../../outside.png',
  '/etc/passwd.png',
  'logos\\a.png',
  'logos/a.png\0.pdf',
  'logos/a.png\n',
  'logos/.incoming',
  '.incoming/a.part',
  'logos/a',
  'a.png',
  'logos/b/c.png',
  'Logos/A.PNG',
  'logos/..%2f.png',
  `logos/${'a'.repeat(300)}.png`,
  '',
])('the name %j is refused, because the product did not create it', async (name) => {
  await expect(files.put(name, Buffer.from('x'), PNG)).rejects.toThrow('not the name');
  await expect(files.open(name)).rejects.toThrow('not the name');
  await expect(files.remove(name)).rejects.toThrow('not the name');
  expect(await readdir(join(dataDir, 'files'))).toEqual(['.incoming']);
});

test('a process that is killed while writing leaves no file under the name', async () => {
  await files.put(NAME, Buffer.from('whole'), PNG);
  const writer = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { openFiles } from ${JSON.stringify(new URL('open-files.ts', import.meta.url).href)};
     import { Readable } from 'node:stream';
     const files = await openFiles({ dataDir: ${JSON.stringify(dataDir)} });
     async function* slowly() {
       yield Buffer.alloc(1_000_000);
       console.log('half');
       await new Promise((resolve) => setTimeout(resolve, 60_000));
     }
     await files.put(${JSON.stringify(NAME)}, Readable.from(slowly()), { mediaType: 'image/png' });`,
  ]);
  await Promise.race([once(writer.stdout, 'data'), once(writer, 'exit')]);
  expect(await waiting()).toHaveLength(1);
  writer.kill('SIGKILL');
  await once(writer, 'exit');

  expect(await read(NAME)).toEqual({ bytes: 5, content: 'whole' });
});

test('the partial file of a killed process is deleted a day later, and not while it may still be written', async () => {
  const old = join(dataDir, 'files', '.incoming', 'old.part');
  await writeFile(old, 'half');
  await utimes(old, new Date(), new Date(Date.now() - 25 * 3_600_000));
  await writeFile(join(dataDir, 'files', '.incoming', 'young.part'), 'half');
  await openFiles({ dataDir });
  expect(await waiting()).toEqual(['young.part']);
});

test('a full disk and an exceeded quota throw StorageFull; other errors stay unchanged', () => {
  expect(asStorageFailure(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBeInstanceOf(StorageFull);
  expect(asStorageFailure(Object.assign(new Error('write'), { code: 'EDQUOT' }))).toBeInstanceOf(StorageFull);
  const other = Object.assign(new Error('write'), { code: 'EIO' });
  expect(asStorageFailure(other)).toBe(other);
});

/** Runs a command with a separate disk of 256 kB mounted on the folder; not every machine allows it. */
function onSmallDisk(folder: string, ...command: string[]) {
  const mounted = 'mount -t tmpfs -o size=256k none "$0" && exec "$@"';
  return spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', mounted, folder, ...command], {
    encoding: 'utf8',
  });
}

test.skipIf(onSmallDisk(tmpdir(), 'true').status !== 0)(
  'a full disk is reported as such and damages no other file',
  async () => {
    const small = join(dataDir, 'small');
    await mkdir(small);
    const script = `import { openFiles } from ${JSON.stringify(new URL('open-files.ts', import.meta.url).href)};
    import { readdir } from 'node:fs/promises';
    import { buffer } from 'node:stream/consumers';
    const files = await openFiles({ dataDir: ${JSON.stringify(small)} });
    await files.put('logos/small.png', Buffer.alloc(1_000), { mediaType: 'image/png' });
    const refusal = await files.put('logos/large.png', Buffer.alloc(1_000_000), { mediaType: 'image/png' }).catch((error) => error);
    const kept = await buffer((await files.open('logos/small.png')).stream);
    const lost = await files.open('logos/large.png');
    const waiting = await readdir(${JSON.stringify(join(small, 'files', '.incoming'))});
    await files.put('logos/after.png', Buffer.alloc(1_000), { mediaType: 'image/png' });
    console.log(JSON.stringify({ refusal: refusal.name, kept: kept.length, lost, waiting }));`;
    const run = onSmallDisk(small, process.execPath, '--input-type=module', '--eval', script);
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual({ refusal: 'StorageFull', kept: 1_000, lost: null, waiting: [] });
  },
);
