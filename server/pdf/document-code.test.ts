import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { documentCode, documentIdIn, referenceOf } from './document-code.ts';

const newId = () => randomBytes(16).toString('base64url');

test('a code has four groups of unambiguous letters, and is the same at every attempt', () => {
  for (let time = 0; time < 200; time += 1) {
    const id = newId();
    expect(documentCode(id)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(documentCode(referenceOf(id, 3))).toBe(documentCode(id));
    expect(documentIdIn(referenceOf(id, 3))).toBe(id);
  }
});

test('every attempt has its own reference at the provider', () => {
  const id = newId();
  expect(new Set([1, 2, 3].map((attempt) => referenceOf(id, attempt))).size).toBe(3);
});

test('codes differ in every position', () => {
  const codes = Array.from({ length: 500 }, () => documentCode(newId()).replaceAll('-', ''));
  for (let place = 0; place < 16; place += 1) {
    expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(20);
  }
});
