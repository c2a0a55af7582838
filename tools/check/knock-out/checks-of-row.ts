import type { FeatureRow } from '../features/feature-rows.ts';
import type { NamedTest } from '../features/named-tests.ts';

export type CheckKind = 'server tests' | 'web tests' | 'browser journeys';

/** The tests of one kind that name a row, and the files of the row that they must miss. */
export type Check = { kind: CheckKind; knockedOut: readonly string[]; files: readonly string[]; titles: RegExp };

const KINDS: readonly { kind: CheckKind; tests: RegExp; parts: RegExp }[] = [
  // The quickest kind first.
  { kind: 'server tests', tests: /^(server|contract)\//, parts: /^(server|contract)\// },
  { kind: 'web tests', tests: /^web\//, parts: /^(web|contract)\// },
  { kind: 'browser journeys', tests: /^tools\/e2e\//, parts: /^(web|contract)\// },
];

/** Returns the checks of a row that can notice its absence, in the order in which to try them. */
export function checksOf({ id, lives }: FeatureRow, tests: readonly NamedTest[]): Check[] {
  const named = tests.filter(({ rows, isLong }) => !isLong && rows.includes(id));
  return KINDS.map(({ kind, tests: folder, parts }) => {
    const those = named.filter(({ file }) => folder.test(file));
    return {
      kind,
      knockedOut: knockedOutFiles(lives).filter((file) => parts.test(file)),
      files: [...new Set(those.map(({ file }) => file))],
      titles: new RegExp(those.map(({ title }) => patternOf(title)).join('|')),
    };
  }).filter(({ knockedOut, files }) => knockedOut.length > 0 && files.length > 0);
}

/** The files of a row that are product code. */
export function knockedOutFiles(lives: readonly string[]): string[] {
  return lives.filter((file) => !file.includes('.test.'));
}

/** A title is known up to its first inserted value. */
function patternOf(title: string): string {
  const [known = ''] = title.replaceAll(/\\(['"`])/g, '$1').split(/\$\{|\$\w|%/, 1);
  return known.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
