import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Values that a module of the server keeps in memory, with the reason why each process may have its own. */
const ALLOWED: Readonly<Record<string, string>> = {
  'capabilities/labels/shipping/place-codes.ts byName': 'computed from a constant',
  'capabilities/session/login/login.ts inTurn': 'divided by the number of processes',
  'kernel/db/db.ts connections': 'about the connections of this process',
  'kernel/db/fast-query.ts known': 'about the connections of this process',
  'kernel/db/fast-query.ts unsynced': 'about the connections of this process',
  'kernel/db/prepared.ts clients': 'about the connections of this process',
  'kernel/db/prepared.ts named': 'computed from the statements',
  'kernel/db/statement.ts directly': 'about the connections of this process',
  'kernel/http/forms/form.ts inTurn': 'divided by the number of processes',
  'kernel/http/raw-message.ts inTurn': 'divided by the number of processes',
  'kernel/secrets/new-password.ts stolen': 'computed from a file',
  'kernel/secrets/passwords.ts decoyHash': 'computed from a constant',
  'pdf/render/read-uploaded-pdf.ts last': 'one file at a time limits the memory of this process',
  'pdf/render/typeface.ts opened': 'computed from a file',
  'pdf/worker.ts idle': 'about the thread of this process',
  'pdf/worker.ts last': 'about the thread of this process',
  'pdf/worker.ts thread': 'about the thread of this process',
  'pdf/worker.ts waiting': 'about the thread of this process',
};

/** A variable, a collection that begins empty, or turns, at the top level of a module. */
const KEPT =
  /^(?:export )?(?:let (\w+)|const (\w+)[^=\n]* = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|newTurns\())/gm;

function findKept(path: string, text: string): string[] {
  return [...text.matchAll(KEPT)].map(([, variable, constant]) => `${path} ${variable ?? constant}`);
}

test('a module of the server keeps a value in memory only where every process may have its own', () => {
  const paths = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (path) => !/\.test\.ts$|^(?:testing|processes|node_modules|demo|cli)\/|^main\.ts$/.test(path),
  );
  expect(paths.length).toBeGreaterThan(300);
  const kept = paths.flatMap((path) => findKept(path, readFileSync(`${import.meta.dirname}/${path}`, 'utf8')));
  expect(kept.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test('a counter, a map and a set at the top level of a module are found', () => {
  expect(
    findKept(
      'a.ts',
      'let count = 0;\nexport const running = new Map<number, Set<string>>();\nconst seen: Set<string> = new Set();',
    ),
  ).toEqual(['a.ts count', 'a.ts running', 'a.ts seen']);
});
