import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chooseBackup, parseBackups, parseMoment, requireSameCluster } from './backups.ts';
import { describeFailure, describeLogin, describeRecovery, findUnreadableSegment, requireRoom } from './failures.ts';
import { environmentOf, readStanza } from './pgbackrest.ts';

const folder = mkdtempSync(join(tmpdir(), 'vialkeep-recovery-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const repository = { config: '/etc/pgbackrest/pgbackrest.conf', stanza: 'vialkeep' };
const backup = (label: string, stop: number) =>
  `{"label":"${label}","type":"full","database":{"id":1,"repo-key":1},"info":{"size":1000},"timestamp":{"start":1,"stop":${stop}}}`;
const info = (code: number, message: string, backups: readonly string[] = []) =>
  `[{"backup":[${backups.join(',')}],"db":[{"id":1,"system-id":7709198276861095941,"version":"15"}],` +
  `"repo":[{"status":{"code":${code},"message":"${message}"}}],"status":{"code":${code},"message":"other"}}]`;
const two = parseBackups(info(0, 'ok', [backup('A', 1_000), backup('B', 2_000)]), repository);
const ended = (code: number, stderr: string) => ({ code, stderr, stdout: '' });

describe('The list of backups', () => {
  test('the list of backups keeps every digit of a system identifier', () => {
    expect(two[0]).toMatchObject({ label: 'A', bytes: 1_000, version: '15', systemId: '7709198276861095941' });
  });

  test('a stanza without a backup, a missing repository and a wrong passphrase are each one sentence', () => {
    expect(() => parseBackups(info(2, 'no valid backups'), repository)).toThrow(/ has no backup yet\.$/);
    expect(() => parseBackups(info(1, 'missing stanza path'), repository)).toThrow(
      /cannot be reached, or has no stanza/,
    );
    const undecrypted = '[FormatError] unable to load info file\u0001\n\ufffd5Db';
    expect(() => parseBackups(info(99, undecrypted), repository)).toThrow(/^The passphrase .* is wrong, or /);
    expect(() => parseBackups(info(99, '[PathOpenError] unable to list: [13] Permission denied'), repository)).toThrow(
      /^The repository of .* cannot be reached: \[PathOpenError\]/,
    );
  });

  test('the newest backup is chosen, and for a moment the newest that was finished before it', () => {
    expect(chooseBackup(two, null).label).toBe('B');
    expect(chooseBackup(two, new Date(1_500_000)).label).toBe('A');
    expect(() => chooseBackup(two, new Date(500_000))).toThrow(/^No backup was finished before 1970-01-01T00:08:20/);
  });

  test('a backup of another cluster is refused, and one that cannot be compared is not', () => {
    const [first] = two;
    if (!first) throw new Error('There is no backup.');
    expect(() => requireSameCluster(first, '7709198276861095942')).toThrow(/^The backup A is of another cluster/);
    expect(() => requireSameCluster(first, '7709198276861095941')).not.toThrow();
    expect(() => requireSameCluster(first, null)).not.toThrow();
  });
});

describe('The moment of a restore', () => {
  test.each([
    ['2026-11-17 10:00:00+00', '2026-11-17T10:00:00.000Z'],
    ['2026-11-17 10:00:00.250+05:30', '2026-11-17T04:30:00.250Z'],
    ['2026-11-17T10:00:00Z', '2026-11-17T10:00:00.000Z'],
  ])('%s is read with its zone', (text, moment) => {
    expect(parseMoment(text).toISOString()).toBe(moment);
  });

  test.each(['2026-11-17 10:00:00', '2026-13-17 10:00:00+00', 'yesterday', "2026-11-17 10:00:00+00' --x"])(
    '%s is refused',
    (text) => {
      expect(() => parseMoment(text)).toThrow(/^Write the moment with its zone/);
    },
  );
});

describe('A failure of pgBackRest or PostgreSQL', () => {
  test.each([
    [
      26,
      "ERROR: [026]: raised from local-1 protocol: error restoring 'x': actual checksum",
      /^The backup B is damaged: error/,
    ],
    [95, 'ERROR: [095]: unable to flush', /^The backup B is damaged: unable to flush\.$/],
    [37, 'ERROR: [037]: restore command requires option: repo1-cipher-pass', /^The passphrase .* is missing/],
    [
      39,
      "ERROR: [039]: unable to write '/x': [28] No space left on device",
      /^The disk of the temporary folder is full/,
    ],
    [41, "ERROR: [041]: unable to open file '/x': [13] Permission denied", /^The repository of .* cannot be reached: /],
    [25, 'ERROR: [025]: assertion', /^pgBackRest failed with code 25: assertion\.$/],
  ])('exit code %i becomes one sentence', (code, stderr, sentence) => {
    expect(describeFailure(ended(code, stderr), { config: repository.config, label: 'B' }).message).toMatch(sentence);
  });

  test('a disk with less room than the backup and a tenth is refused before anything is restored', () => {
    expect(() => requireRoom('/tmp', 1_099, 1_000)).toThrow(/^The disk of \/tmp is too full: the backup needs /);
    expect(() => requireRoom('/tmp', 1_100, 1_000)).not.toThrow();
  });

  test.each([undefined, '57P03', 'ECONNREFUSED', 'ENOENT'])(
    'a login that fails with the code %s is repeated, because PostgreSQL still starts',
    (code) => {
      expect(describeLogin(Object.assign(new Error('not yet'), code === undefined ? {} : { code }))).toBeNull();
    },
  );

  test.each([
    ['3D000', /^The restored cluster lacks the database or the role of DATABASE_URL: refused\.$/],
    ['42501', /^The restored cluster cannot be read \(42501\): refused\.$/],
    ['53300', /^The restored cluster cannot be read \(53300\): refused\.$/],
  ])('a login that fails with the code %s ends the check with one sentence', (code, sentence) => {
    expect(describeLogin(Object.assign(new Error('refused'), { code }))?.message).toMatch(sentence);
  });

  test('an archive that ends early, or has an unreadable segment, is told apart from its end', () => {
    const early = 'FATAL:  recovery ended before configured recovery target was reached';
    expect(describeRecovery(early, '2026-11-17 10:00:00+00').message).toMatch(/^The archive ends before 2026-11-17/);
    expect(describeRecovery('FATAL:  could not map', null).message).toMatch(/could not map\.$/);
    const flush = 'P00  ERROR: [095]: unable to flush';
    expect(findUnreadableSegment(flush)?.message).toMatch(/^The archive is damaged or cannot be read: unable to flush/);
    expect(describeRecovery(`${flush}\n${early}`, null).message).toMatch(/^The archive is damaged/);
    const short = 'FATAL:  archive file "000000010000000000000005" has wrong size: 7340032 instead of 16777216';
    expect(describeRecovery(short, null).message).toMatch(/^The archive is damaged/);
    expect(findUnreadableSegment('LOG:  archive recovery complete')).toBeNull();
  });
});

describe('The configuration of pgBackRest', () => {
  test('the only stanza of a configuration is chosen, and one of several must be named', () => {
    const one = join(folder, 'one.conf');
    const several = join(folder, 'several.conf');
    writeFileSync(one, '[global]\nrepo1-path=/x\n[global:archive-push]\n[vialkeep]\npg1-path=/y\n[vialkeep:backup]\n');
    writeFileSync(several, '[a]\n[b]\n');
    expect(readStanza(one, undefined)).toBe('vialkeep');
    expect(readStanza(several, 'b')).toBe('b');
    expect(() => readStanza(several, undefined)).toThrow(/^Say which stanza .* has a, b\.$/);
    expect(() => readStanza(one, 'other')).toThrow(/^Say which stanza/);
    expect(() => readStanza(join(folder, 'none.conf'), undefined)).toThrow(/cannot be read/);
  });

  test('locks, segments and logs of a check stay in its own folder', () => {
    expect(environmentOf({ folder: '/check' })).toMatchObject({
      PGBACKREST_LOCK_PATH: '/check/lock',
      PGBACKREST_SPOOL_PATH: '/check/spool',
      PGBACKREST_ARCHIVE_ASYNC: 'n',
      PGBACKREST_LOG_LEVEL_FILE: 'off',
    });
  });
});
