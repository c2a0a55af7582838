import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type FeatureRow, featureRows } from './feature-rows.ts';
import type { NamedTest } from './named-tests.ts';

/** Lists every feature row with its files and the tests that name it. */
export function featuresDocument(tests: readonly NamedTest[]): string {
  const areas = [...Map.groupBy(featureRows, ({ area }) => area)].map(
    ([area, rows]) => `## ${area}\n\n${rows.map((row) => section(row, tests)).join('\n')}`,
  );
  return areas.join('\n');
}

/** Returns the inconsistencies between the rows, their files and the tests that name them. */
export function featureFaults(tests: readonly NamedTest[], root: string, rows = featureRows): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const tested = new Set(tests.filter(({ isLong }) => !isLong).flatMap((test) => test.rows));
  return [
    ...rows
      .filter(({ id }) => !tested.has(id))
      .map(({ id, name }) => `${id} ${name}: no test of the short run names it`),
    ...tests.flatMap((test) =>
      test.rows
        .filter((id) => !known.has(id))
        .map((id) => `${test.file}: ‘${test.title}’ names ${id}, which is no row`),
    ),
    ...rows.flatMap(({ id, lives }) =>
      lives.filter((file) => !existsSync(join(root, file))).map((file) => `${id}: ${file} is not there`),
    ),
  ];
}

function section({ id, name, lives }: FeatureRow, tests: readonly NamedTest[]): string {
  const proofs = tests
    .filter(({ rows }) => rows.includes(id))
    .map(({ file, title, isLong }) => `- ${link(file)} ${title}${isLong ? ' (long run)' : ''}\n`);
  return `### ${id} ${name}\n\n${lives.map(link).join(', ')}\n\n${proofs.join('')}`;
}

function link(file: string): string {
  return `[${basename(file)}](../../${file})`;
}
