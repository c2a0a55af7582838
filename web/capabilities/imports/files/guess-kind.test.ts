import { expect, test } from 'vitest';
import { guessKind } from './guess-kind.ts';

const file = (name: string, content = '') => new File([content], name);

test('a CSV file is recognised by its headers, whatever its name and its separator', async () => {
  expect(await guessKind(file('export-17.csv', 'key;"First Name";Last Name;E-mail\r\n1;A;B;c'))).toBe('people');
  expect(await guessKind(file('people.csv', 'Key,Date,Buyer,Product,Amount\n'))).toBe('transactions');
  expect(await guessKind(file('x.txt', 'patient\tlab_id\thla_typing_test\n'))).toBe('processing');
});

test('a file without known headers is recognised by its name', async () => {
  expect(await guessKind(file('Vials of patients 2021.xlsx'))).toBe('vials');
  expect(await guessKind(file('All clients.csv', 'Name,Nummer\n'))).toBe('people');
});

test('a file that neither its headers nor its name explain is not guessed', async () => {
  expect(await guessKind(file('export.csv', 'a,b,c\n'))).toBeNull();
  expect(await guessKind(file('export.xlsx'))).toBeNull();
});
