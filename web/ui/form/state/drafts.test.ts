import { beforeEach, expect, test } from 'vitest';
import { DRAFT_LIFE_MS, draftKey, keepable, readDraft, restorable, writeDraft } from './drafts.ts';

const key = draftKey(412, 'profile');
let kept: Map<string, string>;
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
};

beforeEach(() => {
  kept = new Map();
});

test('a draft belongs to one user and one form', () => {
  expect(key).toBe('draft:412:profile');
  expect(draftKey(null, 'sign-up')).toBe('draft:guest:sign-up');
});

test('a stored draft is read back', () => {
  writeDraft(storage, key, { city: 'Oslo' }, 1000);
  expect(readDraft(storage, key, 2000)).toEqual({ city: 'Oslo' });
});

test('a draft is removed after eight hours', () => {
  writeDraft(storage, key, { city: 'Oslo' }, 1000);
  expect(readDraft(storage, key, 999 + DRAFT_LIFE_MS)).not.toBeNull();
  expect(readDraft(storage, key, 1000 + DRAFT_LIFE_MS)).toBeNull();
  expect(kept.size).toBe(0);
});

test('a clock that is turned back does not keep a draft forever', () => {
  writeDraft(storage, key, { city: 'Oslo' }, 5000);
  expect(readDraft(storage, key, 1000)).toBeNull();
});

test('an invalid value under the key is not a draft', () => {
  kept.set(key, '{"at":"yesterday","values":{}}');
  expect(readDraft(storage, key, 1000)).toBeNull();
  kept.set(key, 'nonsense');
  expect(readDraft(storage, key, 1000)).toBeNull();
});

test('a full storage does not break the form', () => {
  const full = {
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => writeDraft(full, key, {}, 1)).not.toThrow();
});

test('passwords, cards and signatures are never stored', () => {
  expect(keepable({ email: 'a@b.c', password: 'x' }, new Set(['password']))).toEqual({ email: 'a@b.c' });
});

test('a draft restores only fields that the form still has', () => {
  const current = { city: '', tags: [], sales_rep: null };
  expect(restorable({ city: 'Oslo', gone: 1, tags: 'x', sales_rep: 7 }, current)).toEqual({
    city: 'Oslo',
    sales_rep: 7,
  });
});
