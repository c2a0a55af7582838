import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { fillIn, RunbookDocument } from './runbook-document.ts';

const document = new RunbookDocument(readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8'));
const sample = new RunbookDocument(
  '# T\n\n## One\n\n```sh\nfirst a \\\n  b   # why\nsecond\n```\n\nThen `third\nc`.\n',
);

describe('Commands of the runbooks', () => {
  for (const [section, commands] of Object.entries(COMMANDS)) {
    test(`every command that the proof runs is in the section '${section}' of the document`, () => {
      for (const command of Object.values(commands)) {
        expect(() => document.requireCommand(section, command)).not.toThrow();
      }
    });
  }

  test('commands are read from fenced blocks without comments, and from code in sentences', () => {
    expect(sample.commandsOf('One')).toEqual(['first a b', 'second', 'third c']);
  });

  test('a command that differs from the document in one character is refused', () => {
    expect(() => sample.requireCommand('One', 'first a  b')).toThrow("section 'One', does not have the command");
    expect(() => sample.requireCommand('Two', 'second')).toThrow("section 'Two', does not have the command");
  });

  test('a value is filled in only where the command has its place', () => {
    expect(fillIn('restart vialkeep db1', { db1: 'db3' })).toBe('restart vialkeep db3');
    expect(fillIn('from db1 to db2', { db1: 'db2', db2: 'db1' })).toBe('from db2 to db1');
    expect(() => fillIn('restart vialkeep', { db1: 'db3' })).toThrow('has no db1 to fill in');
  });
});
