import { expect, test } from 'vitest';
import { initialsOf, pictureOf, seedOf } from './avatar-picture.ts';

test('F015 the seed is the email with each run of other characters as one dash', () => {
  expect(seedOf('ana.whitfield+lab@example.org')).toBe('ana-whitfield-lab-example-org');
  expect(seedOf('A__b@@C.d')).toBe('A-b-C-d');
  expect(seedOf('')).toBe('');
});

test('F015 an email always has the same picture', () => {
  expect(pictureOf(seedOf('ana@example.org'))).toEqual(pictureOf(seedOf('ana@example.org')));
});

test('F015 different emails of one domain have different pictures', () => {
  const colleagues = ['ana', 'ben', 'chloe', 'dmitri', 'elena', 'farid', 'grace', 'hugo'];
  const pictures = colleagues.map((name) => JSON.stringify(pictureOf(seedOf(`${name}@north.test`))));
  expect(new Set(pictures).size).toBe(colleagues.length);
});

test('F015 the initials are of the first and the last name, without the title', () => {
  expect(initialsOf('Dr. Maria Stein')).toBe('MS');
  expect(initialsOf('Ana Maria de Whitfield')).toBe('AW');
  expect(initialsOf('user')).toBe('U');
  expect(initialsOf('Élodie Ångström')).toBe('ÉÅ');
  expect(initialsOf('')).toBe('U');
});
