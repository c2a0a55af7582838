import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, sep } from 'node:path';
import { longRunOnly } from '../../e2e/long-run.ts';
import { rowsNamedIn } from './named-rows.ts';

/** The title of a test or a group that names feature rows. */
export type NamedTest = { file: string; title: string; rows: string[]; isLong: boolean };

// Only text in quotes is a title; a row named in a comment does not count.
const QUOTED = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;

/** Returns every test title that names a row; reads the files without running them. */
export function namedTests(root: string): NamedTest[] {
  return globSync('{contract,server,web,tools}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted()
    .flatMap((file) => titlesIn(file, readFileSync(join(root, file), 'utf8')));
}

export function titlesIn(file: string, text: string): NamedTest[] {
  const isLongFile = longRunOnly.some((pattern) => matchesGlob(file, `tools/e2e/${pattern}`));
  return [...text.matchAll(QUOTED)]
    .map((found) => ({
      file,
      title: found[2] ?? '',
      rows: rowsNamedIn(found[2] ?? ''),
      isLong: isLongFile || /runIf\(isLongRun\)\(\s*$/.test(text.slice(0, found.index)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
