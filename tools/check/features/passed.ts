import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { featureRows } from './feature-rows.ts';
import { type Ran, resultsOfRows, TestReport } from './results-of-rows.ts';

const root = resolve(import.meta.dirname, '../../..');
const reports = join(root, 'test-artifacts/reports');
const document = join(root, 'test-artifacts/features.md');

/** Reads the reports of the tests and journeys of this run and fails unless every row has passed. */
const ran: Ran[] = [];
for (const name of await readdir(reports)) {
  const { testResults } = TestReport.parse(JSON.parse(await readFile(join(reports, name), 'utf8')));
  for (const { name: file, assertionResults } of testResults) {
    ran.push(...assertionResults.map((result) => ({ ...result, file: relative(root, file).replaceAll('\\', '/') })));
  }
}

const results = resultsOfRows(featureRows, ran);
await writeFile(document, `# Features in this run\n\n${results.map(({ text }) => text).join('\n')}`);
const wrong = results.filter(({ isProven }) => !isProven);
for (const { row, failed } of wrong) {
  console.error(`${row.id} ${row.name}: ${failed > 0 ? `${failed} tests failed` : 'no test passed'}`);
}
const tests = new Set(results.flatMap(({ passed }) => passed)).size;
console.log(
  `${results.length - wrong.length} of ${results.length} rows passed, ${tests} tests; ${relative(root, document)}`,
);
process.exit(wrong.length === 0 ? 0 : 1);
