import { StepNotDue } from './take-step.ts';

/** Runs a task for each row, so that one that fails does not keep the others waiting; the first failure is thrown at the end. */
export async function runEach<Row>(rows: readonly Row[], task: (row: Row) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await task(row);
    } catch (error) {
      if (!(error instanceof StepNotDue)) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
