import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { openSealKey } from './seal-key.ts';

const TIME = 120_000;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-keys-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

function open() {
  return openSealKey({ dataDir, product: 'Vialkeep' });
}

function keys() {
  return readdir(join(dataDir, 'keys'));
}

test(
  'the first seal creates a key that only its owner can read; later seals use the same',
  async () => {
    const made = await (await open()).forSealing();
    expect(made.certificate.subject).toBe('CN=Vialkeep Document Seal\nO=Vialkeep');
    expect(made.certificate.verify(made.authority.publicKey)).toBe(true);
    expect(made.authority.subject).toBe('CN=Vialkeep Document Authority\nO=Vialkeep');
    const years = (made.certificate.validToDate.getTime() - Date.now()) / (365.25 * 86_400_000);
    expect(years).toBeGreaterThan(9.9);
    expect(years).toBeLessThan(10.1);

    expect(await keys()).toEqual(['seal-0001']);
    for (const name of await readdir(join(dataDir, 'keys/seal-0001'))) {
      expect((await stat(join(dataDir, 'keys/seal-0001', name))).mode & 0o777).toBe(0o600);
    }
    const again = await open();
    expect((await again.forSealing()).certificate.fingerprint256).toBe(made.certificate.fingerprint256);
    expect((await again.authorities()).map(({ fingerprint256 }) => fingerprint256)).toEqual([
      made.authority.fingerprint256,
    ]);
  },
  TIME,
);

test(
  'two processes that start at once end up with one key',
  async () => {
    const script = `
      import { openSealKey } from ${JSON.stringify(new URL('seal-key.ts', import.meta.url).href)};
      const key = await openSealKey({ dataDir: ${JSON.stringify(dataDir)}, product: 'Vialkeep' });
      console.log((await key.forSealing()).certificate.fingerprint256);`;
    const run = async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
      const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      return printed.trim();
    };
    const [first, second] = await Promise.all([run(), run()]);
    expect(first).toMatch(/^[0-9A-F:]{95}$/);
    expect(second).toBe(first);
    expect(await keys()).toEqual(['seal-0001']);
  },
  TIME,
);

test(
  'a key is replaced thirty days before its end, and seals of the old authority stay valid',
  async () => {
    const key = await open();
    const first = await key.forSealing();
    const dayBefore = (days: number) => new Date(first.certificate.validToDate.getTime() - days * 86_400_000);
    expect(await key.forSealing(dayBefore(31))).toBe(first);
    const second = await key.forSealing(dayBefore(29));
    expect(second.certificate.fingerprint256).not.toBe(first.certificate.fingerprint256);
    expect(second.certificate.validToDate > first.certificate.validToDate).toBe(true);
    expect(await keys()).toEqual(['seal-0001', 'seal-0002']);
    expect(await key.authorities()).toHaveLength(2);
  },
  TIME,
);

test(
  'an unreadable key stops the start with a sentence, and is never replaced silently',
  async () => {
    await (await open()).forSealing();
    const folder = join(dataDir, 'keys/seal-0001');
    const problem = `The sealing key in ${folder} cannot be read`;

    await writeFile(join(folder, 'passphrase'), 'another');
    await expect(open()).rejects.toThrow(problem);
    await unlink(join(folder, 'passphrase'));
    await expect(open()).rejects.toThrow(`${problem}, because a file is missing`);
    await expect(open()).rejects.toBeInstanceOf(StartupProblem);
    expect(await keys()).toEqual(['seal-0001']);
  },
  TIME,
);

test('a data directory that cannot store a key is reported as such', async () => {
  await writeFile(join(dataDir, 'keys'), 'a file');
  await expect(open()).rejects.toThrow(StartupProblem);
});

test(
  'a configured key is used instead, and earlier seals of the product stay valid',
  async () => {
    const own = await (await open()).forSealing();
    const elsewhere = await mkdtemp(join(tmpdir(), 'vialkeep-given-'));
    try {
      const given = await (await openSealKey({ dataDir: elsewhere, product: 'Clinic' })).forSealing();
      const file = join(elsewhere, 'keys/seal-0001/seal.p12');
      const key = await openSealKey({ dataDir, product: 'Vialkeep', given: { file, passphrase: given.passphrase } });
      expect((await key.forSealing()).certificate.subject).toBe('CN=Clinic Document Seal\nO=Clinic');
      expect((await key.authorities()).map(({ fingerprint256 }) => fingerprint256)).toEqual([
        given.authority.fingerprint256,
        own.authority.fingerprint256,
      ]);
      const wrong = openSealKey({ dataDir, product: 'Vialkeep', given: { file, passphrase: 'wrong' } });
      await expect(wrong).rejects.toThrow(`The sealing key ${file} cannot be used`);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  },
  TIME,
);
