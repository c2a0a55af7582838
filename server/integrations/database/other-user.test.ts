import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reaches, readableCopy } from './other-user.ts';

const stranger = { uid: 4_711, gid: 4_711 };
let place: string;
const made: string[] = [];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'other-user-'));
  made.push(place);
});
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

test('a user reaches a folder only if every parent folder lets them pass', () => {
  const inner = join(place, 'inner');
  mkdirSync(inner);
  expect(reaches(stranger, inner)).toBe(false);
  chmodSync(place, 0o711);
  expect(reaches(stranger, inner)).toBe(true);
  chmodSync(inner, 0o750);
  expect(reaches(stranger, inner)).toBe(false);
});

test('programs in a private folder are copied once to a folder that every user can read', () => {
  mkdirSync(join(place, 'bin'));
  writeFileSync(join(place, 'bin', 'postgres'), 'program', { mode: 0o755 });
  symlinkSync('postgres', join(place, 'bin', 'postmaster'));

  const copy = readableCopy(place);
  made.push(copy);
  expect(reaches(stranger, join(copy, 'bin'))).toBe(true);
  expect(readFileSync(join(copy, 'bin', 'postmaster'), 'utf8')).toBe('program');
  expect(lstatSync(join(copy, 'bin', 'postmaster')).isSymbolicLink()).toBe(true);
  expect(statSync(join(copy, 'bin', 'postgres')).mode & 0o111).toBe(0o111);
  expect(readableCopy(place)).toBe(copy);
});

test('a copy that other users could have written to is not trusted', () => {
  writeFileSync(join(place, 'postgres'), 'program');
  const copy = readableCopy(place);
  chmodSync(copy, 0o777);
  const another = readableCopy(place);
  made.push(copy, another);
  expect(another).not.toBe(copy);
});
