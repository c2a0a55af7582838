import { z } from 'zod';
import type { FeatureRow } from './feature-rows.ts';
import { rowsNamedIn } from './named-rows.ts';

/** The part of the test runner's report that is read here. */
export const TestReport = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) }),
  ),
});

/** A test of the run; `fullName` includes the titles of its groups. */
export type Ran = { file: string; fullName: string; status: string };

export type RowResult = { row: FeatureRow; passed: Ran[]; failed: number; isProven: boolean; text: string };

/** Returns for each row its tests and their results. A row is proven when one of its tests passed and none failed. */
export function resultsOfRows(rows: readonly FeatureRow[], ran: readonly Ran[]): RowResult[] {
  const named = ran.map((test) => ({ test, ids: rowsNamedIn(test.fullName) }));
  return rows.map((row) => {
    const tests = named.filter(({ ids }) => ids.includes(row.id)).map(({ test }) => test);
    const passed = tests.filter(({ status }) => status === 'passed');
    const failed = tests.filter(({ status }) => status === 'failed').length;
    const lines = tests.map(({ file, fullName, status }) => `- ${status}: ${file}: ${fullName}\n`);
    return {
      row,
      passed,
      failed,
      isProven: passed.length > 0 && failed === 0,
      text: `## ${row.id} ${row.name}\n\n${lines.join('')}`,
    };
  });
}
